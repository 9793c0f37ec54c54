import type {Client} from '../api/client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {readMemory} from '../api/watch/alert-memory.ts';
import {makeDutyReport} from '../api/watch/duty-report.ts';
import {readFailedPage} from '../api/watch/failed-page.ts';
import type {FailedEvent, WatchCursor} from '../api/watch/failed-watch.ts';
import {makeDeliveryFilter} from '../api/watch/filter-deliveries.ts';
import {type FailedWatch, watchFailed} from '../api/watch/watch-failed.ts';
import {Failure, isFailure} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import type {Host} from '../host/host.ts';
import type {Target} from '../host/settings.ts';
import {csvLine} from '../output/csv.ts';
import {sendingOf} from './command-client.ts';
import type {CommandHost} from './context.ts';
import {makeCursorSaver} from './cursor-saver.ts';
import type {EmitOptions} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {followEvents, makeEmitter} from './follow-events.ts';
import {tailLines} from './formatted.ts';
import {type HealthOutlet, openHealth} from './watch-health.ts';
import {makePollReporter} from './watch-notes.ts';
import {alertsIn, type Outlets, openOutlets} from './watch-outlets.ts';
import type {WatchStart} from './watch-start.ts';
import {type SummaryEvent, summaryJson, withSummaries} from './watch-summary.ts';

/** A watch of failed deliveries, ready to start. */
export interface FailedWatchJob extends WatchStart {
  readonly target: Target;
  readonly client: Client;
  /** How events are written. */
  readonly options: EmitOptions;
  readonly globals: GlobalValues;
  readonly intervalMs: number;
  readonly maxEvents?: number;
  /** The content of the cursor file. */
  readonly place?: WatchCursor;
  /** Plan the request for records later than a time. */
  plan(afterMs: number): RequestPlan;
}

type OutputEvent = FailedEvent | SummaryEvent;

/** An event as one line of NDJSON, without the line break; undefined for internal events. */
function failedEventJson(event: OutputEvent): string | undefined {
  if (event.type === 'failure') {
    const late = event.late ? '"late":true,' : '';
    return `{"type":"failure",${late}"item":${compactJson(event.item)}}`;
  }
  if (event.type === 'gap') return `{"type":"gap","from":${event.fromMs},"to":${event.toMs}}`;
  return event.type === 'summary' ? summaryJson(event) : undefined;
}

/** How the events of a watch are written, and the number of them before it ends. */
interface EventOutput {
  json(event: OutputEvent): string | undefined;
  emit(json: string): Promise<void>;
  readonly maxEvents?: number;
}

