import {Buffer} from 'node:buffer';
import {closeSync, openSync, readFileSync, writeSync} from 'node:fs';
import process from 'node:process';
import {setFlagsFromString} from 'node:v8';
import {hideSecrets} from '../base/hide-secrets.ts';

/**
 * Detect a process that exits before the run has ended: Node exits with success if nothing is
 * pending, even while a promise is unsettled. An unfinished run must not have exit code 0 (contract
 * 3.4).
 *
 * @param line makes the text for standard error in that case
 * @returns call it when the run has ended
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

/** End the process if its output still waits for a blocked reader; else it ends by itself. */
export function endWithUnreadOutput(exitCode: number): void {
  if (process.stdout.writableLength > 0 || process.stderr.writableLength > 0) {
    process.exit(exitCode);
  }
}

/** Flags whose values are or may contain secrets. */
const mayHoldSecrets =
  /^--(?:(?:auth-)?token|shared-secret|client-secret|header|body|form|query|arg|argjson)(?:[.=]|$)/;

/**
 * Hide the command line from other users of the machine if it may contain a secret; the program's
 * name remains.
 *
 * @param argv arguments after the program's name
 */
export function hideArguments(program: string, argv: readonly string[]): void {
  if (!argv.some(word => mayHoldSecrets.test(word) || hideSecrets(word) !== word)) return;
  process.title = program;
  if (process.platform === 'linux') overwriteArguments(argv);
}

/**
 * Node writes its title over the command line. A title of the executable is only a name, so zeros
 * are written to its memory (`arg_start` and `arg_end` of proc(5)).
 */
function overwriteArguments(argv: readonly string[]): void {
  try {
    if (!readFileSync('/proc/self/cmdline', 'utf8').includes(argv.join('\0'))) return;
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Parse after the name, which may contain spaces: the first field there is the third.
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
    // A system without /proc shows no command lines, or one that cannot be changed.
  }
}

/**
 * Suppress Node's warnings on standard error, which is for the JSON lines of a command and the
 * screen of the terminal UI. To debug, request them with `--trace-warnings` or
 * `--redirect-warnings` on the command line or in NODE_OPTIONS.
 */
export function suppressWarnings(): void {
  const asked = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (/--(?:trace|redirect)-(?:warnings|deprecation)/.test(asked)) return;
  process.removeAllListeners('warning');
}

/**
 * Let V8 collect garbage when the heap has grown by 15 percent: for the long-running terminal UI,
 * and for long responses. By default it waits until the heap has more than doubled, and a long
 * list, whose pages leave ten times their size as garbage, takes twice the memory.
 */
export function collectGarbageOften(): void {
  setFlagsFromString('--heap-growing-percent=15');
}

let isPrepared = false;

/**
 * Before a long list is read: keep V8 from enlarging its young generation with every page. A page
 * becomes garbage at once, so a larger space only raises the peak (three times the output instead
 * of two, at the same speed). For a process that reads one list and ends.
 *
 * @param isOneOfMany the command reads thousands of lists, most of them short: then a young
 * generation that cannot grow takes a third of the time. @default false
 */
export function prepareForLongList(isOneOfMany = false): void {
  if (isPrepared) return;
  isPrepared = true;
  if (!isOneOfMany) setFlagsFromString('--semi-space-growth-factor=1');
  collectGarbageOften();
}
