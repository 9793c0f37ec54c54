import {timeText} from '../../../base/times.ts';
import type {Params} from '../../../state/model/call.ts';
import type {HeldFailure} from './held.ts';

/** Whether a record belongs to a list of records: of one URL, of a stretch of time, or of all. */
export function belongsTo({target, timeMs}: HeldFailure, params: Params): boolean {
  const {url, from, to} = params;
  if (url !== undefined && target !== url) return false;
  if (from !== undefined && timeMs < Number(from)) return false;
  return to === undefined || timeMs < Number(to);
}

/** What a list of records is called in the breadcrumb. */
export function crumbOfRecords({url, from, to}: Params): string {
  if (url !== undefined) return url;
  if (from === undefined || to === undefined) return 'Failed deliveries';
  const day = timeText(Number(from));
  return `${day.slice(5)}–${timeText(Number(to)).slice(11)}`;
}
