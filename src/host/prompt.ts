import {Buffer} from 'node:buffer';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {PassThrough, Writable} from 'node:stream';
import {StringDecoder} from 'node:string_decoder';
import {Failure} from '../base/failure.ts';

/** Asks one question after the other on the terminal. */
export interface Prompter {
  /**
   * The question goes to standard error, the answer is one line of standard input; lines typed or
   * pasted ahead answer the next questions.
   *
   * @param hidden what is typed is not shown
   * @throws Failure 'interrupted' for Ctrl+C and for the end of input
   */
  ask(question: string, hidden: boolean): Promise<string>;
}

/** A prompter on this process's terminal. */
export function makePrompter(): Prompter {
  const decoder = new StringDecoder('utf8');
  /** What was typed after the line that answered the last question. */
  let ahead = '';
  return {
    async ask(question, hidden) {
      const {stdin, stderr} = process;
      if (hidden) stderr.write(question);
      const input = new PassThrough();
      /** Hands on one line and keeps what follows it. */
      const feed = (text: string): void => {
        const [line = ''] = /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(text) ?? [];
        ahead = text.slice(line.length);
        if (/[\r\n]$/.test(line)) stdin.off('data', listen);
        input.write(line);
      };
      const listen = (chunk: Uint8Array): void => feed(ahead + decoder.write(Buffer.from(chunk)));
      const end = (): void => void input.end();
      stdin.setRawMode(true);
      stdin.on('data', listen);
      stdin.on('end', end);
      stdin.resume();
      if (ahead !== '') feed(ahead);
      try {
        return await readAnswer(input, hidden ? '' : question, hidden ? silent() : stderr);
      } finally {
        stdin.off('data', listen);
        stdin.off('end', end);
        stdin.pause();
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
