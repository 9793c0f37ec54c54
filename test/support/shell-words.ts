import {type ChildProcess, spawn} from 'node:child_process';

/** Takes each line apart as a command line is: how many words there are, then each. */
const script = `while IFS= read -r -d '' line; do
  eval "set -- $line" && printf '%s\\0' "$#" "$@" || printf -- '-1\\0'
done`;

interface Shell {
  readonly process: ChildProcess;
  /** Who waits for words, in the order of the lines. */
  readonly waiting: ((words: readonly string[]) => void)[];
}

let shell: Shell | undefined;

/**
 * The words a real shell makes of a line. One shell takes all lines: to start one costs more than
 * it does.
 */
export async function shellWords(line: string): Promise<readonly string[]> {
  shell ??= startShell();
  const {process, waiting} = shell;
  const [count = '', ...words] = await new Promise<readonly string[]>(resolve => {
    waiting.push(resolve);
    process.stdin?.write(`${line}\0`);
  });
  if (Number(count) !== words.length) throw new Error(`no shell takes this line: ${line}`);
  return words;
}

function startShell(): Shell {
  const bash = spawn('bash', ['-c', script], {stdio: ['pipe', 'pipe', 'inherit']});
  const waiting: Shell['waiting'] = [];
  let texts: string[] = [''];
  bash.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const [first = '', ...others] = piece.split('\0');
    texts = [...texts.slice(0, -1), (texts.at(-1) ?? '') + first, ...others];
    for (let size = sizeOf(texts); texts.length > size; size = sizeOf(texts)) {
      waiting.shift()?.(texts.splice(0, size));
    }
  });
  // It ends with the worker that started it, and keeps none from ending.
  for (const part of [bash, bash.stdin, bash.stdout]) (part as {unref?(): void}).unref?.();
  return {process: bash, waiting};
}

/** How many texts the first answer has, its count included. */
function sizeOf([count = '']: readonly string[]): number {
  return count === '' ? Number.POSITIVE_INFINITY : 1 + Math.max(0, Number(count));
}
