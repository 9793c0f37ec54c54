import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({
  body: '{"n":12345678901234567890,"t":"a\\"b: 1","l":[true,null]}',
}));

const run = (line: string, {env, ...options}: RunCliOptions = {terminal: true}) =>
  runCli('jr', line.split(' '), {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'a-secret', ...env},
    ...options,
  });
const indented =
  '{\n  "n": 12345678901234567890,\n  "t": "a\\"b: 1",\n  "l": [\n    true,\n    null\n  ]\n}\n';
const unpainted = (text: string) => text.replace(/\u001b\[\d+m/g, '');

describe('JSON on a terminal', () => {
  it('is indented and coloured, no character of it changed', async () => {
    const {stdout} = await run('version get --id 1');
    expect(unpainted(stdout)).toBe(indented);
    expect(stdout).toContain('\u001b[34m"n"\u001b[39m: \u001b[36m12345678901234567890\u001b[39m');
    expect(stdout).toContain('\u001b[34m"t"\u001b[39m: \u001b[32m"a\\"b: 1"\u001b[39m');
    expect(stdout).toContain('\u001b[35mtrue\u001b[39m');
  });

  it('is as it came with --pretty=false, and bare with NO_COLOR or --color never', async () => {
    const plain = await run('version get --id 1 --pretty=false --color never');
    expect(plain.stdout).toBe('{"n":12345678901234567890,"t":"a\\"b: 1","l":[true,null]}\n');
    const env = {NO_COLOR: '1'};
    expect((await run('version get --id 1', {terminal: true, env})).stdout).toBe(indented);
    const forced = await run('version get --id 1 --color always', {terminal: true, env});
    expect(forced.stdout).toContain('\u001b[34m');
    expect((await run('version get --id 1 --color always', {})).stdout).not.toContain('\u001b');
  });
});

describe('a failure on a terminal', () => {
  it('is reported in text that cannot steer it, with a hint and the id of the request', async () => {
    server.answer = () => ({
      status: 400,
      headers: {'x-arequestid': 'req\u009b1'},
      body: '{"errorMessages":[],"errors":{"name":"No \\u001b[31mname."}}',
    });
    const {stdout, stderr, exit} = await run('version get --id 1');
    expect([stdout, exit]).toEqual(['', 4]);
    expect(stderr).toMatch(/^error: .*No \\u001b\[31mname\./);
    expect(stderr).toContain('(validation_error, 400; GET /rest/api/3/version/1; request id req');
    expect(unpainted(stderr)).toBe(stderr);
    expect(stderr).not.toContain('\u009b');
  });

  it('names each input that is wrong, and what lists the flags', async () => {
    const {stderr} = await run('version get --timeout x');
    expect(stderr.split('\n')[0]).toMatch(/^error: /);
    expect(stderr).toContain('--id is required');
    expect(stderr).toContain('--timeout must be a duration');
    expect(stderr).toContain('jr version get --help');
  });

  it('of the line of a script is one JSON line as ever, without the id', async () => {
    server.answer = () => ({status: 404, headers: {'x-arequestid': 'req-1'}, body: '{}'});
    const {stderr} = await run('version get --id 1', {});
    expect(JSON.parse(stderr)).toMatchObject({error_type: 'not_found'});
    expect(stderr).not.toContain('req-1');
  });
});

describe('--include', () => {
  it('puts status and headers before the answer, and never a secret', async () => {
    server.answer = () => ({
      body: '{"a":1}',
      headers: {'x-one': 'first', 'set-cookie': 'session=s3cret', 'x-echo': 'Bearer a-secret'},
    });
    const {stdout} = await run('version get --id 1 --include --jq .a', {});
    expect(stdout).toMatch(/^HTTP\/1\.1 200\n(?:[\w-]+: .*\n)+\n1\n$/);
    expect(stdout).toContain('x-one: first\n');
    expect(stdout).not.toMatch(/s3cret|a-secret/);
  });

  it('writes nothing of an answer that fails, or whose filter does', async () => {
    expect((await run('version get --id 1 --include --jq .n.x', {})).stdout).toBe('');
    server.answer = () => ({status: 404, body: '{}'});
    expect((await run('version get --id 1 --include', {})).stdout).toBe('');
  });
});

it('--verbose says how near the rate limit is, where the service tells', async () => {
  server.answer = () => ({
    body: '{}',
    headers: {'x-ratelimit-limit': '350', 'x-ratelimit-remaining': '7', 'x-other': 'no'},
  });
  const {stderr} = await run('version get --id 1 --verbose');
  expect(JSON.parse(stderr).rate_limit).toEqual({limit: '350', remaining: '7'});
  const script = await run('version get --id 1 --verbose', {});
  expect(script.stderr).not.toContain('rate_limit');
});
