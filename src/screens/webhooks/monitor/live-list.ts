import {targetOf} from '../../../api/watch/delivery-facts.ts';
import {groupingNames, unknownGroup} from '../../../api/watch/group-deliveries.ts';
import {pointerSteps} from '../../../base/json-pointer.ts';
import {readPointer} from '../../../base/json-value.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {quoteWord} from '../../../base/shell-words.ts';
import {dayMs, minuteMs, timeText} from '../../../base/times.ts';
import {type Row, textRow, withFilledValues} from '../../../state/model/row.ts';
import type {AppState} from '../../../state/model/state.ts';
import {bodyLines} from '../../../state/model/viewport.ts';
import {moveCursor} from '../../../state/views/list/list-update.ts';
import {makeRow, visibleRows} from '../../../state/views/list/rows.ts';
import type {ListView, LiveState} from '../../../state/views/list/state.ts';
import {alertsOf, findMute} from './alert-state.ts';
import type {BufferedFailure} from './buffer.ts';
import {groupFailures, timeBars} from './failure-counts.ts';
import {forwarding, forwardResultPointer, forwardResultText, keyOfRecord} from './forwarding.ts';
import {type Monitor, monitorOf, refusalOf, serverNow, windowOf} from './monitor-state.ts';
import {belongsTo, groupParams, paramsOfRow} from './record-names.ts';

/**
 * Rebuild a list of the monitor from its current data. While following, its newest row stays
 * visible; while paused, the row under the cursor keeps its line, and new rows are marked and
 * counted.
 */
export function refreshLive(view: ListView, state: AppState): ListView {
  const makeRows = rowsOf[view.resource.local ?? ''];
  if (makeRows === undefined) return view;
  const monitor = monitorOf(state);
  const {buffered, window, groupedBy, caughtUp} = monitor;
  const sentAgain = forwarding.of(state).sent;
  const {mutes} = alertsOf.of(state);
  const minute = Math.floor(serverNow(state) / minuteMs);
  const madeOf = [buffered, window, groupedBy, caughtUp, sentAgain, mutes, minute];
  const marks = view.live ?? firstMarks(monitor);
  const load = loadOf(view, monitor, state.nowMs);
  const sent = sentBy(view, monitorCommand(view, state));
  if (madeOf.every((one, i) => one === marks.madeOf[i])) {
    return load === view.load && sent === view.sent ? view : {...view, load, sent};
  }
  const made = makeRows(view, state);
  // While following, the records of the last poll are new; on the first read, those after the last
  // visit.
  const isMoved = marks.follow && marks.settled && monitor.seq > marks.shownSeq;
  const seenSeq = Math.max(monitor.oldSeq, isMoved ? marks.shownSeq : marks.seenSeq);
  const live: LiveState = {...marks, madeOf, seenSeq, settled: caughtUp, shownSeq: monitor.seq};
  const resource = sentAgain.size > 0 ? withSentColumn(view.resource) : view.resource;
  const rows = made.map(({row}) => row);
  const fresh = new Set(made.filter(({seq}) => seq > seenSeq).map(({row}) => row.id));
  return settle(view, {...view, resource, load, sent, rows, live, fresh}, bodyLines(state));
}

/** Show the SENT AGAIN column once something was forwarded. */
const withSentColumn = memoizeFor((resource: ListView['resource']): ListView['resource'] => {
  const isHidden = resource.columns.some(({id, hidden}) => id === 'sent' && hidden);
  if (!isHidden) return resource;
  const columns = resource.columns.map(column => {
    const {hidden: _, ...shown} = column;
    return column.id === 'sent' ? shown : column;
  });
  return {...resource, columns};
});

/** Return the equivalent command; reuse the view's array if unchanged. */
function sentBy({sent}: ListView, command: string): ListView['sent'] {
  return sent[0]?.command === command ? sent : [{service: 'tracker', command}];
}

/**
 * Keep the cursor on its row. Follow: show the top, and go there if the row is below the screen.
 * Paused: also keep the row on its line.
 */
function settle(before: ListView, next: ListView, lines: number): ListView {
  const {rows} = visibleRows(next);
  const found = next.cursorId === undefined ? -1 : rows.findIndex(row => row.id === next.cursorId);
  if (next.live?.follow) {
    return moveCursor({...next, top: 0}, found < lines ? found : 0, lines);
  }
  const cursor = found === -1 ? next.cursor : found;
  const moved = moveCursor(next, cursor, lines);
  // Even if lines below stay empty: a row moving under the cursor would be worse.
  return {...moved, top: Math.max(0, moved.cursor - (before.cursor - before.top))};
}

