import {afterEach, describe, expect, it} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {matchesGlob} from '../../src/sandbox/fault.ts';
import {parseFault} from '../../src/sandbox/fault-parse.ts';
import {parseLatency, randomLatency} from '../../src/sandbox/latency.ts';
import {startTracker, type TestTracker, testStart} from './tracker-server.ts';

let running: TestTracker | undefined;
afterEach(async () => {
  await running?.sandbox.stop();
  running = undefined;
});

async function startWith(...faults: readonly string[]): Promise<TestTracker> {
  running = await startTracker({faults, overWire: true});
  return running;
}

async function statusesOf({ask}: TestTracker, target: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let left = count; left > 0; left -= 1) statuses.push((await ask(target)).status);
  return statuses;
}

function messageOf(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (isFailure(error) && error.kind === 'validation_error') return error.message;
    throw error;
  }
  return 'nothing was thrown';
}

describe('a status in place of a response', () => {
  it('429 comes with Retry-After and the rate-limit headers of services W5.8', async () => {
    const {ask} = await startWith('GET /rest/api/3/project*: 429 retry-after=2');
    const {status, headers, json} = await ask('project/search');
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(headers.get('x-ratelimit-nearlimit')).toBe('true');
    expect(headers.get('x-ratelimit-reset')).toBe(new Date(testStart + 2_000).toISOString());
    expect(headers.get('ratelimit-reason')).toBe('jira-burst-based');
    expect(json.errorMessages).toHaveLength(1);
    expect((await ask('priority')).status).toBe(200);
  });

  it('has the error format and the reason of its service, or the specified reason', async () => {
    const {ask} = await startWith(
      'GET /wiki/*: 429',
      'GET /rest/*: 429 reason=jira-quota-tenant-based',
    );
    const content = await ask('/wiki/api/v2/labels');
    expect(content.json.errors[0].status).toBe(429);
    expect(content.headers.get('ratelimit-reason')).toBe('confluence-quota-tenant-based');
    expect(content.headers.get('retry-after')).toBeNull();
    const own = await ask('project');
    expect(own.headers.get('ratelimit-reason')).toBe('jira-quota-tenant-based');
  });

  it('503 and others can have Retry-After too, but no rate limit headers', async () => {
    const {ask} = await startWith('* /rest/api/3/priority: 503 retry-after=5', 'PUT *: 401');
    const {status, headers} = await ask('priority');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(headers.get('ratelimit-reason')).toBeNull();
    expect((await ask('priority/1', {method: 'PUT', body: {}})).status).toBe(401);
  });

  it('does not run the operation, unless it contains done', async () => {
    const {ask} = await startWith('POST */resolution: 503 times=1', 'POST */resolution: 502 done');
    const make = (name: string) => ask('resolution', {method: 'POST', body: {name}});
    const statuses = [(await make('First')).status, (await make('Second')).status];
    const names = (await ask('resolution')).json.map((one: {readonly name: string}) => one.name);
    expect(statuses).toEqual([503, 502]);
    expect([names.includes('First'), names.includes('Second')]).toEqual([false, true]);
  });

  it('html responds with a page: 502 by default, or the specified status, also 200', async () => {
    const {ask} = await startWith('GET */priority: html', 'GET */resolution: 200 html');
    const gateway = await ask('priority');
    const signIn = await ask('resolution');
    expect([gateway.status, signIn.status]).toEqual([502, 200]);
    for (const answer of [gateway, signIn]) {
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.text).toMatch(/^<!DOCTYPE html>/);
    }
  });
});

