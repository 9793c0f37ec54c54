import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {quoteWord} from '../../src/base/shell-words.ts';
import {editText} from '../../src/host/edit-text.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'editor-'));
});
afterEach(() => rmSync(directory, {recursive: true}));

/** An editor that is a program of ours: its last argument is the file. */
function editor(script: string): Record<string, string> {
  const path = join(directory, 'editor.cjs');
  const log = join(directory, 'log.json');
  writeFileSync(
    path,
    `const fs = require('node:fs');
     const file = process.argv.at(-1);
     const {mode} = fs.statSync(file);
     const around = fs.statSync(require('node:path').dirname(file)).mode;
     const text = fs.readFileSync(file, 'utf8');
     fs.writeFileSync(${JSON.stringify(log)}, JSON.stringify({file, mode, around, text, args: process.argv.slice(2, -1)}));
     ${script}`,
  );
  return {EDITOR: `${quoteWord(process.execPath)} ${quoteWord(path)} --wait`};
}

interface Seen {
  readonly file: string;
  readonly mode: number;
  readonly around: number;
  readonly text: string;
  readonly args: readonly string[];
}

function seen(): Seen {
  return JSON.parse(readFileSync(join(directory, 'log.json'), 'utf8')) as Seen;
}

describe('a text in the user’s editor', () => {
  test('is in a file for the user alone, comes back changed, and is gone then', async () => {
    const env = editor(`fs.appendFileSync(file, ' more');`);
    expect(await editText('{"a": 1}', '.json', {env, platform: process.platform})).toEqual({
      text: '{"a": 1} more',
    });
    const {file, mode, around, text, args} = seen();
    expect(text).toBe('{"a": 1}');
    expect(file).toMatch(/\.json$/);
    expect(args).toEqual(['--wait']);
    if (process.platform !== 'win32')
      expect([mode & 0o777, around & 0o777]).toEqual([0o600, 0o700]);
    expect(existsSync(dirname(file))).toBe(false);
  });

  test('is not taken over from an editor that fails; its file is gone all the same', async () => {
    const env = editor('process.exit(3);');
    const done = await editText('one', '.txt', {env, platform: process.platform});
    expect(done).toEqual({problem: expect.stringContaining('ended with 3')});
    expect(existsSync(seen().file)).toBe(false);
  });

  test('stays as it is where the editor is not there', async () => {
    const done = await editText('one', '.txt', {
      env: {EDITOR: 'no-such-editor-here'},
      platform: process.platform,
    });
    expect(done).toEqual({problem: expect.stringContaining('no-such-editor-here did not start')});
  });

  test('goes to VISUAL before EDITOR', async () => {
    const {EDITOR = ''} = editor(`fs.writeFileSync(file, 'visual');`);
    const env = {VISUAL: EDITOR, EDITOR: 'no-such-editor-here'};
    expect(await editText('', '.txt', {env, platform: process.platform})).toEqual({text: 'visual'});
  });
});
