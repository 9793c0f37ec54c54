import {mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {saveFile} from '../../src/host/user-files.ts';

function place() {
  const cwd = mkdtempSync(join(tmpdir(), 'steward-save-'));
  const home = mkdtempSync(join(tmpdir(), 'steward-home-'));
  return {cwd, home, env: {}, platform: process.platform};
}

test('a new file is written where it was asked for, for its owner alone', async () => {
  const host = place();
  expect(await saveFile('rows.csv', 'a\r\n', host)).toEqual({
    path: join(host.cwd, 'rows.csv'),
    exists: false,
  });
  expect(statSync(join(host.cwd, 'rows.csv')).mode & 0o777).toBe(0o600);
  await saveFile('~/rows.csv', 'b\r\n', host);
  expect(readFileSync(join(host.home, 'rows.csv'), 'utf8')).toBe('b\r\n');
});

test('a file that is there is left as it is', async () => {
  const host = place();
  await saveFile('rows.csv', 'first', host);
  expect(await saveFile('rows.csv', 'second', host)).toMatchObject({exists: true});
  expect(readFileSync(join(host.cwd, 'rows.csv'), 'utf8')).toBe('first');
});

test('a directory that is not there is an error, and nothing is left behind', async () => {
  const host = place();
  await expect(saveFile('gone/rows.csv', 'a', host)).rejects.toThrow(/ENOENT/);
  expect(readdirSync(host.cwd)).toEqual([]);
});
