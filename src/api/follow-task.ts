import type {Clock} from '../base/clock.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import type {Client, ClientIdentity, Reply, SendingOptions, TaskProgress} from './client.ts';
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

/**
 * Determine the outcome of a task from its status; undefined while running or in an unknown state
 * (services W5.7).
 */
export function outcomeOfTask(status: string): 'well' | 'badly' | undefined {
  if (endedWell.has(status)) return 'well';
  return endedBadly.has(status) ? 'badly' : undefined;
}

/** Find the id of a response's task; undefined without one. */
export function findTaskId(reply: Pick<Reply, 'status' | 'headers' | 'text'>): string | undefined {
  return reply.status === 303 ? findTaskPath(reply)?.replace(/^.*\//, '') : undefined;
}

/** The path of the task in the Location or, without one, in the body. */
function findTaskPath({headers, text}: Pick<Reply, 'headers' | 'text'>): string | undefined {
  const json = makeLookup(text);
  const candidates = [headers.location, json.string('/location'), json.string('/self')];
  const matches = candidates.map(candidate =>
    /\/rest\/api\/\d+\/task\/\w[\w.~%-]*(?=[?#]|$)/.exec(candidate ?? ''),
  );
  return matches.find(found => found !== null)?.[0];
}

/**
 * Follow the task of a 303 response until it ends (`--wait`, contract 8.5). Only the task's path is
 * taken from the response; requests go to the base URL, whatever the host. Polls after 0.5 s,
 * doubling to 5 s, later if the server says so; unknown states are not final (services W5.7).
 *
 * @param reply returned unchanged unless it is a 303
 * @returns the final task; with `failure` of kind 'server_error' when it did not succeed
 * @throws Failure 'invalid_response' when no task is named or a response is not a task,
 * 'interrupted', and the kinds of contract 4 when reading the task fails; the messages say that the
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
  for (let requests = 1; ; requests++) {
    try {
      const pauseMs = Math.min(Math.max(waitMs, atLeastMs), longestSleepMs);
      await clock.sleep(pauseMs, options.signal);
      const answer = await client.request(plan, {...options, paginate: false});
      const task = makeLookup(answer.text);
      const status = report(plan, task);
      const end = outcomeOfTask(status);
      if (end !== undefined) {
        const failure = end === 'badly' ? endFailure(plan, status, task) : undefined;
        const durationMs = reply.durationMs + clock.now() - started;
        const {status: code, headers, text} = answer;
        const totals = {pages: reply.pages + requests, durationMs, cached: false};
        return {status: code, headers, text, ...totals, ...(failure && {failure})};
      }
      atLeastMs = 1000 * (retryAfterSeconds(answer.headers, clock.now()) ?? 0);
    } catch (error) {
      atLeastMs = 1000 * waitSeconds(error, plan);
    }
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  }
}

/** Plan the read of a response's task. */
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
  let reported = '';
  return (plan, task) => {
    const progress = readTaskProgress(task);
    if (progress === undefined) {
      throw new Failure('invalid_response', 'the response is not a task', {
        request: {method: plan.method, path: plan.path},
      });
    }
    const now = JSON.stringify(progress);
    if (now !== reported) onProgress?.(progress);
    reported = now;
    return progress.status;
  };
}

/** Read the progress in a response; undefined if it is not a task. */
export function readTaskProgress(task: JsonLookup): TaskProgress | undefined {
  const status = task.string('/status');
  if (status === undefined) return undefined;
  const progress = task.number('/progress');
  const message = task.string('/message');
  return {
    status,
    ...(progress !== undefined && {progress: Number(progress)}),
    ...(message && {message}),
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
 * Return the seconds to wait after a rate limit.
 *
 * @throws Failure for any other error, saying that the task continues
 */
function waitSeconds(error: unknown, plan: RequestPlan): number {
  if (isFailure(error) && error.kind === 'rate_limited') {
    return error.details.retryAfterSeconds ?? longestWaitMs / 1000;
  }
  const {kind, message, details} = toFailure(error);
  throw new Failure(kind, `The request was accepted; its task cannot be followed: ${message}`, {
    request: {method: plan.method, path: plan.path},
    ...details,
    // The request whose task it is was sent.
    attempts: Math.max(1, details.attempts ?? 1),
    cause: error,
    hint: `Do not repeat the request; ${programOf(plan.service)} raw GET ${plan.path} shows the task.`,
  });
}
