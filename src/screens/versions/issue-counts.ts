import {columnOf} from '../../base/column.ts';
import {isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import {numberKey, plainValue} from '../../output/column-kind.ts';

/** Issues of a version by the category of their status. */
interface IssueCounts {
  readonly done: number;
  readonly doing: number;
  readonly toDo: number;
  readonly unmapped: number;
  readonly all: number;
}

/** Read `issuesStatusForFixVersion`; undefined if absent. */
export function issueCounts(value: JsonValue | undefined): IssueCounts | undefined {
  if (!isObject(value)) return undefined;
  const of = (name: string): number => Number(value[name] ?? 0);
  const [done, doing, toDo, unmapped] = [of('done'), of('inProgress'), of('toDo'), of('unmapped')];
  return {done, doing, toDo, unmapped, all: done + doing + toDo + unmapped};
}

/** A column kind for `{toDo, inProgress, done, unmapped}`: a bar with the percentage. */
export const progress = columnOf({
  text: (value, {columns}) => progressText(value, columns),
  tone: value => {
    const counts = issueCounts(value);
    if (counts === undefined) return 'dim';
    return counts.done === counts.all && counts.all > 0 ? 'good' : 'accent';
  },
  sortKey: value => {
    const counts = issueCounts(value);
    return counts && counts.all > 0 ? counts.done / counts.all : undefined;
  },
  // Without the bar, and not 3/12, which a spreadsheet would read as a date.
  csv: value => {
    const counts = issueCounts(value);
    return counts === undefined ? '' : `${counts.done} of ${counts.all}`;
  },
  width: 25,
  filtered: false,
});

/** `3/39`: unresolved of all issues of a version; `3` if the total is unknown. */
export const unresolved = columnOf({
  text: value => {
    if (value === undefined) return '…';
    const open = readPointer(value, '/issuesUnresolvedCount');
    const all = readPointer(value, '/issuesCount');
    if (open === undefined) return 'unknown';
    return all === undefined ? plainValue(open) : `${plainValue(open)}/${plainValue(all)}`;
  },
  sortKey: value => numberKey(readPointer(value, '/issuesUnresolvedCount') ?? null),
  csv: value => {
    const [open, all] = ['/issuesUnresolvedCount', '/issuesCount'].map(at =>
      plainValue(readPointer(value ?? null, at)),
    );
    return all === '' ? `${open}` : `${open} of ${all}`;
  },
  filtered: false,
});

/** Width of `120/240`, and of `100%` with the spaces around the bar. */
const numbersWide = 7;
const percentWide = 6;

/** `31/50 ████▓▓░░ 62%`: done of all, a bar of done, in progress and open, the percentage. */
function progressText(value: JsonValue | undefined, columns: number): string {
  const counts = issueCounts(value);
  if (counts === undefined) return value === undefined ? '…' : 'unknown';
  if (counts.all === 0) return 'no issues';
  const numbers = `${counts.done}/${counts.all}`.padStart(numbersWide);
  const percent = `${String(Math.floor((counts.done / counts.all) * 100)).padStart(3)}%`;
  const width = Math.min(12, columns - numbersWide - percentWide);
  return width < 2 ? `${numbers} ${percent}` : `${numbers} ${barOf(counts, width)} ${percent}`;
}

/** Draw the bar; it is full only when all issues are done. */
function barOf(counts: IssueCounts, width: number): string {
  const share = Math.round((counts.done / counts.all) * width);
  const done = counts.done === counts.all ? width : Math.min(width - 1, share);
  const doing = Math.min(width - done, Math.round((counts.doing / counts.all) * width));
  return '█'.repeat(done) + '▓'.repeat(doing) + '░'.repeat(width - done - doing);
}
