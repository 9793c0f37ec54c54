import {isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import {numberKey, plainValue} from '../../output/column-kind.ts';
import {columnOf} from '../../state/model/column.ts';

/** Issue counts of a version by category of their status. */
interface Progress {
  readonly done: number;
  readonly doing: number;
  readonly toDo: number;
  readonly unmapped: number;
  readonly all: number;
}

/** `{toDo, inProgress, done, unmapped}`, shown as a bar with per cent. */
export const progress = columnOf({
  text: (value, {columns}) => progressText(value, columns),
  tone: value => {
    const counts = progressOf(value);
    if (counts === undefined) return 'dim';
    return counts.done === counts.all && counts.all > 0 ? 'good' : 'accent';
  },
  sortKey: value => {
    const counts = progressOf(value);
    return counts && counts.all > 0 ? counts.done / counts.all : undefined;
  },
  width: 64,
  solid: 'bar',
  filtered: false,
});

/** `3/39`: unresolved of all issues of a version; `3` of a total that is not known. */
export const unresolved = columnOf({
  text: value => {
    if (value === undefined) return '…';
    const open = readPointer(value, '/issuesUnresolvedCount');
    const all = readPointer(value, '/issuesCount');
    if (open === undefined) return 'unknown';
    return all === undefined ? plainValue(open) : `${plainValue(open)}/${plainValue(all)}`;
  },
  sortKey: value => numberKey(readPointer(value, '/issuesUnresolvedCount') ?? null),
  filtered: false,
});

/** Undefined when the counts are not there. */
function progressOf(value: JsonValue | undefined): Progress | undefined {
  if (!isObject(value)) return undefined;
  const of = (name: string): number => Number(value[name] ?? 0);
  const [done, doing, toDo, unmapped] = [of('done'), of('inProgress'), of('toDo'), of('unmapped')];
  return {done, doing, toDo, unmapped, all: done + doing + toDo + unmapped};
}

/** Columns from which on the counts are written out behind the bar. */
const writtenOut = 58;

/** `████▓▓░░ 62% 31/50`: done, in progress and open as a bar, then the share and the numbers. */
function progressText(value: JsonValue | undefined, columns: number): string {
  const counts = progressOf(value);
  if (counts === undefined) return value === undefined ? '…' : 'unknown';
  if (counts.all === 0) return 'no issues';
  const percent = `${String(Math.floor((counts.done / counts.all) * 100)).padStart(3)}%`;
  if (columns >= writtenOut) {
    const {done, doing, toDo, unmapped} = counts;
    const words = `done ${done} · doing ${doing} · to do ${toDo} · unmapped ${unmapped}`;
    return `${barOf(counts, 10)} ${percent}  ${words}`;
  }
  const withNumbers = columns - percent.length - 1 - 9 >= 10;
  const width = columns - percent.length - 1 - (withNumbers ? 9 : 0);
  const bar = barOf(counts, Math.max(4, Math.min(20, width)));
  return `${bar} ${percent}${withNumbers ? ` ${counts.done}/${counts.all}` : ''}`;
}

/** A bar is full only when all is done. */
function barOf(counts: Progress, width: number): string {
  const share = Math.round((counts.done / counts.all) * width);
  const done = counts.done === counts.all ? width : Math.min(width - 1, share);
  const doing = Math.min(width - done, Math.round((counts.doing / counts.all) * width));
  return '█'.repeat(done) + '▓'.repeat(doing) + '░'.repeat(width - done - doing);
}
