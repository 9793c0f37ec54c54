import {isObject, type JsonValue} from '../../base/json-value.ts';

/** Issues of a version by the category of their status. */
export interface IssueCounts {
  readonly done: number;
  readonly doing: number;
  readonly toDo: number;
  readonly unmapped: number;
  readonly all: number;
}

/** Reads `issuesStatusForFixVersion`; undefined when the counts are not there. */
export function issueCounts(value: JsonValue | undefined): IssueCounts | undefined {
  if (!isObject(value)) return undefined;
  const of = (name: string): number => Number(value[name] ?? 0);
  const [done, doing, toDo, unmapped] = [of('done'), of('inProgress'), of('toDo'), of('unmapped')];
  return {done, doing, toDo, unmapped, all: done + doing + toDo + unmapped};
}
