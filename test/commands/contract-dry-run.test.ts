import {existsSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Program} from '../../src/commands/context.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {operations} from '../support/operations.ts';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

let folder: string;
let server: RecordingServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-dry-'));
  server = await startRecordingServer(() => ({body: '{}'}));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, {recursive: true, force: true});
});

const files = {
  'body.json': '{}',
  'avatar.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'batch.json': '[{"command":"version delete","args":{"id":"1"}}]',
};

/** Runs with credentials that would do: nothing but --dry-run keeps the request here. */
const run = (program: Program, argv: readonly string[], options: RunCliOptions = {}) =>
  runCli(program, argv, {
    files,
    ...options,
    env: {
      XDG_CACHE_HOME: folder,
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      CF_BASE_URL: `${server.origin}/wiki/api/v2`,
      CF_AUTH_USER: 'ann',
      CF_AUTH_TOKEN: 'secret-token',
    },
  });

const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);

describe('nothing leaves the machine under --dry-run', () => {
  it('with any of the 176 operations, nor with the extras', async () => {
    expect(operations.filter(({extra}) => !extra)).toHaveLength(176);
    const lines = operations.map(operation => {
      const program: Program = operation.service === 'tracker' ? 'jr' : 'cf';
      return {program, argv: wordsOf(exampleLines(operation)[0] ?? '')};
    });
    for (const {program, argv} of lines) {
      const {exit, stderr} = await run(program, [...argv, '--dry-run']);
      expect([argv.join(' '), exit, stderr]).toEqual([argv.join(' '), 0, '']);
    }
    expect(server.requests).toEqual([]);
  });

  it('with jr project delete --enableUndo, wherever --dry-run stands', async () => {
    const words = ['project', 'delete', '--projectIdOrKey', 'X', '--enableUndo', '--dry-run'];
    for (const argv of [words, ['--dry-run', ...words.slice(0, -1)]]) {
      const {stdout, exit} = await run('jr', argv);
      expect(exit).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        method: 'DELETE',
        url: `${server.origin}/rest/api/3/project/X?enableUndo=true`,
      });
    }
    expect(server.requests).toEqual([]);
  });

  it.each([
    'raw DELETE /rest/api/3/project/X',
    'batch --input batch.json',
    'watch project search --interval 1s',
    'version delete --id 1 --wait --retries 3',
    'project search --cache 1h --concurrency 12 --partial',
    'configure --base-url https://x.example --username ann --token t --test',
    'doctor',
  ])('with jr %s', async line => {
    await run('jr', [...line.split(' '), '--dry-run']);
    expect(server.requests).toEqual([]);
  });

  it('and nothing is kept in the cache', async () => {
    await run('jr', ['project', 'search', '--cache', '1h', '--dry-run']);
    const answers = join(folder, 'jr', 'answers');
    expect(existsSync(answers) ? readdirSync(answers) : []).toEqual([]);
  });

  it('although the same line without it is sent', async () => {
    await run('jr', ['project', 'delete', '--projectIdOrKey', 'X', '--enableUndo']);
    expect(server.requests.splice(0).map(({method, url}) => `${method} ${url}`)).toEqual([
      'DELETE /rest/api/3/project/X?enableUndo=true',
    ]);
  });
});
