import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {writePrivateFile} from '../../src/host/private-file.ts';

describe('writing a private file', () => {
  const uuid = 'd3b07384-d9a0-4c9b-8f3e-0123456789ab';
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-private-'));
  });
  afterEach(() => rmSync(folder, {recursive: true}));

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
