import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

/**
 * Trials of the commands that scripts run at night, on a server of its own that refuses, fails and
 * drops requests. Each prints its figures as one JSON line, and fails if a promise is broken.
 *
 * - `bulk [rows] [kills]`: creates 5,000 versions from a table with `bulk --resume`, killed at
 *   random moments after sending has started, until a run ends by itself. Each row must exist
 *   exactly once.
 * - `batch [signals]`: ends batches of 40 writes by 200 signals (SIGINT, SIGTERM, SIGHUP) at random
 *   moments after sending has started. Each result must tell what the server did, and the summary
 *   count those not started.
 * - `pace [requests]`: reads on a server with a limit per second, alone and by four processes side
 *   by side, and with 30 % random refusals. Nothing may fail.
 *
 * `SEED=7 node bench/scripts.mjs batch 50`: another order of moments, and fewer of them.
 */
const [trial, ...numbers] = process.argv.slice(2);
const jr = fileURLToPath(new URL('../dist/bin/jr.js', import.meta.url));
if (!existsSync(jr)) throw new Error('nothing is built: npm run build');
const home = mkdtempSync(join(tmpdir(), 'steward-scripts-'));
const random = randomFrom(Number(process.env.SEED ?? 1));
const startedMs = Date.now();

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A tracker with versions.
 *
 * @param chances of each fault: `refused` (429), `failed` (503), `lost` (carried out, then dropped)
 * @param perSecond requests accepted in a second, by default all
 */
async function startTracker({refused = 0, failed = 0, lost = 0, perSecond, latencyMs = 2} = {}) {
  const made = [];
  const counts = {requests: 0, writes: 0, refused: 0, failed: 0, lost: 0};
  let second = 0;
  let inSecond = 0;
  let onWrite = () => undefined;
  const refuse = response => {
    counts.refused += 1;
    response.writeHead(429, {'retry-after': '1'}).end('{}');
  };
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', part => parts.push(part));
    request.on('end', async () => {
      counts.requests += 1;
      await sleep(latencyMs * (0.5 + random()));
      const now = Math.floor(Date.now() / 1000);
      [second, inSecond] = now === second ? [second, inSecond + 1] : [now, 1];
      if (inSecond > (perSecond ?? Infinity) || random() < refused) return refuse(response);
      const json = value => response.end(JSON.stringify(value));
      if (request.method === 'GET') return json(answerRead(request.url, made));
      counts.writes += 1;
      onWrite();
      if (random() < failed) {
        counts.failed += 1;
        return response.writeHead(503).end('{}');
      }
      const version = {id: `${made.length + 1}`, ...JSON.parse(Buffer.concat(parts))};
      made.push(version);
      if (random() < lost) {
        counts.lost += 1;
        return request.socket.destroy();
      }
      response.statusCode = 201;
      json(version);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    made,
    counts,
    origin: `http://127.0.0.1:${server.address().port}`,
    /** Resolves with the next write that arrives. */
    nextWrite: () => new Promise(resolve => (onWrite = resolve)),
    stop: () => server.closeAllConnections() ?? server.close(),
  };
}

/** A version, or a page of the versions of a project. */
function answerRead(url, made) {
  if (url.startsWith('/rest/api/3/version/')) return {id: '1'};
  const query = new URL(url, 'http://tracker').searchParams;
  const startAt = Number(query.get('startAt') ?? 0);
  const maxResults = Number(query.get('maxResults') ?? 50);
  const values = made.slice(startAt, startAt + maxResults);
  const isLast = startAt + values.length >= made.length;
  return {startAt, maxResults, total: made.length, isLast, values};
}

/** Start a command on a tracker. */
function start(tracker, words) {
  const child = spawn(process.execPath, [jr, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      JR_BASE_URL: tracker.origin,
      JR_AUTH_TYPE: 'bearer',
      JR_AUTH_TOKEN: 'token-of-the-trial',
    },
  });
  const output = {stdout: '', stderr: ''};
  child.stdout.on('data', part => (output.stdout += part));
  child.stderr.on('data', part => (output.stderr += part));
  const ended = new Promise(resolve =>
    child.on('close', (code, signal) => resolve({code, signal, ...output})),
  );
  return {child, ended};
}

/** End a command by a signal, at a random moment after its first write. */
async function endAfterWrite({child, ended}, tracker, signal, mostMs) {
  const isSent = await Promise.race([
    tracker.nextWrite().then(() => true),
    ended.then(() => false),
  ]);
  if (isSent) await Promise.race([sleep(random() * mostMs), ended]);
  return child.kill(signal);
}

