import {groupBy} from '../base/group-by.ts';
import type {JsonObject, JsonValue} from '../base/json-value.ts';
import {fileNameOf} from './file-names.ts';
import {type FiledSite, kindOfFile, peopleFile, settingsFile} from './files.ts';
import type {SiteKind} from './kind.ts';
import {kindOf} from './kinds.ts';
import type {SiteLock} from './lock.ts';
import {type FiledObject, type KindId, labelOf, type ReadObject} from './model.ts';
import type {People} from './people.ts';
import {writeYaml} from './yaml-edit.ts';

/** The files to write: path below the folder → text; undefined removes the file. */
export type FileChanges = ReadonlyMap<string, string | undefined>;

/**
 * Make the files of a site: objects stay in their files, and unchanged values keep their comments,
 * order and style.
 *
 * @param texts the present files
 * @param scope the part of the site that was read; other files are unchanged
 */
export function exportFiles(
  objects: readonly ReadObject[],
  texts: ReadonlyMap<string, string>,
  filed: FiledSite,
  {
    people,
    lock,
    kinds,
    projects,
    members,
  }: {
    readonly people: People;
    readonly lock: SiteLock;
    readonly kinds: readonly KindId[];
    readonly projects?: readonly string[] | undefined;
    readonly members?: boolean | undefined;
  },
): {readonly changes: FileChanges; readonly fileOf: (object: ReadObject) => string | undefined} {
  const files = new Map<ReadObject, string>();
  const values = new Map<string, FileValue>();
  const taken = new Set([...texts.keys()].map(file => file.toLowerCase().replace(/\.yaml$/, '')));
  for (const kind of kinds.map(kindOf)) {
    const own = objects.filter(object => object.kind === kind.id);
    if (kind.layout === 'file') {
      const isOrdered = kind.move !== undefined;
      const list = isOrdered ? own : own.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const value = list.map(one => fileValue(kind, one));
      values.set(`${kind.id}.yaml`, {value, key: kind.key, isOrdered});
    } else if (kind.layout === 'of project') {
      for (const [project, list] of groupBy(own, one => one.project ?? '')) {
        const value = list.map(one => fileValue(kind, one));
        values.set(`projects/${project}/${kind.id}.yaml`, {value, key: kind.key});
      }
    } else {
      for (const object of own) {
        const file = fileOf(kind, object, filed.objects, lock, taken);
        files.set(object, file);
        const present = filed.objects.find(one => one.file === file);
        values.set(file, {value: fileValue(kind, object, present), key: kind.key});
      }
    }
  }
  const changes = new Map<string, string | undefined>();
  const set = (file: string, {value, key, isOrdered}: FileValue): void => {
    const present = texts.get(file) ?? '';
    const text = writeYaml(present, value, key, isOrdered);
    if (text !== present) changes.set(file, text);
  };
  for (const [file, value] of values) set(file, value);
  for (const file of texts.keys()) {
    const place = kindOfFile(file);
    const isRead =
      place !== undefined &&
      kinds.includes(place.kind.id) &&
      (place.project === undefined || projects === undefined || projects.includes(place.project));
    if (isRead && !values.has(file)) changes.set(file, undefined);
  }
  // Later commands compare the projects of the first export.
  const projectsToKeep =
    filed.settings.projects ?? (texts.has(settingsFile) ? undefined : projects);
  const settings: JsonObject = {
    format: 1,
    kinds: [...new Set([...filed.settings.kinds, ...kinds])],
    ...(projectsToKeep && {projects: projectsToKeep}),
    ...(members && {members}),
    ...(filed.settings.dropPeople && {dropPeople: filed.settings.dropPeople}),
  };
  set(settingsFile, {value: settings, key: 'name'});
  set(peopleFile, {value: people.toValue(), key: 'name'});
  return {changes, fileOf: object => files.get(object)};
}

interface FileValue {
  readonly value: JsonValue;
  readonly key: string;
  readonly isOrdered?: boolean;
}

/**
 * The member with the name first, then the others in the order of the kind.
 *
 * @param present the object in its file, whose members that the service does not return stay
 */
function fileValue(
  kind: SiteKind,
  {name, values: read}: ReadObject,
  present?: FiledObject,
): JsonObject {
  const kept = kind.fields.flatMap(({name: member, only}) => {
    const value = only === 'write' ? present?.values[member] : undefined;
    return value === undefined ? [] : [[member, value] as const];
  });
  const values: JsonObject = {...read, ...Object.fromEntries(kept)};
  const names = [
    ...kind.fields.map(field => field.name),
    ...(kind.parts ? [kind.parts.member] : []),
  ];
  const members = names.flatMap(one => (values[one] === undefined ? [] : [[one, values[one]]]));
  return {...(kind.nameOf === undefined && {[kind.key]: name}), ...Object.fromEntries(members)};
}

/** The existing file of an object, even if the object was renamed on the site, or a new one. */
function fileOf(
  kind: SiteKind,
  object: ReadObject,
  filed: readonly FiledObject[],
  lock: SiteLock,
  taken: Set<string>,
): string {
  if (kind.layout === 'project') return `projects/${object.name}/project.yaml`;
  const own = filed.filter(one => one.kind === kind.id);
  const present =
    own.find(one => one.name === object.name) ??
    own.find(one => lock.get(labelOf(one))?.id === object.id);
  if (present !== undefined) return present.file;
  const folder = `${kind.id}/`;
  const names = [...taken].filter(one => one.startsWith(folder));
  const name = fileNameOf(object.name, new Set(names.map(one => one.slice(folder.length))));
  taken.add(`${folder}${name}`);
  return `${folder}${name}.yaml`;
}
