import type {ExchangeEvent} from '../api/client.ts';
import {exchange} from '../api/exchange.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {readFailedPage} from '../api/watch/failed-page.ts';
import type {FailedEvent, WatchPlace} from '../api/watch/failed-watch.ts';
import {watchFailed} from '../api/watch/watch-failed.ts';
import {Failure, isFailure} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {portsFor} from '../host/client.ts';
import {readCredentials, type Target} from '../host/settings.ts';
import type {AuditTrail} from './audited.ts';
import type {CommandContext} from './context.ts';
import type {EmitOptions} from './emit.ts';
import {emitEvent} from './emit-event.ts';
import type {GlobalValues} from './flags.ts';
import {reportExchange} from './report.ts';
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
  readonly trail: AuditTrail;
  /** The request for what is later than a time. */
  plan(afterMs: number): RequestPlan;
}

/** An event as one line of NDJSON, without the line break; undefined for what is no event of the list. */
export function failedEventJson(event: FailedEvent): string | undefined {
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
export async function followFailed(job: FailedWatchJob, {host}: CommandContext): Promise<void> {
  const {target, options, globals} = job;
  const end = new AbortController();
  const releases = (['SIGINT', 'SIGTERM'] as const).map(signal =>
    host.onSignal(signal, () => end.abort()),
  );
  const owner = {baseUrl: target.baseUrl, ...(target.user !== undefined && {user: target.user})};
  const saver = makePlaceSaver(job.resume, owner, host);
  const report = makePollReporter(globals.verbose === true, host);
  let left = job.maxEvents ?? Number.POSITIVE_INFINITY;
  try {
    const watch = await openWatch(job, end.signal, host);
    for await (const event of watch.events) {
      const json = failedEventJson(event);
      if (json === undefined) {
        report(event);
        saver.rest(watch.place());
        continue;
      }
      await emitEvent(json, options, host);
      // Whether its reader got this one is not known: it comes again.
      if (host.stdout.closed) break;
      saver.save(watch.place());
      if (--left <= 0 || end.signal.aborted) break;
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    // Its only way to be asked to end.
    if (!end.signal.aborted || error.kind !== 'interrupted') throw withCallers(error);
  } finally {
    for (const release of releases) release();
    await saver.flush();
  }
}

async function openWatch(
  {target, globals, intervalMs, overlapMs, from, place, trail, plan}: FailedWatchJob,
  signal: AbortSignal,
  host: CommandContext['host'],
) {
  const credentials = await readCredentials(target, host);
  const ports = portsFor({...target, credentials}, host, {maxAnswerBytes: globals['max-answer']});
  const sending = {
    signal,
    // The machine waits and asks again itself.
    retries: 0,
    ...(globals.timeout !== undefined && {timeoutMs: globals.timeout}),
    onExchange: (event: ExchangeEvent) => {
      trail.exchanged(event);
      if (globals.verbose) reportExchange(event, host.stderr);
    },
  };
  const ask = async (laterThanMs: number) => {
    const {text, headers} = await exchange(plan(laterThanMs), ports, sending);
    return readFailedPage(text, laterThanMs, headers.date);
  };
  return watchFailed(
    {ask, clock: host.clock, random: () => host.random()},
    {
      intervalMs,
      overlapMs,
      signal,
      ...from,
      ...(place !== undefined && {resume: place}),
    },
  );
}

/** Who may list failed deliveries, said where the service refuses (tracker-api, webhooks). */
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
