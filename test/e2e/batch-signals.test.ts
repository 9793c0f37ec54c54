import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, constants, openSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node} from '../support/built.ts';
import {serverForEach} from '../support/recording-server.ts';
import {root} from '../support/sources.ts';

const server = serverForEach(() => ({status: 201, body: '{"id":"1"}'}));

let built: BuiltCommands;
beforeAll(() => {
  built = layBuiltCommands();
});
afterAll(() => built.remove());

const total = 30;
/** Milliseconds a write takes on the server. */
const slow = 6;
const commands = Array.from({length: total}, (_, i) => ({
  command: 'version create',
  args: {name: `v${i}`, projectId: 10000},
}));

const long = JSON.stringify({id: '1', name: 'x'.repeat(300_000)});
const access = () => ({JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'});

/** Start a batch of writes, its standard input given. */
function startBatch(flags: readonly string[]) {
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), 'batch', ...flags], {
    env: {...built.env(), ...access()},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const text = {out: '', err: ''};
  child.stdout.on('data', piece => {
    text.out += piece;
  });
  child.stderr.on('data', piece => {
    text.err += piece;
  });
  child.stdin.end(JSON.stringify(commands));
  return {child, text, ended: once(child, 'close')};
}

interface Result {
  readonly index: number;
  readonly exit_code: number;
  readonly error?: {readonly attempts?: number; readonly message: string};
}

const exits = {SIGINT: 130, SIGTERM: 143, SIGHUP: 129};

/** Moments: at which request the signal is sent, how long after it arrived, and which. */
const moments = [1, 2, 3, 7, 12].flatMap((request, i) =>
  [0, slow / 2, slow, slow + 1].map((delay, j) => ({
    request,
    delay,
    signal: Object.keys(exits)[(i + j) % 3] as keyof typeof exits,
    flags: [...(j % 2 === 0 ? ['--stream'] : []), ...(i % 2 === 0 ? ['--concurrency=3'] : [])],
  })),
);

describe('a signal during a batch', () => {
  it.each(moments)('is never lost, and what was sent is what is reported: %o', async moment => {
    let kill = (): void => undefined;
    server.answer = async () => {
      if (server.requests.length === moment.request) setTimeout(() => kill(), moment.delay);
      await new Promise(resolve => setTimeout(resolve, slow));
      return {status: 201, body: '{"id":"1"}'};
    };
    const {child, text, ended} = startBatch(moment.flags);
    kill = () => child.kill(moment.signal);
    const [exit, killedBy] = await ended;
    expect([exit, killedBy]).toEqual([exits[moment.signal], null]);
    const lines = text.out.trim();
    const json = moment.flags.includes('--stream') ? `[${lines.split('\n').join(',')}]` : lines;
    const results: readonly Result[] = JSON.parse(json);
    expect(results.map(({index}) => index).sort((a, b) => a - b)).toEqual(
      commands.map((_, i) => i),
    );
    const isLeftOut = ({error}: Result) => error?.attempts === 0;
    const leftOut = results.filter(isLeftOut);
    const named = server.requests.map(({body}) => Number(JSON.parse(body).name.slice(1)));
    // Whatever arrived is reported as done or cut, and nothing that was left out arrived.
    expect(leftOut.filter(({index}) => named.includes(index))).toEqual([]);
    const done = results.filter(({exit_code}) => exit_code === 0);
    expect(done.filter(({index}) => !named.includes(index))).toEqual([]);
    const atOnce = moment.flags.includes('--concurrency=3') ? 3 : 1;
    expect(results.length - leftOut.length - done.length).toBeLessThanOrEqual(atOnce);
    expect(leftOut.length).toBeGreaterThan(total - moment.request - 2 * atOnce - 4);
    const summary = `${moment.signal}: ${leftOut.length} of ${total} commands not started.`;
    expect(text.err).toContain(`Interrupted by ${summary}`);
  });
});

describe('a batch whose reader has gone', () => {
  it('starts no further write', async () => {
    server.answer = async () => {
      await new Promise(resolve => setTimeout(resolve, slow));
      return {status: 201, body: '{"id":"1"}'};
    };
    const {child, text, ended} = startBatch(['--stream']);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [exit] = await ended;
    expect(exit).toBe(1);
    expect(server.requests.length).toBeLessThan(total / 2);
    const left = total - server.requests.length;
    expect(text.err).toContain(`closed the pipe: ${left} of ${total} commands not started.`);
  });
});

/** Lists without an end, and deliveries, each longer than a pipe takes. */
function endless(url: string): string {
  const text = 'x'.repeat(300);
  const range = Array.from({length: 1000}, (_, i) => i);
  if (url.includes('/webhook/failed')) {
    const after = Number(/after=(\d+)/.exec(url)?.[1]);
    const values = range.map(i => ({id: `${after}-${i}`, failureTime: after + i + 1, body: text}));
    return JSON.stringify({values, maxResults: values.length});
  }
  const startAt = Number(/startAt=(\d+)/.exec(url)?.[1] ?? 0);
  return JSON.stringify(range.map(i => ({accountId: `a${startAt + i}`, displayName: text})));
}

describe.skipIf(process.platform === 'win32')('a signal while nobody reads the output', () => {
  it.each([
    ['users get-all --output jsonl', 'SIGINT', [130, null]],
    ['users get-all --output jsonl', 'SIGTERM', [130, null]],
    ['watch webhook get-failed --after 1h', 'SIGINT', [0, null]],
    ['watch webhook get-failed --after 1h', 'SIGTERM', [0, null]],
    ['version get --id 7', 'SIGINT', [null, 'SIGINT']],
    // 143 if its last command had not ended.
    ['batch --stream', 'SIGINT', [null, 'SIGINT'], [130, null]],
    ['batch --stream', 'SIGTERM', [null, 'SIGTERM'], [143, null]],
  ] as const)('ends %s: %s', async (line, signal, ...expected) => {
    const pipe = join(built.folder, `unread-${line.replace(/\W+/g, '-')}-${signal}`);
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY);
    const asked = server.requests.length;
    server.answer = ({url, method}) => ({
      body: method === 'GET' && !url.includes('/version/') ? endless(url) : long,
    });
    const child = spawn(node, [join(root, 'dist/bin/jr.js'), ...line.split(' ')], {
      env: {...built.env(), ...access()},
      stdio: ['pipe', writer, 'ignore'],
    });
    closeSync(writer);
    child.stdin?.end(JSON.stringify(commands));
    const ended = once(child, 'exit');
    await expect.poll(() => server.requests.length).toBeGreaterThan(asked);
    // It has written what fits into the pipe.
    const counts: number[] = [];
    await expect
      .poll(
        () => {
          counts.push(server.requests.length);
          return counts.at(-1) === counts.at(-2);
        },
        {interval: 500},
      )
      .toBe(true);
    child.kill(signal);
    expect(expected).toContainEqual(await ended);
    closeSync(reader);
  });
});
