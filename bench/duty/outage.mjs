import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {linesIn, writeProgram} from './alerts.mjs';
import {keyOf, startFailureServer} from './server.mjs';
import {startSink} from './sink.mjs';
import {envOf, jr, startWatcher} from './watcher.mjs';

const idsOf = server => server.all().map(failure => keyOf(failure).split(' ')[1]);

/** A server with many failures, and the flags of a watch that reads them all. */
async function startBacklog(folder, name, failures) {
  const server = await startFailureServer();
  const fromMs = server.nowMs() - failures;
  for (let i = 0; i < failures; i++) server.fail('ci.example.net/intake', {atMs: fromMs + i});
  const place = join(folder, `${name}.place`);
  return {server, place, flags: ['--after', '1h', '--interval', '200ms', '--resume', place]};
}

/** Wait until a count is reached, as long as it takes, but at most `limitMs` without progress. */
async function reaches(count, wanted, limitMs = 60_000) {
  let sinceMs = performance.now();
  for (let known = -1, now = count(); now < wanted; now = count()) {
    if (now !== known) sinceMs = performance.now();
    known = now;
    if (performance.now() - sinceMs > limitMs) return;
    await sleep(500);
  }
}

/** End a watch with SIGTERM. @returns the seconds that it took */
async function seconds(run) {
  const askedMs = performance.now();
  await run.end('SIGTERM');
  return Number(((performance.now() - askedMs) / 1000).toFixed(1));
}

/**
 * Start a watch while its destination is down, end it after half of the time, and start it again;
 * the destination then goes up.
 */
async function watchOverOutage({url, flags, folder, downMs, goUp}) {
  const first = startWatcher(url, flags, folder);
  const beganMs = performance.now();
  await sleep(downMs / 2);
  const endS = await seconds(first);
  const second = startWatcher(url, flags, folder);
  await sleep(Math.max(0, downMs - (performance.now() - beganMs)));
  await goUp();
  return {first, second, beganMs, endS};
}

const rowsOf = (ids, counts, letters) => [
  ['not delivered', ids.filter(id => !counts.has(id)).length, 0],
  ['delivered twice', [...counts.values()].filter(n => n > 1).length, 0],
  ['dead letters', letters, 0],
];

/**
 * Forwarding to an address that is down for a while; the watch is ended meanwhile, and started
 * again. Everything must arrive once.
 */
export async function outage({folder, failures, downMs}) {
  const {server, place, flags} = await startBacklog(folder, 'outage', failures);
  const sink = await startSink();
  await sink.stop();
  flags.push('--forward-to', sink.url);
  const {first, second, beganMs, endS} = await watchOverOutage({
    ...{url: server.url, flags, folder, downMs},
    goUp: () => sink.start(),
  });
  await reaches(() => sink.accepted.size, failures);
  await sleep(500);
  await second.end('SIGTERM');
  await Promise.all([server.stop(), sink.stop()]);
  return [
    ['failures for an address that is down', failures, true],
    ['  for, s', Math.round(downMs / 1000), true],
    ['end after SIGTERM meanwhile, s', endS, 'at most 10'],
    ...rowsOf(idsOf(server), sink.accepted, linesIn(`${place}.dead-letters`).length),
    ['peak memory, MB', Math.round(Math.max(first.peakMb, second.peakMb)), true],
    ['time, s', Math.round((performance.now() - beganMs) / 1000), true],
  ];
}

/** The same with a program that fails while what it needs is down. */
export async function programOutage({folder, failures, downMs}) {
  const {server, place, flags} = await startBacklog(folder, 'program', failures);
  const up = join(folder, 'program-up');
  const taken = join(folder, 'program-taken');
  const program = writeProgram(join(folder, 'program'), taken, `[ -e '${up}' ] || exit 1\nexec`);
  flags.push('--exec', program, '--retries', '6');
  const counts = () => countsOf(taken);
  const {second, beganMs, endS} = await watchOverOutage({
    ...{url: server.url, flags, folder, downMs},
    goUp: () => writeFileSync(up, ''),
  });
  await reaches(() => linesIn(taken).length, failures);
  await sleep(500);
  await second.end('SIGTERM');
  await server.stop();
  return [
    ['failures for a program that fails', failures, true],
    ['  for, s', Math.round(downMs / 1000), true],
    ['end after SIGTERM meanwhile, s', endS, 'at most 10'],
    ...rowsOf(idsOf(server), counts(), linesIn(`${place}.dead-letters`).length),
    ['time, s', Math.round((performance.now() - beganMs) / 1000), true],
  ];
}

