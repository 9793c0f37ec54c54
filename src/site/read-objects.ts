import type {Document, Node, Pair, YAMLMap, YAMLSeq} from 'yaml';
import type {JsonObject, JsonValue} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import type {SiteField, SiteKind} from './kind.ts';
import {type FiledObject, groupParts, sortValues} from './model.ts';
import {hideInUrl} from './url-secrets.ts';
import {isMap, isScalar, isSeq} from './yaml.ts';
import {scalarText} from './yaml-edit.ts';

/** A parsed file; problems are reported with their position. */
export interface Reading {
  readonly file: string;
  readonly document: Document.Parsed;
  readonly report: (node: Node | null | undefined, message: string) => void;
  readonly lineOf: (node: Node | null | undefined) => number;
}

/** The member with the previous name of an object, in files of every kind. */
const renamedFrom = 'renamedFrom';

/** Read the objects of a file; those with problems are reported and left out. */
export function readObjects(
  reading: Reading,
  {kind, project}: {readonly kind: SiteKind; readonly project?: string},
): readonly FiledObject[] {
  const {contents} = reading.document;
  const isList = kind.layout === 'file' || kind.layout === 'of project';
  if (isList && !isSeq(contents)) {
    if (contents === null) return [];
    reading.report(contents, `The file must contain a list of ${kind.id}.`);
    return [];
  }
  const nodes = isList ? (contents as unknown as YAMLSeq).items : [contents];
  const found = nodes.map(node => readObject(reading, kind, node as Node));
  return found
    .filter(one => one !== undefined)
    .map(one => ({...one, ...(kind.layout === 'of project' && {project: project ?? ''})}));
}

function readObject(reading: Reading, kind: SiteKind, node: Node | null): FiledObject | undefined {
  const {file, report, lineOf} = reading;
  if (!isMap(node)) {
    report(node, `A ${kind.noun} is a map with the member ${kind.key}.`);
    return undefined;
  }
  const members = new Map(
    node.items.map(pair => [scalarText(pair.key as Node) ?? '', pair] as const),
  );
  const fields = new Map(kind.fields.map(field => [field.name, field]));
  const known = [
    ...(kind.nameOf === undefined ? [kind.key, renamedFrom] : []),
    ...fields.keys(),
    ...(kind.parts ? [kind.parts.member] : []),
  ];
  for (const [name, pair] of members) {
    if (known.includes(name)) continue;
    const near = nearestNames(name, known);
    const hint = near.length > 0 ? `did you mean ${near[0]}?` : `it has ${known.join(', ')}.`;
    report(pair.key as Node, `A ${kind.noun} has no member "${name}"; ${hint}`);
  }
  const key = textIn(members.get(kind.key));
  if (key === undefined || key === '') {
    report(node, `The ${kind.noun} has no ${kind.key}.`);
    return undefined;
  }
  const values: Record<string, JsonValue> = {};
  for (const field of kind.fields) {
    const pair = members.get(field.name);
    const value = pair && fieldValue(field, pair, report);
    if (value !== undefined && value !== field.default) values[field.name] = value;
  }
  if (kind.parts !== undefined) {
    const parts = readParts(kind, members.get(kind.parts.member), report);
    if (parts !== undefined) values[kind.parts.member] = parts;
  }
  const from = textIn(members.get(renamedFrom));
  return {
    kind: kind.id,
    name: kind.nameOf?.(values) ?? key,
    values,
    file,
    line: lineOf(node),
    ...(from !== undefined && {renamedFrom: from}),
  };
}

type Report = Reading['report'];

function fieldValue(field: SiteField, {value}: Pair, report: Report): JsonValue | undefined {
  const node = value as Node | null;
  if (node === null || (isScalar(node) && node.value === null)) return undefined;
  if (field.type === 'boolean') {
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    report(node, `${field.name} must be true or false.`);
    return undefined;
  }
  if (field.type === 'list') return listValue(field, node, report);
  const text = scalarText(node);
  if (text === undefined) {
    report(node, `${field.name} must be a text.`);
    return undefined;
  }
  if (field.values && !field.values.includes(text)) {
    report(node, `${field.name} must be one of ${field.values.join(', ')}, not "${text}".`);
  }
  if (field.type === 'day' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    report(node, `${field.name} must be a day such as 2026-12-01, not "${text}".`);
  }
  if (field.type === 'url' && hideInUrl(text) !== text) {
    report(node, `${field.name} must refer to its secrets by variables: ${hideInUrl(text)}`);
  }
  return text;
}

