import type {Grouping} from '../../../api/watch/group-deliveries.ts';
import {instantText, timeText} from '../../../base/times.ts';
import type {Params} from '../../../state/model/call.ts';
import type {HeldFailure} from './held.ts';
import {groupings} from './monitor-state.ts';
import {nameIn} from './record-names.ts';

/** Whether a record belongs to a list of records: of one URL, event …, of a stretch of time, or of all. */
export function belongsTo(record: HeldFailure, params: Params): boolean {
  const {timeMs} = record;
  const {from, to, at, is} = params;
  if (from !== undefined && timeMs < Number(from)) return false;
  if (to !== undefined && timeMs >= Number(to)) return false;
  if (at !== undefined && nameIn(record, at as Grouping) !== is) return false;
  return groupings.every(
    name => params[name] === undefined || nameIn(record, name) === params[name],
  );
}

/** What a row of groups is opened with: the name of its group under what it is grouped by. */
export function groupParams(grouping: Grouping, name: string): Params {
  return grouping.startsWith('/') ? {at: grouping, is: name} : {[grouping]: name};
}

/** What a list of records is called in the breadcrumb. */
export function crumbOfRecords(params: Params): string {
  const {from, to, is} = params;
  const what = groupings.map(name => params[name]).find(name => name !== undefined) ?? is;
  if (what !== undefined) return what;
  if (from === undefined || to === undefined) return 'Failed deliveries';
  const isShort = Number(to) - Number(from) < 60_000;
  const textOf = (ms: number): string => (isShort ? instantText(ms) : timeText(ms).slice(5));
  return `${textOf(Number(from))}–${textOf(Number(to)).slice(6)}`;
}
