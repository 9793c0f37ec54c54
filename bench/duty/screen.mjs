import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';

const steward = fileURLToPath(new URL('../../dist/bin/steward.js', import.meta.url));
if (!existsSync(steward)) throw new Error('nothing is built: npm run build');

/** Start the terminal UI at 120x40. @param home the folder of its configuration and state */
export function startScreen(serverUrl, home, flags = []) {
  const size = {cols: 120, rows: 40};
  const terminal = new xterm.Terminal({...size, allowProposedApi: true});
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TERM: 'xterm-256color',
    TZ: 'UTC',
    JR_BASE_URL: serverUrl,
    JR_AUTH_TYPE: 'bearer',
    JR_AUTH_TOKEN: 'duty',
  };
  const child = pty.spawn(process.execPath, [steward, ...flags], {...size, env, cwd: home});
  let isEnded = false;
  const ended = new Promise(resolve => {
    child.onExit(({exitCode, signal}) => {
      isEnded = true;
      clearInterval(timer);
      resolve(signal || exitCode);
    });
  });
  child.onData(data => terminal.write(data));
  const screen = {
    peakMb: 0,
    cpuMs: 0,
    ended,
    text() {
      const {active} = terminal.buffer;
      return Array.from({length: size.rows}, (_, i) =>
        active.getLine(active.viewportY + i)?.translateToString(true),
      ).join('\n');
    },
    write: keys => child.write(keys),
    /** Wait until the screen matches; false if the program ended before. */
    async see(pattern, limitMs = 30_000) {
      const untilMs = performance.now() + limitMs;
      while (!isEnded) {
        if (pattern.test(screen.text())) return true;
        if (performance.now() > untilMs) throw new Error(`not seen: ${pattern}\n${screen.text()}`);
        await sleep(20);
      }
      return false;
    },
    async end(signal) {
      measure();
      child.kill(signal);
      return ended;
    },
  };
  const timer = setInterval(measure, 100);
  return screen;

  function measure() {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      screen.peakMb = Math.max(
        screen.peakMb,
        Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
      );
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      screen.cpuMs = (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // It has ended.
    }
  }
}
