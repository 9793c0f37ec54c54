import type {RequestPlan} from '../api/request-plan.ts';
import {readFailedPage} from '../api/watch/failed-page.ts';
import type {FailedEvent, WatchPlace} from '../api/watch/failed-watch.ts';
import type {Forwarded} from '../api/watch/forward-delivery.ts';
import {makeSendAgain, type SendAgain} from '../api/watch/send-again.ts';
import {type FailedWatch, watchFailed} from '../api/watch/watch-failed.ts';
import {Failure, isFailure} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import type {Host} from '../host/host.ts';
import type {Target} from '../host/settings.ts';
import type {EmitOptions} from './emit.ts';
import type {GlobalValues} from './flags.ts';
import {followEvents, makeEmitter} from './follow-events.ts';
import {forwardedJson, makeForward, usualAtOnce, warnOfPlainAddress} from './forward-to.ts';
import {openClient, sendingOf} from './open-client.ts';
import type {StartTime} from './watch-after.ts';
import {makePollReporter} from './watch-notes.ts';
import {makePlaceSaver} from './watch-saver.ts';

/** A watch of failed deliveries, ready to begin. */
export interface FailedWatchJob {
  readonly target: Target;
  /** How the events are written out. */
  readonly options: EmitOptions;
  readonly globals: GlobalValues;
  readonly intervalMs: number;
  readonly overlapMs: number;
  readonly maxEvents?: number;
  readonly from?: StartTime;
  /** Path of --resume. */
  readonly resume?: string;
  /** What that file holds. */
  readonly place?: WatchPlace;
  /** Where each failure is sent again. */
  readonly forwardTo?: string;
  readonly trail: AuditTrail;
  /** The request for what is later than a time. */
  plan(afterMs: number): RequestPlan;
}

/** An event as one line of NDJSON, without the line break; undefined for what is no event of the list. */
function failedEventJson(event: FailedEvent): string | undefined {
  if (event.type === 'failure') {
    const late = event.late ? '"late":true,' : '';
    return `{"type":"failure",${late}"item":${compactJson(event.item)}}`;
  }
  if (event.type === 'gap') return `{"type":"gap","from":${event.fromMs},"to":${event.toMs}}`;
  return undefined;
}

/**
 * Write failed deliveries as they are listed, each flushed, until there is a reason to end; the
 * place is saved after the event is out.
 *
 * @throws Failure of a request when going on makes no sense, 'config_error' when the place cannot be
 * saved
 */
export async function followFailed(job: FailedWatchJob, host: Host): Promise<void> {
  const {target, options, globals} = job;
  const owner = {baseUrl: target.baseUrl, ...(target.user !== undefined && {user: target.user})};
  const saver = makePlaceSaver(job.resume, owner, host);
  const report = makePollReporter(globals.verbose === true, host);
  const emit = makeEmitter(options, host);
  let watch: FailedWatch | undefined;
  let again: SendAgain<string> | undefined;
  try {
    await followEvents<FailedEvent>(
      {
        async open(signal) {
          again = openForwarding(job, signal, emit, host);
          watch = await openWatch(job, signal, host);
          return watch.events;
        },
        json: failedEventJson,
        emit,
        async heard(event, isWritten) {
          const place = watch?.place();
          // What was not sent on yet must come again after a kill.
          const save = () => (isWritten ? saver.save(place) : saver.rest(place));
          if (!isWritten) report(event);
          if (again === undefined) save();
          else if (event.type === 'failure') await again.put(event.item, save);
          else again.after(save);
        },
        options,
        ...(job.maxEvents !== undefined && {maxEvents: job.maxEvents}),
      },
      host,
    );
  } catch (error) {
    throw isFailure(error) ? withCallers(error) : error;
  } finally {
    await again?.end();
    await saver.flush();
  }
}

/** Each failure is sent again to --forward-to, and what became of it is an event of its own. */
function openForwarding(
  {forwardTo, globals}: FailedWatchJob,
  signal: AbortSignal,
  emit: (json: string) => Promise<void>,
  host: Host,
): SendAgain<string> | undefined {
  if (forwardTo === undefined) return undefined;
  warnOfPlainAddress(forwardTo, host);
  const forward = makeForward(forwardTo, globals, host, signal);
  const told = (forwarded: Forwarded) => emit(forwardedJson(forwarded));
  return makeSendAgain(forward, told, globals.concurrency ?? usualAtOnce, signal);
}

async function openWatch(
  {target, globals, intervalMs, overlapMs, from, place, trail, plan}: FailedWatchJob,
  signal: AbortSignal,
  host: Host,
): Promise<FailedWatch> {
  const client = await openClient(target, globals, host);
  // The machine waits, asks again and turns the pages itself.
  const sending = {...sendingOf(globals, host, trail), signal, retries: 0, paginate: false};
  const ask = async (laterThanMs: number) => {
    const {text, headers} = await client.request(plan(laterThanMs), sending);
    return readFailedPage(text, laterThanMs, headers.date);
  };
  return watchFailed(
    {ask, clock: host.clock, random: () => host.random()},
    {intervalMs, overlapMs, signal, ...from, ...(place && {resume: place})},
  );
}

/** Who may list failed deliveries, said where the service refuses (services T5.4). */
function withCallers(failure: Failure): Failure {
  const {kind, message, details} = failure;
  if (kind !== 'auth_failed') return failure;
  return new Failure(kind, message, {
    ...details,
    cause: failure,
    hint: `${details.status === 401 ? `${details.hint ?? ''} ` : ''}${whoMay}`.trim(),
  });
}

const whoMay =
  "Only an add-on app (Connect) may list failed deliveries, and only its own: use the app's own token, by --auth-type bearer and JR_AUTH_TOKEN or by a profile that has it (-p). The API token of a user and OAuth 2.0 apps are refused.";