/** The items of a list, sorted. */
function listValue(field: SiteField, node: Node, report: Report): JsonValue | undefined {
  const {name, items} = field;
  if (!isSeq(node)) {
    report(node, `${name} must have a list.`);
    return undefined;
  }
  const found = (node.items as readonly Node[]).flatMap((item): readonly JsonValue[] => {
    if (items !== undefined && isMap(item)) return [itemValue(name, items, item, report)];
    const text = items === undefined ? scalarText(item) : undefined;
    if (text === undefined) {
      report(item, `An item of ${name} must be a ${items === undefined ? 'text' : 'map'}.`);
    }
    return text === undefined ? [] : [text];
  });
  return found.length === 0 ? undefined : sortValues(found);
}

function itemValue(
  name: string,
  fields: readonly SiteField[],
  node: YAMLMap,
  report: Report,
): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const pair of node.items) {
    const member = scalarText(pair.key as Node) ?? '';
    const field = fields.find(one => one.name === member);
    if (field === undefined) {
      const names = fields.map(one => one.name).join(', ');
      report(pair.key as Node, `An item of ${name} has no member "${member}"; it has ${names}.`);
      continue;
    }
    const value = fieldValue(field, pair as Pair, report);
    if (value !== undefined) values[member] = value;
  }
  return values;
}

function readParts(kind: SiteKind, pair: Pair | undefined, report: Report): JsonValue | undefined {
  const {parts} = kind;
  const node = pair?.value as Node | null | undefined;
  if (parts === undefined || node === undefined || node === null) return undefined;
  const isPlain = parts.groups === undefined;
  if (isPlain ? !isSeq(node) : !isMap(node)) {
    const form = isPlain ? 'a list' : `a map of ${parts.groups}, each with a list`;
    report(node, `${parts.member} must be ${form}.`);
    return undefined;
  }
  const groups = isMap(node) ? node.items : [{key: null, value: node}];
  const found: [string, JsonValue][] = [];
  for (const {key, value} of groups) {
    const group = scalarText(key as Node) ?? '';
    if (!isSeq(value)) {
      report(key as Node, `${group} must have a list.`);
      continue;
    }
    for (const item of value.items as readonly Node[]) {
      const entry = partEntry(item);
      const problem = entryProblem(kind, entry);
      if (problem !== undefined) report(item, problem);
      if (entry !== undefined) found.push([group, entry]);
    }
  }
  return groupParts(found);
}

function partEntry(node: Node): JsonValue | undefined {
  if (!isMap(node)) return scalarText(node);
  const [pair] = node.items;
  const value = pair && scalarText(pair.value as Node);
  return node.items.length === 1 && pair && value !== undefined
    ? {[scalarText(pair.key as Node) ?? '']: value}
    : undefined;
}

function entryProblem({parts}: SiteKind, entry: JsonValue | undefined): string | undefined {
  if (parts === undefined) return undefined;
  const {plain, valued} = parts;
  if (entry === undefined)
    return `An entry is a word or has one member, such as "role: Developers".`;
  const isWord = typeof entry === 'string';
  const word = isWord ? entry : (Object.keys(entry as JsonObject)[0] ?? '');
  if ((isWord ? plain : valued).includes(word)) return undefined;
  if ((isWord ? valued : plain).includes(word)) {
    return isWord ? `${word} needs a value, such as "${word}: …".` : `${word} takes no value.`;
  }
  const near = nearestNames(word, [...plain, ...valued]);
  return `"${word}" is not a group of people${near.length > 0 ? `; did you mean ${near[0]}?` : '.'}`;
}

function textIn(pair: Pair | undefined): string | undefined {
  return pair && scalarText(pair.value as Node);
}
