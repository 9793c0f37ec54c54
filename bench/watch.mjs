import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

/**
 * The soak test of `jr watch webhook get-failed`: a sandbox with single failures and bursts of
 * about a thousand with the same time, first without faults, then with 429, 5xx, dropped and
 * truncated responses, then with restarts of the sandbox, then with the watcher killed and resumed.
 * The output of the watcher is compared with the final list of the server. Fails when a failure is
 * missed, printed twice within a run, printed again after a kill although it was saved, or out of
 * order; when memory grows (heap after a garbage collection triggered by a signal); or, without
 * faults, when a failure takes longer than the interval plus 100 ms from its listing to its line
 * (p99), which requires an idle machine.
 *
 * `node bench/watch.mjs 20000` for fewer failures than 200,000.
 */
const wanted = Number(process.argv[2] ?? 200_000);
const intervalMs = 200;
const latencyAtMostMs = intervalMs + 100;
const heldAtMostMb = 4;
const peakAtMostMb = 250;
/** Prints the heap size on standard error when it receives a signal. */
const heapTeller = `data:text/javascript,process.on("SIGUSR2",()=>{gc();process.stderr.write('{"heap":'+process.memoryUsage().heapUsed+'}\\n')})`;
/** This much traffic of a large site is a burst of about a thousand. */
const stepMs = 1_300_000;
const perStep = 1000;
const overlapMs = 5000;

const jr = fileURLToPath(new URL('../dist/bin/jr.js', import.meta.url));
if (!existsSync(jr)) throw new Error('nothing is built: npm run build');
const home = mkdtempSync(join(tmpdir(), 'steward-soak-'));
const place = join(home, 'failed.place');
const failed = '*/webhook/failed*';
const faults = [
  `GET ${failed}: 429 retry-after=1 p=0.04`,
  `GET ${failed}: 503 p=0.04`,
  `GET ${failed}: 500 p=0.03`,
  `GET ${failed}: drop p=0.04`,
  `GET ${failed}: truncate p=0.04`,
];

/** The output of each process, in order. */
const runs = [];
const began = performance.now();
const startMs = Date.now();
let sandbox = await startSandbox(0);
let watcher = startWatcher();

try {
  const steps = Math.ceil(wanted / perStep);
  console.log(`Node ${process.version}, ${wanted} failures, an interval of ${intervalMs} ms`);
  await sleep(2000);
  const [peace, bad, restarts, kills] = [0.2, 0.4, 0.15, 0.25].map(part => Math.ceil(steps * part));
  await burst(3, 300);
  await settle();
  const heapBefore = await heapMb();
  const stalls = monitorEventLoopDelay({resolution: 10});
  stalls.enable();
  const peaceBegan = Date.now();
  await burst(peace, 1500);
  await settle();
  const peaceEnded = Date.now();
  stalls.disable();
  await control('PUT', 'faults', faults);
  await burst(bad, 300);
  await control('PUT', 'faults', []);
  for (let count = 0; count < 3; count += 1) {
    await burst(Math.ceil(restarts / 3), 300);
    await restartSandbox();
  }
  await settle();
  const memory = {rss: watcher.memory, before: heapBefore, after: await heapMb()};
  await control('PUT', 'faults', faults.slice(0, 2));
  const saved = [];
  for (let count = 0; count < 6; count += 1) {
    // Often in the middle of a burst: killed so soon after it that its lines are still being
    // written.
    await burst(Math.ceil(kills / 6), 300);
    await sleep(Math.random() * intervalMs);
    await control('POST', 'step', stepMs);
    await sleep(Math.random() * 2 * intervalMs);
    await kill();
    saved.push(readPlace());
    watcher = startWatcher();
  }
  await control('PUT', 'faults', []);
  await settle();
  await control('PUT', 'traffic', 'off');
  await sleep(12 * intervalMs);
  const truth = await listAll();
  await stopWatcher();
  judge(truth, saved, memory, {from: peaceBegan, to: peaceEnded, stallMs: stalls.max / 1e6});
} finally {
  watcher.child.kill('SIGKILL');
  sandbox.child.kill('SIGKILL');
  rmSync(home, {recursive: true, force: true});
}

