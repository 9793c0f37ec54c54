import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

/**
 * `node bench/mash.mjs [keys] [seed]`: random keys and resizes in a real pseudo-terminal, on the
 * sandbox. Exits with 1 when the program ends, hangs, or does not restore the terminal. Keys that
 * quit or suspend (q, ctrl+c, ctrl+z) are excluded.
 */
const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const bin = fileURLToPath(new URL('../dist/bin/steward.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'steward-mash-'));
const env = {
  PATH: process.env.PATH,
  HOME: home,
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  SSH_CONNECTION: 'x',
};
/** Maximum number of keys sent ahead of the program; less than 2,000 bytes. */
const keysAhead = 200;
const keys = [
  ...'jkghlGdyYwWsSnNrRxXLPJCcopzvuUmMfteEaD/:?1234567890-=[]*. \'"|!~<>{}#ü漢',
  ...['\r', '\r', '\r', '\x1b', '\x1b', '\x1b', '\t', '\x7f', '\x04', '\x15', '\x06', '\x02'],
  ...['\x10', '\x13', '\x0c', '\x0e', '\x17', '\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D', '\x1b[5~'],
  ...['\x1b[6~', '\x1b[H', '\x1b[F', '\x1b[Z', '\x1bOP', '\x1bOQ', '\x1b[15~', '\x1b[20~'],
  ...['\x1b[1;2C', '\x1b[1;2D', '\x1b[1;2A', '\x1b[1;2B', '\x1b[1;3C', '\x1b[1;3D', '\x1b[3~'],
  ...['\x1b[<0;10;8M', '\x1b[<65;3;3M', '\x1b[<64;3;3M', '\x1b[200~pasted\n text\x1b[201~'],
  ...['projects\r', 'ver HPAY\r', 'wh\r', 'perm\r', 'blog\r', 'ops\r', 'failed\r', 'space 1\r'],
];
const sizes = [
  [80, 24],
  [120, 40],
  [40, 10],
  [300, 80],
  [41, 11],
  [20, 5],
];

/** Create a generator of numbers from 0 to 1, determined by the seed. */
function seeded(start) {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const random = seeded(seed);
const pick = items => items[Math.floor(random() * items.length)];
const screen = new xterm.Terminal({cols: 80, rows: 24, allowProposedApi: true, scrollback: 0});
let exit;
let tail = '';
let last = performance.now();
let terminal = open();
let left = 0;

function open() {
  exit = undefined;
  tail = '';
  screen.reset();
  screen.resize(80, 24);
  const size = {cols: 80, rows: 24, env, cwd: home};
  const made = pty.spawn(process.execPath, [bin, '--sandbox'], size);
  made.onData(data => {
    last = performance.now();
    tail = (tail + data).slice(-20_000);
    screen.write(data);
  });
  made.onExit(end => {
    exit = end;
  });
  return made;
}

/** Restart the program after the palette or the help has quit it. */
async function reopen() {
  checkEnd();
  left += 1;
  terminal = open();
  await see(/Blog posts +\d/, 'no home screen');
}

function checkEnd() {
  const error = /\w*Error: [\s\S]{0,1500}/.exec(tail)?.[0] ?? tail.slice(-1500);
  if (exit?.exitCode !== 0) fail(`it did not end well: ${JSON.stringify(exit)}\n${error}`);
  const given = tail.includes('\x1b[?1049l') && tail.includes('\x1b[?25h');
  if (!given) fail(`the terminal was not given back\n${JSON.stringify(tail.slice(-500))}`);
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const shown = () => {
  const {active} = screen.buffer;
  return Array.from({length: screen.rows}, (_, y) =>
    active.getLine(active.viewportY + y)?.translateToString(true),
  ).join('\n');
};

async function see(pattern, what) {
  const from = performance.now();
  while (!pattern.test(shown())) {
    if (exit || performance.now() - from > 15_000) fail(`${what}\n${shown()}\n${tail.slice(-600)}`);
    await sleep(10);
  }
}

/**
 * Wait until nothing was drawn for a moment, which means that all keys were read. A terminal
 * buffers about 4,000 unread bytes; beyond that, the writer and the program would block each other.
 */
async function calm() {
  const from = performance.now();
  while (!exit && performance.now() - last < 40) {
    if (performance.now() - from > 15_000) return;
    await sleep(10);
  }
  read = sent;
}

function fail(why) {
  console.error(`seed ${seed}: ${why}`);
  if (!exit) terminal.kill('SIGKILL');
  rmSync(home, {recursive: true, force: true});
  process.exit(1);
}

function residentMb() {
  const pages = Number(readFileSync(`/proc/${terminal.pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 1e6);
}

await see(/Blog posts +\d/, 'no home screen');
const started = performance.now();
const first = residentMb();
let sent = 0;
let read = 0;
while (sent < count) {
  if (exit) await reopen();
  if (random() < 0.02) {
    const [columns, rows] = pick(sizes);
    // The emulator fails if it is resized while text is pending.
    await new Promise(resolve => screen.write('', resolve));
    terminal.resize(columns, rows);
    screen.resize(columns, rows);
  }
  const burst = random() < 0.3 ? 40 : 1 + Math.floor(random() * 8);
  for (let i = 0; i < burst && sent < count && !exit; i++, sent++) terminal.write(pick(keys));
  await sleep(random() < 0.1 ? 60 : 4);
  if (sent - read >= keysAhead) await calm();
  if (sent % 10_000 < burst) console.log(`${sent} keys, ${residentMb()} MB`);
}
if (exit) await reopen();
terminal.resize(80, 24);
screen.resize(80, 24);
while (performance.now() - last < 500) await sleep(50);
for (let i = 0; i < 60; i++) {
  terminal.write('\x1b');
  await sleep(30);
}
terminal.write(':home\r');
await see(/Last writes/, 'stuck: it does not come home');
terminal.write('?');
await see(/help/, 'stuck: no help');
terminal.write('\x1b');
await sleep(100);
const memory = residentMb();
terminal.write('\x03');
await sleep(100);
terminal.write('\x03');
for (let i = 0; i < 500 && !exit; i++) await sleep(10);
checkEnd();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `seed ${seed}: ${sent} keys in ${seconds} s, ${first} MB → ${memory} MB, left by itself ${left} times, all is well`,
);
rmSync(home, {recursive: true, force: true});
