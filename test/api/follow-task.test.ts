import {describe, expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import type {Reply, SendingOptions, TaskProgress} from '../../src/api/client.ts';
import {followTask} from '../../src/api/follow-task.ts';
import {makeClient} from '../../src/api/make-client.ts';
import {type Answered, makeTestClock, startServer} from './local-server.ts';
import {failureOf, makePorts, run} from './run-plan.ts';

const path = '/rest/api/3/task/42';

/** An answer that names a task. */
function accepted(more: Partial<Reply> = {}): Reply {
  const headers = {location: `https://site.example${path}`};
  return {status: 303, headers, text: '{}', pages: 1, durationMs: 0, cached: false, ...more};
}

function task(status: string, more: object = {}): Answered {
  return {json: {id: '42', status, progress: 10, ...more}};
}

function clientOf(baseUrl: string, clock = makeTestClock()) {
  const identity = {profile: 'p', authType: 'bearer', protected: false} as const;
  return makeClient({service: 'tracker', baseUrl, ...identity}, makePorts({clock}));
}

/** Follow a task that answers in turn; the last answer stays. */
async function follow(
  answers: readonly Answered[],
  options: SendingOptions = {},
  reply = accepted(),
) {
  await using server = await startServer((_, at) => answers[at] ?? answers.at(-1));
  const clock = makeTestClock();
  const progress: TaskProgress[] = [];
  const outcome = followTask(reply, clientOf(server.url, clock), clock, {
    onProgress: one => progress.push(one),
    ...options,
  });
  const settled = await outcome.catch((error: unknown) => error);
  const targets = server.received.map(({method, target}) => `${method} ${target}`);
  return {outcome, settled, sleeps: clock.sleeps, progress, targets};
}

describe('a task that is followed', () => {
  it('is asked for after 0.5 s, doubling to 5 s, until it is complete', async () => {
    const {outcome, sleeps, targets, progress} = await follow([
      task('ENQUEUED'),
      ...Array.from({length: 5}, () => task('RUNNING', {progress: 50, message: 'Half way'})),
      task('CANCEL_REQUESTED'),
      task('SOMETHING_NEW'),
      task('COMPLETE', {progress: 100}),
    ]);
    expect(await outcome).toMatchObject({
      status: 200,
      text: '{"id":"42","status":"COMPLETE","progress":100}',
      pages: 10,
      durationMs: 32_500,
    });
    expect((await outcome).failure).toBeUndefined();
    expect(sleeps).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000]);
    expect(new Set(targets)).toEqual(new Set([`GET ${path}`]));
    expect(progress).toEqual([
      {status: 'ENQUEUED', progress: 10},
      {status: 'RUNNING', progress: 50, message: 'Half way'},
      {status: 'CANCEL_REQUESTED', progress: 10},
      {status: 'SOMETHING_NEW', progress: 10},
      {status: 'COMPLETE', progress: 100},
    ]);
  });

  it.each(['FAILED', 'CANCELLED', 'DEAD'])('and ends as %s comes with a failure', async status => {
    const {outcome} = await follow([task('RUNNING'), task(status, {message: 'No such scheme'})]);
    const reply = await outcome;
    expect(JSON.parse(reply.text)).toMatchObject({status});
    expect(reply.failure).toMatchObject({
      kind: 'server_error',
      message: `The task ended with status ${status}: No such scheme.`,
      details: {request: {method: 'GET', path}},
    });
  });

  it('is asked for below the base URL only, whatever the answer names', async () => {
    await using server = await startServer(() => task('COMPLETE'));
    const baseUrl = `${server.url}/ex/jira/abc`;
    for (const reply of [
      accepted({headers: {location: `https://evil.example/ex/jira/abc${path}?a=1`}}),
      accepted({headers: {location: path}}),
      accepted({headers: {}, text: `{"location":"https://evil.example${path}"}`}),
      accepted({headers: {}, text: `{"self":"https://evil.example${path}","id":"42"}`}),
    ]) {
      await followTask(reply, clientOf(baseUrl), makeTestClock());
    }
    expect(server.received.map(({target: asked}) => asked)).toEqual(
      Array(4).fill(`/ex/jira/abc${path}`),
    );
  });

  it('is left alone as long as the server asks, also when that is long', async () => {
    const {outcome, sleeps} = await follow([
      {...task('RUNNING'), headers: {'retry-after': '7'}},
      {status: 429, headers: {'retry-after': '90'}, json: {}},
      task('COMPLETE'),
    ]);
    expect((await outcome).text).toContain('COMPLETE');
    expect(sleeps).toEqual([500, 7000, 90_000]);
  });

  it('starts with the request: what it answers is followed to the end', async () => {
    const remove = findOperation('tracker', 'resolution', 'delete');
    if (!remove) throw new Error('the record is gone');
    await using server = await startServer(({method}) =>
      method === 'GET'
        ? task('COMPLETE')
        : {status: 303, headers: {location: `http://x.example${path}`}, json: {id: '42'}},
    );
    const reply = await run(server, remove, {id: ['1'], replaceWith: ['2']});
    const done = await followTask(reply, clientOf(server.url), makeTestClock());
    expect(JSON.parse(done.text)).toMatchObject({status: 'COMPLETE'});
    expect(server.received.map(({method}) => method)).toEqual(['DELETE', 'GET']);
  });
});

describe('an answer without a task', () => {
  it('comes back as it is when it is no 303', async () => {
    const reply = accepted({status: 204});
    await using server = await startServer(() => task('COMPLETE'));
    expect(await followTask(reply, clientOf(server.url), makeTestClock())).toBe(reply);
    expect(server.received).toHaveLength(0);
  });

  it.each(['', 'https://x.example/login', `https://x.example${path}/cancel`])(
    'is an error when it is one and names %j',
    async location => {
      const {settled, targets} = await follow(
        [task('COMPLETE')],
        {},
        accepted({headers: {location}}),
      );
      expect(settled).toMatchObject({kind: 'invalid_response', details: {status: 303}});
      expect(targets).toEqual([]);
    },
  );
});

describe('a task that cannot be followed', () => {
  it('fails with the kind of its cause, and says that the request was accepted', async () => {
    const {settled} = await follow([{status: 403, json: {errorMessages: ['Not yours.']}}]);
    expect(settled).toMatchObject({
      kind: 'auth_failed',
      message: 'The request was accepted; its task cannot be followed: Not yours.',
      details: {
        status: 403,
        request: {method: 'GET', path},
        hint: `Do not repeat the request; jr raw GET ${path} shows the task.`,
      },
    });
  });

  it('or is none is an error', async () => {
    const {settled} = await follow([{text: '[]'}]);
    expect(settled).toMatchObject({kind: 'invalid_response'});
  });

  it('is not asked for once interrupted', async () => {
    const abort = new AbortController();
    const onProgress = (): void => abort.abort();
    const {settled, targets} = await follow([task('RUNNING')], {signal: abort.signal, onProgress});
    expect(settled).toMatchObject({kind: 'interrupted'});
    expect(targets).toHaveLength(1);
    expect(
      (
        await failureOf(
          followTask(accepted(), clientOf('http://x.example'), makeTestClock(), {
            signal: abort.signal,
          }),
        )
      ).kind,
    ).toBe('interrupted');
  });
});
