import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

/** The command. */
export const jr = fileURLToPath(new URL('../../dist/bin/jr.js', import.meta.url));
if (!existsSync(jr)) throw new Error('nothing is built: npm run build');

/** The environment of the command. @param home the folder of its configuration */
export const envOf = (serverUrl, home) => ({
  PATH: process.env.PATH,
  HOME: home,
  JR_BASE_URL: serverUrl,
  JR_AUTH_TYPE: 'bearer',
  JR_AUTH_TOKEN: 'duty',
});

/**
 * Start `jr watch webhook get-failed`.
 *
 * @param home the folder of its configuration
 */
export function startWatcher(serverUrl, flags, home) {
  const run = {
    /** Keys of the failures printed, in order; the numbers of those marked as late. */
    keys: [],
    late: new Set(),
    /** Alerts and their ends, as `type rule address`. */
    alerts: [],
    alertTimes: [],
    forwarded: 0,
    notes: '',
    text: '',
    peakMb: 0,
    cpuMs: 0,
    beganMs: performance.now(),
    firstMs: undefined,
  };
  const env = envOf(serverUrl, home);
  const child = spawn(process.execPath, [jr, 'watch', 'webhook', 'get-failed', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  run.child = child;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    run.firstMs ??= performance.now() - run.beganMs;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) take(run, line);
  });
  child.stderr.setEncoding('utf8').on('data', chunk => {
    run.notes = (run.notes + chunk).slice(-20_000);
  });
  const timer = setInterval(() => measure(run), 100);
  run.ended = once(child, 'close').then(([code, signal]) => {
    clearInterval(timer);
    run.code = code ?? signal;
    return run;
  });
  /** End it, and measure it last. */
  run.end = signal => {
    measure(run);
    child.kill(signal);
    return run.ended;
  };
  return run;
}

function take(run, line) {
  const failure =
    /^\{"type":"failure",("late":true,)?"item":\{"id":"(f\d+)".*"failureTime":(\d+)\}\}$/.exec(
      line,
    );
  if (failure !== null) {
    const key = `${failure[3]} ${failure[2]}`;
    run.keys.push(key);
    if (failure[1] !== undefined) run.late.add(key);
    return;
  }
  if (!line.startsWith('{')) {
    run.text += `${line}\n`;
    return;
  }
  const event = JSON.parse(line);
  if (event.type === 'forwarded') run.forwarded++;
  else if (event.type === 'alert' || event.type === 'resolved') {
    const text = `${event.type} ${event.rule} ${event.address ?? ''}`.trim();
    run.alerts.push(text);
    run.alertTimes.push(
      `${event.at} ${(performance.now() - run.beganMs) | 0} ${text} | ${event.text}`,
    );
  } else run.text += `${line}\n`;
}

function measure(run) {
  try {
    const {pid} = run.child;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    run.peakMb = Math.max(run.peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    run.cpuMs = (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    // It has ended.
  }
}

/**
 * Wait until a watch has lived for a time as on a machine with nothing else to do: the time that it
 * waited for a processor is not counted.
 *
 * @param isReached conditions by name
 * @returns the milliseconds of it that were counted before each condition; undefined if not reached
 */
export async function liveFor(run, lifeMs, isReached) {
  const reached = {};
  for (;;) {
    const ms = performance.now() - run.beganMs - queuedMs(run.child.pid);
    for (const name of Object.keys(isReached)) {
      if (reached[name] === undefined && isReached[name]()) reached[name] = ms;
    }
    if (ms >= lifeMs) return reached;
    await sleep(2);
  }
}

/** How long the main thread of a process waited for a processor. */
function queuedMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    // Not on this system.
    return 0;
  }
}

/** The saved position, or undefined. */
export function readPlace(path) {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8'));
}
