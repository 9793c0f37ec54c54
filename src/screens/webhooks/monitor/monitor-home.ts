import {clamp} from '../../../base/clamp.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {ageText, clockText, dayMs, hourMs, minuteMs} from '../../../base/times.ts';
import {drawSpark, sumNeighbours} from '../../../output/spark.ts';
import type {Count, PanelRow} from '../../../state/model/count.ts';
import type {Line, Span} from '../../../state/model/line.ts';
import {withView} from '../../../state/model/locations.ts';
import type {Panel, PanelBody} from '../../../state/model/panel.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {failuresCount, failuresHome} from '../home.ts';
import {countSince, type FailureGroup, groupFailures, timeBars} from './failure-counts.ts';
import {type Monitor, monitorOf, refusalOf, serverNow, serverRetentionMs} from './monitor-state.ts';
import {factsOfRecord} from './record-names.ts';

/**
 * Replace the home count by the monitor's figures while it watches: it knows every failure, and
 * figures must be consistent. After it was denied or has ended, the count of home is used.
 */
export function withFailureCount(state: AppState): AppState {
  const view = viewOf(state, 'home');
  const monitor = monitorOf(state);
  const {kind} = monitor.status;
  if (view === undefined || !monitor.caughtUp || kind === 'off') return state;
  const isWatched = kind !== 'ended' && refusalOf(monitor) === undefined;
  if (!isWatched && view.counts[failuresHome.id]?.status !== 'ready') return state;
  const count = countOf(monitor, serverNow(state));
  if (view.counts[failuresHome.id] === count) return state;
  const counts = {...view.counts, [failuresHome.id]: count};
  return withView(state, {...view, counts});
}

const lastCount = memoizeLast<Count>();

/** Count failures, memoized per minute since each event calls it. */
function countOf(monitor: Monitor, nowMs: number): Count {
  return lastCount([monitor.buffered, Math.floor(nowMs / minuteMs)], () => {
    const all = countSince(monitor, nowMs - serverRetentionMs);
    const recent = countSince(monitor, nowMs - hourMs);
    return failuresCount({all, more: false, recent, moreRecent: false, nowMs});
  });
}

const worstShown = 6;
const sparkColumns = 8;

/** Live panel of failures in the last 24 hours: a chart and the worst addresses. */
export const failuresPanel: Panel = {
  id: 'failures',
  title: 'Failed deliveries · 24 h',
  order: 2,
  body(state, columns) {
    const monitor = monitorOf(state);
    if (!monitor.caughtUp) return {rows: [], empty: notYet(state)};
    return bodyOf(monitor, serverNow(state), columns);
  },
};

/** Text shown before the watch has data: the count of the home screen. */
function notYet(state: AppState): Span {
  const count = viewOf(state, 'home')?.counts[failuresHome.id];
  if (count?.status === 'failed') return {text: count.text || '—', tone: 'warn'};
  if (count?.status !== 'ready') return {text: '…', tone: 'dim'};
  const recent = count.note === undefined ? '' : `, ${count.note}`;
  return {text: `${count.text} in 72 h${recent}`, tone: count.tone ?? 'dim'};
}

const lastBody = memoizeLast<PanelBody>();

/** Build the panel, memoized per minute since each frame calls it. */
function bodyOf(monitor: Monitor, nowMs: number, columns: number): PanelBody {
  const {buffered, polledMs} = monitor;
  return lastBody([buffered, Math.floor(nowMs / minuteMs), columns, polledMs], () =>
    makeBody(monitor, nowMs, columns),
  );
}

function makeBody(monitor: Monitor, nowMs: number, columns: number): PanelBody {
  const groups = groupFailures(monitor, nowMs, dayMs)
    .filter(({in24h}) => in24h > 0)
    .sort((one, other) => other.in24h - one.in24h || other.lastMs - one.lastMs);
  const sum = groups.reduce((so, {in24h}) => so + in24h, 0);
  return {
    count: {text: groupedNumber(sum), tone: sum > 0 ? 'bad' : 'good'},
    ...(monitor.polledMs !== undefined && {
      note: {text: `polled ${clockText(monitor.polledMs)}`, tone: 'dim'},
    }),
    lines: sum === 0 ? [] : [chartLine(monitor, nowMs, columns)],
    rows: groups.slice(0, worstShown).map(group => rowOf(group, monitor, nowMs)),
    empty: {text: 'no failed deliveries', tone: 'good'},
  };
}

/** Columns of `  peak 50,000 at 23:59` and the margins. */
const peakColumns = 24;

/** Draw the chart of the day and its peak. */
function chartLine(monitor: Monitor, nowMs: number, columns: number): Line {
  const count = clamp(columns - peakColumns, 12, 96);
  const bars = timeBars(monitor, nowMs, dayMs, dayMs / count);
  const counts = bars.map(bar => bar.count);
  const peak = Math.max(...counts);
  const peakMs = bars[counts.indexOf(peak)]?.fromMs ?? nowMs;
  return [
    {text: ` ${drawSpark(counts)}`, tone: 'bad'},
    {text: `  peak ${groupedNumber(peak)} at ${clockText(peakMs).slice(0, 5)}`, tone: 'dim'},
  ];
}

function rowOf(group: FailureGroup, {buffered}: Monitor, nowMs: number): PanelRow {
  const {name, in24h, parts, lastMs, seq} = group;
  const latest = buffered.findLast(record => record.seq === seq);
  return {
    cells: [
      {text: name},
      {text: groupedNumber(in24h).padStart(5), tone: 'title'},
      {text: drawSpark(sumNeighbours(parts, sparkColumns)), tone: 'bad'},
      {text: `last ${ageText(lastMs, nowMs)}`, tone: 'dim'},
      {text: latest === undefined ? '' : factsOfRecord(latest).event, tone: 'dim'},
    ],
    opens: {screen: 'failed-records', params: {url: name}, filter: ''},
  };
}
