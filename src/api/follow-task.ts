import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import type {Reply} from './client.ts';
import {type Exchange, type ExchangeOptions, type ExecutePorts, exchange} from './exchange.ts';
import type {Target} from './plan.ts';
import {planRaw} from './plan-raw.ts';
import type {RequestPlan} from './request-plan.ts';
import {retryAfterSeconds} from './retry-after.ts';

/** How far a task is. */
export interface TaskProgress {
  /** As the server names it: ENQUEUED, RUNNING and so on, or one not known yet. */
  readonly status: string;
  /** The server's own measure, usually 0 to 100. */
  readonly progress?: number;
  readonly message?: string;
}

/** Per-call settings of following a task. */
export interface FollowOptions extends Omit<ExchangeOptions, 'allowText'> {
  /** Hears of every change. */
  readonly onProgress?: (progress: TaskProgress) => void;
}

const firstWaitMs = 500;
const longestWaitMs = 5000;
/** What the clock takes at most. */
const longestSleepMs = 300_000;

const endedWell: ReadonlySet<string> = new Set(['COMPLETE']);
const endedBadly: ReadonlySet<string> = new Set(['FAILED', 'CANCELLED', 'DEAD']);

/**
 * Follow the task that an answer of 303 names, until it ends (`--wait`, contract 8.5). Only
 * the task's path is taken from the answer: it is asked for below the base URL, whatever host is
 * named. Asks after 0.5 s, doubling to 5 s, later when the server says so; states that are not
 * known are not final (services W5.7).
 *
 * @param reply any other than a 303 comes back as it is
 * @returns the final task; with `failure` of kind 'server_error' when it did not end well
 * @throws Failure 'invalid_response' when no task is named or the answer is none, 'interrupted',
 * and the kinds of contract 4 when the task cannot be asked for; the messages say that the
 * request itself was accepted
 */
export async function followTask(
  reply: Reply,
  target: Target,
  ports: ExecutePorts,
  options: FollowOptions = {},
): Promise<Reply> {
  if (reply.status !== 303) return reply;
  const started = ports.clock.now();
  const plan = planTask(reply, target);
  const report = makeReport(options.onProgress);
  let waitMs = firstWaitMs;
  let atLeastMs = 0;
  for (let asked = 1; ; asked++) {
    try {
      const pauseMs = Math.min(Math.max(waitMs, atLeastMs), longestSleepMs);
      await ports.clock.sleep(pauseMs, options.signal);
      const answer = await exchange(plan, ports, options);
      const task = makeLookup(answer.text);
      const status = report(plan, task);
      if (endedWell.has(status) || endedBadly.has(status)) {
        const failure = endedBadly.has(status) ? endFailure(plan, status, task) : undefined;
        const durationMs = reply.durationMs + ports.clock.now() - started;
        return replyOf(answer, {pages: reply.pages + asked, durationMs}, failure);
      }
      atLeastMs = 1000 * (retryAfterSeconds(answer.headers, ports.clock.now()) ?? 0);
    } catch (error) {
      atLeastMs = 1000 * patienceOf(error, plan);
    }
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  }
}

function replyOf(
  {status, headers, text}: Exchange,
  counted: Pick<Reply, 'pages' | 'durationMs'>,
  failure: Failure | undefined,
): Reply {
  return {status, headers, text, ...counted, cached: false, ...(failure && {failure})};
}

/** What asks for the task an answer names in its Location or, without one, in its body. */
function planTask({headers, text}: Reply, target: Target): RequestPlan {
  const json = makeLookup(text);
  const places = [headers.location, json.string('/location'), json.string('/self')];
  const paths = places.map(place =>
    /\/rest\/api\/\d+\/task\/\w[\w.~%-]*(?=[?#]|$)/.exec(place ?? ''),
  );
  const path = paths.find(found => found !== null)?.[0];
  if (path === undefined) {
    throw new Failure('invalid_response', 'The request was accepted, but no task is named.', {
      status: 303,
      hint: 'Do not repeat it; without --wait the answer is shown as it is.',
    });
  }
  return planRaw('tracker', {method: 'GET', path, query: []}, target);
}

/** Reads where a task stands and tells what has changed; gives its status. */
function makeReport(
  onProgress: FollowOptions['onProgress'],
): (plan: RequestPlan, task: JsonLookup) => string {
  let told = '';
  return (plan, task) => {
    const status = task.string('/status');
    if (status === undefined) {
      throw new Failure('invalid_response', 'the answer is no task', {
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
  return new Failure('server_error', `The task ended as ${status}${why}`.replace(/\.?$/, '.'), {
    request: {method, path},
  });
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
    hint: `Do not repeat it; raw GET ${plan.path} shows the task.`,
  });
}
