import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {Agent, request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

/**
 * Measures the built sandbox in each size: time from the process's start to its first line, its
 * peak memory then, small GETs per second over a few keep-alive connections from this process, and
 * the time for a page of 1000 failed deliveries at random positions. Fails when a start takes 2 s
 * or 300 MB, when the median round of the first kind of GET has less than 3,000 per second, or when
 * a page's p95 is 20 ms or more. Rounds of a second each: `node bench/sandbox.mjs 5`.
 */
const startAtMostMs = 2000;
const memoryAtMostMb = 300;
const leastPerSecond = 3000;
const pageAtMostMs = 20;
const connections = 8;
const roundMs = 1000;
const rounds = Number(process.argv[2] ?? 5);
const failureLifeMs = 72 * 3_600_000;

const jr = fileURLToPath(new URL('../dist/bin/jr.js', import.meta.url));
if (!existsSync(jr)) throw new Error('nothing is built: npm run build');
const home = mkdtempSync(join(tmpdir(), 'steward-bench-'));

try {
  console.log(`Node ${process.version}, ${connections} connections, ${rounds} rounds, medians`);
  for (const size of ['small', 'medium', 'large']) await measure(size);
  await measureReload();
} finally {
  rmSync(home, {recursive: true, force: true});
}

async function measure(size) {
  const sandbox = await start(['--size', size]);
  const {process: child, url, headers} = sandbox;
  const agent = new Agent({keepAlive: true, maxSockets: connections});
  const get = path => ask(agent, url + path, headers);
  try {
    console.log(`\n${size}`);
    check('start', sandbox.ms, 'ms', sandbox.ms < startAtMostMs);
    const memory = peakMb(child.pid);
    if (memory !== undefined) check('peak of memory', memory, 'MB', memory < memoryAtMostMb);
    const key = JSON.parse(await get('/rest/api/3/project/search?maxResults=1')).values[0].key;
    const kinds = [
      ['one resolution', '/rest/api/3/resolution/10000', true],
      ['one project', `/rest/api/3/project/${key}`],
      ['failed deliveries, first page', '/rest/api/3/webhook/failed'],
      ['failed deliveries, none new', `/rest/api/3/webhook/failed?after=${Date.now() + 60_000}`],
      ['blog posts, a page of 25', '/wiki/api/v2/blogposts'],
    ];
    for (const [name, path, isHeld] of kinds) {
      const figure = await throughput(() => get(path));
      check(name, figure, 'per second', !isHeld || figure >= leastPerSecond);
    }
    if (size === 'large') {
      const p95 = await pageTimes(get);
      check('1000 failed deliveries, p95', p95, 'ms', p95 < pageAtMostMs);
    }
  } finally {
    agent.destroy();
    await stop(child);
  }
}

/** Measure how long it takes to reload a large stored world. */
async function measureReload() {
  const args = ['--size', 'large', '--data', join(home, 'large.json')];
  await stop((await start(args)).process);
  const again = await start(args);
  await stop(again.process);
  console.log('');
  check('large from a file, start', again.ms, 'ms', again.ms < startAtMostMs);
}

async function start(args) {
  const started = performance.now();
  const child = spawn(process.execPath, [jr, 'sandbox', ...args], {
    env: {PATH: process.env.PATH, HOME: home},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({input: child.stdout}), 'line');
  const ms = performance.now() - started;
  const {tracker_base_url: url, auth_user, auth_token} = JSON.parse(line);
  const authorization = `Basic ${Buffer.from(`${auth_user}:${auth_token}`).toString('base64')}`;
  return {process: child, ms, url, headers: {authorization}};
}

async function stop(child) {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Return the peak memory of the process; undefined if the system does not report it. */
function peakMb(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
}

/** Measure responses per second: each connection sends a request as soon as it has a response. */
async function throughput(get) {
  const figures = [];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    let answers = 0;
    const askOn = async () => {
      while (performance.now() - began < roundMs) {
        await get();
        answers += 1;
      }
    };
    await Promise.all(Array.from({length: connections}, askOn));
    // The first round warms up.
    if (round > 0) figures.push(answers / ((performance.now() - began) / 1000));
  }
  return median(figures);
}

/** Measure pages at positions all over the three days. */
async function pageTimes(get) {
  const times = [];
  for (let index = 0; index < 200; index += 1) {
    const after = Date.now() - Math.floor((((index * 79) % 200) / 200) * failureLifeMs);
    const began = performance.now();
    await get(`/rest/api/3/webhook/failed?maxResults=1000&after=${after}`);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
}

function ask(agent, url, headers) {
  return new Promise((resolve, reject) => {
    const sent = request(url, {agent, headers}, response => {
      const chunks = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

function check(name, figure, unit, isGood) {
  if (!isGood) process.exitCode = 1;
  const note = isGood ? '' : '  beyond its bound';
  console.log(`  ${name.padEnd(32)} ${figure.toFixed(0).padStart(6)} ${unit}${note}`);
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
