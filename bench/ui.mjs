import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import pty from '@lydell/node-pty';

/**
 * `node bench/ui.mjs`: the built terminal UI in a real pseudo-terminal at 120x40, on its sandbox.
 * Prints the time to the first frame and to the counts, from key to the last byte of a cursor move,
 * the bytes of one, and what is written while nothing happens. Run it on a quiet machine.
 */
const bin = fileURLToPath(new URL('../dist/bin/steward.js', import.meta.url));
const env = {...process.env, TERM: 'xterm-256color', COLORTERM: 'truecolor', TZ: 'UTC'};
for (const name of ['NODE_EXTRA_CA_CERTS', 'CI', 'NO_COLOR', 'JR_BASE_URL', 'CF_BASE_URL']) {
  delete env[name];
}

let text = '';
let bytes = 0;
let writes = 0;
let last = performance.now();
const started = performance.now();
const terminal = pty.spawn(process.execPath, [bin, '--sandbox'], {cols: 120, rows: 40, env});
terminal.onData(data => {
  text += data;
  bytes += Buffer.byteLength(data);
  writes += 1;
  last = performance.now();
});
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function see(pattern, limitMs = 15_000) {
  const from = performance.now();
  while (!pattern.test(text)) {
    if (performance.now() - from > limitMs) throw new Error(`not seen: ${pattern}`);
    await sleep(1);
  }
}

async function quiet(ms) {
  while (performance.now() - last < ms) await sleep(2);
}

async function press(key) {
  await quiet(60);
  const before = bytes;
  const from = performance.now();
  terminal.write(key);
  while (bytes === before) await new Promise(resolve => setImmediate(resolve));
  await quiet(40);
  return {ms: last - from, bytes: bytes - before};
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

await see(/steward/);
console.log(`first frame            ${Math.round(performance.now() - started)} ms`);
await see(/Blog posts\D+\d/);
console.log(`counts on the screen   ${Math.round(performance.now() - started)} ms`);
await quiet(300);
await press(':');
terminal.write('versions HPAY\r');
await see(/PROGRESS/);
await quiet(300);
const moves = [];
for (let i = 0; i < 60; i++) moves.push(await press(i % 20 < 10 ? 'j' : 'k'));
const times = moves.map(move => move.ms).sort((a, b) => a - b);
console.log(
  `cursor move            median ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`,
);
console.log(`bytes of a move        at most ${Math.max(...moves.map(move => move.bytes))}`);
await quiet(500);
const idleFrom = writes;
await sleep(5000);
console.log(`writes in 5 s of idle  ${writes - idleFrom} (one when a minute ends)`);
console.log(`full clears            ${text.split('\x1b[2J').length - 1}`);
terminal.write('\x03');
await sleep(100);
terminal.write('\x03');
