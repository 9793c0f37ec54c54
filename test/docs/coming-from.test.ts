import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {findBuiltin} from '../../src/commands/builtins.ts';
import {globalRows} from '../../src/commands/flags.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';
import {root} from '../support/sources.ts';

const page = readFileSync(join(root, 'docs/coming-from.md'), 'utf8');
/**
 * What is given in place of another program's command: code with no gap in it, without its texts.
 */
const commands = [...page.replace(/^\| [^|]* \| /gm, '').matchAll(/`((?:jr|cf) [^`]+)`/g)]
  .map(([, code = '']) => code.replace(/'[^']*'|"[^"]*"/g, 'text'))
  .filter(code => !/…|[A-Z] PATH/.test(code));

it('coming from other programs meets commands that are there', () => {
  expect(commands.length).toBeGreaterThan(25);
});

it.for(commands)('%s', command => {
  const [program, group = '', name = '', ...rest] = command.split(/\s+/);
  const service = program === 'jr' ? 'tracker' : 'content';
  const operation = findOperation(service, group, name);
  const builtin = findBuiltin(group, service);
  expect(operation ?? builtin, `${group} ${name}`).toBeDefined();
  const known = [
    ...globalRows.map(row => row.name),
    ...(operation
      ? inputsOf(operation).map(input => input.name)
      : (builtin?.flags ?? []).map(flag => flag.name)),
  ];
  for (const word of [name, ...rest]) {
    if (word.startsWith('--')) expect(known).toContain(word.slice(2).replace(/=.*/, ''));
  }
});

describe('the existing jr and cf: the row', () => {
  const server = serverForEach(() => ({body: '{"b":1.0,"a":12345678901234567890}'}));
  const get = ['raw', 'GET', '/x'];
  const sent = () =>
    server.requests.map(({method, url, body}) => `${method} ${url} ${body}`.trim());
  const words = (line: string): string[] =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const auth = {JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'};
  const noAuth = {JR_AUTH_TYPE: '', JR_AUTH_TOKEN: ''};
  /** Run a line and expect its exit code. */
  const ends = async (exit: number, line: string | readonly string[], more: RunCliOptions = {}) => {
    const [program = '', ...argv] = typeof line === 'string' ? words(line) : ['jr', ...line];
    const base = {JR_BASE_URL: server.origin, ...auth, CF_BASE_URL: `${server.origin}/wiki/api/v2`};
    const options = {...more, env: {...base, ...more.env}};
    const result = await runCli(program === 'cf' ? 'cf' : 'jr', argv, options);
    expect({line, exit: result.exit, stderr: result.stderr}).toMatchObject({line, exit});
    return result;
  };
  const failsWith = async (exit: number, kind: string, line: string, more?: RunCliOptions) => {
    const failure = failureOf(await ends(exit, line, more));
    expect(failure).toMatchObject({error_type: kind});
    return failure;
  };
  const profile = (more: object) => ({
    config: {profiles: {default: {base_url: server.origin, ...more}}},
    env: {JR_BASE_URL: '', ...noAuth},
  });
  /** Each command of the row is a line that sends its request. */
  const sends = async (start: string) => {
    const lines = [...rowOf(start).matchAll(/`(jr (?:raw|schema) [^`]+)`/g)].map(
      ([, line]) => line,
    );
    expect(lines).not.toEqual([]);
    for (const line of lines) await ends(0, line ?? '');
  };

  /** The start of each row → what it says, tried. */
  const claims: Readonly<Record<string, () => Promise<unknown>>> = {
    '`~/.config/jr/config.json`': async () => {
      await ends(0, get, profile({auth: {type: 'basic', username: 'a', token: 't'}}));
      expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('a:t')}`);
      const yaml = `profiles:\n  default:\n    base_url: ${server.origin}\n`;
      await ends(0, get, {
        files: {'a.yaml': yaml},
        env: {JR_BASE_URL: '', ...noAuth, JR_CONFIG_PATH: 'a.yaml'},
      });
    },
    '`presets.json`': async () => {
      expect((await ends(0, 'jr preset list')).stdout).toContain('triage');
    },
    '`JR_BASE_URL`': async () => {
      const {config} = profile({base_url: 'http://127.0.0.1:1'});
      await ends(0, get, {config});
      const env = {JR_BASE_URL: 'http://127.0.0.1:1'};
      await ends(0, [...get, '--base-url', server.origin], {env});
    },
    '`--profile`': async () => {
      const flags = globalRows.map(({name}) => name);
      const named = [...rowOf('`--profile`').matchAll(/`--([\w-]+)`/g)].map(([, name]) => name);
      expect(named).toHaveLength(16);
      for (const name of named) expect(flags).toContain(name);
    },
    '`jr raw METHOD PATH': async () => {
      await ends(0, "jr raw PUT /x --query k=v --body '{}'");
      expect(sent()).toEqual(['PUT /x?k=v {}']);
      await failsWith(4, 'validation_error', 'jr raw GET https://b.example/x');
    },
    '`jr batch': async () => {
      const line = 'jr batch --input F --max-batch 50';
      const files = (text: string) => ({files: {F: text}});
      const good = '[{"command":"raw GET /x","args":{},"jq":".b"}]';
      expect(JSON.parse((await ends(0, line, files(good))).stdout)).toMatchObject([
        {index: 0, exit_code: 0, data: 1},
      ]);
      await ends(4, line, files('[{"command":"raw GET /x","more":1}]'));
    },
    '`jr schema --list`': async () => {
      const count = async (line: string) => JSON.parse((await ends(0, line)).stdout).length;
      expect(await count('jr schema --list --all')).toBeGreaterThan(
        await count('jr schema --list'),
      );
    },
    '`jr configure': async () => {
      const home = mkdtempSync(join(tmpdir(), 'steward-rows-'));
      try {
        const path = join(home, 'jr/config.json');
        const kept = {audit_log: true, denied_operations: ['project delete']};
        mkdirSync(join(home, 'jr'));
        writeFileSync(path, JSON.stringify(profile(kept).config));
        await ends(0, 'jr configure --profile default --username a --token @T', {
          files: {T: 'secret'},
          env: {XDG_CONFIG_HOME: home},
        });
        const {profiles} = JSON.parse(readFileSync(path, 'utf8'));
        expect(profiles.default).toMatchObject({...kept, auth: {token: 'secret'}});
      } finally {
        rmSync(home, {recursive: true, force: true});
      }
    },
    '`jr version`': async () => {
      expect(JSON.parse((await ends(0, 'jr version')).stdout)).toHaveProperty('version');
      await ends(0, 'jr version get --id 1');
    },
    '`--enableUndo --dry-run`': async () => {
      await ends(0, 'jr project delete --projectIdOrKey HPAY --enableUndo --dry-run');
      expect(sent()).toEqual([]);
    },
    '`cf labels add --dry-run`': async () => {
      await ends(0, 'cf labels add --page-id 1 --label a --dry-run');
      expect(sent()).toEqual([]);
    },
    'a filter that gives': async () => {
      expect((await ends(0, [...get, '--jq', '.b, .a'])).stdout.split('\n')).toHaveLength(3);
      expect((await ends(0, [...get, '--jq', 'empty'])).stdout).toBe('');
    },
    'numbers beyond': async () => {
      expect((await ends(0, get)).stdout).toBe('{"b":1.0,"a":12345678901234567890}\n');
    },
    'a command that waits': async () => {
      await ends(0, 'jr raw POST /x', {stdin: '{"a":1}'});
      await ends(0, 'jr raw POST /x --body -', {stdin: '{"a":1}'});
      expect(sent()).toEqual(['POST /x', 'POST /x {"a":1}']);
    },
    '`jr raw POST PATH`': async () => {
      await ends(0, 'jr raw POST /x');
      expect(sent()).toEqual(['POST /x']);
    },
    '`--body` of a `raw` GET': async () => {
      await ends(0, "jr raw DELETE /x --body '{}'");
      expect(sent()).toEqual(['DELETE /x {}']);
    },
    'two `--verbose` lines': async () => {
      const {stderr} = await ends(0, [...get, '--verbose']);
      const [, here = ''] = rowOf('two `--verbose`').split(' | ');
      const named = [...here.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      expect(Object.keys(JSON.parse(stderr))).toEqual(named);
    },
    '`jr diff': async () => {
      await sends('`jr diff');
      expect((await failsWith(1, 'command_error', 'jr diff')).hint).toContain('/changelog');
    },
    '`jr template list`': async () => {
      await sends('`jr template list`');
      const {hint} = await failsWith(1, 'command_error', 'jr template apply');
      expect(hint).toContain('jr schema version create --example');
    },
    '`jr workflow transition`': async () => {
      await sends('`jr workflow transition`');
      const {hint} = await failsWith(1, 'command_error', 'jr workflow transition');
      expect(hint).toContain('/transitions');
    },
    '`jr watch --jql Q': async () => {
      await sends('`jr watch --jql Q');
      await ends(0, 'jr watch project search --interval 30s --dry-run');
      const {hint} = await failsWith(1, 'command_error', 'jr watch --jql a --interval 30s');
      expect(hint).toContain('/search/jql');
    },
    'exit codes 0 to 7': async () => {
      const rest = {2: [401, 403], 3: [404, 410], 4: [400, 422, 418], 5: [429], 6: [409], 7: [500]};
      for (const [exit, statuses] of Object.entries(rest)) {
        for (const status of statuses) {
          server.answer = () => ({status, body: '{}'});
          await ends(Number(exit), [...get, '--retries', '0']);
        }
      }
      await failsWith(1, 'connection_error', 'jr raw GET /x --retries 0', {
        env: {JR_BASE_URL: 'http://127.0.0.1:1'},
      });
    },
    'an unknown command': async () => {
      await failsWith(1, 'command_error', 'jr nosuch');
      await failsWith(1, 'command_error', 'jr schema nosuch');
    },
    'an unknown profile': () => failsWith(1, 'config_error', 'jr raw GET /x -p nosuch'),
    'an operation that the profile forbids': () =>
      failsWith(
        4,
        'policy_denied',
        'jr project get-all',
        profile({denied_operations: ['project *']}),
      ),
  };

  const [, section = ''] = page.split('## From the existing jr and cf\n');
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter(line => /^\| (?!There)/.test(line));
  const rowOf = (start: string) => rows.find(row => row.startsWith(`| ${start}`)) ?? '';
  const starts = Object.keys(claims);

  it('has a test, each of them', () => {
    const untested = rows
      .filter(row => !row.startsWith('| ---'))
      .filter(row => !starts.some(start => row.startsWith(`| ${start}`)));
    expect(untested).toEqual([]);
    expect(starts.filter(start => rowOf(start) === '')).toEqual([]);
  });

  it.for(starts)('%s', async start => {
    await claims[start]?.();
  });
});