/** Count the rows that arrived while the list is paused. */
export function unreadOf(view: ListView): number {
  return view.live === undefined || view.live.follow ? 0 : view.fresh.size;
}

function firstMarks({openedSeq}: Monitor): LiveState {
  return {follow: true, madeOf: [], shownSeq: openedSeq, seenSeq: openedSeq, settled: false};
}

function loadOf(
  view: ListView,
  {status, caughtUp, buffered, polledMs}: Monitor,
  nowMs: number,
): ListView['load'] {
  const isReported = status.kind === 'ended' || refusalOf({status}) !== undefined || !caughtUp;
  const trouble = 'trouble' in status && isReported ? status.trouble : undefined;
  if (trouble !== undefined && buffered.length === 0) {
    return view.load.status === 'failed' && view.load.trouble === trouble
      ? view.load
      : {status: 'failed', trouble};
  }
  const isThere = caughtUp || buffered.length > 0;
  if (!isThere) {
    return view.load.status === 'loading' ? view.load : {status: 'loading', shown: false};
  }
  // While earlier failures are being read, the watch has not polled.
  const atMs = polledMs ?? (view.load.status === 'ready' ? view.load.atMs : nowMs);
  return view.load.status === 'ready' && view.load.atMs === atMs
    ? view.load
    : {status: 'ready', atMs};
}

/**
 * The one-shot command equivalent to a list of the monitor: the watch, or the list of records,
 * filtered by jq.
 */
function monitorCommand({resource, params}: ListView, state: AppState): string {
  const flags = state.session.flags.tracker.map(quoteWord);
  if (resource.local !== 'failed-records') {
    return ['jr watch webhook get-failed --interval 10s', ...flags].join(' ');
  }
  const {from, to, at, is = ''} = params;
  const after =
    from === undefined ? serverNow(state) - windowOf(monitorOf(state)).ms : Number(from) - 1;
  const picks = [
    ...(to === undefined ? [] : [`.failureTime < ${Number(to)}`]),
    ...groupingNames.flatMap(by => (params[by] === undefined ? [] : [jqOfGroup(by, params[by])])),
    ...(at === undefined ? [] : [jqOfGroup(at, is)]),
  ];
  const jq =
    picks.length === 0 ? [] : ['--jq', quoteWord(`.values[] | select(${picks.join(' and ')})`)];
  return [`jr webhook get-failed --after ${after} --maxResults 1000`, ...jq, ...flags].join(' ');
}

/** jq paths of the groupings in a body, matching `factsOfBody`. */
const inBody: Readonly<Record<string, string>> = {
  event: '.webhookEvent | ltrimstr("jira:")',
  issue: '.issue.key',
  project: '.issue.fields.project.key // .project.key // (.issue.key | sub("-[0-9]+$"; ""))',
  user: '.user.displayName // .comment.updateAuthor.displayName // .comment.author.displayName // .user.accountId',
  webhook: '.matchedWebhookIds | map(tostring) | join(", ")',
};

/** Build the jq condition for the records of a group. */
function jqOfGroup(by: string, name: string): string {
  const wanted = JSON.stringify(name === unknownGroup ? '' : name);
  if (by === 'url') return `(.url | contains(${wanted}))`;
  const [first, ...inside] = pointerSteps(by);
  const isInside = first === 'body' || by in inBody;
  const path = inBody[by] ?? `getpath(${JSON.stringify(isInside ? inside : [first, ...inside])})`;
  return `(((${isInside ? '.body | fromjson? | ' : ''}${path})? // "" | tostring) == ${wanted})`;
}

/** A row of a list of the monitor, with the number of its latest record. */
interface MadeRow {
  readonly row: Row;
  readonly seq: number;
}

/** Row builders of the monitor's lists, by the `local` name of the resource. */
const rowsOf: Readonly<Record<string, (view: ListView, state: AppState) => readonly MadeRow[]>> = {
  'failed-urls': urlRows,
  'failed-records': recordRows,
  'failed-times': timeRows,
  'failed-hours': hourRows,
};

