import {describe, expect, it} from 'vitest';
import {version} from '../../src/base/version.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const env = {JR_BASE_URL: 'https://x.example', CF_BASE_URL: 'https://x.example/wiki/api/v2'};
const jr = (line: string) => runCli('jr', line.split(' ').filter(Boolean), {env});

describe('a command that is not there', () => {
  it.each([
    ['versio get', 'jr has no command "versio".', 'Did you mean version?'],
    ['blogposts get-blog-posts', 'jr has no command', 'cf blogposts'],
    ['version gett', 'jr version has no operation "gett".', 'Did you mean version get?'],
    [
      'version get-failed',
      'jr version has no operation',
      'Other groups have "get-failed": webhook get-failed.',
    ],
    ['project', 'jr project requires an operation.', 'get-all'],
    ['version get --idd 1', 'Unknown flag --idd. Did you mean --id?', '--help'],
    ['version get --id 1 extra', 'Unexpected argument "extra".', '--help'],
    ['project delete --enableUndo false', 'Unexpected argument "false"', '--enableUndo=false'],
    ['version --id 5 get', '--id must come after the name', 'jr version <operation> --id'],
    ['--nope', 'Unknown flag --nope.', '--help'],
    ['preset', 'preset requires the subcommand list.', 'preset list'],
    ['raw GET', 'raw requires a method and a path.', 'raw <METHOD> <path>'],
    ['schema --lst', 'Unknown flag --lst. Did you mean --list?', 'schema'],
    ['sandbox --pretty', 'Unknown flag --pretty.', 'sandbox'],
    ['help nope', 'jr has no command "nope".', ''],
  ])('%s', async (line, message, hint) => {
    const result = await jr(line);
    expect([result.exit, result.stdout]).toEqual([1, '']);
    const failure = failureOf(result);
    expect(failure.error_type).toBe('command_error');
    expect(failure.message).toContain(message);
    expect(failure.hint ?? '').toContain(hint);
    expect(failure.attempts).toBe(0);
  });
});

describe('flags of every command', () => {
  it('stand before or after the operation', async () => {
    const after = await jr('version get --id 7 --dry-run --jq .url');
    const url = 'https://x.example/rest/api/3/version/7';
    expect(JSON.parse(after.stdout)).toMatchObject({url, jq: '.url'});
    for (const line of [
      '--dry-run --jq .url version get --id 7',
      '--jq=.url version --dry-run get --id=7',
    ]) {
      expect(await jr(line)).toEqual(after);
    }
  });

  it('count as given last', async () => {
    const {stdout} = await jr('version get --id 7 --dry-run --jq .url --jq .method -r');
    expect(JSON.parse(stdout).jq).toBe('.method');
  });

  it('that are wrong are refused together with the inputs, with nothing sent', async () => {
    const result = await jr('version get --timeout 5x --retries 11 --pretty=x --jq .[');
    expect([result.exit, result.stdout]).toEqual([4, '']);
    const failure = failureOf(result);
    expect(failure.error_type).toBe('validation_error');
    expect(Object.keys(failure.errors as object)).toEqual([
      'pretty',
      'timeout',
      'retries',
      'id',
      'jq',
    ]);
  });
});

describe('version', () => {
  it.each(['version', '--version'])('%s is the program’s own', async line => {
    const {stdout, exit} = await jr(line);
    expect([exit, stdout]).toEqual([0, `{"version":"${version}"}\n`]);
  });

  it('with an operation is the group', async () => {
    expect((await jr('version get --id 1 --dry-run')).stdout).toContain('/rest/api/3/version/1');
    expect(failureOf(await jr('version get --id 1 --version')).error_type).toBe('command_error');
  });

  it('of cf is no group', async () => {
    expect((await runCli('cf', ['version', '--jq', '.version', '-r'])).stdout).toBe(`${version}\n`);
  });
});