const countsOf = file => {
  const counts = new Map();
  for (const line of linesIn(file)) {
    const {id} = JSON.parse(line);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};

/** Programs that do not want to end; each then passes its input on. */
const stubborn = {
  'ignores SIGTERM': "trap '' TERM INT HUP; sleep 20",
  'never reads': 'exec sleep 20',
  'leaves a process that holds its pipes': 'sleep 20 & sleep 20',
  'leaves a process of another session': 'setsid sleep 20 & sleep 20',
  'closes its input': 'exec <&-; sleep 20',
};

/** SIGTERM while such a program runs: the watch ends, and the next one delivers everything. */
export async function stubbornPrograms({folder}) {
  const rows = [];
  const failures = 6;
  for (const [name, text] of Object.entries(stubborn)) {
    const {server, flags} = await startBacklog(folder, name.replaceAll(' ', '-'), failures);
    const slow = join(folder, 'stubborn-slow');
    const started = join(folder, 'stubborn-started');
    const taken = join(folder, 'stubborn-taken');
    writeFileSync(slow, '');
    rmSync(started, {force: true});
    const condition = `if [ -e '${slow}' ]; then : > '${started}'; ${text}; fi\nexec`;
    flags.push('--exec', writeProgram(join(folder, 'stubborn'), taken, condition));
    const first = startWatcher(server.url, flags, folder);
    while (!existsSync(started)) await sleep(20);
    const endS = await seconds(first);
    rmSync(slow);
    const second = startWatcher(server.url, flags, folder);
    await reaches(() => linesIn(taken).length, failures, 20_000);
    await second.end('SIGTERM');
    await server.stop();
    const counts = countsOf(taken);
    rows.push([`${name}: ends after, s`, endS, 'at most 10']);
    rows.push(['  exit code', first.code, 0]);
    rows.push(['  then not processed', idsOf(server).filter(id => !counts.has(id)).length, 0]);
  }
  return rows;
}

/** An address that answers 503, then works: the dead letters are sent again. */
export async function refusing({folder, failures}) {
  const {server, place, flags} = await startBacklog(folder, 'refusing', failures);
  const sink = await startSink();
  sink.status = () => 503;
  const letters = `${place}.dead-letters`;
  const run = startWatcher(server.url, [...flags, '--forward-to', sink.url], folder);
  await reaches(() => run.forwarded, failures);
  await run.end('SIGTERM');
  const kept = linesIn(letters).length;
  const {requests} = sink;
  const retry = async () => {
    const line = [jr, 'forward', sink.url, '--retry', letters];
    const child = spawn(process.execPath, line, {env: envOf(server.url, folder), stdio: 'ignore'});
    return (await once(child, 'close'))[0];
  };
  const refused = await retry();
  const keptAgain = linesIn(letters).length;
  let number = 0;
  sink.status = () => (++number % 10 === 0 ? 503 : 200);
  await retry();
  const rest = linesIn(letters).length;
  sink.status = () => 200;
  const last = await retry();
  await Promise.all([server.stop(), sink.stop()]);
  return [
    ['failures for an address that answers 503', failures, true],
    ['  requests', requests, failures],
    ['  dead letters', kept, failures],
    ['  still there after a forward --retry that is refused', keptAgain, failures],
    ['    its exit code', refused, 7],
    ['  after one of which a tenth is refused', rest, Math.floor(failures / 10)],
    ['  exit code of the last', last, 0],
    ...rowsOf(idsOf(server), sink.accepted, linesIn(letters).length),
  ];
}