function count(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

async function bulkTrial(rows = 5000, kills = 40) {
  const tracker = await startTracker({refused: 0.02, failed: 0.005, lost: 0.005});
  const names = Array.from({length: rows}, (_, i) => `v${i + 1}`);
  const table = join(home, 'rows.csv');
  writeFileSync(table, `name,projectId\n${names.map(name => `${name},10000`).join('\n')}\n`);
  const words = ['bulk', 'version', 'create', '--from', table, '--resume', join(home, 'progress')];
  let killed = 0;
  let runs = 0;
  let last;
  for (; runs < 2 * kills + 50; runs++) {
    const one = start(tracker, [...words, '--concurrency', '8', '--jq', 'map(.status)']);
    if (killed < kills && (await endAfterWrite(one, tracker, 'SIGKILL', 1500))) killed += 1;
    last = await one.ended;
    if (last.code === 0) break;
  }
  const found = count(tracker.made.map(({name}) => name));
  const missing = names.filter(name => !found.has(name)).length;
  const twice = [...found.values()].filter(times => times > 1).length;
  tracker.stop();
  return {
    figures: {
      rows,
      kills: killed,
      runs: runs + 1,
      exit: last.code,
      missing,
      twice,
      ...tracker.counts,
    },
    broken: [...(last.code === 0 ? [] : [last.stderr]), ...(missing + twice > 0 ? ['rows'] : [])],
  };
}

const exitOf = {SIGINT: 130, SIGTERM: 143, SIGHUP: 129};

async function batchTrial(signals = 200) {
  const tracker = await startTracker({latencyMs: 4});
  const broken = [];
  const exits = [];
  for (let i = 0; i < signals; i++) {
    const names = Array.from({length: 40}, (_, at) => `b${i}-${at}`);
    const commands = names.map(name => ({command: 'version create', args: {name, projectId: 1}}));
    const file = join(home, 'commands.json');
    writeFileSync(file, JSON.stringify(commands));
    const signal = Object.keys(exitOf)[i % 3];
    const one = start(tracker, ['batch', '--input', file, '--concurrency', String(1 + (i % 4))]);
    await endAfterWrite(one, tracker, signal, 250);
    const result = await one.ended;
    const why = problemsOf(result, names, tracker, signal);
    exits.push(result.code ?? result.signal);
    if (why.length > 0) broken.push({i, signal, why, stderr: result.stderr.slice(0, 500)});
  }
  tracker.stop();
  return {
    figures: {signals, exits: Object.fromEntries(count(exits)), broken: broken.length},
    broken,
  };
}

/** Compare the results of a batch with what its server did. */
function problemsOf({code: own, signal: by, stdout, stderr}, names, tracker, signal) {
  const why = [];
  const expected = exitOf[signal];
  // After its last result the program ends by the signal itself, as a shell reports it.
  const code = by === signal ? expected : own;
  if (code !== expected && code !== 0) why.push(`exit ${code}`);
  let results = [];
  try {
    results = JSON.parse(stdout);
  } catch {
    return [...why, `stdout is not JSON: ${stdout.slice(0, 200)}`];
  }
  if (results.length !== names.length) why.push(`${results.length} results`);
  const made = count(tracker.made.map(({name}) => name));
  let left = 0;
  for (const {index, exit_code: exit, error} of results) {
    const times = made.get(names[index]) ?? 0;
    const isUnsent = error?.attempts === 0;
    if (isUnsent) left += 1;
    if (exit === 0 && times !== 1) why.push(`${index} is done, made ${times} times`);
    if (isUnsent && times > 0) why.push(`${index} was not sent, but made`);
    if (exit !== 0 && !isUnsent && !/may have|check/i.test(JSON.stringify(error)))
      why.push(`${index}: ${JSON.stringify(error)}`);
  }
  const told = Number(/(\d+) of \d+ commands not started/.exec(stderr)?.[1] ?? 0);
  if (told !== left) why.push(`${told} told as not started, ${left} found`);
  return why;
}

async function paceTrial(requests = 109) {
  const reads = join(home, 'reads.json');
  const command = {command: 'version get', args: {id: 1}};
  writeFileSync(reads, JSON.stringify(Array.from({length: requests}, () => command)));
  const words = ['batch', '--input', reads, '--max-batch', '0', '--concurrency', '6'];
  const cases = [
    ['alone', 1, {perSecond: 30}],
    ['four side by side', 4, {perSecond: 30}],
    ['30 % refused at random', 1, {refused: 0.3}],
  ];
  const figures = {requests};
  const broken = [];
  for (const [name, processes, limits] of cases) {
    const tracker = await startTracker(limits);
    const beganMs = Date.now();
    const all = Array.from({length: processes}, () => start(tracker, [...words, '--jq', 'length']));
    const ended = await Promise.all(all.map(one => one.ended));
    const failures = ended.filter(({code}) => code !== 0);
    const extra = tracker.counts.requests - requests * processes;
    const percent = Math.round((1000 * extra) / (requests * processes)) / 10;
    const seconds = Math.round((Date.now() - beganMs) / 100) / 10;
    const {requests: sent} = tracker.counts;
    figures[name] = {sent, extra, percent, failures: failures.length, seconds};
    broken.push(...failures.map(({stderr}) => stderr.slice(0, 300)));
    tracker.stop();
  }
  return {figures, broken};
}

const trials = {bulk: bulkTrial, batch: batchTrial, pace: paceTrial};
const run = trials[trial];
if (run === undefined)
  throw new Error(`usage: node bench/scripts.mjs ${Object.keys(trials).join('|')}`);
const {figures, broken} = await run(...numbers.map(Number));
const seconds = Math.round((Date.now() - startedMs) / 100) / 10;
process.stdout.write(`${JSON.stringify({trial, ...figures, seconds})}\n`);
for (const one of broken) process.stderr.write(`${JSON.stringify(one)}\n`);
rmSync(home, {recursive: true, force: true});
if (broken.length > 0) process.exitCode = 1;
