import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {stripVTControlCharacters} from 'node:util';
import pty from '@lydell/node-pty';

/**
 * `node bench/monitor.mjs [--minutes 3] [--idle 3]`: the built terminal UI in a real
 * pseudo-terminal at 120x40, watching failed deliveries of a sandbox in a separate process. Prints
 * the delay from the listing of a failure by the server to its row on the screen, compared with the
 * interval of 10 s, and the output and processor load while idle, on the monitor and on another
 * screen. Run it on an idle machine.
 */
const interval = 10_000;
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : Number(process.argv[at + 1]);
};
const minutes = option('minutes', 3);
const idleMinutes = option('idle', 3);

const bin = name => fileURLToPath(new URL(`../dist/bin/${name}.js`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'steward-monitor-'));
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_STATE_HOME: folder,
  TERM: 'xterm-256color',
  TZ: 'UTC',
};
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

const server = spawn(
  process.execPath,
  [bin('jr'), 'sandbox', '--write-profiles', folder, '--traffic', 'off', '--seed', '3'],
  {env, stdio: ['ignore', 'pipe', 'inherit']},
);
const [line] = await once(createInterface({input: server.stdout}), 'line');
const {tracker_base_url: base, auth_token: token} = JSON.parse(line);

let after = 0;
let total = 0;

/** Count the failures listed so far, including new ones. */
async function listed() {
  const url = `${base}/rest/api/3/webhook/failed?maxResults=1000&after=${after}`;
  const answer = await fetch(url, {headers: {authorization: `Bearer ${token}`}});
  const {values} = await answer.json();
  total += values.length;
  after = values.at(-1)?.failureTime ?? after;
  return total;
}

let written = '';
let bytes = 0;
let frames = 0;
const shown = [];
const terminal = pty.spawn(process.execPath, [bin('steward')], {cols: 120, rows: 40, env});
terminal.onData(data => {
  written = (written + data).slice(-20_000);
  bytes += Buffer.byteLength(data);
  // Each frame starts with a synchronized update; it may arrive in several chunks.
  frames += data.split('\u001b[?2026h').length - 1;
  const counts = [...stripVTControlCharacters(data).matchAll(/([\d,]+) in 72 h/g)];
  const last = counts.at(-1)?.[1];
  if (last !== undefined)
    shown.push({count: Number(last.replaceAll(',', '')), at: performance.now()});
});

async function see(pattern, limitMs = 20_000) {
  const from = performance.now();
  while (!pattern.test(stripVTControlCharacters(written))) {
    if (performance.now() - from > limitMs) throw new Error(`not seen: ${pattern}`);
    await sleep(5);
  }
}

/** Return the processor time of the terminal UI in milliseconds. */
function cpuMs() {
  const fields = readFileSync(`/proc/${terminal.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function idle(name, forMs) {
  await sleep(2000);
  const from = {bytes, frames, cpu: cpuMs(), at: performance.now()};
  await sleep(forMs);
  const seconds = (performance.now() - from.at) / 1000;
  const drawn = frames - from.frames;
  const allowed = Math.ceil(seconds / 10) + Math.ceil(seconds / 60);
  const share = (cpuMs() - from.cpu) / (seconds * 10);
  console.log(
    `${name.padEnd(22)} ${seconds.toFixed(0)} s: ${drawn} frames (at most ${allowed}), ${bytes - from.bytes} bytes, ${share.toFixed(2)} % of a core`,
  );
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

try {
  await see(/Blog posts\D+\d/);
  terminal.write(':wh failed\r');
  await see(/polled \d\d:/);
  terminal.write('2');

  const waiting = [];
  const latencies = [];
  let before = await listed();
  const until = performance.now() + minutes * 60_000;
  const settle = () => {
    for (const {count, at: when} of shown.splice(0)) {
      while (waiting.length > 0 && waiting[0].count <= count) {
        const {listedAt} = waiting.shift();
        latencies.push(when - listedAt);
      }
    }
  };
  while (performance.now() < until || (waiting.length > 0 && performance.now() < until + 15_000)) {
    settle();
    if (performance.now() < until) {
      // Half an hour of traffic at once: on average half a failure per minute of it.
      await fetch(`${base}/__sandbox/step`, {method: 'POST', body: '600000'});
      const listedAt = performance.now();
      const now = await listed();
      if (now > before) waiting.push({count: now, listedAt});
      before = now;
    }
    await sleep(150 + Math.random() * 500);
  }
  settle();
  latencies.sort((a, b) => a - b);
  const figures = [0.5, 0.99, 1].map(part => Math.round(at(latencies, part)));
  console.log(`interval               ${interval} ms`);
  console.log(
    `listed → on the screen p50 ${figures[0]} ms, p99 ${figures[1]} ms, most ${figures[2]} ms (${latencies.length} times, ${waiting.length} never)`,
  );
  console.log(
    `at most                ${interval + 100} ms: ${figures[1] <= interval + 100 ? 'held' : 'MISSED'}`,
  );

  await idle('idle on the monitor', idleMinutes * 60_000);
  terminal.write(':projects\r');
  await idle('idle on another screen', idleMinutes * 60_000);
} finally {
  terminal.kill();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, {recursive: true, force: true});
}
