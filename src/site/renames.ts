import type {SiteDifference, WantedObject} from './diff.ts';
import {kindOf} from './kinds.ts';
import {labelOf, type ReadObject} from './model.ts';

/**
 * Order the writes of a kind so that each name is free when an object gets it. Of objects that swap
 * their names, one is first renamed to a name that no object has.
 */
export function orderRenames(
  differences: readonly SiteDifference[],
  objects: readonly ReadObject[],
): readonly SiteDifference[] {
  const isRename = ({wanted, read}: SiteDifference): boolean =>
    wanted !== undefined && read !== undefined && wanted.name !== read.name;
  const left = differences.filter(isRename);
  if (left.length === 0) return differences;
  const kind = left[0]?.kind;
  const labelIn = (project: string | undefined, name: string): string => `${project ?? ''}/${name}`;
  const taken = new Set(
    objects.filter(one => one.kind === kind).map(one => labelIn(one.project, one.name)),
  );
  const ordered: SiteDifference[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({name, project}) => !taken.has(labelIn(project, name)));
    const [difference] = left.splice(Math.max(at, 0), 1);
    if (difference?.read === undefined) break;
    const {name, project, read} = difference;
    taken.delete(labelIn(project, read.name));
    if (at >= 0) {
      taken.add(labelIn(project, name));
      ordered.push(difference);
      continue;
    }
    let through = `${name} (renamed)`;
    for (let n = 2; taken.has(labelIn(project, through)); n++) through = `${name} (renamed ${n})`;
    taken.add(labelIn(project, through));
    const {key: field} = kindOf(read.kind);
    const rename = {field, old: read.siteName ?? read.name, new: through};
    ordered.push({...difference, wanted: {...read, name: through}, changes: [rename]});
    const changes = difference.changes.map(one =>
      one.old === read.name && one.new === name ? {...one, old: through} : one,
    );
    left.push({...difference, changes, read: {...read, name: through}});
  }
  return [...ordered, ...differences.filter(one => !isRename(one))];
}

/**
 * Objects of a list that swap their names by `renamedFrom`, which looks the same before and after:
 * a sentence each.
 */
export function swappedNames(
  wanted: readonly WantedObject[],
  objects: readonly ReadObject[],
): readonly string[] {
  const present = new Set(objects.map(labelOf));
  return wanted.flatMap(object => {
    const {renamedFrom: from, kind} = object;
    if (from === undefined || from === object.name) return [];
    const isThere = present.has(labelOf(object)) && present.has(labelOf({...object, name: from}));
    const isSwap = wanted.some(
      one => one.kind === kind && one.name === from && one.renamedFrom !== undefined,
    );
    return isThere && isSwap
      ? [
          `${labelOf(object)}: the site has both "${from}" and "${object.name}", so renamedFrom has no effect. Rename one of them to another name first.`,
        ]
      : [];
  });
}
