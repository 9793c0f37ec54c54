import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {type IncomingMessage, request} from 'node:http';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  node,
  runInShell,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
import {ownPort} from '../support/own-port.ts';
import {root} from '../support/sources.ts';

let built: BuiltCommands;
let sandbox: SandboxProcess;

beforeAll(async () => {
  built = layBuiltCommands();
  sandbox = await startBuiltSandbox(built);
  await control('traffic', 'PUT', 'fast');
});
afterAll(async () => {
  await sandbox?.stop();
  built?.remove();
});

async function control(
  what: string,
  method: string,
  body: unknown,
  {trackerBaseUrl} = sandbox,
): Promise<void> {
  const url = `${trackerBaseUrl}/__sandbox/${what}`;
  // A connection of its own: a kept one may be closed by the server as it is used again.
  const asked = request(url, {method, agent: false});
  asked.end(JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await text(answer)}`);
  answer.resume();
}

/** Let many failures happen at one time. */
const burst = (): Promise<void> => control('step', 'POST', 86_400_000);

interface Watcher {
  readonly child: ChildProcess;
  /** Keys of the failures that were told whole. */
  readonly told: readonly string[];
  /** What it said on standard error. */
  notes(): string;
  end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>;
}

const running: {stop(): unknown}[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

function startWatcher(...flags: readonly string[]): Watcher {
  return watch(sandbox, flags);
}

function watch(server: SandboxProcess, flags: readonly string[]): Watcher {
  const line = ['watch', 'webhook', 'get-failed', '--interval', '50ms', ...flags];
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), ...line], {
    env: built.env(server),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push({stop: () => child.kill('SIGKILL')});
  let notes = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    notes += chunk;
  });
  const told: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    told.push(...lines.map(one => keyOf(JSON.parse(one).item)));
  });
  return {
    child,
    told,
    notes: () => notes,
    async end(signal) {
      const closed = once(child, 'close');
      child.kill(signal);
      const [code, by] = await closed;
      return [code, by];
    },
  };
}

function keyOf({id, failureTime}: {readonly id: string; readonly failureTime: number}): string {
  return `${failureTime} ${JSON.stringify(id)}`;
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, {interval: 10}).toBe(true);
}

/** A sandbox that can come back where it was. */
async function startOn(port: number, ...flags: readonly string[]): Promise<SandboxProcess> {
  const started = await startBuiltSandbox(built, '--port', String(port), ...flags);
  running.push(started);
  return started;
}

/** What the server lists later than a time, in its order. */
async function listed(after: number): Promise<readonly string[]> {
  const line = `jr webhook get-failed --after ${after}`;
  const {stdout} = await runInShell(line, built.env(sandbox), built.folder);
  return JSON.parse(stdout).values.map(keyOf);
}

describe('jr watch webhook get-failed as a process', () => {
  it('killed with -9 and resumed misses nothing and repeats only what was not saved', async () => {
    const startMs = Date.now();
    const place = join(built.folder, 'killed.place');
    const told: string[] = [];
    let saved = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const watcher = startWatcher('--after', String(startMs), '--resume', place);
      await until(() => existsSync(place));
      await burst();
      const wanted = 20 + 60 * round;
      await until(() => watcher.told.length >= wanted);
      expect(await watcher.end('SIGKILL')).toEqual([null, 'SIGKILL']);
      expect(new Set(watcher.told).size).toBe(watcher.told.length);
      expect(watcher.told.filter(key => saved.has(key))).toEqual([]);
      told.push(...watcher.told);
      const seen: readonly (readonly [string])[] = JSON.parse(readFileSync(place, 'utf8')).seen;
      saved = new Set([...saved, ...seen.map(([key]) => key)]);
      expect(statSync(place).mode & 0o777).toBe(0o600);
    }
    await control('traffic', 'PUT', 'off');
    const last = startWatcher('--resume', place);
    await until(() => existsSync(place));
    const all = await listed(startMs);
    expect(all.length).toBeGreaterThan(400);
    await until(() => new Set([...told, ...last.told]).size >= all.length);
    expect(await last.end('SIGTERM')).toEqual([0, null]);
    expect(all.filter(key => !told.includes(key) && !last.told.includes(key))).toEqual([]);
    expect(last.told).toEqual(all.filter(key => last.told.includes(key)));
    await control('traffic', 'PUT', 'fast');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 on %s while it waits', async signal => {
    const watcher = startWatcher('--after', '1h', '--interval', '1h');
    await burst();
    await until(() => watcher.told.length > 0);
    expect(await watcher.end(signal)).toEqual([0, null]);
  });

  it('ends with 0 when its reader has gone', async () => {
    const line =
      'jr watch webhook get-failed --after 72h --interval 50ms | head -n 2 | wc -l; echo $PIPESTATUS';
    const result = await runInShell(line, built.env(sandbox), built.folder);
    expect([result.stdout, result.stderr]).toEqual(['2\n0\n', '']);
  });

  it('waits for a server that is down and goes on where it was', async () => {
    const site = ['--data', join(built.folder, 'site.json')];
    const place = join(built.folder, 'down.place');
    const port = await ownPort();
    const first = await startOn(port, ...site);
    const watcher = watch(first, ['--after', '72h', '--resume', place]);
    await until(() => watcher.told.length > 0);
    await first.stop();
    await until(() => watcher.notes().includes('Retrying in'));
    await startOn(port, ...site);
    await until(() => watcher.notes().includes('responds again'));
    expect(await watcher.end('SIGTERM')).toEqual([0, null]);
    expect(new Set(watcher.told).size).toBe(watcher.told.length);
  });

  it('tells what failed after it was started when the server was down then', async () => {
    const site = ['--traffic', 'off', '--data', join(built.folder, 'late-site.json')];
    const port = await ownPort();
    const first = await startOn(port, ...site);
    await first.stop();
    const watcher = watch(first, ['--verbose']);
    await until(() => watcher.notes().includes('Retrying in'));
    const second = await startOn(port, ...site);
    await control('step', 'POST', 86_400_000, second);
    await until(() => watcher.told.length > 0);
    await until(() => watcher.notes().includes('Polled:'));
    expect(await watcher.end('SIGTERM')).toEqual([0, null]);
  });
});
