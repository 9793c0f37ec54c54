import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let server: RecordingServer;
beforeEach(async () => {
  server = await startRecordingServer(() => ({
    body: '[{"key":"HPAY","n":12345678901234567890},{"key":"OPS","n":1.0}]',
  }));
});
afterEach(() => server.stop());

const run = (line: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', line, {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
    ...options,
  });
const all = ['project', 'get-all'];

describe('a filter with variables', () => {
  it.each([
    [['--jq', '.[] | select(.key == $k) | .n', '--arg', 'k', 'HPAY'], '12345678901234567890\n'],
    [['--jq', '[$a, $b]', '--arg', 'a', '-x"\\(1)', '--arg=b=c=d'], '["-x\\"\\\\(1)","c=d"]\n'],
    [['--jq', '$n', '--argjson', 'n', '1.0'], '1.0\n'],
    [['--jq', '$n + [1]', '--argjson', 'n=[-1]'], '[-1,1]\n'],
    [['--jq', '$ARGS.named', '--arg', 'a', '--pretty'], '{"a":"--pretty"}\n'],
    [['--jq', '.[1].key', '--arg', 'unused', 'x'], '"OPS"\n'],
  ])('%j', async (flags, stdout) => {
    expect(await run([...flags, ...all])).toEqual({stdout, stderr: '', exit: 0});
    expect(await run([...all, ...flags])).toMatchObject({stdout, exit: 0});
  });

  it('takes them for its preset, and in a command of a batch', async () => {
    const files = {'.config/jr/presets.json': '{"mine":{"jq":".[] | .[$member]"}}'};
    const line = [...all, '--preset', 'mine', '--arg', 'member', 'key'];
    expect((await run(line, {files})).stdout).toBe('"HPAY"\n"OPS"\n');
    const args = {arg: {k: 'OPS'}, argjson: {one: 1}};
    const entry = {command: 'project get-all', args, jq: '[.[] | select(.key == $k)] | [., $one]'};
    const batch = ['batch', '--jq', '.[0].data + [$w]', '--arg', 'w', 'whole'];
    const result = await run(batch, {stdin: JSON.stringify([entry])});
    expect(result.stdout).toBe('[[{"key":"OPS","n":1.0}],1,"whole"]\n');
  });

  it('is refused with all problems, and no request is sent', async () => {
    const wrong = ['--arg', '1a', 'x', '--argjson', 'n', 'x', '--argjson', 'alone'];
    const result = await run(['--jq', '.', ...all, ...wrong]);
    expect([result.exit, failureOf(result)]).toMatchObject([
      4,
      {
        error_type: 'validation_error',
        errors: {
          arg: '--arg: "1a" is not a valid jq variable name',
          argjson: expect.stringContaining('--argjson NAME VALUE, not "alone" alone'),
        },
      },
    ]);
    expect(failureOf(await run([...all, '--jq', '$b', '--arg', 'a', 'b']))).toMatchObject({
      error_type: 'jq_error',
      message: expect.stringContaining('$b is not defined'),
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a filter in a file', () => {
  const files = {'keys.jq': '# the keys\n.[]\n| .key | . + $s # each\n', 'bad.jq': '.[\n+'};

  it('is read by @file, and a format of jq is none', async () => {
    const fromFile = await run([...all, '--jq', '@keys.jq', '--arg', 's', '!', '-r'], {files});
    expect(fromFile.stdout).toBe('HPAY!\nOPS!\n');
    expect((await run([...all, '--jq', '@json', '-r'])).stdout).toContain('[{"key":"HPAY"');
    expect((await run([...all, '--jq', '@text "\\(.[0].key)"', '-r'])).stdout).toBe('HPAY\n');
  });

  it.each([
    ['@none.jq', 'validation_error', '--jq file not found: none.jq'],
    ['@', 'validation_error', '--jq needs a file name after @'],
    ['@bad.jq', 'jq_error', 'line 2'],
  ])('that cannot be used sends nothing: %s', async (jq, kind, why) => {
    const failure = failureOf(await run([...all, `--jq=${jq}`], {files}));
    expect([failure.error_type, JSON.stringify(failure)]).toEqual([
      kind,
      expect.stringContaining(why),
    ]);
    expect(server.requests).toEqual([]);
  });
});
