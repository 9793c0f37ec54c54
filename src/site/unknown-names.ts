import {isObject} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import type {SiteDifference} from './diff.ts';
import {labelOf, partsIn, type SiteObject} from './model.ts';

/**
 * Find groups that the site does not have, if its groups were read, and permissions that resemble
 * those of other schemes: apps have permissions of their own, so that others may be right.
 *
 * @returns a sentence each
 */
export function unknownNames(
  differences: readonly SiteDifference[],
  onSite: readonly SiteObject[],
): readonly string[] {
  const wanted = differences.flatMap(one => one.wanted ?? []);
  const groupsOf = (all: readonly SiteObject[]): readonly string[] =>
    all.filter(({kind}) => kind === 'groups').map(({name}) => name);
  const groups = new Set(groupsOf(onSite));
  const areKnown = groups.size > 0;
  for (const name of groupsOf(wanted)) groups.add(name);
  const permissions = new Set(
    onSite.flatMap(({values}) => partsIn(values.grants).map(([permission]) => permission)),
  );
  const problems = new Set<string>();
  const report = (label: string, what: string, name: string, known: ReadonlySet<string>): void => {
    const [near] = nearestNames(name, [...known]);
    if (what === 'permission' && near === undefined) return;
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    problems.add(`${label}: the site has no ${what} "${name}".${hint}`);
  };
  for (const difference of differences) {
    const label = labelOf(difference);
    for (const {field, group, new: entry} of difference.changes) {
      if (entry === undefined || group === undefined) continue;
      if (field === 'grants' && !permissions.has(group)) {
        report(label, 'permission', group, permissions);
      }
      const name = isObject(entry) ? entry.group : undefined;
      if (areKnown && typeof name === 'string' && !groups.has(name)) {
        report(label, 'group', name, groups);
      }
    }
  }
  return [...problems];
}