function judge(truth, saved, memory, peace) {
  const index = new Map(truth.map((key, at) => [key, at]));
  const told = new Set(runs.flatMap(run => run.lines.map(({key}) => key)));
  check('failures listed by the server', truth.length, '', truth.length >= wanted);
  check('missed', truth.filter(key => !told.has(key)).length, '', none);
  check('told and not listed', [...told].filter(key => !index.has(key)).length, '', none);
  check('twice within a run', sum(runs.map(({lines}) => doubles(lines))), '', none);
  check(
    'told again after a kill',
    sum(saved.map((_, at) => again(at).length)),
    `in ${saved.length} kills`,
  );
  const unduly = saved.map((kept, at) => again(at).filter(line => isSaved(line, kept)).length);
  check('  of them saved before', sum(unduly), '', none);
  check('out of order', sum(runs.map(({lines}) => disorder(lines, index))), '', none);
  check('gaps said', sum(runs.map(({gaps}) => gaps)), '', none);

  const {rss, before, after} = memory;
  check('held by the first watcher, first', before, 'MB');
  check('  last', after, 'MB', after - before <= heldAtMostMb);
  check('its memory, first', median(rss.slice(5, 10)), 'MB');
  check('  last', median(rss.slice(-5)), 'MB');
  check('  peak', Math.max(...rss), 'MB', Math.max(...rss) <= peakAtMostMb);

  const all = runs.flatMap(({lines}) => lines);
  const calm = all.filter(({listedMs}) => listedMs > peace.from && listedMs < peace.to);
  const times = calm.map(({listedMs, atMs}) => atMs - listedMs);
  check('listing to line in peace, p50', quantile(times, 0.5), 'ms');
  check('  p99', quantile(times, 0.99), 'ms', quantile(times, 0.99) <= latencyAtMostMs);
  check('  largest', quantile(times, 1), 'ms');
  check('  largest stall of this process then', peace.stallMs, 'ms');
  const rest = all.filter(({listedMs}) => listedMs >= peace.to);
  const worse = rest.map(({listedMs, atMs}) => atMs - listedMs);
  check('with faults, restarts and kills, p50', quantile(worse, 0.5), 'ms');
  check('  p99', quantile(worse, 0.99), 'ms');
  check('time', (performance.now() - began) / 1000, 's');

  /** List what a run printed that an earlier one had printed. */
  function again(at) {
    const before = new Set(runs.slice(0, at + 1).flatMap(({lines}) => lines.map(({key}) => key)));
    return runs[at + 1].lines.filter(({key}) => before.has(key));
  }
}

/** Check whether a saved cursor covers a failure. */
function isSaved({key, listedMs}, {floorMs, toldMs, seen}) {
  return listedMs <= Math.max(floorMs, toldMs - overlapMs) || seen.has(key);
}

function doubles(lines) {
  return lines.length - new Set(lines.map(({key}) => key)).size;
}

function disorder(lines, index) {
  const places = lines.map(({key}) => index.get(key) ?? -1);
  return places.filter((place, at) => at > 0 && place <= places[at - 1]).length;
}

/** Trigger several bursts. */
async function burst(count, everyMs) {
  for (let done = 0; done < count; done += 1) {
    await control('POST', 'step', stepMs);
    await sleep(everyMs * (0.5 + Math.random()));
  }
}

/** Wait until the watcher has printed nothing for a while, including back-off. */
async function settle() {
  for (let quiet = 0, known = -1; quiet < 8; quiet += 1) {
    await sleep(500);
    const {length} = watcher.lines;
    // With traffic, a few lines always arrive; more indicates a backlog.
    if (length > known + 100) quiet = 0;
    known = length;
  }
}

