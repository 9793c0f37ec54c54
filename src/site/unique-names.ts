import type {SiteLock} from './lock.ts';
import {type KindId, labelOf} from './model.ts';
import type {NameKind} from './parts.ts';

/**
 * Names of objects by id. Of several objects with one name, each but the first has a number, as in
 * `Default (2)`, or the name that the lock file has for its id.
 */
export function uniqueNames(
  kind: NameKind,
  objects: readonly {readonly id: string; readonly name: string}[],
  lock: SiteLock,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const {name} of objects) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(counts.keys());
  const locked = new Map<string, string>();
  const start = labelOf({kind: kind as KindId, name: ''});
  const isShared = (name: string): boolean => (counts.get(name) ?? 0) > 1;
  if (objects.some(({name}) => isShared(name))) {
    for (const [label, {id}] of lock) {
      if (label.startsWith(start)) locked.set(id, label.slice(start.length));
    }
  }
  const first = new Set<string>();
  for (const {id, name} of objects) {
    const known = isShared(name) ? locked.get(id) : undefined;
    if (known !== undefined) taken.add(known);
    if (known === name) first.add(name);
  }
  const byId = objects.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  return new Map(
    byId.map(({id, name}) => {
      if (!isShared(name)) return [id, name];
      const known = locked.get(id);
      if (known !== undefined) return [id, known];
      if (!first.has(name)) {
        first.add(name);
        return [id, name];
      }
      let n = 2;
      while (taken.has(`${name} (${n})`)) n++;
      taken.add(`${name} (${n})`);
      return [id, `${name} (${n})`];
    }),
  );
}
