import {execFileSync, spawnSync} from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {openAuditLog} from '../../src/host/audit.ts';
import {readAuditLog} from '../../src/host/audit-tail.ts';
import {readCacheFile} from '../../src/host/cache.ts';
import {lockFile, readCursorFile} from '../../src/host/cursor-file.ts';
import {openDeadLetters} from '../../src/host/dead-letters.ts';
import {withFileLock} from '../../src/host/file-lock.ts';
import {makeHost, makeSystemClock} from '../../src/host/make-host.ts';
import {writePrivateFile} from '../../src/host/private-file.ts';
import {fileUiState} from '../../src/host/ui-state.ts';
import {readWorldFile} from '../../src/sandbox/data-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-private-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

describe('writing a private file', () => {
  const uuid = 'd3b07384-d9a0-4c9b-8f3e-0123456789ab';
  const write = () => writePrivateFile(join(folder, 'config.json'), 'new', {ownsDirectory: true});

  it('takes away what a killed process left of it, secrets and all', async () => {
    const {pid} = spawnSync('true');
    writeFileSync(join(folder, `config.json.${pid}-${uuid}.tmp`), '{"token":"…"}');
    writeFileSync(join(folder, `config.json.${uuid}.tmp`), 'of an older version');
    utimesSync(join(folder, `config.json.${uuid}.tmp`), 0, 0);
    await write();
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  it('leaves what another process is writing, and what is not its own', async () => {
    const others = [
      `config.json.${process.ppid}-${uuid}.tmp`,
      'config.json.mine.tmp',
      `presets.json.${uuid}.tmp`,
    ];
    for (const name of others) writeFileSync(join(folder, name), 'other');
    await write();
    expect(readdirSync(folder).sort()).toEqual(['config.json', ...others].sort());
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('new');
  });
});

describe.skipIf(process.platform === 'win32')('a pipe where a file of the program is due', () => {
  it('is neither waited for nor replaced, whatever opens it', async () => {
    const pipe = join(folder, 'state/steward/pipe.json');
    mkdirSync(join(folder, 'state/steward'), {recursive: true});
    const log = join(folder, 'state/steward/log.jsonl');
    const locked = join(folder, 'locked');
    for (const path of [pipe, log, `${locked}.lock`]) execFileSync('mkfifo', [path]);
    const env = {XDG_STATE_HOME: join(folder, 'state')};
    const host = Object.create(makeHost(), {env: {value: env}, home: {value: folder}});
    const ui = fileUiState(host);
    const clock = makeSystemClock();
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      'a private file': () => writePrivateFile(pipe, '{}', {ownsDirectory: false}),
      'the audit log': () => openAuditLog(pipe, host),
      'the end of the audit log': () => readAuditLog([pipe]),
      'a cached answer': () => readCacheFile(pipe),
      'state that is saved': () => ui.write('pipe', '{}'),
      'a log of the state': () => ui.append('log', '{}'),
      'a lock': () => withFileLock(`${locked}.lock`, {clock, staleMs: 1, waitMs: 1}, async () => 0),
      'a held file': () => lockFile(locked),
      'a dead-letter file': () => openDeadLetters(pipe, host).take(),
      'the data of a sandbox': async () => readWorldFile(pipe),
      'any other file': () => host.findFile(pipe),
    };
    for (const [name, way] of Object.entries(ways)) {
      const message = await way().then(
        () => 'went on',
        (error: unknown) => (error instanceof Error ? error.message : error),
      );
      expect([name, message]).toEqual([name, expect.stringContaining('is not a regular file')]);
    }
    expect(await ui.read('pipe')).toBeUndefined();
    expect(await readCursorFile(pipe, host)).toMatchObject({
      problem: expect.stringContaining('is not a regular file'),
    });
    for (const path of [pipe, log]) expect(statSync(path).isFIFO()).toBe(true);
  });
});
