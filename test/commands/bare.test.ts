import {describe, expect, it} from 'vitest';
import {version} from '../../src/base/version.ts';
import type {Program, TerminalUiOptions} from '../../src/commands/context.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

async function open(program: Program, argv: readonly string[], options: RunCliOptions = {}) {
  const opened: TerminalUiOptions[] = [];
  const openTerminalUi = async (ui: TerminalUiOptions) => {
    opened.push(ui);
    return 0;
  };
  const result = await runCli(program, argv, {...options, modules: {openTerminalUi}});
  return {...result, opened};
}

describe('jr without a command', () => {
  it('opens the terminal UI on a terminal, with the flags that say where to', async () => {
    const {opened, exit, stdout} = await open('jr', ['-p', 'work'], {terminal: true});
    expect(opened).toEqual([
      {program: 'jr', flags: {profile: 'work'}, color: 'auto', sandbox: false, plainFrame: false},
    ]);
    expect([exit, stdout]).toEqual([0, '']);
  });

  it.each([
    ['no terminal', {}],
    ['a dumb one', {terminal: true, env: {TERM: 'dumb'}}],
  ])('prints one object without configuration: %s', async (_, options) => {
    const {opened, exit, stdout, stderr} = await open('jr', [], options);
    expect(opened).toEqual([]);
    expect([exit, stderr]).toEqual([0, '']);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['hint', 'version']);
  });
});

describe('steward', () => {
  it('opens the terminal UI, on a sandbox when asked', async () => {
    const {opened} = await open('steward', ['--sandbox'], {terminal: true});
    expect(opened).toEqual([
      {
        program: 'steward',
        flags: {},
        color: 'auto',
        sandbox: true,
        plainFrame: false,
        look: {checkKeys: false},
        audit: {},
        tour: false,
      },
    ]);
  });

  it.each(['--sandbox=yes', '--sandbox=', '--ascii=1', '--theme=none'])(
    'refuses a value that is none and opens nothing: %s',
    async flag => {
      const result = await open('steward', [flag], {terminal: true});
      expect([result.exit, result.opened]).toEqual([4, []]);
      expect(failureOf(result).message).toContain(flag.split('=')[0]);
    },
  );

  it('asks for one plain frame without a terminal', async () => {
    const {opened} = await open('steward', ['--base-url', 'https://x.example', '-p', 'work']);
    expect(opened).toEqual([
      {
        program: 'steward',
        flags: {profile: 'work', baseUrl: 'https://x.example'},
        color: 'auto',
        sandbox: false,
        plainFrame: true,
        look: {checkKeys: false},
        audit: {},
        tour: false,
      },
    ]);
  });

  it('passes --max-wait on as milliseconds', async () => {
    const {opened} = await open('steward', ['--max-wait', '2h'], {terminal: true});
    expect(opened).toMatchObject([{maxWaitMs: 7_200_000}]);
  });

  it('explains itself and says its version', async () => {
    expect((await open('steward', ['--help'])).stdout).toContain('steward --sandbox');
    expect((await open('steward', ['--version'])).stdout).toBe(`{"version":"${version}"}\n`);
  });

  it('is no command for scripts', async () => {
    const result = await open('steward', ['project', 'get']);
    expect(result.exit).toBe(1);
    expect(failureOf(result)).toMatchObject({error_type: 'command_error'});
    expect(result.opened).toEqual([]);
  });
});
