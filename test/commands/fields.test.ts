import {describe, expect, it} from 'vitest';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const env = {JR_BASE_URL: 'https://x.example', CF_BASE_URL: 'https://x.example/wiki/api/v2'};

/** The body a line would send, as it is written in a dry run. */
async function bodyOf(
  program: 'jr' | 'cf',
  line: readonly string[],
  options: RunCliOptions = {},
): Promise<string | undefined> {
  const {stdout, stderr} = await runCli(program, [...line, '--dry-run'], {env, ...options});
  expect(stderr).toBe('');
  return /"body":(.*?)(?:,"notes":.*)?\}\n$/s.exec(stdout)?.[1];
}

/** What a line is refused with before anything is sent. */
async function refusal(program: 'jr' | 'cf', ...line: string[]): Promise<string> {
  const result = await runCli(program, line, {env});
  expect([result.exit, result.stdout]).toEqual([4, '']);
  const failure = failureOf(result);
  expect(failure).toMatchObject({error_type: 'validation_error', attempts: 0});
  return String(failure.message);
}

const version = ['version', 'create', '--name', '2.1', '--projectId', '10000'];
const statuses = ['statuses', 'create', '--body.scope.type', 'GLOBAL'];

describe('the fields of a body are flags', () => {
  it('of its top level, each with its type', async () => {
    expect(await bodyOf('jr', [...version, '--released', '--releaseDate=2026-12-01'])).toBe(
      '{"name":"2.1","projectId":10000,"releaseDate":"2026-12-01","released":true}',
    );
  });

  it('a list repeats its flag, separates by commas, or is JSON', async () => {
    const line = ['project', 'add-actor-users', '--projectIdOrKey', 'A', '--id', '1'];
    const both = '{"user":["a","b"]}';
    expect(await bodyOf('jr', [...line, '--user', 'a', '--user', 'b'])).toBe(both);
    expect(await bodyOf('jr', [...line, '--user', 'a,b'])).toBe(both);
    expect(await bodyOf('jr', [...line, '--user', '["a","b"]'])).toBe(both);
    expect(await bodyOf('jr', ['webhook', 'refresh', '--webhookIds', '1,2'])).toBe(
      '{"webhookIds":[1,2]}',
    );
  });

  it('objects and lists of them are JSON: text, a file or standard input', async () => {
    const json = '[{"name":"W","statusCategory":"TODO"}]';
    const whole = `{"scope":{"type":"GLOBAL"},"statuses":${json}}`;
    const files = {'s.json': `\ufeff${json}\n`};
    const line = [...statuses, '--statuses'];
    expect(JSON.parse((await bodyOf('jr', [...line, json])) ?? '')).toEqual(JSON.parse(whole));
    expect(await bodyOf('jr', [...line, '@s.json'], {files})).toContain(json);
    expect(await bodyOf('jr', [...line, '-'], {stdin: json})).toContain(json);
    expect(await bodyOf('jr', [...line, json.slice(1, -1)])).toContain(json);
  });

  it('deeper ones and list elements have the way there as their name', async () => {
    const line = [
      ...statuses,
      '--body.statuses.0.name',
      'W',
      '--body.statuses.0.statusCategory=TODO',
    ];
    expect(JSON.parse((await bodyOf('jr', line)) ?? '')).toEqual({
      scope: {type: 'GLOBAL'},
      statuses: [{name: 'W', statusCategory: 'TODO'}],
    });
  });

  it('one with the name of another input is called body.NAME', async () => {
    const line = ['whiteboards', 'put-classification-level', '--id', '7', '--status', 'current'];
    expect(await refusal('cf', ...line)).toBe('--body.id is required');
    expect(await bodyOf('cf', [...line, '--body.id', 'L'])).toBe('{"id":"L","status":"current"}');
  });

  it('override --body, whose other bytes are unchanged', async () => {
    const body = '{ "name": "1.0",\n"projectId": 12345678901234567890, "released": false }';
    expect(
      await bodyOf('jr', ['version', 'create', '--body', body, '--released', '--name=2']),
    ).toBe(
      // A dry run prints one line; what is sent keeps the blanks.
      '{"name":"2","projectId":12345678901234567890,"released":true}',
    );
  });

  it('an id stands for the address of a version where the service wants that', async () => {
    const line = ['version', 'move', '--id', '1'];
    const address = '{"after":"https://x.example/rest/api/3/version/7"}';
    expect(await bodyOf('jr', [...line, '--after', '7'])).toBe(address);
    expect(await bodyOf('jr', [...line, '--after', 'https://x.example/rest/api/3/version/7'])).toBe(
      address,
    );
  });

  it('null is a value where the service takes it', async () => {
    expect(await bodyOf('jr', ['resolution', 'set-default', '--id', 'null'])).toBe('{"id":null}');
  });

  it('drafts, other representations and other containers of content', async () => {
    const post = ['blogposts', 'create-blog-post', '--space-id', '1', '--title', 'T'];
    expect(
      JSON.parse(
        (await bodyOf('cf', [
          ...[...post, '--body', 'h1. x', '--representation', 'wiki'],
          ...['--status', 'draft'],
        ])) ?? '',
      ),
    ).toEqual({
      body: {representation: 'wiki', value: 'h1. x'},
      spaceId: '1',
      title: 'T',
      status: 'draft',
    });
    const item = ['custom-content', 'create-custom-content', '--type', 'ac:a:b', '--title', 'T'];
    expect(await bodyOf('cf', [...item, '--body', '<p/>', '--pageId', '5'])).toContain(
      '"pageId":"5"',
    );
    expect(await refusal('cf', ...item, '--body', '<p/>')).toBe(
      'give at least one of --space-id, --pageId, --blogPostId and --customContentId',
    );
  });

  it('an update that reads first keeps what was given and takes the rest from the item', async () => {
    const update = ['blogposts', 'update-blog-post', '--id', '7'];
    expect(
      await bodyOf('cf', [...update, '--status', 'draft', '--body.version.message', 'm']),
    ).toBe('{"status":"draft","version":{"message":"m"},"body":{"representation":"storage"}}');
    expect(await refusal('cf', ...update, '--representation', 'wiki')).toBe(
      '--representation needs --body too',
    );
  });
});

