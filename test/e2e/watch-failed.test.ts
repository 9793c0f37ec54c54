import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {
  type BuiltCommands,
  layBuiltCommands,
  node,
  runInShell,
  type SandboxProcess,
  startBuiltSandbox,
} from '../support/built.ts';
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

async function control(what: string, method: string, body: unknown): Promise<void> {
  const url = `${sandbox.trackerBaseUrl}/__sandbox/${what}`;
  // Kept connections end at any time: one that is closed as it is used again would fail.
  const headers = {connection: 'close'};
  const answer = await fetch(url, {method, headers, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(await answer.text());
}

/** Let many failures happen at one time. */
const burst = (): Promise<void> => control('step', 'POST', 86_400_000);

interface Watcher {
  readonly child: ChildProcess;
  /** Keys of the failures that were told whole. */
  readonly told: readonly string[];
  end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>;
}

function startWatcher(...flags: readonly string[]): Watcher {
  const line = ['watch', 'webhook', 'get-failed', '--interval', '50ms', ...flags];
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), ...line], {
    env: built.env(sandbox),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: string[] = [];
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    told.push(...lines.map(one => keyOf(JSON.parse(one).item)));
  });
  return {
    child,
    told,
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
  for (let waited = 0; !isSo(); waited++) {
    if (waited > 6000) throw new Error('it did not come about');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
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
  }, 60_000);

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
    const data = join(built.folder, 'site.json');
    const place = join(built.folder, 'down.place');
    const script = `
      jr sandbox --port 0 --data ${data} > first.json & first=$!
      until [ -s first.json ]; do sleep 0.05; done
      export JR_BASE_URL=$(sed 's/.*"tracker_base_url":"\\([^"]*\\)".*/\\1/' first.json)
      jr watch webhook get-failed --after 72h --interval 50ms --resume ${place} > told.jsonl 2> notes.jsonl & watch=$!
      until [ -s told.jsonl ]; do sleep 0.05; done
      kill $first; wait $first
      until [ -s notes.jsonl ]; do sleep 0.05; done
      jr sandbox --port "\${JR_BASE_URL##*:}" --data ${data} > second.json & second=$!
      until grep -q 'answers again' notes.jsonl; do sleep 0.05; done
      kill $watch; wait $watch; echo "exit $?"
      kill $second; wait $second
      sort told.jsonl | uniq -d | wc -l`;
    const result = await runInShell(script, built.env(sandbox), built.folder);
    expect([result.stdout, result.stderr]).toEqual(['exit 0\n0\n', '']);
  }, 60_000);

  it('tells what failed after it was started when the server was down then', async () => {
    const data = join(built.folder, 'late-site.json');
    const script = `
      jr sandbox --port 0 --traffic off --data ${data} > first.json & first=$!
      until grep -q tracker_base_url first.json; do sleep 0.05; done
      export JR_BASE_URL=$(sed 's/.*"tracker_base_url":"\\([^"]*\\)".*/\\1/' first.json)
      kill $first; wait $first
      jr watch webhook get-failed --interval 50ms --verbose > late.jsonl 2> late.notes & watch=$!
      until grep -q 'failure 2' late.notes; do sleep 0.05; done
      jr sandbox --port "\${JR_BASE_URL##*:}" --data ${data} > second.json & second=$!
      until curl -sf -d 86400000 "$JR_BASE_URL/__sandbox/step" > step.json; do sleep 0.02; done
      until [ -s late.jsonl ]; do sleep 0.05; done
      until grep -q Polled: late.notes; do sleep 0.05; done
      kill $watch; wait $watch; echo "exit $?"
      kill $second; wait $second`;
    const result = await runInShell(script, built.env(sandbox), built.folder);
    expect([result.stdout, result.stderr]).toEqual(['exit 0\n', '']);
  }, 60_000);
});
