import {spawn} from 'node:child_process';
import {once} from 'node:events';
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

/** Start a batch of writes, its standard input given. */
function startBatch(flags: readonly string[]) {
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), 'batch', ...flags], {
    env: {...built.env(), JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
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

/** Moments: at which request the signal is sent, how long after it arrived, and which. */
const moments = [1, 2, 3, 7, 12].flatMap((request, i) =>
  [0, slow / 2, slow, slow + 1].map((delay, j) => ({
    request,
    delay,
    signal: (i + j) % 2 === 0 ? ('SIGINT' as const) : ('SIGTERM' as const),
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
    expect([exit, killedBy]).toEqual([moment.signal === 'SIGINT' ? 130 : 143, null]);
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
    expect(text.err).toContain(`Interrupted by ${moment.signal}`);
    expect(text.err).toContain(`of ${total} commands not started`);
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
