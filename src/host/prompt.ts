import {Buffer} from 'node:buffer';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {PassThrough, Writable} from 'node:stream';
import {StringDecoder} from 'node:string_decoder';
import {Failure} from '../base/failure.ts';
import {escapeOutput} from '../base/safe-text.ts';

/** Asks questions on the terminal, one at a time. */
export interface Prompter {
  /**
   * Write the question to standard error and read one line of standard input; lines typed or pasted
   * ahead answer the next questions.
   *
   * @param hidden whether typed characters are hidden
   * @throws Failure 'interrupted' for Ctrl+C and for the end of input
   */
  ask(question: string, hidden: boolean): Promise<string>;
}

/**
 * Make a prompter on this process's terminal. After the first question the terminal is read until
 * the process ends, without keeping the process alive: pausing between two questions could lose
 * input in some runtimes.
 */
export function makePrompter(): Prompter {
  const {stdin, stderr} = process;
  const decoder = new StringDecoder('utf8');
  /** Input after the line that answered the last question. */
  let ahead = '';
  let hasEnded = false;
  /** Receives the answer to the current question. */
  let input: PassThrough | undefined;
  /** Pass on one line and keep the rest. */
  const feed = (): void => {
    if (input === undefined) return;
    const [line = ''] = /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(ahead) ?? [];
    ahead = ahead.slice(line.length);
    const asked = input;
    if (/[\r\n]$/.test(line)) input = undefined;
    asked.write(line);
    if (hasEnded) asked.end();
  };
  const listen = (): void => {
    stdin.on('data', (chunk: Uint8Array) => {
      ahead += decoder.write(Buffer.from(chunk));
      feed();
    });
    stdin.on('end', () => {
      hasEnded = true;
      feed();
    });
  };
  return {
    async ask(question, hidden) {
      const shown = escapeOutput(question);
      if (hidden) stderr.write(shown);
      const asked = new PassThrough();
      input = asked;
      stdin.setRawMode(true);
      if (stdin.listenerCount('data') === 0) listen();
      stdin.ref();
      feed();
      try {
        return await readAnswer(asked, hidden ? '' : shown, hidden ? silent() : stderr);
      } finally {
        input = undefined;
        stdin.unref();
        stdin.setRawMode(false);
        if (hidden) stderr.write('\n');
      }
    },
  };
}

function readAnswer(
  input: NodeJS.ReadableStream,
  question: string,
  output: NodeJS.WritableStream,
): Promise<string> {
  const reader = createInterface({input, output, terminal: true, historySize: 0});
  return new Promise((resolve, reject) => {
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => reject(new Failure('interrupted', 'Interrupted.', {attempts: 0})));
    reader.question(question, answer => {
      resolve(answer);
      reader.close();
    });
  });
}

function silent(): Writable {
  return new Writable({write: (_chunk, _encoding, done) => done()});
}
