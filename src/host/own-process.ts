import {Buffer} from 'node:buffer';
import {closeSync, openSync, readFileSync, writeSync} from 'node:fs';
import process from 'node:process';
import {setFlagsFromString} from 'node:v8';
import {hideSecrets} from '../base/hide-secrets.ts';

/**
 * Tell when the process ends although the run has not: Node ends it with success once nothing is
 * left that could go on, and a promise that nothing will settle is nothing. A run without an answer
 * is never exit 0 (contract 3.4).
 *
 * @param line makes what is written to standard error then
 * @returns to be called when the run has ended
 */
export function guardExit(line: () => string): () => void {
  const tell = (exitCode: number): void => {
    if (exitCode !== 0) return;
    process.exitCode = 1;
    writeSync(process.stderr.fd, `${line()}\n`);
  };
  process.once('exit', tell);
  return () => process.off('exit', tell);
}

/**
 * End the process if its output still waits for a reader that reads nothing; else it ends by itself.
 */
export function endUnread(exitCode: number): void {
  if (process.stdout.writableLength > 0 || process.stderr.writableLength > 0) {
    process.exit(exitCode);
  }
}

/** Flags whose values are secrets, or may hold some. */
const mayHoldSecrets =
  /^--(?:(?:auth-)?token|shared-secret|client-secret|header|body|form|query|arg|argjson)(?:[.=]|$)/;

/**
 * Take the command line out of what other users of the machine see of this process, when a secret
 * may have been given in it; the program's name remains.
 *
 * @param argv what follows the program's name
 */
export function hideArguments(program: string, argv: readonly string[]): void {
  if (!argv.some(word => mayHoldSecrets.test(word) || hideSecrets(word) !== word)) return;
  process.title = program;
  if (process.platform === 'linux') overwriteArguments(argv);
}

/**
 * Node writes its title over the command line. In the executable a title is no more than a name, so
 * zeros are written over its place in the memory (`arg_start` and `arg_end` of proc(5)).
 */
function overwriteArguments(argv: readonly string[]): void {
  try {
    if (!readFileSync('/proc/self/cmdline', 'utf8').includes(argv.join('\0'))) return;
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Counted from behind the name, which may hold blanks: the first field there is the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [start, end] = [Number(fields[48 - 3]), Number(fields[49 - 3])];
    const from = start + readFileSync('/proc/self/cmdline').indexOf(0);
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      writeSync(memory, Buffer.alloc(end - from), 0, end - from, from);
    } finally {
      closeSync(memory);
    }
  } catch {
    // A system without /proc shows no command lines either, or one that nothing here can change.
  }
}

/**
 * Keep the warnings of Node from standard error, which belongs to the JSON lines of a command and to
 * the screen of the terminal UI. Who looks for a fault asks Node for them: `--trace-warnings` or
 * `--redirect-warnings` on its command line or in NODE_OPTIONS.
 */
export function quietWarnings(): void {
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (/--(?:trace|redirect)-(?:warnings|deprecation)/.test(asked)) return;
  process.removeAllListeners('warning');
}

/**
 * Let V8 collect when the heap has grown by 15 percent: in the terminal UI, which stays, and for a
 * long response. Otherwise it waits until the heap has more than doubled, and a long list, of which
 * each page leaves ten times its size as garbage, takes twice the memory.
 */
export function collectOften(): void {
  setFlagsFromString('--heap-growing-percent=15');
}

/**
 * Before a long list is read: keep V8 from growing its young generation with every page. What a page
 * leaves behind is garbage at once; a larger space only makes the peak higher (two times the output
 * instead of three, at the same speed). For a process that reads one list and ends.
 */
export function prepareForLongList(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  collectOften();
}
