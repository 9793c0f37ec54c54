import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands} from '../support/built.ts';
import {startRecordingServer} from '../support/recording-server.ts';

/** Makes Node say every warning, as whoever looks for a fault would. */
const said = {NODE_OPTIONS: '--trace-warnings'};

describe('warnings of Node', () => {
  let built: BuiltCommands;
  beforeEach(() => {
    built = layBuiltCommands();
  });
  afterEach(() => built.remove());

  it('have no cause in a batch of 16 commands at a time', async () => {
    let inFlight = 0;
    let most = 0;
    let all = (): void => undefined;
    const together = new Promise<void>(resolve => {
      all = resolve;
    });
    const server = await startRecordingServer(async () => {
      most = Math.max(most, ++inFlight);
      if (most === 16) all();
      await together;
      inFlight -= 1;
      return {body: '{}'};
    });
    try {
      const child = spawn(join(built.folder, 'jr'), ['batch', '--concurrency', '16'], {
        env: {
          ...built.env(),
          ...said,
          JR_BASE_URL: server.origin,
          JR_AUTH_TOKEN: 'x',
          JR_AUTH_USER: 'a',
        },
      });
      const lines = Array.from({length: 20}, (_, i) => ({
        command: 'version get',
        args: {id: `${i}`},
      }));
      child.stdin.end(JSON.stringify(lines));
      const [stderr] = await Promise.all([
        text(child.stderr),
        text(child.stdout),
        once(child, 'close'),
      ]);
      expect([most, stderr]).toEqual([16, '']);
    } finally {
      await server.stop();
    }
  });

  it('are not mixed into standard error, unless Node is told to', () => {
    const warn = join(built.folder, 'warn.cjs');
    spawnSync('sh', ['-c', `echo "process.emitWarning('odd')" > ${warn}`]);
    const run = (options: string) =>
      spawnSync(join(built.folder, 'jr'), ['--version'], {
        env: {...built.env(), NODE_OPTIONS: `--require ${warn} ${options}`},
        encoding: 'utf8',
      }).stderr;
    expect(run('')).toBe('');
    expect(run('--trace-warnings')).toContain('odd');
  });
});
