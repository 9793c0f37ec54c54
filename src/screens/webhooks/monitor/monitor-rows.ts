import {keptFor} from '../../../base/kept-for.ts';
import {timeText} from '../../../base/times.ts';
import {type Row, textRow, withFilled} from '../../../state/model/row.ts';
import type {AppState} from '../../../state/model/state.ts';
import {makeRow} from '../../../state/views/list/rows.ts';
import type {ListView} from '../../../state/views/list/state.ts';
import {muteOf} from './alert-state.ts';
import {groupFailures, timeBars} from './failure-counts.ts';
import {forwarding, keyOfRecord, sentPointer, sentText} from './forwarding.ts';
import type {HeldFailure} from './held.ts';
import {monitorOf, serverNow, windowOf} from './monitor-state.ts';
import {belongsTo, groupParams, paramsOfRow} from './record-names.ts';

/** Rows of a list of the monitor, and which of them are new since a record number. */
export interface MonitorRows {
  readonly rows: readonly Row[];
  /** Ids of the rows with records after a number. */
  freshSince(seq: number): ReadonlySet<string>;
}

/** What each list of the monitor shows now, by what its resource calls `local`. */
export const rowsOf: Readonly<Record<string, (view: ListView, state: AppState) => MonitorRows>> = {
  'failed-urls': urlRows,
  'failed-records': recordRows,
  'failed-times': timeRows,
};

/** The records a list of records is about, oldest first. */
function recordsOf(view: Pick<ListView, 'params'>, state: AppState): readonly HeldFailure[] {
  const monitor = monitorOf(state);
  const {params} = view;
  // A stretch of time says itself what it is about.
  const fromMs = params.from === undefined ? serverNow(state) - windowOf(monitor).ms : 0;
  return monitor.held.filter(record => record.timeMs >= fromMs && belongsTo(record, params));
}

function urlRows({resource}: ListView, state: AppState): MonitorRows {
  const monitor = monitorOf(state);
  const {groupedBy} = monitor;
  const groups = groupFailures(monitor, serverNow(state), windowOf(monitor).ms, groupedBy);
  return withFresh(
    groups.map(group => {
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
    }),
  );
}

function timeRows({resource}: ListView, state: AppState): MonitorRows {
  const monitor = monitorOf(state);
  const {ms, barMs} = windowOf(monitor);
  const nowMs = serverNow(state);
  const bars = timeBars(monitor, nowMs, ms, barMs);
  const most = bars.reduce((n, {count}) => Math.max(n, count), 0);
  if (most === 0) return withFresh([]);
  return withFresh(
    bars.map(({fromMs, count, worst, worstCount, seq}) => {
      const text = JSON.stringify({
        from: fromMs,
        to: fromMs + barMs,
        count,
        share: count / most,
        worst,
        worstCount: worst === '' ? '' : worstCount,
      });
      return {row: makeRow(resource, text, nowMs), seq};
    }),
  );
}

function recordRows(view: ListView, state: AppState): MonitorRows {
  const sent = forwarding.of(state);
  return withFresh(
    recordsOf(view, state).map(record => {
      const row = rowOf(record);
      const text = sent.revision === 0 ? '' : sentText(keyOfRecord(record), sent);
      const shown = text === '' ? row : withFilled(row, {[sentPointer]: text});
      return {row: shown, seq: record.seq};
    }),
  );
}

/** The records a row of the monitor stands for, of those that are held. */
export function recordsOfRow(view: ListView, row: Row, state: AppState): readonly HeldFailure[] {
  if (view.resource.local === 'failed-records')
    return bySeq(monitorOf(state).held).get(row.id) ?? [];
  const params = paramsOfRow(row.value);
  return monitorOf(state).held.filter(record => belongsTo(record, params));
}

const bySeq = keptFor(
  (held: readonly HeldFailure[]) =>
    new Map(held.map(record => [rowIdOf(record), [record] as const] as const)),
);

function withFresh(made: readonly {readonly row: Row; readonly seq: number}[]): MonitorRows {
  return {
    rows: made.map(({row}) => row),
    freshSince: since => new Set(made.filter(({seq}) => seq > since).map(({row}) => row.id)),
  };
}

function rowIdOf({id, seq}: HeldFailure): string {
  return `${id} ${seq}`;
}

/** A record's row, made once. */
const rowOf = keptFor(
  (record: HeldFailure): Row => textRow({id: rowIdOf(record), name: record.id, text: record.text}),
);

/** Until when there are no alerts of an address, and why. */
function mutedText(state: AppState, address: string): {readonly muted?: string} {
  const mute = muteOf(state, address, serverNow(state));
  return mute ? {muted: `until ${timeText(mute.untilMs)} ${mute.note}`.trim()} : {};
}
