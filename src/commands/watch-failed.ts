import type {RequestPlan} from '../api/request-plan.ts';
import {sleepLong} from '../api/watch/backoff.ts';
import {readFailedPage} from '../api/watch/failed-page.ts';
import type {FailedEvent, WatchCursor} from '../api/watch/failed-watch.ts';
import {type FailedWatch, watchFailed} from '../api/watch/watch-failed.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import type {Host} from '../host/host.ts';
import type {Target} from '../host/settings.ts';
import {makeCursorSaver} from './cursor-saver.ts';
import type {EmitOptions} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {followEvents, makeEmitter} from './follow-events.ts';
import {tailLines} from './formatted.ts';
import {openClient, sendingOf} from './open-client.ts';
import {reportMessage} from './report.ts';
import {makePollReporter} from './watch-notes.ts';
import {type Outlets, openOutlets} from './watch-outlets.ts';
import {makeDutyReport} from './watch-report.ts';
import type {WatchStart} from './watch-start.ts';
import {pauseWithin, type SummaryEvent, summaryJson, withSummaries} from './watch-summary.ts';

/** A watch of failed deliveries, ready to begin. */
export interface FailedWatchJob extends WatchStart {
  readonly target: Target;
  /** How the events are written out. */
  readonly options: EmitOptions;
  readonly globals: GlobalValues;
  readonly intervalMs: number;
  readonly maxEvents?: number;
  /** What the file of the place holds. */
  readonly place?: WatchCursor;
  readonly trail: AuditTrail;
  /** The request for what is later than a time. */
  plan(afterMs: number): RequestPlan;
}

type ToldEvent = FailedEvent | SummaryEvent;

/** An event as one line of NDJSON, without the line break; undefined for what is no event of the list. */
function failedEventJson(event: ToldEvent): string | undefined {
  if (event.type === 'failure') {
    const late = event.late ? '"late":true,' : '';
    return `{"type":"failure",${late}"item":${compactJson(event.item)}}`;
  }
  if (event.type === 'gap') return `{"type":"gap","from":${event.fromMs},"to":${event.toMs}}`;
  return event.type === 'summary' ? summaryJson(event) : undefined;
}

/** How the events of a watch come out, and how many there are before it ends. */
interface Telling {
  json(event: ToldEvent): string | undefined;
  emit(json: string): Promise<void>;
  readonly maxEvents?: number;
}

/** As they come, as counts, or as one report at the end of the first poll. */
function tellingOf(job: FailedWatchJob, host: Host): Telling {
  const {options, summary, report, maxEvents} = job;
  const {stdout, clock} = host;
  if (report !== undefined) {
    const duty = makeDutyReport(report);
    const about = {site: job.target.baseUrl, fromMs: fromOf(job, host)};
    return {
      json(event) {
        if (event.type === 'summary') return undefined;
        duty.add(event);
        if (event.type !== 'poll') return undefined;
        return options.output === 'csv'
          ? duty.csv()
          : duty.markdown({...about, nowMs: clock.now()});
      },
      async emit(text) {
        stdout.write(text);
        await stdout.flush();
      },
      maxEvents: 1,
    };
  }
  const limit = maxEvents === undefined ? {} : {maxEvents};
  const json = (event: ToldEvent): string | undefined =>
    summary !== undefined && event.type === 'failure' ? undefined : failedEventJson(event);
  if (options.output !== 'table') return {json, emit: makeEmitter(options, host), ...limit};
  const lineOf = tailLines(options, host);
  return {
    json,
    async emit(text) {
      stdout.write(`${lineOf(text)}\n`, 'style');
      await stdout.flush();
    },
    ...limit,
  };
}

function fromOf({from, place}: FailedWatchJob, {clock}: Host): number | undefined {
  if (place !== undefined) return place.toldMs;
  return from?.afterMs ?? (from?.backMs === undefined ? undefined : clock.now() - from.backMs);
}

/**
 * Write failed deliveries as they are listed, each flushed, until there is a reason to end; the
 * place is saved after the event is out.
 *
 * @throws Failure of a request when going on makes no sense, 'config_error' when the place cannot be
 * saved, 'interrupted' for a report that was not finished
 */
export async function followFailed(job: FailedWatchJob, host: Host): Promise<void> {
  const {target, globals, summary} = job;
  const owner = {baseUrl: target.baseUrl, ...(target.user !== undefined && {user: target.user})};
  const saver = makeCursorSaver(job.resume, owner, host);
  const report = makePollReporter(globals.verbose === true, host);
  const telling = tellingOf(job, host);
  // What is told later, in counts or a report, must come again after a kill.
  const isLater = summary !== undefined || job.report !== undefined;
  const isBack = job.from !== undefined || job.place !== undefined;
  let watch: FailedWatch | undefined;
  let outlets: Outlets | undefined;
  if (host.stderr.isTTY && job.report === undefined) {
    const since = new Date(fromOf(job, host) ?? host.clock.now()).toISOString();
    const text = `Watching failed deliveries of ${target.baseUrl} since ${since}, every ${job.intervalMs / 1000} s. Press ctrl+c to stop.`;
    reportMessage('note', text, host.stderr);
  }
  try {
    const written = await followEvents<ToldEvent>(
      {
        ...telling,
        async open(signal) {
          outlets = openOutlets({...job, isLater: isBack, emit: telling.emit, signal}, host);
          watch = await openWatch(job, signal, host);
          const {events} = watch;
          return summary === undefined ? events : withSummaries(events, summary, host.clock);
        },
        async heard(event, isWritten) {
          const place = watch?.place();
          // What was not sent on yet must come again after a kill.
          const save = async (): Promise<void> => {
            if (isWritten && (!isLater || event.type !== 'gap')) await saver.save(place);
            else if (!isLater) saver.rest(place);
          };
          if (event.type !== 'summary' && !isWritten) report(event);
          await outlets?.take(event, save);
        },
      },
      host,
    );
    if (job.report !== undefined && written === 0 && !host.stdout.closed) throw reportInterrupted();
  } catch (error) {
    await outlets?.failed(toFailure(error));
    throw isFailure(error) ? withCallers(error) : error;
  } finally {
    try {
      await outlets?.end();
    } finally {
      await saver.flush();
    }
  }
}

/** An empty report would read as "no delivery failed". */
function reportInterrupted(): Failure {
  return new Failure(
    'interrupted',
    'Interrupted before all failures were read; no report was written.',
    {
      hint: 'Allow more time: the report waits while the service does not respond.',
    },
  );
}

async function openWatch(
  {target, globals, intervalMs, overlapMs, from, place, trail, plan, summary}: FailedWatchJob,
  signal: AbortSignal,
  host: Host,
): Promise<FailedWatch> {
  const client = await openClient(target, globals, host, signal);
  // The machine waits, asks again and turns the pages itself.
  const sending = {...sendingOf(globals, host, trail), signal, retries: 0, paginate: false};
  const ask = async (laterThanMs: number) => {
    const {text, headers} = await client.request(plan(laterThanMs), sending);
    return readFailedPage(text, laterThanMs, headers.date);
  };
  const {clock} = host;
  const sleep = (ms: number, ended?: AbortSignal) => sleepLong(ms, clock, ended);
  const pause = summary && pauseWithin(summary.everyMs, clock, sleep);
  return watchFailed(
    {ask, clock, random: () => host.random(), ...(pause && {pause})},
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
  'Only an add-on app (Connect) can list failed deliveries, and only its own. Store its key and shared secret with `jr login --app`, then choose the profile with -p. API tokens of users and OAuth 2.0 apps are refused.';
