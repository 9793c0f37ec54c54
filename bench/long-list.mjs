import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import {memoryMb, startServer} from './measure/run.mjs';
import {environment, open} from './measure/terminal.mjs';

/**
 * `node bench/long-list.mjs [rows]`: a list of 100,000 projects on a separate server, in the built
 * terminal UI in a real pseudo-terminal at 120x40. Prints the time from enter to the first rows, of
 * cursor moves with all rows loaded, of filter and sort, the memory, and the output while idle.
 * Exits with 1 when a limit is exceeded. Run it on an idle machine.
 */
const rows = Number(process.argv[2] ?? 100_000);
const bin = fileURLToPath(new URL('../dist/bin/steward.js', import.meta.url));
const limits = {firstPaintMs: 300, moveMs: 16, moveBytes: 2000, memoryMb: 300};
const all = rows.toLocaleString('en');

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const passed = [];

function report(name, value, unit, limit) {
  const told = limit === undefined ? '' : `  (limit ${limit})`;
  console.log(
    `${name.padEnd(34)} ${String(Math.round(value * 10) / 10).padStart(8)} ${unit}${told}`,
  );
  if (limit !== undefined && value > limit) passed.push(name);
}

const server = await startServer();
const folder = await mkdtemp(join(tmpdir(), 'steward-bench-'));
const env = environment(server, rows, folder);
const program = open([process.execPath, bin], {cols: 120, rows: 40, env});
const {press, quiet, see, state} = program;

/**
 * Measure moves within the screen, which have limits; a page, or a step at the edge, redraws every
 * row.
 */
async function moves(name, keys, isStep = true) {
  const made = [];
  for (let i = 0; i < 60; i++) made.push(await press(keys[i % keys.length]));
  const times = made.map(move => move.lastMs).sort((a, b) => a - b);
  report(`${name}: median`, at(times, 0.5), 'ms');
  report(`${name}: p95`, at(times, 0.95), 'ms', isStep ? limits.moveMs : undefined);
  const most = Math.max(...made.map(move => move.bytes));
  report(`${name}: most bytes`, most, 'B', isStep ? limits.moveBytes : undefined);
}

/**
 * Press a key and measure the time until the screen matches a pattern; returns the time of the key
 * press.
 */
async function keyTo(name, key, pattern) {
  await quiet(300);
  const from = performance.now();
  report(`${name}: shown`, (await press(key, 0)).firstMs, 'ms');
  await see(pattern);
  report(`${name}: rows`, performance.now() - from, 'ms');
}

try {
  await see(/Projects/);
  await quiet(500);
  await press(':');
  const entered = performance.now();
  program.write('projects\r');
  await see(/P000000 +Project number 0/);
  report('enter to the first rows', performance.now() - entered, 'ms', limits.firstPaintMs);
  await quiet(500);
  const readFrom = performance.now();
  await press('G');
  program.write('G');
  await see(new RegExp(`P${String(rows - 1).padStart(6, '0')}`));
  await see(new RegExp(`${all} projects(?! ·)`));
  report('all pages read', performance.now() - readFrom, 'ms');
  await quiet(500);
  report('memory with all of them', memoryMb(program.pid), 'MB', limits.memoryMb);
  await press('g');
  const clears = state.clears;
  await moves('cursor, all rows', ['j', 'j', 'j', 'k']);
  await moves('page down, page up', ['\x1b[6~', '\x1b[5~'], false);
  await press('/');
  for (const key of ['n', 'o', 'r', 't', 'h', ' ', '7']) {
    await keyTo(`filter, key ${JSON.stringify(key)}`, key, / shown/);
  }
  await press('\r');
  await press('g');
  await moves('cursor, filtered', ['j', 'j', 'k']);
  await press('\x1b', 200);
  for (let i = 0; i < 2; i++) await press('\x1b[1;2C');
  await keyTo('sort by a text', 's', new RegExp(`${all} projects(?!…)`));
  await press('g');
  await moves('cursor, sorted', ['j', 'j', 'k']);
  await press('G', 200);
  await moves('step at the edge', ['k', 'j'], false);
  await press('g');
  await press('*', 200);
  await moves('cursor, all marked', ['j', 'j', 'k']);
  report('memory at the end', memoryMb(program.pid), 'MB', limits.memoryMb);
  await quiet(500);
  const idleFrom = state.writes;
  await sleep(5000);
  report('writes in 5 s of idle', state.writes - idleFrom, '(one when a minute ends)', 1);
  report('full clears', state.clears - clears, '', 0);
} finally {
  program.close();
  server.stop();
  await rm(folder, {recursive: true, force: true});
}
if (passed.length > 0) {
  console.log(`over the limit: ${passed.join(', ')}`);
  process.exitCode = 1;
}
