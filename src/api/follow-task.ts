import type {Clock} from '../base/clock.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import type {Client, ClientIdentity, Reply, SendingOptions} from './client.ts';
import {programOf} from './operation.ts';
import {planRaw} from './plan-raw.ts';
import type {RequestPlan} from './request-plan.ts';
import {retryAfterSeconds} from './retry-after.ts';

const firstWaitMs = 500;
const longestWaitMs = 5000;
/** Longest delay that timers accept. */
const longestSleepMs = 300_000;

const endedWell: ReadonlySet<string> = new Set(['COMPLETE']);
const endedBadly: ReadonlySet<string> = new Set(['FAILED', 'CANCELLED', 'DEAD']);

/** Outcome of a task by its status; undefined while running or in an unknown state (services W5.7). */
export function taskEnd(status: string): 'well' | 'badly' | undefined {
  if (endedWell.has(status)) return 'well';
  return endedBadly.has(status) ? 'badly' : undefined;
}

/** The id of the task that an answer names; undefined where it names none. */
export function findTaskId(reply: Pick<Reply, 'status' | 'headers' | 'text'>): string | undefined {
  return reply.status === 303 ? findTaskPath(reply)?.replace(/^.*\//, '') : undefined;
}

/** The path of the task in the Location or, without one, in the body. */
function findTaskPath({headers, text}: Pick<Reply, 'headers' | 'text'>): string | undefined {
  const json = makeLookup(text);
  const places = [headers.location, json.string('/location'), json.string('/self')];
  const paths = places.map(place =>
    /\/rest\/api\/\d+\/task\/\w[\w.~%-]*(?=[?#]|$)/.exec(place ?? ''),
  );
  return paths.find(found => found !== null)?.[0];
}

/** The layer that follows the task an answer names, where the call asks for it by `onProgress`. */
export function followingClient(client: Client, clock: Clock): Client {
  return {
    ...client,
    async request(plan, options = {}) {
      const reply = await client.request(plan, options);
      return options.onProgress ? followTask(reply, client, clock, options) : reply;
    },
  };
}

/**
 * Follow the task that an answer of 303 names, until it ends (`--wait`, contract 8.5). Only
 * the task's path is taken from the answer: it is asked for below the base URL, whatever host is
 * named. Asks after 0.5 s, doubling to 5 s, later when the server says so; states that are not
 * known are not final (services W5.7).
 *
 * @param reply returned unchanged unless it is a 303
 * @returns the final task; with `failure` of kind 'server_error' when it did not end well
 * @throws Failure 'invalid_response' when no task is named or the answer is none, 'interrupted',
 * and the kinds of contract 4 when the task cannot be asked for; the messages say that the
 * request itself was accepted
 */
export async function followTask(
  reply: Reply,
  client: Client,
  clock: Clock,
  {onProgress, keepMs: _keep, allowText: _text, ...options}: SendingOptions = {},
): Promise<Reply> {
  if (reply.status !== 303) return reply;
  const started = clock.now();
  const plan = planTask(reply, client.identity);
  const report = makeReport(onProgress);
  let waitMs = firstWaitMs;
  let atLeastMs = 0;
  for (let asked = 1; ; asked++) {
    try {
      const pauseMs = Math.min(Math.max(waitMs, atLeastMs), longestSleepMs);
      await clock.sleep(pauseMs, options.signal);
      const answer = await client.request(plan, {...options, paginate: false});
      const task = makeLookup(answer.text);
      const status = report(plan, task);
      const end = taskEnd(status);
      if (end !== undefined) {
        const failure = end === 'badly' ? endFailure(plan, status, task) : undefined;
        const durationMs = reply.durationMs + clock.now() - started;
        const {status: code, headers, text} = answer;
        const counted = {pages: reply.pages + asked, durationMs, cached: false};
        return {status: code, headers, text, ...counted, ...(failure && {failure})};
      }
      atLeastMs = 1000 * (retryAfterSeconds(answer.headers, clock.now()) ?? 0);
    } catch (error) {
      atLeastMs = 1000 * patienceOf(error, plan);
    }
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  }
}

/** What asks for the task an answer names. */
function planTask(reply: Reply, target: Pick<ClientIdentity, 'baseUrl'>): RequestPlan {
  const path = findTaskPath(reply);
  if (path === undefined) {
    throw new Failure(
      'invalid_response',
      'The request was accepted, but the response names no task.',
      {
        status: 303,
        hint: 'Do not repeat the request; without --wait the response is printed unchanged.',
      },
    );
  }
  return planRaw('tracker', {method: 'GET', path, query: []}, target);
}

/** Read the progress of a task, report changes and return its status. */
function makeReport(
  onProgress: SendingOptions['onProgress'],
): (plan: RequestPlan, task: JsonLookup) => string {
  let told = '';
  return (plan, task) => {
    const status = task.string('/status');
    if (status === undefined) {
      throw new Failure('invalid_response', 'the response is not a task', {
        request: {method: plan.method, path: plan.path},
      });
    }
    const progress = task.number('/progress');
    const message = task.string('/message');
    const now = JSON.stringify([status, progress, message]);
    if (now !== told) {
      onProgress?.({
        status,
        ...(progress !== undefined && {progress: Number(progress)}),
        ...(message && {message}),
      });
    }
    told = now;
    return status;
  };
}

function endFailure({method, path}: RequestPlan, status: string, task: JsonLookup): Failure {
  const message = task.string('/message') || task.string('/result');
  const why = message ? `: ${message}` : '';
  return new Failure(
    'server_error',
    `The task ended with status ${status}${why}`.replace(/\.?$/, '.'),
    {
      request: {method, path},
    },
  );
}

/**
 * Seconds to wait when the server only asks for patience.
 *
 * @throws Failure for any other error, saying that the task goes on
 */
function patienceOf(error: unknown, plan: RequestPlan): number {
  if (isFailure(error) && error.kind === 'rate_limited') {
    return error.details.retryAfterSeconds ?? longestWaitMs / 1000;
  }
  const {kind, message, details} = toFailure(error);
  throw new Failure(kind, `The request was accepted; its task cannot be followed: ${message}`, {
    request: {method: plan.method, path: plan.path},
    ...details,
    cause: error,
    hint: `Do not repeat the request; ${programOf(plan.service)} raw GET ${plan.path} shows the task.`,
  });
}
