import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../../../base/json-scan.ts';
import {safeText} from '../../../base/safe-text.ts';
import {yamlLines} from '../../../output/yaml.ts';
import type {Line} from '../../model/line.ts';
import {rawLines, valueTone} from '../../show/raw-lines.ts';
import type {TextView} from './state.ts';

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A value and its jq path. */
export interface PathValue {
  readonly path: string;
  /** JSON text exactly as received. */
  readonly value: string;
}

/**
 * One field for each scalar or empty value of a JSON text, with its jq path: `.lead.name`,
 * `.values[0]["odd name"]`.
 *
 * @param json one JSON value
 */
export function fieldsOf(json: string): PathValue[] {
  return below(json, rootSpan(json), '');
}

function below(json: string, span: JsonSpan, path: string): PathValue[] {
  const kind = kindOf(json, span);
  if (kind === 'object') {
    const members = memberSpans(json, span);
    if (members.length > 0) {
      return members.flatMap(({key, value}) =>
        below(json, value, path + step(decodeString(json, key), path)),
      );
    }
  }
  if (kind === 'array') {
    const items = itemSpans(json, span);
    if (items.length > 0) {
      return items.flatMap((item, i) => below(json, item, `${path === '' ? '.' : path}[${i}]`));
    }
  }
  return [{path: path === '' ? '.' : path, value: sliceSpan(json, span)}];
}

function step(name: string, path: string): string {
  if (plainName.test(name)) return `.${name}`;
  return `${path === '' ? '.' : ''}[${JSON.stringify(name)}]`;
}

const member = /^((?: {2}|- )*)((?:"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_-]*):)( ?)(.*)$/s;
const item = /^((?: {2}|- )*- )(.*)$/s;

/** Render JSON texts in a raw form, one after the other. */
export function formLines(texts: readonly string[], form: TextView['form']): Line[] {
  if (form === 'yaml') {
    return texts.flatMap((text, i): Line[] => {
      const lines = yamlLines(text).map(yamlLine);
      return i === 0 ? lines : [[{text: '---', tone: 'dim'}], ...lines];
    });
  }
  if (form === 'fields') return texts.flatMap(text => fieldsOf(text).map(fieldLine));
  return texts.flatMap(rawLines);
}

function yamlLine(line: string): Line {
  const found = member.exec(line);
  if (found !== null) {
    const [, indent = '', key = '', space = '', value = ''] = found;
    return [
      {text: indent, tone: 'dim'},
      {text: safeText(key), tone: 'accent'},
      {text: space + safeText(value), tone: toneOf(value)},
    ];
  }
  const [, dash = '', value = line] = item.exec(line) ?? [];
  return [
    {text: dash, tone: 'dim'},
    {text: safeText(value), tone: toneOf(value)},
  ];
}

function toneOf(value: string) {
  return /^[-\d"tfn[{]/.test(value) && valueTone(value) !== 'dim' ? valueTone(value) : 'plain';
}

function fieldLine({path, value}: {readonly path: string; readonly value: string}): Line {
  return [
    {text: safeText(path), tone: 'accent'},
    {text: ' = ', tone: 'dim'},
    {text: safeText(value), tone: valueTone(value)},
  ];
}
