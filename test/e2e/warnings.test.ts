import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, onlyOnNode, runFirst} from '../support/built.ts';
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

  it('are not mixed into standard error', () => {
    expect(warned()).toBe('');
  });

  it('are told when Node is asked for them', context => {
    onlyOnNode(context, 'options of Node mean nothing to the executable');
    expect(warned('--trace-warnings')).toContain('odd');
  });

  /** What a command writes to standard error when something warns before it. */
  function warned(options?: string): string {
    const warn = join(built.folder, 'warn.cjs');
    writeFileSync(warn, "setImmediate(() => process.emitWarning('odd'))");
    return spawnSync(join(built.folder, 'jr'), ['--version'], {
      env: {...built.env(), ...runFirst(warn, options)},
      encoding: 'utf8',
    }).stderr;
  }
});