describe('before anything is sent', () => {
  it('a misspelt field is refused with the nearest name', async () => {
    const body = '{"name":"2","projectId":1,"relased":true}';
    expect(await refusal('jr', 'version', 'create', '--body', body)).toBe(
      '--body: relased is not a known field; did you mean released?',
    );
    expect(await refusal('jr', ...version, '--body.relased', 'true')).toBe(
      '--body.relased is not an input of version create; did you mean --body.released?',
    );
    const result = await runCli('jr', [...version, '--relased'], {env});
    expect(failureOf(result).message).toBe('Unknown flag --relased. Did you mean --released?');
  });

  it('a wrong type, date, choice, length and a missing field are, all at once', async () => {
    expect(
      await refusal(
        ...([
          'jr',
          'version',
          'create',
          '--projectId',
          'abc',
          '--releaseDate',
          '2026-02-31',
        ] as const),
        ...['--body', '{"description":3}'],
      ),
    ).toBe(
      '--body: name is required; --projectId must be a whole number, not "abc"; ' +
        '--releaseDate must be a day as YYYY-MM-DD, not "2026-02-31"; ' +
        '--body: description must be text, not 3',
    );
    expect(await refusal('jr', ...version, `--name=${'x'.repeat(256)}`)).toBe(
      '--name takes one value, not 2',
    );
    expect(
      await refusal('jr', 'version', 'create', '--projectId=1', `--name=${'x'.repeat(256)}`),
    ).toBe('--name takes at most 255 characters, not 256');
    expect(await refusal('jr', 'version', 'move', '--id', '1', '--position', 'last')).toBe(
      '--position must be one of Earlier, Later, First, Last, not "last"; did you mean Last?',
    );
  });

  it('what is wrong inside a list is told by its place', async () => {
    const list = '[{"name":"W","statusCategory":"LATER"}]';
    expect(await refusal('jr', ...statuses, '--statuses', list)).toBe(
      '--statuses: [0].statusCategory must be one of TODO, IN_PROGRESS, DONE, not "LATER"',
    );
    const body = `{"scope":{"type":"GLOBAL"},"statuses":${list.replace('name', 'nam')}}`;
    expect(await refusal('jr', 'statuses', 'create', '--body', body)).toMatch(
      /^--body: statuses\[0\]\.name is required; .*statuses\[0\]\.nam is not a known field; did you mean name\?$/,
    );
  });

  it('one that the service takes no longer is sent with a warning', async () => {
    const create = ['priority', 'create', '--name', 'a', '--statusColor', '#ce0000'];
    const given = await runCli('jr', [...create, '--iconUrl', '/x.png', '--dry-run'], {env});
    expect([given.exit, given.stderr]).toEqual([
      0,
      '{"warning":"--iconUrl is deprecated: removed on 16 March 2025; use avatarId"}\n',
    ]);
    expect(JSON.parse(given.stdout).body).toMatchObject({iconUrl: '/x.png'});
    expect(await bodyOf('jr', [...create, '--avatarId', '1'])).toContain('"avatarId":1');
  });

  it('what a deprecated member stands for need not be given', async () => {
    const line = ['version', 'create', '--name', '1', '--project', 'HPAY'];
    expect(await bodyOf('jr', line)).toBe('{"name":"1","project":"HPAY"}');
    const body = '{"name":"1","project":"HPAY"}';
    expect(await bodyOf('jr', ['version', 'create', '--body', body])).toBe(body);
  });

  it('rules between fields hold', async () => {
    const line = ['version', 'move', '--id', '1'];
    expect(await refusal('jr', ...line)).toBe('give exactly one of --after and --position');
    expect(await refusal('jr', ...line, '--after', '2', '--position', 'First')).toMatch(
      /^--after and --position cannot be combined/,
    );
    expect(await refusal('jr', 'priority', 'update', '--id', '1', '--body', '{}')).toMatch(
      /^--body: give at least one of name, statusColor/,
    );
  });

  it('a body that must be there and requires nothing says how to give it', async () => {
    expect(await refusal('jr', 'version', 'update', '--id', '1')).toBe(
      '--body is required: give --name, --releaseDate, --startDate … or a whole --body',
    );
  });

  it('the same holds in a batch, where a field takes its JSON value', async () => {
    const commands = JSON.stringify([
      {
        command: 'version create',
        args: {name: '1', projectId: 10000, released: true},
        dry_run: true,
      },
      {command: 'webhook refresh', args: {webhookIds: [1, 2]}, dry_run: true},
      {command: 'resolution set-default', args: {id: null}, dry_run: true},
      {
        command: 'statuses create',
        args: {'body.scope.type': 'GLOBAL', statuses: [{name: 'W', statusCategory: 'TODO'}]},
        dry_run: true,
      },
    ]);
    const {stdout} = await runCli('jr', ['batch'], {env, stdin: commands});
    expect(JSON.parse(stdout).map((one: {data?: {body?: unknown}}) => one.data?.body)).toEqual([
      {name: '1', projectId: 10000, released: true},
      {webhookIds: [1, 2]},
      {id: null},
      {scope: {type: 'GLOBAL'}, statuses: [{name: 'W', statusCategory: 'TODO'}]},
    ]);
    const wrong = JSON.stringify([{command: 'version create', args: {name: 3, projectId: 'x'}}]);
    const refused = await runCli('jr', ['batch'], {env, stdin: wrong});
    expect(refused.exit).toBe(4);
    expect(refused.stdout).toContain('--projectId must be a whole number');
  });

  it('--unchecked sends a body unchanged', async () => {
    expect(await bodyOf('jr', ['version', 'create', '--body', '{"x":1}', '--unchecked'])).toBe(
      '{"x":1}',
    );
    expect(await bodyOf('jr', [...version, '--body.later.on', 'soon', '--unchecked'])).toBe(
      '{"name":"2.1","projectId":10000,"later":{"on":"soon"}}',
    );
  });

  it('a body of no public shape is only checked to be JSON', async () => {
    const line = ['whiteboards', 'set-permissions', '--id', '1'];
    expect(await bodyOf('cf', [...line, '--body', '{"any":1}'])).toBe('{"any":1}');
    expect(await refusal('cf', ...line, '--body', '{')).toMatch(/^--body is not JSON/);
    expect(await refusal('cf', ...line)).toBe('--body is required');
  });

  it('two inputs cannot both be standard input', async () => {
    const line = ['statuses', 'create', '--scope', '-', '--statuses', '-', '--dry-run'];
    const result = await runCli('jr', line, {env, stdin: '{"type":"GLOBAL"}'});
    expect(failureOf(result).message).toContain(
      '--statuses cannot be read from standard input: another input already is',
    );
  });
});
