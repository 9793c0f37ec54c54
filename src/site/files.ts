import type {Document, Node, Pair, YAMLSeq} from 'yaml';
import type {JsonObject, JsonValue} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import {type SiteField, type SiteKind, siteKinds} from './kinds.ts';
import {canonical, type FiledObject, groupParts, type KindId, kindIds} from './model.ts';
import {isMap, isScalar, isSeq, LineCounter, parseDocument} from './yaml.ts';
import {scalarText} from './yaml-edit.ts';

/** A problem of a file, with its position from 1. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** A sentence. */
  readonly message: string;
}

/** Settings of steward.yaml. */
export interface SiteSettings {
  readonly kinds: readonly KindId[];
  /** Keys of projects; absent for all. */
  readonly projects?: readonly string[];
}

/** The files of a folder, read and checked. */
export interface FiledSite {
  readonly settings: SiteSettings;
  readonly objects: readonly FiledObject[];
  /** The value of people.yaml. */
  readonly people: JsonValue | undefined;
  readonly problems: readonly FileProblem[];
}

export const settingsFile = 'steward.yaml';
export const peopleFile = 'people.yaml';

/** How the names of object members read that are in every file. */
const renamedFrom = 'renamedFrom';

/** The kind whose objects a file contains, and the project; undefined if it contains none. */
export function placeOf(
  file: string,
): {readonly kind: SiteKind; readonly project?: string} | undefined {
  const [first = '', second = '', third] = file.split('/');
  if (third !== undefined) {
    const kind = siteKinds.find(
      ({id, layout}) =>
        (layout === 'project' && third === 'project.yaml') ||
        (layout === 'of project' && third === `${id}.yaml`),
    );
    return first === 'projects' && kind ? {kind, project: second} : undefined;
  }
  const kind = siteKinds.find(({id, layout}) =>
    layout === 'folder'
      ? first === id && second !== ''
      : layout === 'file' && file === `${id}.yaml`,
  );
  return kind && {kind};
}

/**
 * Reads the files of a folder. A file with problems gives no objects.
 *
 * @param texts path below the folder → text
 */
export function readFiles(texts: ReadonlyMap<string, string>): FiledSite {
  const problems: FileProblem[] = [];
  const objects: FiledObject[] = [];
  let people: JsonValue | undefined;
  let settings: SiteSettings | undefined;
  for (const [file, text] of texts) {
    const reading = openFile(file, text, problems);
    if (reading === undefined) continue;
    const place = placeOf(file);
    if (file === settingsFile) settings = readSettings(reading);
    else if (file === peopleFile) people = reading.document.toJS() as JsonValue;
    else if (place !== undefined) objects.push(...readObjects(reading, place));
    else if (!file.startsWith('.'))
      problems.push({file, line: 1, column: 1, message: unknownFile(file)});
  }
  problems.push(...duplicates(objects));
  const kinds = kindIds.filter(id => objects.some(({kind}) => kind === id));
  return {settings: settings ?? {kinds}, objects, people, problems};
}

function unknownFile(file: string): string {
  const names = siteKinds.map(({id, layout}) => (layout === 'file' ? `${id}.yaml` : `${id}/`));
  const near = nearestNames(file, names);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return `steward does not know what this file contains.${hint}`;
}

/** A parsed file; problems are reported with their position. */
interface Reading {
  readonly file: string;
  readonly document: Document.Parsed;
  readonly report: (node: Node | null | undefined, message: string) => void;
  readonly lineOf: (node: Node | null | undefined) => number;
}

