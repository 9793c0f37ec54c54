import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {makeCursorSaver} from '../../src/commands/cursor-saver.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {fakeHost} from '../support/fake-host.ts';
import {type CliResult, type RunCliOptions, runCli} from '../support/run-cli.ts';

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-cursor-'));
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, {recursive: true, force: true});
});

const list = ['watch', 'webhook', 'get-failed'];
const sinceAll = [...list, '--after', '71h59m'];

function jr(argv: readonly string[], options: RunCliOptions = {}): Promise<CliResult> {
  const {user = '', token = ''} = sandbox.users.find(one => one.name === 'keeper') ?? {};
  return runCli('jr', argv, {
    ...options,
    env: {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_TYPE: 'basic',
      JR_AUTH_USER: user,
      JR_AUTH_TOKEN: token,
    },
  });
}

/** The failures in the events of a watch. */
function failuresIn({stdout}: CliResult): readonly string[] {
  const events = stdout.trimEnd().split('\n');
  return events.map(event => JSON.stringify(JSON.parse(event).item));
}

describe('the position of a watch', () => {
  it('is saved in a burst: a watch killed after a second of it goes on further each time', async () => {
    const place = join(folder, 'killed.place');
    const told = 20;
    const {stdout} = await jr(['webhook', 'get-failed', '--jq', '.values[]']);
    const all = stdout
      .trimEnd()
      .split('\n')
      .map(text => JSON.stringify(JSON.parse(text)));
    let next = 0;
    for (const least of [10, 20]) {
      let saved = '';
      await jr([...sinceAll, '--resume', place, '--max-events', String(told)], {
        onHost(host) {
          let nowMs = Date.now();
          host.clock.now = () => nowMs;
          let left = told;
          const {flush} = host.stdout;
          host.stdout.flush = async () => {
            await flush();
            nowMs += 50;
            // A process killed here leaves the file as it is now.
            if (--left === 0) saved = readFileSync(place, 'utf8');
          };
        },
      });
      writeFileSync(place, saved);
      const [first = ''] = failuresIn(await jr([...list, '--resume', place, '--max-events', '1']));
      writeFileSync(place, saved);
      next = all.indexOf(first);
      expect(next).toBeGreaterThanOrEqual(least);
    }
    expect(next).toBeLessThan(all.length);
  });

  it('is saved after many failures too, however little time they take', async () => {
    const path = join(folder, 'count.place');
    const host = fakeHost({cwd: folder});
    host.clock.now = () => 0;
    const saver = makeCursorSaver(path, {baseUrl: 'https://site.example'}, host);
    for (let count = 1; count <= 1000; count++) {
      await saver.save({floorMs: 0, toldMs: count, highWaterMs: count, seen: []});
    }
    // A process killed here leaves the file as it is now.
    expect(JSON.parse(readFileSync(path, 'utf8')).toldMs).toBeGreaterThan(500);
  });
});