function urlRows({resource}: ListView, state: AppState): readonly MadeRow[] {
  const monitor = monitorOf(state);
  const {groupedBy} = monitor;
  const groups = groupFailures(monitor, serverNow(state), windowOf(monitor).ms, groupedBy);
  return groups.map(group => {
    const text = JSON.stringify({
      what: group.name,
      ...groupParams(groupedBy, group.name),
      ...(groupedBy === 'url' && mutedText(state, group.name)),
      inLastQuarterHour: group.in15min,
      inLastHour: group.in1h,
      inLastDay: group.in24h,
      inLastThreeDays: group.in72h,
      firstFailureTime: group.firstMs,
      lastFailureTime: group.lastMs,
      overTime: {failures: group.parts, trend: group.trend},
    });
    return {row: makeRow(resource, text), seq: group.seq};
  });
}

/** The failures of each group by hour of the last day. */
function hourRows({resource}: ListView, state: AppState): readonly MadeRow[] {
  const monitor = monitorOf(state);
  const {groupedBy} = monitor;
  const groups = groupFailures(monitor, serverNow(state), dayMs, groupedBy);
  const most = groups.reduce((n, {parts}) => Math.max(n, ...parts), 0);
  return groups
    .filter(({in24h}) => in24h > 0)
    .map(group => {
      const text = JSON.stringify({
        what: group.name,
        ...groupParams(groupedBy, group.name),
        inLastDay: group.in24h,
        byHour: {failures: group.parts, most},
        lastFailureTime: group.lastMs,
      });
      return {row: makeRow(resource, text), seq: group.seq};
    });
}

function timeRows({resource}: ListView, state: AppState): readonly MadeRow[] {
  const monitor = monitorOf(state);
  const {ms, barMs} = windowOf(monitor);
  const nowMs = serverNow(state);
  const bars = timeBars(monitor, nowMs, ms, barMs);
  const most = bars.reduce((n, {count}) => Math.max(n, count), 0);
  if (most === 0) return [];
  return bars.map(({fromMs, count, worst, worstCount, seq}) => {
    const text = JSON.stringify({
      from: fromMs,
      to: fromMs + barMs,
      count,
      share: count / most,
      worst,
      worstCount: worst === '' ? '' : worstCount,
    });
    return {row: makeRow(resource, text, nowMs), seq};
  });
}

function recordRows({params}: ListView, state: AppState): readonly MadeRow[] {
  const sent = forwarding.of(state);
  const monitor = monitorOf(state);
  // An interval has its own start; otherwise use the time window.
  const fromMs = params.from === undefined ? serverNow(state) - windowOf(monitor).ms : 0;
  return monitor.buffered
    .filter(record => record.timeMs >= fromMs && belongsTo(record, params))
    .map(record => {
      const row = rowOf(record);
      const text = forwardResultText(keyOfRecord(record), sent);
      const shown = text === '' ? row : withFilledValues(row, {[forwardResultPointer]: text});
      return {row: shown, seq: record.seq};
    });
}

/** Return the buffered records of a row. */
export function recordsOfRow(
  view: ListView,
  row: Row,
  state: AppState,
): readonly BufferedFailure[] {
  if (view.resource.local === 'failed-records')
    return bySeq(monitorOf(state).buffered).get(row.id) ?? [];
  const params = paramsOfRow(row.value);
  return monitorOf(state).buffered.filter(record => belongsTo(record, params));
}

/** Return the address of a row, or the latest failing address among its records. */
export function addressOf(view: ListView, row: Row, state: AppState): string | undefined {
  const url = readPointer(row.value, '/url');
  const own = typeof url === 'string' ? targetOf(url) : undefined;
  return recordsOfRow(view, row, state).at(-1)?.target ?? own;
}

const bySeq = memoizeFor(
  (buffered: readonly BufferedFailure[]) =>
    new Map(buffered.map(record => [rowIdOf(record), [record] as const] as const)),
);

function rowIdOf({id, seq}: BufferedFailure): string {
  return `${id} ${seq}`;
}

/** Make the row of a record, memoized. */
const rowOf = memoizeFor(
  (record: BufferedFailure): Row =>
    textRow({id: rowIdOf(record), name: record.id, text: record.text}),
);

/** Describe the mute of an address: end and note. */
function mutedText(state: AppState, address: string): {readonly muted?: string} {
  const mute = findMute(state, address, serverNow(state));
  return mute ? {muted: `until ${timeText(mute.untilMs)} ${mute.note}`.trim()} : {};
}
