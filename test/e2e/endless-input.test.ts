import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands} from '../support/built.ts';

/** A file that never ends. */
const endless = '/dev/zero';

/** Every kind of input that is read whole: from a file that a flag names, and from a pipe. */
const inputs: readonly (readonly string[])[] = [
  ['version', 'create', '--body', `@${endless}`],
  ['version', 'create', '--body', '-'],
  ['raw', 'POST', '/rest/api/3/version', '--body', `@${endless}`],
  ['raw', 'POST', '/rest/api/3/version', '--form', `file=@${endless}`],
  ['project', 'get-all', '--jq', `@${endless}`],
  ['batch'],
  ['batch', '--input', endless],
  ['bulk', 'version', 'create', '--from', endless],
  ['configure', '--token', '-'],
  ['configure', '--token', `@${endless}`],
  ['login', '--token', `@${endless}`, '--base-url', 'http://127.0.0.1:9'],
  ['forward', 'http://127.0.0.1:9/hook'],
];

describe('an input without end', () => {
  let built: BuiltCommands;
  beforeAll(() => {
    built = layBuiltCommands();
  });
  afterAll(() => built.remove());

  it.each(inputs.map(words => [words.join(' '), words] as const))(
    'is refused by its size: jr %s',
    async (_, words) => {
      const input = openSync(endless, 'r');
      const child = spawn(join(built.folder, 'jr'), words, {
        env: {
          ...built.env(),
          JR_BASE_URL: 'http://127.0.0.1:9',
          JR_AUTH_USER: 'ann@example.com',
          JR_AUTH_TOKEN: 't',
        },
        stdio: [input, 'pipe', 'pipe'],
      });
      closeSync(input);
      let stdout = '';
      let stderr = '';
      child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk));
      child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk));
      const [exit] = await once(child, 'close');
      expect({exit, stdout, stderr: JSON.parse(stderr)}).toMatchObject({
        exit: 7,
        stdout: '',
        stderr: {error_type: 'too_large', message: expect.stringMatching(/ is larger than /)},
      });
    },
  );
});
