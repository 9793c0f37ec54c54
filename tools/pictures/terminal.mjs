import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import stringWidth from 'string-width';

const pollMs = 20;
// A key without effect draws no frame, so the wait is limited.
const frameWaitMs = 1500;
const keys = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  down: '\x1b[B',
  up: '\x1b[A',
  'alt+up': '\x1b[1;3A',
  'shift+tab': '\x1b[Z',
  f2: '\x1bOQ',
  space: ' ',
};

/** Character widths of current terminals; those of the emulator are older than emoji. */
const widths = {
  version: 'today',
  wcwidth: codePoint => stringWidth(String.fromCodePoint(codePoint)),
  charProperties(codePoint, preceding) {
    const own = stringWidth(String.fromCodePoint(codePoint));
    const before = (preceding >> 1) & 3;
    const joins = own === 0 && preceding !== 0 && before > 0;
    return ((joins ? Math.max(own, before) : own) << 1) | Number(joins);
  },
};

/** Run a program in a pseudo-terminal and provide its screen. */
export function openTerminal(file, args, {columns, rows, env}) {
  const screen = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  screen.unicode.register(widths);
  screen.unicode.activeVersion = widths.version;
  const program = spawn(file, args, {cols: columns, rows, name: 'xterm-256color', env});
  let lastWriteMs = performance.now();
  let pressedMs = 0;
  let ended = false;
  program.onData(data => {
    lastWriteMs = performance.now();
    screen.write(data);
  });
  program.onExit(() => {
    ended = true;
  });
  const screenText = () => {
    const {active} = screen.buffer;
    const lines = Array.from({length: rows}, (_, y) =>
      active.getLine(active.viewportY + y)?.translateToString(true),
    );
    return lines.join('\n');
  };
  const until = async (done, what) => {
    const limit = performance.now() + 15_000;
    while (!done()) {
      if (ended || performance.now() > limit) throw new Error(`${what}\n${screenText()}`);
      await new Promise(resolve => setTimeout(resolve, pollMs));
    }
  };
  return {
    buffer: () => screen.buffer.active,
    text: screenText,
    /** Wait until the screen contains a text. */
    see: wanted => until(() => screenText().includes(wanted), `not seen: ${wanted}`),
    /** Wait until the screen no longer contains a text. */
    gone: text => until(() => !screenText().includes(text), `still there: ${text}`),
    /** Wait until the last key was handled and nothing was written for a while. */
    quiet: (ms = 250) =>
      until(() => {
        const now = performance.now();
        const isDrawn = lastWriteMs > pressedMs || now - pressedMs > frameWaitMs;
        return isDrawn && now - lastWriteMs > ms;
      }, 'never quiet'),
    press(name) {
      pressedMs = performance.now();
      program.write(keys[name] ?? (/^ctrl\+(.)$/.test(name) ? control(name) : name));
    },
    resize(size) {
      pressedMs = performance.now();
      screen.resize(size.columns, size.rows);
      program.resize(size.columns, size.rows);
    },
    close() {
      // Its folder is removed next, so nothing may still be written there.
      if (!ended) program.kill('SIGKILL');
    },
  };
}

function control(name) {
  return String.fromCharCode(name.charCodeAt(5) & 31);
}
