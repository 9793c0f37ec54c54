import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

let server: RecordingServer;

beforeEach(async () => {
  server = await startRecordingServer(() => ({body: '{}'}));
});
afterEach(() => server.stop());

function batch(commands: unknown, line: readonly string[] = []) {
  return runCli('jr', ['batch', ...line], {
    stdin: typeof commands === 'string' ? commands : JSON.stringify(commands),
    env: {JR_BASE_URL: server.origin, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 'secret-token'},
  });
}
const get = (id: unknown) => ({command: 'version get', args: {id}});

describe('a batch', () => {
  it.each([
    ['an input', {command: 'version get'}, 'validation_error', 4],
    ['a command', {command: 'version gett', args: {id: 1}}, 'command_error', 1],
    ['a group', {command: 'versio get', args: {id: 1}}, 'command_error', 1],
    ['a body', {command: 'version create', args: {body: '{'}}, 'validation_error', 4],
    ['a filter', {...get(1), jq: '.['}, 'jq_error', 4],
    ['a preset', {...get(1), preset: 'none'}, 'validation_error', 4],
    ['a path of raw', {command: 'raw GET https://else.example/x'}, 'validation_error', 4],
    ['a member', {...get(1), dryRun: true}, 'validation_error', 4],
  ])('sends nothing when one has %s that is wrong', async (_, wrong, error_type, exit_code) => {
    const result = await batch([{command: 'version delete', args: {id: 5}}, wrong]);
    expect([result.exit, result.stderr]).toEqual([exit_code, '']);
    const notSent = 'Not sent: command 1 is invalid.';
    expect(JSON.parse(result.stdout)).toMatchObject([
      {index: 0, exit_code: 1, error: {error_type: 'command_error', message: notSent, attempts: 0}},
      {index: 1, exit_code, error: {error_type, attempts: 0}},
    ]);
    expect(server.requests).toEqual([]);
  });

  it.each([
    {dryRun: true},
    {dry_run: 'true'},
    {'dry-run': true},
    {Jq: '.'},
    {id: 1},
    {jq: 1},
    {fields: [1]},
    {preset: {}},
  ])('refuses a member that it does not know or take: %o', async member => {
    const command = {command: 'version delete', args: {id: 1}, ...member};
    const result = await batch([command]);
    expect([result.exit, server.requests]).toEqual([4, []]);
    const [name = ''] = Object.keys(member);
    expect(JSON.parse(result.stdout)[0].error.message).toContain(name);
  });

  it('refuses a member that is given twice', async () => {
    const result = await batch(
      '[{"command":"version delete","args":{"id":1},"dry_run":true,"dry_run":false}]',
    );
    expect([result.exit, server.requests]).toEqual([4, []]);
  });
});

describe('an input that is wrong', () => {
  const refused = async (commands: unknown, line: readonly string[] = []) => {
    const result = await batch(commands, line);
    expect([result.stdout, result.exit, server.requests]).toEqual(['', 4, []]);
    const failure = failureOf(result);
    expect(failure.error_type).toBe('validation_error');
    return failure.errors;
  };

  it('has all its problems in its result, and nothing is sent', async () => {
    const commands = [
      get(1),
      {command: 'versio get'},
      {command: 'version gett'},
      {command: 'version get', args: {idd: 1, id: {}}},
      {command: 'version get', args: ['--id', '1']},
      {command: 'preset list'},
      {args: {}},
      {command: 'raw GET'},
      {...get(1), jq: 1},
      {command: 'version get', args: {id: 1, pretty: true}},
      5,
    ];
    const {stdout, exit} = await batch(commands);
    expect([exit, server.requests]).toEqual([4, []]);
    const said = JSON.parse(stdout).map(({error}: {error: {message: string; hint?: string}}) =>
      [error.message, error.hint].join(' '),
    );
    expect(said).toEqual([
      expect.stringContaining('Not sent: command 1'),
      expect.stringContaining('Did you mean version'),
      expect.stringContaining('Did you mean version get?'),
      expect.stringMatching(/unknown args\.idd \(did you mean id.*args\.id must be/s),
      expect.stringContaining('args must be an object'),
      expect.stringContaining('no command "preset"'),
      expect.stringContaining('must contain "command"'),
      expect.stringContaining('raw requires a method and a path'),
      expect.stringContaining('jq must be a string'),
      expect.stringContaining('args.pretty applies to the whole batch'),
      expect.stringContaining('must be an object'),
    ]);
    expect(await refused(commands, ['--timeout', 'x'])).toEqual({
      timeout: expect.stringContaining('--timeout'),
    });
  });

  it('holds at most 50 commands, or as many as --max-batch says', async () => {
    const commands = Array.from({length: 51}, (_, index) => get(index));
    expect(await refused(commands)).toEqual({
      'max-batch': 'The batch has 51 commands; --max-batch allows 50',
    });
    for (const most of ['51', '0']) {
      const result = await batch(commands, ['--max-batch', most, '--dry-run', '--jq', 'length']);
      expect([result.stdout, result.exit]).toEqual(['51\n', 0]);
    }
  });

  it.each([
    ['[{"command":', 'is not valid JSON: line 1, column'],
    ['version get --id 1', 'Write each command as JSON: {"command": "version get"'],
    ['5', 'must be an array of {command, args} objects'],
    [
      '{"command":"version get","args":{"id":1}}\n{"command":',
      'has lines that are not valid JSON: line 2',
    ],
  ])('%s', async (text, message) => {
    expect(await refused(text)).toEqual({input: expect.stringContaining(message)});
  });

  it('is one that is not there', async () => {
    expect(await refused([], ['--input', 'none.json'])).toEqual({
      input: '--input file not found: none.json',
    });
  });
});