function openFile(file: string, text: string, problems: FileProblem[]): Reading | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false});
  const at = (offset: number): {readonly line: number; readonly column: number} => {
    const {line, col} = lines.linePos(offset);
    return {line: Math.max(line, 1), column: Math.max(col, 1)};
  };
  for (const {pos, message} of document.errors) {
    problems.push({file, ...at(pos[0]), message: `The file is not valid YAML: ${message}.`});
  }
  if (document.errors.length > 0) return undefined;
  if (/[&*]\w/.test(text) && hasAlias(document)) {
    problems.push({file, line: 1, column: 1, message: 'Aliases (&, *) are not supported.'});
    return undefined;
  }
  return {
    file,
    document,
    report: (node, message) => problems.push({file, ...at(node?.range?.[0] ?? 0), message}),
    lineOf: node => at(node?.range?.[0] ?? 0).line,
  };
}

function hasAlias(document: Document.Parsed): boolean {
  try {
    document.toJS({maxAliasCount: 0});
    return false;
  } catch {
    return true;
  }
}

function readSettings({document, report}: Reading): SiteSettings {
  const root = document.contents;
  const value: unknown = document.toJS();
  const {format, kinds, projects, ...more} = (value ?? {}) as Record<string, unknown>;
  if (format !== 1) report(root, 'steward.yaml must contain "format: 1".');
  for (const name of Object.keys(more)) {
    report(root, `steward.yaml has no member "${name}"; it has format, kinds and projects.`);
  }
  const known = textList(kinds) ?? [];
  for (const name of known) {
    if ((kindIds as readonly string[]).includes(name)) continue;
    const near = nearestNames(name, kindIds);
    report(
      root,
      `There is no kind "${name}".${near.length > 0 ? ` Did you mean ${near[0]}?` : ''}`,
    );
  }
  const keys = textList(projects);
  return {
    kinds: kindIds.filter(id => known.includes(id)),
    ...(keys !== undefined && {projects: keys}),
  };
}

function textList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

function readObjects(
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
    kind.key,
    renamedFrom,
    ...fields.keys(),
    ...(kind.parts ? [kind.parts.member] : []),
  ];
  for (const [name, pair] of members) {
    if (known.includes(name)) continue;
    const near = nearestNames(name, known);
    const hint = near.length > 0 ? `did you mean ${near[0]}?` : `it has ${known.join(', ')}.`;
    report(pair.key as Node, `A ${kind.noun} has no member "${name}"; ${hint}`);
  }
  const name = textIn(members.get(kind.key));
  if (name === undefined || name === '') {
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
    values[kind.parts.member] = readParts(kind, members.get(kind.parts.member), report);
  }
  const from = textIn(members.get(renamedFrom));
  return {
    kind: kind.id,
    name,
    values,
    file,
    line: lineOf(node),
    ...(from !== undefined && {renamedFrom: from}),
  };
}

type Report = Reading['report'];

function fieldValue(field: SiteField, pair: Pair, report: Report): JsonValue | undefined {
  const node = pair.value as Node | null;
  if (node === null || (isScalar(node) && node.value === null)) return undefined;
  if (field.type === 'boolean') {
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    report(node, `${field.name} must be true or false.`);
    return undefined;
  }
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
  return text;
}

function readParts(kind: SiteKind, pair: Pair | undefined, report: Report): JsonObject {
  const {parts} = kind;
  const node = pair?.value as Node | null | undefined;
  if (parts === undefined || node === undefined || node === null) return {};
  if (!isMap(node)) {
    report(node, `${parts.member} must be a map of ${parts.groups}, each with a list.`);
    return {};
  }
  const found: [string, JsonValue][] = [];
  for (const {key, value} of node.items) {
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

function duplicates(objects: readonly FiledObject[]): readonly FileProblem[] {
  const first = new Map<string, FiledObject>();
  return objects.flatMap(object => {
    const {kind, name, project, file, line} = object;
    const key = canonical([kind, project ?? '', name]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, object);
      return [];
    }
    const message = `${name} is also in ${other.file}, line ${other.line}.`;
    return [{file, line, column: 1, message}];
  });
}

function textIn(pair: Pair | undefined): string | undefined {
  return pair && scalarText(pair.value as Node);
}
