import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {
  alertsIn,
  countOf,
  differences,
  linesIn,
  missing,
  unexpected,
  withoutRepeats,
  writeProgram,
} from './alerts.mjs';
import {alertsOf, planDuty, silentMs} from './plan.mjs';
import {runRounds} from './rounds.mjs';
import {keyOf, startFailureServer} from './server.mjs';
import {startSink} from './sink.mjs';
import {startWatcher} from './watcher.mjs';

/** The address whose failures a second watch hands to a program and forwards. */
const programAddress = 'duty.example.net/program';
/** The default of --overlap. */
const overlapMs = 5000;

/**
 * A duty: failures by a plan, with every trouble, watched by two watches under kills. The first one
 * watches everything, with alert rules and a program for alerts; the second one only one address,
 * with a program and forwarding.
 *
 * @returns the rows of a table: name, figure, whether it is as it must be
 */
export async function duty({folder, rounds, failures, skewMs, random, troubles}) {
  const plan = planDuty(rounds, failures, troubles);
  const server = await startFailureServer({skewMs});
  const sink = await startSink();
  const notify = writeProgram(join(folder, 'notify'), join(folder, 'notified'), '');
  // Fails at times.
  const ticket = writeProgram(
    join(folder, 'ticket'),
    join(folder, 'tickets'),
    'test $(($$ % 40)) != 0 &&',
  );
  const common = ['--interval', '200ms', '--max-wait', '3s', '--patient', '1h'];
  const all = makeWatch(server, folder, [
    ...common,
    '--resume',
    join(folder, 'all.place'),
    ...plan.rules.flatMap(rule => ['--alert', rule]),
    '--exec',
    notify,
  ]);
  const one = makeWatch(server, folder, [
    ...common,
    ...['--resume', join(folder, 'one.place'), '--url', programAddress],
    ...['--exec', ticket, '--forward-to', sink.url],
  ]);
  all.start();
  one.start();
  while (!existsSync(join(folder, 'all.place')) || !existsSync(join(folder, 'one.place'))) {
    await sleep(50);
  }
  await sleep(1000);

  const reports = [];
  const now = await runRounds({
    plan,
    server,
    sink,
    random,
    kill: () => Promise.all([all.kill(), one.kill()]),
  });
  // Everything falls silent.
  await sleep(silentMs + 6000);
  // A program that failed runs again after up to six seconds.
  for (let quiet = 0, known = -1; quiet < 16; quiet++) {
    await sleep(500);
    const handled =
      linesIn(join(folder, 'tickets')).length + linesIn(join(folder, 'notified')).length;
    const count = server.served + sink.requests + handled;
    if (count !== known) quiet = 0;
    known = count;
  }
  const report = startWatcher(server.url, ['--report', '--since', '1h', '--output', 'csv'], folder);
  await report.ended;
  reports.push(report);
  await all.stop();
  await one.stop();
  await server.stop();
  await sink.stop();
  writeFileSync(
    join(folder, 'runs.json'),
    JSON.stringify(
      all.runs.map(({alertTimes, notes, keys, code}) => ({
        code,
        keys: keys.length,
        alertTimes,
        notes,
      })),
      null,
      1,
    ),
  );
  return judge();

  function judge() {
    const truth = server.all();
    const wanted = new Set(truth.map(keyOf));
    const ofProgram = truth.filter(([, , target]) => target === programAddress);
    const printed = all.keys();
    const printedByOne = one.keys();
    const wantedAlerts = alertsOf(plan);
    const {texts: alerts, again: alertsAgain} = all.alerts();
    const wrong = differences(wantedAlerts, alerts);
    const ids = new Set(ofProgram.map(([, number]) => `f${number}`));
    const sent = new Set([
      ...sink.accepted.keys(),
      ...lettersIn(join(folder, 'one.place.dead-letters')),
    ]);
    const handled = new Set([
      ...idsIn(join(folder, 'tickets')),
      ...lettersIn(join(folder, 'one.place.dead-letters.exec')),
    ]);
    const count = [...wantedAlerts.values()].reduce((sum, n) => sum + n, 0);
    const listedLate = truth.filter(([, , , lateMs]) => lateMs > overlapMs).map(keyOf);
    const late = new Set(all.runs.flatMap(run => [...run.late]));
    const reported = sumOfReport(report.text);
    const missed = truth.filter(failure => !printed.has(keyOf(failure)));
    const missedLate = missed.filter(({3: lateMs}) => lateMs > overlapMs);
    const warned = all.runs.some(({notes}) => notes.includes('may be missed'));
    const notified = alertsIn(join(folder, 'notified'));
    const unnotified = differences(countOf(alerts), notified).filter(({got, want}) => got < want);
    return {
      wrong,
      rows: [
        ['failures', truth.length, true],
        ['requests, of them in trouble', `${server.requests}, ${server.troubles}`, true],
        ['kills of each watch', all.kills, true],
        ['missed', missed.filter(({3: lateMs}) => lateMs <= overlapMs).length, 0],
        // More than 50,000 failures within ten minutes shorten the search for late ones.
        ['  of those listed late; warned of it', `${missedLate.length}, ${warned}`, true],
        ['  of those listed late, without a warning', warned ? 0 : missedLate.length, 0],
        [
          'missed by the second watch',
          ofProgram.filter(failure => !printedByOne.has(keyOf(failure))).length,
          0,
        ],
        ['printed, but never listed', [...printed].filter(key => !wanted.has(key)).length, 0],
        ['twice within a run', twice(all.runs) + twice(one.runs), 0],
        ['printed again after a kill', all.again(), true],
        ['listed late, marked as late', `${listedLate.length}, ${late.size}`, true],
        [
          'marked as late, but listed in time',
          [...late].filter(key => !listedLate.includes(key)).length,
          0,
        ],
        ['alerts and ends expected', count, true],
        ['  fired', alerts.length, true],
        ['  missing', missing(wrong), 0],
        ['  unexpected', unexpected(wrong), 0],
        ['  printed again after a kill', alertsAgain, true],
        ['alerts the program of --exec did not get', unnotified.length, 0],
        ['failures for --exec', ids.size, true],
        ['  neither processed nor stored', [...ids].filter(id => !handled.has(id)).length, 0],
        ['failures for --forward-to', ids.size, true],
        ['  neither accepted nor stored', [...ids].filter(id => !sent.has(id)).length, 0],
        ['  accepted more than once', [...sink.accepted.values()].filter(n => n > 1).length, true],
        ['failures in --report', reported, truth.length],
        [
          'exit codes',
          [...new Set([...all.runs, ...one.runs, report].map(({code}) => code))].join(' '),
          true,
        ],
        ['peak memory, MB', Math.round(Math.max(...all.runs.map(({peakMb}) => peakMb))), true],
        [
          'processor time of the first watch, s',
          Math.round(all.runs.reduce((sum, {cpuMs}) => sum + cpuMs, 0) / 1000),
          true,
        ],
        ['time, s', Math.round(now() / 1000), true],
      ],
    };
  }
}

/** A watch that is killed and started again. */
function makeWatch(server, folder, flags) {
  const runs = [];
  const watch = {
    runs,
    kills: 0,
    start: () => void runs.push(startWatcher(server.url, flags, folder)),
    async kill() {
      await runs.at(-1).end('SIGKILL');
      watch.kills++;
      watch.start();
    },
    stop: () => runs.at(-1).end('SIGTERM'),
    keys: () => new Set(runs.flatMap(({keys}) => keys)),
    again: () =>
      runs.reduce((sum, {keys}) => sum + keys.length, 0) - watch.keys().size - twice(runs),
    /** The alerts without those that were printed again after a kill, and the number of these. */
    alerts: () =>
      withoutRepeats(runs.flatMap(({alerts}, run) => alerts.map(text => ({text, run})))),
  };
  return watch;
}

function idsIn(path) {
  return linesIn(path).map(line => JSON.parse(line).id);
}

function lettersIn(path) {
  return linesIn(path).map(line => JSON.parse(line).item.id);
}

function twice(runs) {
  return runs.reduce((sum, {keys}) => sum + keys.length - new Set(keys).size, 0);
}

function sumOfReport(csv) {
  return csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .reduce((sum, line) => sum + Number(line.split(',')[1]), 0);
}
