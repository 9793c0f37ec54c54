import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {keyOf, startFailureServer} from './server.mjs';
import {startSink} from './sink.mjs';
import {startWatcher} from './watcher.mjs';

/** The exit code of a watch whose file is in use. */
const inUse = 6;

/**
 * A day of the service unit of docs/watch.md: the server's clock runs faster, and so do the
 * seconds of
 * the unit. The supervisor restarts the watch by the rules of the unit; it crashes, is restarted by
 * hand, and the machine reboots, after which another process may have its id.
 */
export async function day({folder, seconds, failures, random}) {
  const speed = 86_400 / seconds;
  const unit = readUnit();
  const server = await startFailureServer({speed});
  const sink = await startSink();
  const state = join(folder, 'day');
  mkdirSync(state);
  const flags = unit.flags
    .map(flag => flag.replace(/^%S\/steward\b/, state))
    .map(flag => flag.replace(/^(\d+)([smh])$/, (_, n, unitOf) => scaled(n, unitOf, speed)));
  const place = flags[flags.indexOf('--resume') + 1];
  if (!place?.startsWith(state)) throw new Error('the unit saves its position elsewhere');
  flags.push('--forward-to', sink.url);
  const runs = [];
  const counts = {crashes: 0, reboots: 0, stops: 0, refusals: 0, restarts: 0};
  let isOver = false;
  let isStopped = false;
  /** Wakes the supervisor as a person starts the unit, or the machine. */
  let wake = () => undefined;
  const supervised = supervise();
  while (!existsSync(place)) await sleep(50);
  const beganMs = performance.now();
  let done = 0;
  let nextMs = 1500;
  while (performance.now() - beganMs < seconds * 1000) {
    const ms = performance.now() - beganMs;
    const part = Math.min(1, ms / (seconds * 1000));
    for (; done < failures * part; done++) server.fail(`ci.example.net/${done % 7}`);
    if (ms > nextMs) {
      nextMs = ms + 1500 + random() * 3000;
      await disturb();
    }
    await sleep(20);
  }
  server.trouble = () => undefined;
  await sleep(3000);
  // The backlog of the day takes as long as it takes; the watch is stuck without progress.
  for (let quiet = 0, known = -1; sink.accepted.size < done && quiet < 200; quiet++) {
    if (sink.accepted.size !== known) quiet = 0;
    known = sink.accepted.size;
    await sleep(100);
  }
  const behindS = Math.round((performance.now() - beganMs) / 1000 - seconds);
  isOver = true;
  await runs.at(-1).end('SIGTERM');
  wake();
  await supervised;
  await Promise.all([server.stop(), sink.stop()]);
  const printed = new Set(runs.flatMap(({keys}) => keys));
  return [
    ['a day in, s', seconds, true],
    ['failures', done, true],
    [
      'crashes, reboots, restarts by hand',
      `${counts.crashes}, ${counts.reboots}, ${counts.stops}`,
      true,
    ],
    ['401 until the watch ends', counts.refusals, true],
    ['starts', runs.length, true],
    [
      'refused a start, since the file was in use',
      runs.filter(({code}) => code === inUse).length,
      0,
    ],
    ['missed', server.all().filter(one => !printed.has(keyOf(one))).length, 0],
    [
      'twice within a run',
      runs.reduce((sum, {keys}) => sum + keys.length - new Set(keys).size, 0),
      0,
    ],
    ['not forwarded', done - sink.accepted.size, 0],
    ['forwarded again after a crash', [...sink.accepted.values()].filter(n => n > 1).length, true],
    ['read and forwarded after the day, s', behindS, true],
    ['exit codes', [...new Set(runs.map(({code}) => code))].join(' '), true],
  ];

  async function supervise() {
    while (!isOver) {
      runs.push(startWatcher(server.url, flags, folder));
      const {code} = await runs.at(-1).ended;
      if (isOver) return;
      const isFailed = typeof code === 'string' || code !== 0;
      if (isStopped || !isFailed || unit.prevents.has(code)) {
        await new Promise(resolve => {
          wake = resolve;
        });
        wake = () => undefined;
      } else {
        counts.restarts++;
        await sleep((unit.restartS * 1000) / speed);
      }
    }
  }

  async function disturb() {
    const run = runs.at(-1);
    const kind = ['crash', 'crash', 'reboot', 'stop', 'refusal'][Math.floor(random() * 5)];
    if (kind === 'crash') {
      counts.crashes++;
      await run.end('SIGKILL');
    } else if (kind === 'stop') {
      counts.stops++;
      isStopped = true;
      await run.end('SIGTERM');
      isStopped = false;
      wake();
    } else if (kind === 'reboot') {
      counts.reboots++;
      isStopped = true;
      await run.end('SIGKILL');
      await rebootLock(`${place}.lock`, random() < 0.2);
      isStopped = false;
      wake();
    } else {
      counts.refusals++;
      server.trouble = () => ({status: 401});
      await Promise.race([run.ended, sleep(20_000)]);
      server.trouble = () => undefined;
      // A person looks after it.
      wake();
    }
  }
}

/** As after a reboot: the lock names a process of an earlier boot, whose id another one has now. */
async function rebootLock(path, isEmpty) {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8'));
    const started = owner.started?.replace(/^\S+/, '00000000-0000-0000-0000-000000000000');
    // An empty one is of a power cut; it counts as left behind after five seconds.
    writeFileSync(path, isEmpty ? '' : JSON.stringify({...owner, pid: process.pid, started}));
    if (isEmpty) await sleep(5500);
  } catch {
    rmSync(path, {force: true});
  }
}

/** The flags and the rules of the unit. */
function readUnit() {
  const docs = readFileSync(new URL('../../docs/watch.md', import.meta.url), 'utf8');
  const [, text] = /```ini failed-deliveries\.service\n([\s\S]*?)```/.exec(docs);
  const settingOf = name => new RegExp(`^${name}=(.*)$`, 'm').exec(text)[1];
  const [, flags] = /get-failed (.*)$/.exec(settingOf('ExecStart'));
  if (settingOf('Restart') !== 'on-failure') throw new Error('the unit restarts by another rule');
  return {
    flags: flags.split(' '),
    restartS: Number(settingOf('RestartSec')),
    prevents: new Set(settingOf('RestartPreventExitStatus').split(' ').map(Number)),
  };
}

function scaled(number, unit, speed) {
  const ms = Number(number) * {s: 1000, m: 60_000, h: 3_600_000}[unit];
  return `${Math.max(50, Math.round(ms / speed))}ms`;
}
