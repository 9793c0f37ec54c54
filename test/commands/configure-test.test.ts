import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  type CannedAnswer,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let home: string;
let server: RecordingServer;
let answer: CannedAnswer;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'steward-configure-test-'));
  answer = {body: '{"accountId":"1"}'};
  server = await startRecordingServer(() => answer);
});
afterEach(async () => {
  await server.stop();
  rmSync(home, {recursive: true, force: true});
});

const file = (program = 'jr') => join(home, program, 'config.json');
const configure = (line: string, options: RunCliOptions = {}, program: 'jr' | 'cf' = 'jr') =>
  runCli(program, ['configure', ...line.split(' ').filter(Boolean)], {
    ...options,
    env: {XDG_CONFIG_HOME: home, ...options.env},
  });
const values = () => `--base-url ${server.origin} --username ann --token s3cret`;
const basic = `Basic ${btoa('ann:s3cret')}`;

describe('configure --test', () => {
  it('sends one GET with the new credentials, then saves', async () => {
    const result = await configure(`${values()} --test`);
    expect(JSON.parse(result.stdout)).toMatchObject({status: 'saved', tested: true});
    expect(server.requests.map(({method, url}) => `${method} ${url}`)).toEqual([
      'GET /rest/api/3/myself',
    ]);
    expect(server.requests[0]?.headers.authorization).toBe(basic);
    expect(readFileSync(file(), 'utf8')).toContain('s3cret');
  });

  it.each([
    ['--token s3cret', '--token', {}],
    ['--token -', 'standard input', {stdin: 's3cret'}],
    ['--token @secret.txt', 'the file secret.txt', {files: {'secret.txt': 's3cret'}}],
    ['--token-env MINE', 'the environment variable MINE', {env: {MINE: 's3cret'}}],
    ['--auth-token s3cret', '--auth-token', {}],
  ])('says where the token it tried comes from: %s', async (flag, from, options) => {
    answer = {status: 401, body: '{}'};
    const line = `--base-url ${server.origin} --username ann ${flag} --test`;
    const result = await configure(line, options);
    expect(failureOf(result).hint).toContain(`which comes from ${from}.`);
  });

  it('of cf asks for one space', async () => {
    await configure(`${values()} --test`, {}, 'cf');
    expect(server.requests.map(({url}) => url)).toEqual(['/wiki/api/v2/spaces?limit=1']);
  });

  it.each([
    [401, 'auth_failed', 2],
    [404, 'not_found', 3],
    [500, 'server_error', 7],
  ])('reports the real kind of failure and saves nothing: %i', async (status, kind, exit) => {
    answer = {status, body: '{"errorMessages":["no"]}'};
    const result = await configure(`${values()} --test`);
    expect([result.exit, result.stdout, failureOf(result).error_type]).toEqual([exit, '', kind]);
    expect(failureOf(result).hint).toContain('Nothing was saved.');
    expect(result.stderr).not.toContain('s3cret');
    expect(existsSync(file())).toBe(false);
  });

  it('reports a host that does not answer as a connection_error', async () => {
    const line = '--base-url http://127.0.0.1:1 --username a --token t --test --retries 0';
    const result = await configure(line);
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'connection_error']);
  });

  it('alone tests the profile as it is stored, whatever the environment says', async () => {
    await configure(`--profile work ${values()}`);
    const before = readFileSync(file(), 'utf8');
    const env = {JR_AUTH_TOKEN: 'other', JR_BASE_URL: 'http://127.0.0.1:1'};
    const result = await configure('--test', {env});
    expect(result.stdout).toBe('{"status":"ok","profile":"work"}\n');
    expect(server.requests[0]?.headers.authorization).toBe(basic);
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('alone under --dry-run sends nothing', async () => {
    await configure(values());
    const result = await configure('--test --dry-run');
    expect(JSON.parse(result.stdout).url).toBe(`${server.origin}/rest/api/3/myself`);
    expect(server.requests).toEqual([]);
  });

  it('of a profile that is not there lists those that are', async () => {
    await configure(`--profile work ${values()}`);
    const result = await configure('--test -p wrk');
    expect([result.exit, failureOf(result).error_type]).toEqual([1, 'config_error']);
    expect(failureOf(result).message).toContain('has work');
  });
});
