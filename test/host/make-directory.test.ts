import {mkdtemp, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {makeDirectory} from '../../src/host/private-file.ts';

describe('making a directory', () => {
  test('makes those above it too, for their owner alone, and is content with one that is there', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'steward-make-')), 'a', 'b', 'c');
    await Promise.all([makeDirectory(path), makeDirectory(path)]);
    await makeDirectory(path);
    for (const each of [path, join(path, '..')]) {
      const found = await stat(each);
      expect([found.isDirectory(), found.mode & 0o777]).toEqual([true, 0o700]);
    }
  });

  test('says so where a file stands in the way', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'steward-make-')), 'file');
    await writeFile(file, '');
    await expect(makeDirectory(join(file, 'a', 'b'))).rejects.toThrow(/ENOTDIR/);
  });

  test.runIf(process.platform === 'linux')('comes back where none can be made', async () => {
    await expect(makeDirectory('/proc/nowhere/a/b')).rejects.toThrow(/ENOENT/);
  });
});
