import type {JsonObject} from '../base/json-value.ts';
import type {SiteChange, SiteDifference} from './diff.ts';
import {type Comparison, readFolder, type SiteFolder} from './engine.ts';
import {applySiteChanges} from './expected.ts';
import {exportFiles, type FileChanges} from './export.ts';
import {kindOf} from './kinds.ts';
import {kindIds, labelOf, type ReadObject} from './model.ts';

/**
 * Leave only some changes in a difference; undefined without changes. Objects that only one side
 * has, and orders, are taken as a whole.
 */
export function withChanges(
  difference: SiteDifference,
  changes: readonly SiteChange[],
): SiteDifference | undefined {
  const {action, wanted, read} = difference;
  if (action !== 'update' || wanted === undefined || read === undefined) return difference;
  if (changes.length === 0) return undefined;
  return {...difference, changes, wanted: {...wanted, ...changed(read, changes)}};
}

/**
 * Make the files like the site where they differ: the changes to write, with `exportFiles`.
 *
 * @param differences the differences to write to the files
 * @throws Failure 'validation_error' for problems of the files
 */
export function filesLikeSite(
  folder: SiteFolder,
  {people, state}: Comparison,
  differences: readonly SiteDifference[],
): FileChanges {
  const filed = readFolder(folder.texts);
  const kinds = kindIds.filter(id => differences.some(({kind}) => kind === id));
  const idOf = (label: string): string => folder.lock.get(label)?.id ?? '';
  let objects: readonly ReadObject[] = filed.objects
    .filter(({kind}) => kinds.includes(kind))
    .map(one => ({...one, id: idOf(labelOf(one))}));
  for (const difference of differences) objects = asOnSite(objects, difference, state.objects);
  return exportFiles(objects, folder.texts, filed, {people, lock: folder.lock, kinds}).changes;
}

function asOnSite(
  objects: readonly ReadObject[],
  {action, kind, wanted, read, changes}: SiteDifference,
  onSite: readonly ReadObject[],
): readonly ReadObject[] {
  if (action === 'order') {
    const places = new Map(
      onSite.filter(one => one.kind === kind).map(({name}, i) => [name, i] as const),
    );
    const placeOf = ({name}: ReadObject): number => places.get(name) ?? places.size;
    const sorted = objects.filter(one => one.kind === kind).sort((a, b) => placeOf(a) - placeOf(b));
    return [...objects.filter(one => one.kind !== kind), ...sorted];
  }
  if (wanted === undefined) return read === undefined ? objects : [...objects, read];
  const label = labelOf(wanted);
  if (read === undefined) return objects.filter(one => labelOf(one) !== label);
  const back = changes.map(({old, new: next, ...change}) => ({
    ...change,
    ...(next !== undefined && {old: next}),
    ...(old !== undefined && {new: old}),
  }));
  return objects.map(one =>
    labelOf(one) === label ? {...one, id: read.id, ...changed(one, back)} : one,
  );
}

/** Name and values of an object after changes. */
function changed(
  {kind, name, values}: ReadObject,
  changes: readonly SiteChange[],
): Pick<ReadObject, 'name' | 'values'> {
  const {key} = kindOf(kind);
  const {[key]: next, ...rest} = applySiteChanges({...values, [key]: name}, changes);
  return {name: String(next), values: rest as JsonObject};
}
