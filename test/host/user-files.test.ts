import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {listUserFolder, readUserFile} from '../../src/host/user-files.ts';

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-files-'));
  mkdirSync(join(home, 'pictures', 'old'), {recursive: true});
  writeFileSync(join(home, 'pictures', 'logo.png'), Uint8Array.of(0x89, 0, 255));
  writeFileSync(join(home, 'pictures', '.hidden.png'), '');
});
afterAll(() => rmSync(home, {recursive: true}));

const host = () => ({home, cwd: join(home, 'pictures'), platform: 'linux' as const});

describe('a file that the user names', () => {
  test('is read byte for byte, ~ being the home directory; a command names it without ~', async () => {
    const {path, bytes} = await readUserFile('~/pictures/logo.png', host());
    expect(path).toBe(join(home, 'pictures', 'logo.png'));
    expect([...bytes]).toEqual([0x89, 0, 255]);
    expect((await readUserFile('logo.png', host())).path).toBe('logo.png');
  });

  test('is refused where it is a folder, and where it is not there', async () => {
    await expect(readUserFile('~/pictures', host())).rejects.toThrow('~/pictures is not a file.');
    const none = {kind: 'validation_error', message: 'none.png: file not found.'};
    await expect(readUserFile('none.png', host())).rejects.toMatchObject(none);
  });

  test('is found in its folder, whose own folders end in a slash; what is hidden is left out', async () => {
    expect(await listUserFolder('~/pictures/', host())).toEqual(['logo.png', 'old/']);
    expect(await listUserFolder('', host())).toEqual(['logo.png', 'old/']);
    expect(await listUserFolder('~/none/', host())).toEqual([]);
  });
});
