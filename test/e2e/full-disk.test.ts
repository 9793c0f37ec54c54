import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands} from '../support/built.ts';

/** A disk of its own for one command, where the system lets anybody lay one. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;

describe('a full disk', () => {
  let built: BuiltCommands;
  beforeEach(() => {
    built = layBuiltCommands();
  });
  afterEach(() => built.remove());

  const shell = (script: string, ...way: string[]) => {
    const [program = 'sh', ...args] = [...way, 'sh', '-c', script];
    return spawnSync(program, args, {
      env: built.env(),
      cwd: built.folder,
      encoding: 'utf8',
      timeout: 120_000,
    });
  };

  it.skipIf(process.platform !== 'linux')('behind standard output is reported as disk_full', () => {
    const {status, stderr} = shell('jr schema --list > /dev/full');
    expect([status, JSON.parse(stderr)]).toMatchObject([1, {error_type: 'disk_full'}]);
    expect(JSON.parse(stderr).message).toContain('ENOSPC');
  });

  it.skipIf(!canMount)(
    'below the configuration is reported as disk_full, and no data is lost',
    () => {
      mkdirSync(join(built.folder, '.config/jr'), {recursive: true});
      const save = 'jr configure --base-url https://example.net --username me --token t';
      const full = `mount -t tmpfs -o size=16k none .config/jr && ${save} &&
      cp .config/jr/config.json before && head -c 99999 /dev/zero > .config/jr/fill 2>/dev/null;
      ${save} --profile other; echo "exit $?"; cmp .config/jr/config.json before; ls -A .config/jr`;
      const {stdout, stderr} = shell(full, 'unshare', '-rm');
      expect(stdout.split('\n').slice(1)).toEqual(['exit 1', 'config.json', 'fill', '']);
      expect(JSON.parse(stderr)).toMatchObject({error_type: 'disk_full'});
      expect(readFileSync(join(built.folder, 'before'), 'utf8')).toContain('example.net');
    },
  );
});
