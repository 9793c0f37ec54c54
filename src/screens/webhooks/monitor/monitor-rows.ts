import {parseJsonValue} from '../../../base/json-value.ts';
import type {Row} from '../../../state/model/row.ts';
import type {AppState} from '../../../state/model/state.ts';
import {makeRow} from '../../../state/views/list/rows.ts';
import type {ListView} from '../../../state/views/list/state.ts';
import type {HeldFailure} from './held.ts';
import {monitorOf, serverNow, windowOf} from './monitor-state.ts';
import {belongsTo} from './record-params.ts';
import {timeBars} from './time-bars.ts';
import {groupByUrl} from './url-groups.ts';

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
export function recordsOf(view: Pick<ListView, 'params'>, state: AppState): readonly HeldFailure[] {
  const monitor = monitorOf(state);
  const {params} = view;
  // A stretch of time says itself what it is about.
  const fromMs = params.from === undefined ? serverNow(state) - windowOf(monitor).ms : 0;
  return monitor.held.filter(record => record.timeMs >= fromMs && belongsTo(record, params));
}

function urlRows({resource}: ListView, state: AppState): MonitorRows {
  const monitor = monitorOf(state);
  const groups = groupByUrl(monitor.held, serverNow(state), windowOf(monitor).ms, monitor.letGo);
  return withFresh(
    groups.map(group => {
      const text = JSON.stringify({
        url: group.target,
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
  const bars = timeBars(monitor.held, serverNow(state), ms, barMs, monitor.letGo);
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
      return {row: makeRow(resource, text), seq};
    }),
  );
}

function recordRows(view: ListView, state: AppState): MonitorRows {
  return withFresh(recordsOf(view, state).map(record => ({row: rowOf(record), seq: record.seq})));
}

function withFresh(made: readonly {readonly row: Row; readonly seq: number}[]): MonitorRows {
  return {
    rows: made.map(({row}) => row),
    freshSince: since => new Set(made.filter(({seq}) => seq > since).map(({row}) => row.id)),
  };
}

const known = new WeakMap<HeldFailure, Row>();

/** A record's row, made once; its JSON is read when something asks for its value. */
function rowOf(record: HeldFailure): Row {
  const made = known.get(record);
  if (made !== undefined) return made;
  let value: Row['value'] | undefined;
  const row: Row = {
    id: `${record.id} ${record.seq}`,
    name: record.id,
    text: record.text,
    get value() {
      value ??= parseJsonValue(record.text);
      return value;
    },
  };
  known.set(record, row);
  return row;
}
