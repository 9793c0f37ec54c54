import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {node} from '../support/built.ts';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {root} from '../support/sources.ts';

const processes = 30;
/** Those that write lines longer than a pipe takes. */
const writers = 12;
const versions = 5;
const token = 'a-token-to-be-found-nowhere';
const numbers = '"a":12345678901234567890,"b":1.0,"c":1e400';

let folder: string;
let server: RecordingServer;
/** Whether the next request is refused. */
let isRefusing = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-many-'));
  server = await startRecordingServer(({url}) => {
    if (!isRefusing) return {body: answerOf(url)};
    isRefusing = false;
    return {status: 429, headers: {'retry-after': '3'}, body: '{}'};
  });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, {recursive: true, force: true});
});

/** Large enough to be written and read in several pieces. */
function answerOf(url: string): string {
  const path = new URL(url, 'http://x.invalid').pathname;
  return `{"path":"${path}",${numbers},"fill":"${path.at(-1)?.repeat(300_000)}"}`;
}

interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runBuilt(args: readonly string[]): Promise<Ended> {
  const child = spawn(node, [join(root, 'dist/bin/jr.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: token,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [exit] = (await once(child, 'close')) as [number | null];
  return {exit, stdout, stderr};
}

/** Each asks for one of a few versions, so that many want and keep the same answer. */
function lineOf(index: number): readonly string[] {
  const id = String(index % versions);
  return ['version', 'get', '--id', id, '--cache', '5m', '--audit'];
}

function readLog() {
  const text = readFileSync(join(folder, '.config/jr/audit.log'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

it(`${processes} processes at once lose and mix no line and tear no answer`, async () => {
  const all = Array.from({length: processes}, (_, index) => index);
  const ended = await Promise.all(all.map(index => runBuilt(lineOf(index))));
  for (const [index, {exit, stdout, stderr}] of ended.entries()) {
    const same = stdout === `${answerOf(`/rest/api/3/version/${index % versions}`)}\n`;
    expect([exit, stderr, same]).toEqual([0, '', true]);
  }
  const log = readLog();
  expect(log).toHaveLength(processes);
  for (let id = 0; id < versions; id++) {
    const own = log.filter(({path}) => path === `/rest/api/3/version/${id}`);
    expect(own).toHaveLength(processes / versions);
  }
  // What was not answered from the cache was asked for, and nothing else.
  expect(log.filter(({cached}) => !cached)).toHaveLength(server.requests.length);

  const answers = join(folder, '.cache/jr/answers');
  expect(readdirSync(answers).filter(name => name.startsWith('tmp-'))).toEqual([]);
  expect(readdirSync(answers)).toHaveLength(versions);
  const asked = server.requests.length;
  const again = await Promise.all(all.slice(0, versions).map(index => runBuilt(lineOf(index))));
  expect(again.map(({stdout}) => stdout)).toEqual(ended.slice(0, versions).map(e => e.stdout));
  expect(server.requests).toHaveLength(asked);
  expect(readLog().slice(processes)).toMatchObject(Array(versions).fill({cached: true}));
});

it('lines longer than any pipe takes at once stay whole, and no file has the token', async () => {
  const log = join(folder, 'long.log');
  const fillOf = (index: number) => String(index % 10).repeat(9000 + index);
  const lines = Array.from({length: writers}, (_, index) => fillOf(index));
  await Promise.all(
    lines.map(fill =>
      runBuilt(['raw', 'GET', '/x', '--query', `q=${fill}`, '--audit-file', log, '--dry-run']),
    ),
  );
  const paths = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).path);
  expect(paths.sort()).toEqual(lines.map(fill => `/x?q=${fill}`).sort());

  const secrets = [token, Buffer.from(`ann:${token}`).toString('base64')];
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(versions);
  for (const path of files) {
    expect(statSync(path).mode & 0o077).toBe(0);
    const written = path + readFileSync(path, 'utf8');
    expect(secrets.filter(secret => written.includes(secret))).toEqual([]);
  }
});

it('a process waits while the service asks another one to wait', async () => {
  const before = server.requests.length;
  isRefusing = true;
  const refused = runBuilt(['version', 'get', '--id', '1']);
  while (server.requests.length === before) await sleep(5);
  const atMs = Date.now();
  const pauses = join(folder, '.local/state/steward/pace');
  while (!existsSync(pauses) || readdirSync(pauses).every(name => !name.endsWith('.json')))
    await sleep(5);
  const other = await runBuilt(['version', 'get', '--id', '2']);
  expect([other.exit, (await refused).exit]).toEqual([0, 0]);
  expect(Date.now() - atMs).toBeGreaterThan(2900);
  expect(server.requests).toHaveLength(before + 3);
});

it.skipIf(process.platform === 'win32')('a pause that cannot be read delays nothing', async () => {
  const pauses = join(folder, '.local/state/steward/pace');
  const file = join(pauses, readdirSync(pauses)[0] ?? '');
  rmSync(file);
  execFileSync('mkfifo', [file]);
  const {exit, stderr} = await runBuilt(['version', 'get', '--id', '1']);
  expect([exit, stderr]).toEqual([0, '']);
});