describe('changes of a response', () => {
  it('drop closes the connection without a word; with done the operation is carried out', async () => {
    const {ask} = await startWith('GET */priority: drop', 'POST */resolution: drop done');
    await expect(ask('priority')).rejects.toThrow();
    const made = ask('resolution', {method: 'POST', body: {name: 'Lost answer'}});
    await expect(made).rejects.toThrow();
    expect((await ask('resolution')).text).toContain('Lost answer');
  });

  it('truncate closes the connection in the middle of the body', async () => {
    const {sandbox} = await startWith('GET */permissions: truncate', 'GET */priority: truncate=7');
    const headers = {authorization: `Bearer ${sandbox.authToken}`};
    for (const [target, length] of [
      ['permissions', undefined],
      ['priority', 7],
    ] as const) {
      const response = await fetch(`${sandbox.trackerBaseUrl}/rest/api/3/${target}`, {headers});
      const announced = Number(response.headers.get('content-length'));
      const {text, broken} = await readUntilBroken(response);
      expect([response.status, broken]).toEqual([200, true]);
      expect(text.length).toBe(length ?? Math.floor(announced / 2));
    }
  });

  it('slow dribbles the body over the time given, whole in the end', async () => {
    const {sandbox} = await startWith('GET */priority: slow=150ms');
    const headers = {authorization: `Bearer ${sandbox.authToken}`};
    const begun = performance.now();
    const response = await fetch(`${sandbox.trackerBaseUrl}/rest/api/3/priority`, {headers});
    expect(await response.json()).not.toEqual([]);
    expect(performance.now() - begun).toBeGreaterThan(130);
  });

  it('a slow body does not delay stopping the sandbox', async () => {
    const {sandbox} = await startWith('GET */priority: slow=5m');
    const headers = {authorization: `Bearer ${sandbox.authToken}`};
    const response = await fetch(`${sandbox.trackerBaseUrl}/rest/api/3/priority`, {headers});
    await sandbox.stop();
    await expect(response.text()).rejects.toThrow();
  });

  it('type calls the body something else, clock puts the Date header off', async () => {
    const {ask} = await startWith('GET */priority: type=text/html clock=+90s', '* *: clock=-1h');
    const {status, headers, json} = await ask('priority');
    expect([status, headers.get('content-type'), json.length > 0]).toEqual([
      200,
      'text/html',
      true,
    ]);
    // Of two clocks the later rule has the word.
    expect(Date.parse(headers.get('date') ?? '')).toBe(testStart - 3_600_000);
  });

  it.each(['reset', 'reset=headers', 'reset=body', '101', 'length=+10', 'header-bytes=100000'])(
    '%s lets no answer come through',
    async word => {
      const {ask} = await startWith(`GET */priority: ${word}`);
      const asked = ask('priority', {signal: AbortSignal.timeout(1_000)});
      await expect(asked).rejects.toThrow();
      expect((await ask('resolution')).status).toBe(200);
    },
  );

  it('redirect leads to the same URL, or to the specified one', async () => {
    const {ask} = await startWith('GET */priority: redirect', 'GET */resolution: redirect=/x?y');
    const same = await ask('priority');
    expect([same.status, same.headers.get('location')]).toEqual([302, '/rest/api/3/priority']);
    const other = await ask('resolution');
    expect([other.status, other.headers.get('location')]).toEqual([302, '/x?y']);
  });

  it('wait delays a response, and body replaces it', async () => {
    const {ask} = await startWith('GET */priority: wait=60ms body=bad-json', '* *: body=empty');
    const begun = performance.now();
    expect((await ask('priority')).text).toBe('');
    expect(performance.now() - begun).toBeGreaterThan(45);
  });

  it.each(['gzip', 'br'])('a %s bomb is 128 MiB of blanks in far fewer bytes', async name => {
    const {sandbox} = await startWith(`GET */priority: body=${name}`);
    const headers = {authorization: `Bearer ${sandbox.authToken}`};
    const response = await fetch(`${sandbox.trackerBaseUrl}/rest/api/3/priority`, {headers});
    expect(Number(response.headers.get('content-length'))).toBeLessThan(2_000_000);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    expect(bytes).toBe(2 ** 27);
  });

  it('pages lead on for ever, to another each time or to the same', async () => {
    const {ask} = await startWith('GET */search: pages=endless', 'GET /wiki/*: pages=same');
    const page = (await ask('resolution/search?startAt=4000&maxResults=2')).json;
    expect([page.startAt, page.isLast, page.total, page.values.length]).toEqual([
      4000,
      false,
      undefined,
      2,
    ]);
    const first = await ask('/wiki/api/v2/labels?limit=1');
    const again = await ask('/wiki/api/v2/labels?limit=1&cursor=again');
    expect(first.json).toEqual(again.json);
    expect(again.json._links.next).toContain('cursor=again');
  });

  it('several faults apply to one request: the first status, and the changes of the others', async () => {
    const {ask} = await startWith('* *: 503', '* *: 500', '* *: type=text/plain');
    const {status, headers} = await ask('priority');
    expect([status, headers.get('content-type')]).toEqual([503, 'text/plain']);
  });
});

