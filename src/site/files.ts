import type {Document} from 'yaml';
import type {JsonValue} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import type {SiteKind} from './kind.ts';
import {siteKinds} from './kinds.ts';
import {canonicalJson, type FiledObject, type KindId, kindIds} from './model.ts';
import {type Reading, readObjects} from './read-objects.ts';
import {LineCounter, parseDocument} from './yaml.ts';

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
  /** Members of groups belong to the configuration. @default false */
  readonly members?: boolean;
  /** Aliases that are left out where they have no account. */
  readonly dropPeople?: readonly string[];
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

/** The kind whose objects a file contains, and the project; undefined if it contains none. */
export function kindOfFile(
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
 * Read the files of a folder. A file with problems gives no objects.
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
    const place = kindOfFile(file);
    if (file === settingsFile) settings = readSettings(reading);
    else if (file === peopleFile) people = reading.document.toJS() as JsonValue;
    else if (place !== undefined) objects.push(...readObjects(reading, place));
    else if (!file.startsWith('.'))
      problems.push({file, line: 1, column: 1, message: unknownFile(file)});
  }
  problems.push(...duplicates(objects));
  if (settings?.members !== true) problems.push(...objects.flatMap(unreadMembers));
  const kinds = kindIds.filter(id => objects.some(({kind}) => kind === id));
  return {settings: settings ?? {kinds}, objects, people, problems};
}

function unknownFile(file: string): string {
  const names = siteKinds.map(({id, layout}) => (layout === 'file' ? `${id}.yaml` : `${id}/`));
  const near = nearestNames(file, names);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return `steward does not know what this file contains.${hint}`;
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
  const {format, kinds, projects, members, dropPeople, ...more} = (value ?? {}) as Record<
    string,
    unknown
  >;
  if (format !== 1) report(root, 'steward.yaml must contain "format: 1".');
  for (const name of Object.keys(more)) {
    const known = 'format, kinds, projects, members and dropPeople';
    report(root, `steward.yaml has no member "${name}"; it has ${known}.`);
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
  const [keys, dropped] = [textList(projects), textList(dropPeople)];
  return {
    kinds: kindIds.filter(id => known.includes(id)),
    ...(keys !== undefined && {projects: keys}),
    ...(members === true && {members}),
    ...(dropped !== undefined && {dropPeople: dropped}),
  };
}

function textList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** Members of groups are compared only where they are read. */
function unreadMembers({kind, values, file, line}: FiledObject): readonly FileProblem[] {
  if (kind !== 'groups' || values.members === undefined) return [];
  const message = 'Members of groups need "members: true" in steward.yaml.';
  return [{file, line, column: 1, message}];
}

function duplicates(objects: readonly FiledObject[]): readonly FileProblem[] {
  const first = new Map<string, FiledObject>();
  return objects.flatMap(object => {
    const {kind, name, project, file, line} = object;
    const key = canonicalJson([kind, project ?? '', name]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, object);
      return [];
    }
    const message = `${name} is also in ${other.file}, line ${other.line}.`;
    return [{file, line, column: 1, message}];
  });
}