/** As they arrive, as counts, or as one report at the end of the first poll. */
function eventOutputOf(job: FailedWatchJob, host: CommandHost): EventOutput {
  const {options, summary, report, maxEvents} = job;
  const {stdout, clock} = host;
  if (report !== undefined) {
    const duty = makeDutyReport(report);
    const about = {site: job.target.baseUrl, fromMs: fromOf(job, host)};
    const isGuarded = !job.globals['no-guard'];
    const rows = () => duty.table().map(fields => csvLine(fields, isGuarded));
    return {
      json(event) {
        if (event.type === 'summary') return undefined;
        duty.add(event);
        if (event.type !== 'poll') return undefined;
        return options.output === 'csv'
          ? rows().join('')
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
  const json = (event: OutputEvent): string | undefined =>
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
 * Write failed deliveries as they are listed, flushed one by one, until there is a reason to end;
 * the cursor is saved after each event is written.
 *
 * @throws Failure of a request if retrying is pointless, 'config_error' if the cursor cannot be
 * saved, 'interrupted' for an unfinished report
 */
export async function followFailed(job: FailedWatchJob, host: CommandHost): Promise<void> {
  const {target, globals, summary} = job;
  const owner = {baseUrl: target.baseUrl, ...(target.user !== undefined && {user: target.user})};
  const saver = makeCursorSaver(job.resume, owner, host);
  const report = makePollReporter(globals.verbose === true, host);
  const telling = eventOutputOf(job, host);
  // Events reported later, in counts or a report, must be delivered again after a kill.
  const isLater = summary !== undefined || job.report !== undefined;
  let watch: FailedWatch | undefined;
  let outlets: Outlets | undefined;
  let health: HealthOutlet | undefined;
  if (host.reporter.isTTY && job.report === undefined) {
    const since = new Date(fromOf(job, host) ?? host.clock.now()).toISOString();
    const text = `Watching failed deliveries of ${target.baseUrl} since ${since}, every ${job.intervalMs / 1000} s. Press ctrl+c to stop.`;
    host.reporter.note(text);
  }
  try {
    const written = await followEvents<OutputEvent>(
      {
        ...telling,
        async open(signal) {
          if (job.heartbeat !== undefined || job.listen !== undefined) {
            const memory = readMemory(job.place?.alerts);
            health = await openHealth(job, memory, () => outlets?.lengths() ?? {}, host);
          }
          outlets = openOutlets({...job, emit: telling.emit, signal}, host);
          watch = await openWatch(job, signal, host);
          const {events} = watch;
          if (summary === undefined) return events;
          return withSummaries(events, {...summary, sinceMs: fromOf(job, host)}, host.clock);
        },
        async onEvent(event, isWritten) {
          const place = watch?.place();
          if (event.type !== 'summary') health?.add(event);
          // Events not yet forwarded must be delivered again after a kill.
          const save = async (): Promise<void> => {
            const isReported = isLater
              ? event.type === 'summary'
              : isWritten || event.type === 'skipped' || alertsIn(event).length > 0;
            if (isReported) await saver.save(place);
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
    throw isFailure(error) ? withExplanation(error, job) : error;
  } finally {
    try {
      await outlets?.end();
    } finally {
      await health?.close();
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
  job: FailedWatchJob,
  signal: AbortSignal,
  host: CommandHost,
): Promise<FailedWatch> {
  const {client, globals, intervalMs, overlapMs, from, place, plan, summary, rules} = job;
  const {maxWaitMs, patientMs, report, filter} = job;
  // The watch itself waits, retries and paginates.
  const sending = {...sendingOf(globals, host), signal, retries: 0, paginate: false};
  const requestPage = async (laterThanMs: number) => {
    const {text, headers} = await client.request(plan(laterThanMs), sending);
    return readFailedPage(text, laterThanMs, headers.date);
  };
  return watchFailed(
    {requestPage, clock: host.clock, random: () => host.random()},
    {
      intervalMs,
      overlapMs,
      matches: makeDeliveryFilter(filter),
      signal,
      ...from,
      ...(place && {resume: place}),
      ...(summary && {everyMs: summary.everyMs}),
      maxWaitMs,
      giveUpMs: report === undefined ? undefined : maxWaitMs,
      patientMs,
      ...(patientMs !== undefined && {refusedMs: Math.min(refusedMs, patientMs)}),
      ...(rules.length > 0 && {
        alerts: {
          rules,
          memory: readMemory(place?.alerts),
          isLater: from !== undefined || place !== undefined,
        },
      }),
    },
  );
}

/**
 * Milliseconds between attempts while the credentials are rejected and --patient allows retries.
 */
const refusedMs = 60_000;

/**
 * Add who may list failed deliveries if the service denied it (services T5.4), and what is missing
 * from a report.
 */
function withExplanation(failure: Failure, {report, maxWaitMs}: FailedWatchJob): Failure {
  const {kind, message, details} = failure;
  if (kind !== 'auth_failed') {
    if (report === undefined || kind === 'interrupted') return failure;
    const waited = `No report was written: not all failures could be read within ${maxWaitMs / 1000} s (--max-wait).`;
    const hint = `${waited} ${details.hint ?? ''}`.trim();
    return new Failure(kind, message, {...details, cause: failure, hint});
  }
  return new Failure(kind, message, {
    ...details,
    cause: failure,
    hint: `${details.status === 401 ? `${details.hint ?? ''} ` : ''}${whoMay}`.trim(),
  });
}

const whoMay =
  'Only an add-on app (Connect) can list failed deliveries, and only its own. Store its key and shared secret with `jr login --app`, then choose the profile with -p. API tokens of users and OAuth 2.0 apps are refused.';