function startWatcher() {
  const args = ['watch', 'webhook', 'get-failed', '--interval', `${intervalMs}ms`];
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      heapTeller,
      jr,
      ...args,
      '--maxResults',
      '100',
      '--after',
      String(startMs),
      '--resume',
      place,
    ],
    {
      env: {PATH: process.env.PATH, HOME: home, ...sandbox.env},
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const run = {
    child,
    lines: [],
    gaps: 0,
    memory: [],
    notes: createInterface({input: child.stderr}),
  };
  runs.push(run);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    const atMs = Date.now();
    text += chunk;
    const lines = text.split('\n');
    // The last line is incomplete; after a kill it never completes.
    text = lines.pop();
    for (const line of lines) {
      const {type, item} = JSON.parse(line);
      if (type === 'gap') run.gaps += 1;
      else run.lines.push({key: keyOf(item), listedMs: item.failureTime, atMs});
    }
  });
  const timer = setInterval(() => run.memory.push(residentMb(child.pid) ?? 0), 1000);
  run.ended = once(child, 'close').then(([code, signal]) => {
    clearInterval(timer);
    if (code !== 0 && signal === null) throw new Error(`the watcher ended with ${code}`);
  });
  return run;
}

/** Return the heap size of the watcher, after the keys of the overlap were dropped. */
async function heapMb() {
  await sleep(overlapMs + 2000);
  const told = new Promise(resolve => {
    watcher.notes.on('line', line => {
      const {heap} = JSON.parse(line);
      if (heap !== undefined) resolve(heap / 1024 / 1024);
    });
  });
  watcher.child.kill('SIGUSR2');
  return told;
}

async function kill() {
  watcher.child.kill('SIGKILL');
  await watcher.ended;
}

async function stopWatcher() {
  watcher.child.kill('SIGTERM');
  await watcher.ended;
}

function readPlace() {
  const {floorMs, toldMs, seen} = JSON.parse(readFileSync(place, 'utf8'));
  const keys = seen.map(([key]) => key.replace(/^(\d+) "(.*)"$/, '$1 $2'));
  return {floorMs, toldMs, seen: new Set(keys)};
}

async function startSandbox(port) {
  const data = ['--data', join(home, 'site.json'), '--size', 'large', '--traffic', 'fast'];
  const child = spawn(process.execPath, [jr, 'sandbox', '--port', String(port), ...data], {
    env: {PATH: process.env.PATH, HOME: home},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({input: child.stdout}), 'line');
  const {tracker_base_url: url, auth_user: user, auth_token: token} = JSON.parse(line);
  const authorization = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
  const env = {JR_BASE_URL: url, JR_AUTH_USER: user, JR_AUTH_TOKEN: token};
  return {child, url, env, headers: {authorization}};
}

async function restartSandbox() {
  const {port} = new URL(sandbox.url);
  const ended = once(sandbox.child, 'exit');
  sandbox.child.kill('SIGTERM');
  await ended;
  sandbox = await startSandbox(Number(port));
}

async function control(method, path, body) {
  const url = `${sandbox.url}/__sandbox/${path}`;
  const answer = await fetch(url, {method, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** List all failures in the server's order. */
async function listAll() {
  const keys = [];
  for (let after = startMs; ; ) {
    const url = `${sandbox.url}/rest/api/3/webhook/failed?maxResults=1000&after=${after}`;
    const {values} = await (await fetch(url, {headers: sandbox.headers})).json();
    if (values.length === 0) return keys;
    for (const value of values) keys.push(keyOf(value));
    after = values.at(-1).failureTime;
  }
}

function keyOf({id, failureTime}) {
  return `${failureTime} ${id}`;
}

/** Undefined if the system does not report it. */
function residentMb(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}

function none(figure) {
  return figure === 0;
}

function check(name, figure, unit, bound = true) {
  const isGood = typeof bound === 'function' ? bound(figure) : bound;
  if (!isGood) process.exitCode = 1;
  const note = isGood ? '' : '  beyond its bound';
  console.log(
    `  ${name.padEnd(40)} ${figure.toFixed(unit === 'MB' ? 1 : 0).padStart(7)} ${unit}${note}`,
  );
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

function median(numbers) {
  return quantile(numbers, 0.5);
}

function quantile(numbers, part) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
