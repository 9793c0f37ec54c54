import {timeText} from '../../../base/times.ts';
import type {Params} from '../../../state/model/call.ts';
import {factsOfRecord} from './delivery-facts.ts';
import type {HeldFailure} from './held.ts';

/** What failures are called whose body names no event, or no project. */
export const notSaid = 'not said';

/** Whether a record belongs to a list of records: of one URL, event or project, of a stretch of time, or of all. */
export function belongsTo(record: HeldFailure, params: Params): boolean {
  const {target, timeMs} = record;
  const {url, from, to, event, project} = params;
  if (url !== undefined && target !== url) return false;
  if (from !== undefined && timeMs < Number(from)) return false;
  if (to !== undefined && timeMs >= Number(to)) return false;
  if (event !== undefined && (factsOfRecord(record).event || notSaid) !== event) return false;
  return project === undefined || (factsOfRecord(record).project || notSaid) === project;
}

/** What a list of records is called in the breadcrumb. */
export function crumbOfRecords({url, from, to, event, project}: Params): string {
  const what = url ?? event ?? project;
  if (what !== undefined) return what;
  if (from === undefined || to === undefined) return 'Failed deliveries';
  const day = timeText(Number(from));
  return `${day.slice(5)}–${timeText(Number(to)).slice(11)}`;
}
