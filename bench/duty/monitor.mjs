import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {
  alertsIn,
  differences,
  linesIn,
  missing,
  unexpected,
  withoutRepeats,
  writeProgram,
} from './alerts.mjs';
import {alertsOf, planDuty, silentMs} from './plan.mjs';
import {runRounds} from './rounds.mjs';
import {startScreen} from './screen.mjs';
import {keyOf, startFailureServer} from './server.mjs';

/** Most records that the monitor stores. */
const stored = 50_000;
/** The monitor polls every 10 s, and once a minute after a refusal. */
const pollMs = 10_000;
const refusedMs = 60_000;

/** The duty in the terminal UI: its monitor is open, and it is killed and started again. */
export async function monitor({folder, rounds, failures, skewMs, random, troubles}) {
  const plan = planDuty(rounds, failures, troubles);
  const server = await startFailureServer({skewMs});
  const home = join(folder, 'screen');
  mkdirSync(home);
  const notified = join(folder, 'screen-notified');
  const notify = writeProgram(join(folder, 'screen-notify'), notified, '');
  const runs = [];
  /** Number of alerts that the program had at each start. */
  const starts = [];
  const start = () => {
    starts.push(linesIn(notified).length);
    const screen = startScreen(server.url, home, ['--max-wait', '5s']);
    runs.push(screen);
    return screen;
  };
  const openMonitor = async screen => {
    if (await screen.see(/Site\b|Projects/)) screen.write(':wh failed\r');
    return screen.see(/in 72 h|No failed|polled/);
  };
  const first = start();
  await openMonitor(first);
  for (const line of [`:alert ${plan.rules.join(' ')}`, `:alert-exec ${notify}`]) {
    first.write(`${line}\r`);
    await sleep(500);
  }
  const now = await runRounds({
    plan,
    server,
    random,
    async kill() {
      await runs.at(-1).end('SIGKILL');
      void openMonitor(start()).catch(() => undefined);
    },
  });
  const truth = server.all();
  const screen = runs.at(-1);
  const count = () => Number(/([\d,]+) in 72 h/.exec(screen.text())?.[1].replaceAll(',', '') ?? 0);
  // A start reads everything again, which takes as long as it takes.
  await unchanged(count, 120_000, () => count() === truth.length);
  const counted = count();
  await sleep(silentMs + (server.refused > 0 ? refusedMs : 0) + 2 * pollMs);
  await unchanged(() => linesIn(notified).length, 2 * pollMs);
  const shown = screen.text();
  const exported = await exportRecords(screen, join(folder, 'records.jsonl'));
  await screen.end('SIGTERM');
  await server.stop();
  const wanted = alertsOf(plan);
  // Polls every 10 s may come before and after the refusals.
  if (server.refused === 0) for (const text of ['alert dead', 'resolved dead']) wanted.delete(text);
  const {texts, again} = withoutRepeats(
    alertsIn(notified).map((text, at) => ({text, run: starts.findLastIndex(count => count <= at)})),
  );
  const wrong = differences(wanted, texts);
  const known = new Set(truth.map(keyOf));
  return {
    wrong,
    shown,
    rows: [
      ['failures', truth.length, true],
      ['requests, of them in trouble', `${server.requests}, ${server.troubles}`, true],
      ['kills', runs.length - 1, true],
      ['counted on the screen', counted, truth.length],
      ['records exported', exported.length, Math.min(stored, truth.length)],
      ['  twice', exported.length - new Set(exported).size, 0],
      ['  never listed', exported.filter(key => !known.has(key)).length, 0],
      ['alerts and ends expected', [...wanted.values()].reduce((sum, n) => sum + n, 0), true],
      ['  given to the program', texts.length, true],
      ['  missing', missing(wrong), 0],
      ['  unexpected', unexpected(wrong), 0],
      ['  given again after a kill', again, true],
      ['peak memory, MB', Math.round(Math.max(...runs.map(({peakMb}) => peakMb))), true],
      ['processor time, s', Math.round(runs.reduce((s, {cpuMs}) => s + cpuMs, 0) / 1000), true],
      ['time, s', Math.round(now() / 1000), true],
    ],
  };
}

/** Wait until a figure has not changed for a time, or a condition holds. */
async function unchanged(figure, limitMs, isOver = () => false) {
  let sinceMs = performance.now();
  for (let known; performance.now() - sinceMs < limitMs && !isOver(); await sleep(200)) {
    if (figure() !== known) sinceMs = performance.now();
    known = figure();
  }
}

/** Export tab 2, and return the keys of its records. */
async function exportRecords(screen, file) {
  screen.write('2');
  await sleep(1000);
  screen.write('E');
  await screen.see(/export to/);
  screen.write(`\u0015${file}\r`);
  for (let size = -1, i = 0; i < 60; i++) {
    await sleep(500);
    const length = existsSync(file) ? readFileSync(file).length : -1;
    if (length > 0 && length === size) break;
    size = length;
  }
  return linesIn(file).map(line => {
    const {id, failureTime} = JSON.parse(line);
    return `${failureTime} ${id}`;
  });
}