describe('which requests are struck', () => {
  it('after leaves the first alone, times ends it', async () => {
    const tracker = await startWith('GET */priority: 500 after=1 times=2');
    expect(await statusesOf(tracker, 'priority', 5)).toEqual([200, 500, 500, 200, 200]);
  });

  it('p strikes so many, the same ones for the same seed and others for another', async () => {
    const fault = 'GET */serverInfo: 503 p=0.3';
    const run = async (seed: number): Promise<number[]> => {
      const tracker = await startTracker({seed, faults: [fault]});
      const statuses = await statusesOf(tracker, 'serverInfo', 200);
      await tracker.sandbox.stop();
      return statuses;
    };
    const first = await run(1);
    const struck = first.filter(status => status === 503).length;
    expect(struck).toBeGreaterThan(35);
    expect(struck).toBeLessThan(85);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
  });

  it('the path is compared without the query, unless the fault has a question mark', async () => {
    const {ask} = await startWith('GET */priority: 500', 'GET */search?startAt=*: 503');
    expect((await ask('priority?a=1')).status).toBe(500);
    expect((await ask('resolution/search?startAt=1')).status).toBe(503);
    expect((await ask('resolution/search?maxResults=1')).status).toBe(200);
  });

  it('a star matches any characters, slashes too, and fails fast', () => {
    const fits = (glob: string, path: string): boolean => matchesGlob(glob, path);
    expect(fits('/a/*/c', '/a/b/b/c')).toBe(true);
    expect(fits('/a*', '/a')).toBe(true);
    expect(fits('/a', '/a/b')).toBe(false);
    expect(fits('*', '')).toBe(true);
    expect(fits('*b', '/abab')).toBe(true);
    expect(fits('*bb', '/abab')).toBe(false);
    expect(fits(`${'*a'.repeat(200)}b`, 'a'.repeat(8_000))).toBe(false);
  });

  it('faults apply before the sign-in is checked', async () => {
    const {ask} = await startWith('* *: 503');
    expect((await ask('priority', {authorization: null})).status).toBe(503);
  });
});

describe('the syntax of a fault', () => {
  it.each([
    ['GET /x 429', 'a colon, a space and the fault must follow the path'],
    ['GET /x:', 'a colon, a space and the fault must follow the path'],
    ['FETCH /x: 429', '"FETCH" is not a method; use * for all methods'],
    ['GET x: 429', 'the path "x" must begin with / or *'],
    ['GET /x y: 429', '"y" is unexpected before the colon'],
    ['GET /x: p=0.5', 'it has no effect'],
    ['GET /x: 200', 'the status 200 must be from 400 to 599, 101, or 200 with html'],
    ['GET /x: 429 503', 'it has two statuses, 429 and 503'],
    ['GET /x: 429 p=2', 'p=2 is not possible; write a probability'],
    ['GET /x: 429 p=0.0', 'p must be more than 0'],
    ['GET /x: 429 times=0', 'times=0 is not possible'],
    ['GET /x: 429 retry-after=soon', 'write seconds, such as retry-after=2'],
    ['GET /x: drip', 'did you mean drop'],
    ['GET /x: 429 retry_after=2', 'did you mean retry-after'],
    ['GET /x: slow', 'slow needs a value: slow=…'],
    ['GET /x: drop=1', 'drop takes no value'],
    ['GET /x: drop drop', 'drop is given twice'],
    ['GET /x: drop 503', 'drop sends no response; 503 cannot be combined with it'],
    ['GET /x: drop slow=1s', 'drop sends no response to change'],
    ['GET /x: slow=1s done', 'done works with a status, drop or reset only'],
    ['GET /x: slow=1h', 'slow=1h is not possible; write a time up to 5m'],
    ['GET /x: clock=90s', 'such as clock=+90s or clock=-90s'],
    ['GET /x: type=html', 'write a content type, such as type=text/html'],
    ['GET /x: slow=1s retry-after=2', 'retry-after needs a status'],
  ])('%s is refused: %s', (text, problem) => {
    const message = messageOf(() => parseFault(text));
    expect(message).toContain(problem);
    expect(message).toContain('Example: GET /rest/api/3/project*: 429 retry-after=2 p=0.1');
  });

  it('a path may hold a colon, and methods may be small', () => {
    const {method, glob} = parseFault('get /rest/api/3/user/712020:*: 404');
    expect([method, glob]).toEqual(['GET', '/rest/api/3/user/712020:*']);
  });
});

describe('latency', () => {
  it('delays every response', async () => {
    running = await startTracker({overWire: true, latency: '60ms±10'});
    const begun = performance.now();
    await running.ask('serverInfo');
    expect(performance.now() - begun).toBeGreaterThan(45);
  });

  it('spreads evenly around its middle', () => {
    const latency = parseLatency('50ms±20');
    expect([0, 0.5, 1].map(fraction => randomLatency(latency, fraction))).toEqual([30, 50, 70]);
    expect(parseLatency('1s+-500ms')).toMatchObject({baseMs: 1_000, spreadMs: 500});
    expect(parseLatency('0')).toMatchObject({baseMs: 0, spreadMs: 0});
  });

  it.each(['fast', '50', '50ms±', '50ms±x', '50ms±60', '10m', '1s±1±1'])('%s is refused', text => {
    expect(messageOf(() => parseLatency(text))).toContain('such as 50ms±20');
  });
});

async function readUntilBroken(
  response: Response,
): Promise<{readonly text: string; readonly broken: boolean}> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, {stream: true});
    return {text, broken: false};
  } catch {
    return {text, broken: true};
  }
}
