import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {toFailure} from '../../src/base/failure.ts';
import {
  type CannedAnswer,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

let server: RecordingServer;
let answer: CannedAnswer = {};

beforeAll(async () => {
  server = await startRecordingServer(() => answer);
});
afterAll(() => server.stop());

const run = (line: readonly string[]) => {
  server.requests.length = 0;
  const env = {JR_BASE_URL: server.origin, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 'secret-token'};
  return runCli('jr', line, {env});
};
const get = ['version', 'get', '--id', '1'];

describe('an error in what the user gave', () => {
  it('about a file names the path and is no bug', async () => {
    answer = {body: '{"id": "1"}'};
    const line = ['snapshot', 'version', 'update', '--id', '1', '--to', 'gone/x.json'];
    const failure = failureOf(await run(line));
    expect(failure.error_type).toBe('config_error');
    expect(failure.message).toMatch(/^The file or its folder does not exist: .*gone\/x\.json\.$/);
  });

  it('in a flag of watch names the help that lists the flag', async () => {
    const line = ['watch', 'webhook', 'get-failed', '--alert', 'foo'];
    expect(failureOf(await run(line)).hint).toBe(
      'jr watch --help and jr webhook get-failed --help list the flags.',
    );
    expect(failureOf(await run(['version', 'get', '--id', '1', '--retries', 'x'])).hint).toBe(
      'jr version get --help lists the flags.',
    );
  });

  it.each(['--where', '--jq'])('in the filter of each %s has its position there', async flag => {
    const each = ['each', 'project search', '--run', 'project get --projectIdOrKey {key}'];
    const alone = failureOf(await run([...get, '--jq', '.x |'])).message;
    expect(failureOf(await run([...each, flag, '.x |'])).message).toBe(alone);
    expect(server.requests).toEqual([]);
  });

  it('joined to others has no full stop within the sentence', async () => {
    const lines = [
      ['login', '--site', 'a b', '--no-input'],
      ['configure', '--base-url', 'notaurl'],
    ];
    for (const line of lines) {
      expect(failureOf(await run(line)).message).toMatch(/not a valid absolute URL; --/);
    }
  });
});

describe('a system error', () => {
  const errorOf = (code: string, syscall: string) =>
    toFailure(Object.assign(new Error(`${syscall} ${code}`), {code, syscall})).kind;

  it.each(['open', 'mkdir', 'rename', 'scandir'])('of %s is about a file', call => {
    expect(errorOf('EACCES', call)).toBe('config_error');
    expect(errorOf('ELOOP', call)).toBe('config_error');
  });

  it.each(['bind', 'connect', 'kill', 'listen', 'spawn x'])('of %s is not about a file', call => {
    expect(errorOf('EACCES', call)).toBe('bug');
  });
});
