import {readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import pty from '@lydell/node-pty';

/**
 * `node bench/long-list.mjs [rows]`: a list of 100,000 projects of a server made here, in the built
 * terminal UI in a real pseudo-terminal at 120x40. Prints the time from the answer with the first
 * page to its rows on the screen, cursor moves with all rows read, filter and sort, memory, and what
 * is written while nothing happens. Ends with 1 when a limit is passed. Run it on a quiet machine.
 */
const rows = Number(process.argv[2] ?? 100_000);
const pageSize = 500;
const bin = fileURLToPath(new URL('../dist/bin/steward.js', import.meta.url));
const limits = {firstPaintMs: 300, moveMs: 16, moveBytes: 2000, memoryMb: 300};

const keyOf = i => `P${String(i).padStart(6, '0')}`;
const project = i => ({
  id: String(1_000_000 + i),
  key: keyOf(i),
  name: `Project number ${i} of the ${['north', 'south', 'east', 'west'][i % 4]}`,
  projectTypeKey: i % 2 === 0 ? 'software' : 'business',
  style: 'classic',
  lead: {accountId: `a${i % 97}`, displayName: `Lead ${i % 97}`},
  archived: i % 5 === 4,
  insight: {totalIssueCount: (i * 7919) % 10_007, lastIssueUpdateTime: '2026-11-20T10:00:00.000Z'},
});

let answeredMs = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-type', 'application/json');
  if (!url.pathname.endsWith('/project/search')) {
    response.statusCode = 404;
    response.end('{"errorMessages":["not here"]}');
    return;
  }
  const startAt = Number(url.searchParams.get('startAt') ?? 0);
  const size = Math.min(pageSize, rows - startAt);
  const values = Array.from({length: size}, (_, i) => project(startAt + i));
  const isLast = startAt + size >= rows;
  const body = {startAt, maxResults: pageSize, total: rows, isLast, values};
  response.end(JSON.stringify(body));
  if (startAt === 0) answeredMs = performance.now();
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const home = await mkdtemp(join(tmpdir(), 'steward-bench-'));
const env = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_STATE_HOME: home,
  XDG_CONFIG_HOME: home,
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  TZ: 'UTC',
  JR_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  JR_AUTH_USER: 'bench@example.com',
  JR_AUTH_TOKEN: 'not-a-secret',
};

let text = '';
let bytes = 0;
let writes = 0;
let last = performance.now();
const terminal = pty.spawn(process.execPath, [bin], {cols: 120, rows: 40, env, cwd: home});
terminal.onData(data => {
  text += data;
  bytes += Buffer.byteLength(data);
  writes += 1;
  last = performance.now();
});
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function see(pattern, limitMs = 30_000) {
  const from = performance.now();
  while (!pattern.test(text)) {
    if (performance.now() - from > limitMs)
      throw new Error(`not seen: ${pattern}\n${text.slice(-3000)}`);
    await sleep(1);
  }
}

async function quiet(ms) {
  while (performance.now() - last < ms) await sleep(2);
}

async function press(key, quietMs = 60) {
  await quiet(quietMs);
  const before = bytes;
  const from = performance.now();
  terminal.write(key);
  while (bytes === before) await new Promise(resolve => setImmediate(resolve));
  const firstMs = performance.now() - from;
  await quiet(quietMs);
  return {firstMs, ms: last - from, bytes: bytes - before};
}

const memoryMb = () =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${terminal.pid}/status`, 'utf8'))?.[1]) / 1024,
  );
const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const passed = [];

function report(name, value, unit, limit) {
  const told = limit === undefined ? '' : `  (limit ${limit})`;
  console.log(
    `${name.padEnd(34)} ${String(Math.round(value * 10) / 10).padStart(8)} ${unit}${told}`,
  );
  if (limit !== undefined && value > limit) passed.push(name);
}

/** Moves within the screen have limits; a page, or a step at the edge, draws every row again. */
async function moves(name, keys, isStep = true) {
  const made = [];
  for (let i = 0; i < 60; i++) made.push(await press(keys[i % keys.length]));
  const times = made.map(move => move.ms).sort((a, b) => a - b);
  report(`${name}: median`, at(times, 0.5), 'ms');
  report(`${name}: p95`, at(times, 0.95), 'ms', isStep ? limits.moveMs : undefined);
  const most = Math.max(...made.map(move => move.bytes));
  report(`${name}: most bytes`, most, 'B', isStep ? limits.moveBytes : undefined);
}

await see(/Projects/);
await quiet(500);
terminal.write(':');
await quiet(100);
text = '';
answeredMs = 0;
terminal.write('projects\r');
await see(/P000000(?:\x1b\[[\d;]*m)* +Project number 0/);
report('first page to its rows', performance.now() - answeredMs, 'ms', limits.firstPaintMs);
await quiet(500);
const readFrom = performance.now();
await press('G');
text = '';
terminal.write('G');
await see(new RegExp(`${keyOf(rows - 1)}\\b`), 120_000);
await see(new RegExp(`${rows.toLocaleString('en')} projects(?! ·)`), 120_000);
report('all pages read', performance.now() - readFrom, 'ms');
await quiet(500);
report('memory with all of them', memoryMb(), 'MB', limits.memoryMb);
await press('g');
await moves('cursor, all rows', ['j', 'j', 'j', 'k']);
await moves('page down, page up', ['\x1b[6~', '\x1b[5~'], false);
await press('/');
for (const key of ['n', 'o', 'r', 't', 'h', ' ', '7']) {
  await quiet(300);
  text = '';
  const from = performance.now();
  const {firstMs} = await press(key, 0);
  report(`filter, key ${JSON.stringify(key)}: shown`, firstMs, 'ms');
  await see(/ shown/);
  report(`filter, key ${JSON.stringify(key)}: rows`, performance.now() - from, 'ms');
}
await press('\r');
await press('g');
await moves('cursor, filtered', ['j', 'j', 'k']);
await press('\x1b', 200);
for (let i = 0; i < 2; i++) await press('\x1b[1;2C');
await quiet(300);
text = '';
const sortFrom = performance.now();
report('sort by a text: shown', (await press('s', 0)).firstMs, 'ms');
await see(/100,000 projects(?!…)/);
report('sort by a text: rows', performance.now() - sortFrom, 'ms');
await press('g');
await moves('cursor, sorted', ['j', 'j', 'k']);
await press('G', 200);
await moves('step at the edge', ['k', 'j'], false);
await press('g');
await press('*', 200);
await moves('cursor, all marked', ['j', 'j', 'k']);
report('memory at the end', memoryMb(), 'MB', limits.memoryMb);
await quiet(500);
const idleFrom = writes;
await sleep(5000);
report('writes in 5 s of idle', writes - idleFrom, '(one when a minute ends)', 1);
report('full clears', text.split('\x1b[2J').length - 1, '', 0);
terminal.write('\x03');
await sleep(100);
terminal.write('\x03');
await sleep(200);
server.close();
server.closeAllConnections();
await rm(home, {recursive: true, force: true});
if (passed.length > 0) {
  console.log(`over the limit: ${passed.join(', ')}`);
  process.exitCode = 1;
}
