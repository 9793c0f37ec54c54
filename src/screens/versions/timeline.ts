import {columnOf, nameText, text} from '../../base/column.ts';
import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {dayMs, daysFromNow, monthStarts} from '../../base/times.ts';
import {type Axis, type AxisBar, drawBars, drawTicks} from '../../output/axis.ts';
import {plainValue} from '../../output/column-kind.ts';
import type {ObjectScreen} from '../../state/model/object-screen.ts';
import type {Resource} from '../../state/model/resource.ts';
import {projectColumn} from '../projects/all-of-projects.ts';
import {allVersions} from './all-versions.ts';
import {issueCounts} from './issue-counts.ts';

/** Days shown before and after today. */
const [daysBefore, daysAfter] = [60, 180];

const axisOf = (nowMs: number, columns: number): Axis => ({
  fromMs: nowMs - daysBefore * dayMs,
  toMs: nowMs + daysAfter * dayMs,
  columns,
});

/** Read a day `yyyy-mm-dd` at noon, local time; undefined if there is none. */
function noonOf(version: JsonValue | undefined, pointer: string): number | undefined {
  const ms = Date.parse(`${plainValue(readPointer(version ?? null, pointer))}T12:00`);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The bars of a version: from start to due date, and over it the share of issues done. Without a
 * start it is the due date alone.
 */
function barsOf(version: JsonValue | undefined): readonly AxisBar[] {
  const dueMs = noonOf(version, '/releaseDate');
  const fromMs = noonOf(version, '/startDate') ?? dueMs;
  if (fromMs === undefined) return [];
  // Without a due date it lasts at least until the edge.
  const toMs = dueMs ?? Number.MAX_SAFE_INTEGER;
  const counts = issueCounts(readPointer(version ?? null, '/issuesStatusForFixVersion'));
  const isReleased = readPointer(version ?? null, '/released') === true;
  const done = isReleased
    ? 1
    : counts === undefined || counts.all === 0
      ? 0
      : counts.done / counts.all;
  const bar = {fromMs, toMs, fill: '░'};
  if (done === 0 || dueMs === undefined) return [bar];
  return [bar, {fromMs, toMs: fromMs + (dueMs - fromMs) * done, fill: '█'}];
}

/** Width of the name of a month and a space. */
const monthColumns = 4;

/** A column kind for a version: its time on an axis of months, with a line at today. */
const onAxis = columnOf({
  read: item => item,
  text: (version, {nowMs, columns}) =>
    drawBars(axisOf(nowMs, columns), barsOf(version), [{ms: nowMs, text: '│'}]),
  title: ({nowMs, columns}) => {
    const axis = axisOf(nowMs, columns);
    const starts = monthStarts(axis.fromMs, axis.toMs);
    // Name every month, or every second one, so that the distances are equal.
    const step = Math.ceil((starts.length * monthColumns) / columns);
    return drawTicks(
      axis,
      starts.filter((_, i) => i % step === 0),
    );
  },
  announced: () => '',
  tone: version => {
    if (readPointer(version ?? null, '/released') === true) return 'good';
    return readPointer(version ?? null, '/overdue') === true ? 'bad' : 'accent';
  },
  width: 400,
  filtered: false,
});

/** `62%`, the done share of its issues. */
const doneShare = columnOf({
  text: value => {
    const counts = issueCounts(value);
    if (counts === undefined || counts.all === 0) return '';
    return `${Math.floor((counts.done / counts.all) * 100)}%`;
  },
  align: 'right',
});

/** `in 10 days`. */
const whenDue = columnOf({
  text: (value, {nowMs}) => daysFromNow(plainValue(value), nowMs),
  sortKey: value => plainValue(value),
});

/** Versions of all projects on an axis of months. */
export const versionTimeline: Resource = {
  ...allVersions,
  id: 'version-timeline',
  title: 'Version timeline',
  aliases: ['gantt'],
  indexed: undefined,
  columns: [
    projectColumn,
    nameText('NAME', '/name', {min: 10, max: 24}),
    onAxis('TIME', '', {id: 'axis', min: 30, max: 400, grows: true, dropPriority: 0}),
    whenDue('DUE', '/releaseDate', {id: 'releaseDate', min: 13, max: 13, dropPriority: 0}),
    doneShare('DONE', '/issuesStatusForFixVersion', {id: 'done', min: 4, dropPriority: 1}),
    text('START', '/startDate', {id: 'startDate', dropPriority: 4, tone: 'dim'}),
  ],
  about:
    'Versions of all projects from start to due date, with the share of issues done and a line at today.',
};

/** Versions of all projects: as a list and on an axis. */
export const allReleases: ObjectScreen = {
  id: 'all-releases',
  title: 'Versions',
  needs: [],
  unlisted: true,
  about: 'Versions of all projects: as a list, and from start to due date.',
  crumb: () => 'Versions',
  tabs: () => [
    {list: 'all-versions', title: 'List'},
    {list: 'version-timeline', title: 'Timeline'},
  ],
};
