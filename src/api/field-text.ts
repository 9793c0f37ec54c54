import {itemSpans, kindOf, rootSpan, sliceSpan} from '../base/json-scan.ts';
import {hasLoneSurrogate, problemsOfJson, surrogateError} from './check-value.ts';
import type {Shape} from './field.ts';
import {splitValues} from './given-values.ts';

/** The JSON for the texts of a field, or the problem: a sentence without a name. */
export type FieldJson = {readonly json: string} | {readonly problem: string};

/**
 * Convert the texts of a field to JSON: strings and dates unchanged, numbers and booleans bare, a
 * list from several values, repeated or separated by commas, or from JSON; objects from JSON. The
 * word `null` is null for a nullable field.
 *
 * @param texts in the given order; at least one
 */
export function jsonOfTexts(shape: Shape, texts: readonly string[]): FieldJson {
  const isList = shape.type === 'list';
  const [first = ''] = texts;
  if (!isList && texts.length > 1) return {problem: `takes one value, not ${texts.length}`};
  if (first === 'null' && 'nullable' in shape && shape.nullable !== undefined)
    return {json: 'null'};
  return isList ? jsonOfList(shape.items, texts) : jsonOfText(shape, first);
}

function jsonOfList(items: Shape, texts: readonly string[]): FieldJson {
  const all: string[] = [];
  for (const text of texts) {
    const json = /^\s*\[/.test(text) ? jsonOf(text) : undefined;
    if (json !== undefined) {
      if ('problem' in json) return json;
      for (const item of itemsOf(json.json)) all.push(item);
      continue;
    }
    const isPlain = items.type === 'text' || items.type === 'integer';
    for (const value of isPlain ? splitValues([text]) : [text]) {
      if (value === '' && isPlain) return {problem: 'contains an empty value'};
      const item = jsonOfText(items, value);
      if ('problem' in item) return item;
      all.push(item.json);
    }
  }
  return {json: `[${all.join(',')}]`};
}

function jsonOfText(shape: Shape, text: string): FieldJson {
  switch (shape.type) {
    case 'text':
    case 'storage':
    case 'date':
    case 'time':
      if (hasLoneSurrogate(text)) return {problem: surrogateError};
      return {json: JSON.stringify(text)};
    case 'integer':
      // JSON allows no leading zeros; non-numbers are reported with the other problems.
      return {json: /^-?\d+$/.test(text) ? String(BigInt(text)) : JSON.stringify(text)};
    case 'boolean':
      return {json: text === 'true' || text === 'false' ? text : JSON.stringify(text)};
    case 'list':
    case 'object':
    case 'map':
    case 'json':
      return jsonOf(text);
  }
}

function jsonOf(text: string): FieldJson {
  const [problem] = problemsOfJson(text);
  return problem === undefined ? {json: text.trim()} : {problem};
}

function itemsOf(json: string): readonly string[] {
  const root = rootSpan(json);
  return kindOf(json, root) === 'array'
    ? itemSpans(json, root).map(span => sliceSpan(json, span))
    : [json];
}
