import {describe, expect, it} from 'vitest';
import {globalRows} from '../../src/commands/flags.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const breaks = ' \t\n"\'@><=;|&(:';

/** What fish is told of a line; the last word is being typed. */
async function complete(line: string, options: RunCliOptions = {}, program: 'jr' | 'cf' = 'jr') {
  const argv = ['__complete', 'fish', '--', ...line.split(' ')];
  const result = await runCli(program, argv, options);
  expect([result.exit, result.stderr]).toEqual([0, '']);
  return result.stdout.split('\n').filter(Boolean);
}
const valuesOf = async (...args: Parameters<typeof complete>) =>
  (await complete(...args)).map(line => line.split('\t')[0]);

async function bash(line: string, options: RunCliOptions = {}) {
  const result = await runCli('jr', ['__complete', 'bash', '--', `jr ${line}`, breaks], options);
  return result.stdout.split('\n').filter(Boolean);
}

const config = {
  profiles: {
    work: {base_url: 'https://x.example', presets: {mine: {jq: '.'}}},
    'two words': {base_url: 'https://y.example'},
  },
  default_profile: 'work',
};

describe('completion of words', () => {
  it('offers groups, built-in commands and what they are', async () => {
    expect(await complete('v')).toEqual(['version\t13 operations']);
    const all = await valuesOf('');
    expect(all).toEqual(expect.arrayContaining(['uiModifications', 'raw', 'batch', 'help']));
    expect(all.filter(word => word === 'version')).toHaveLength(1);
    expect(await valuesOf('', {}, 'cf')).toContain('blogposts');
  });

  it('offers the operations of a group, wherever global flags stand', async () => {
    expect(await valuesOf('version get-r')).toEqual(['get-related-issues', 'get-related-work']);
    expect(await valuesOf('--pretty -p work version get-r')).toHaveLength(2);
    expect(await complete('version get')).toContain('get\tGet one version');
  });

  it('offers the words of built-in commands', async () => {
    expect(await valuesOf('completion ')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(await valuesOf('raw D')).toEqual(['DELETE']);
    expect(await valuesOf('preset ')).toEqual(['list']);
    expect(await valuesOf('schema vers')).toEqual(['version']);
    expect(await valuesOf('help version get-rel')).toHaveLength(2);
    expect(await valuesOf('help bat')).toEqual(['batch']);
  });

  it('offers nothing after an unknown word and after --', async () => {
    expect(await complete('nope ')).toEqual([]);
    expect(await complete('version get -- --')).toEqual([]);
  });
});

describe('completion of flags', () => {
  it('offers those of the operation and of every command, the required ones first', async () => {
    const flags = await complete('version get --');
    expect(flags[0]).toMatch(/^--id\t\(required\)/);
    const names = flags.map(line => line.split('\t')[0]);
    const known = globalRows.map(({name}) => `--${name}`);
    expect(names).toEqual(expect.arrayContaining(['--expand', '--help', ...known]));
    expect(names).not.toContain('--version');
  });

  it('offers a flag once, and lists again', async () => {
    const names = await valuesOf('project search --query x --id 1 --');
    expect(names).not.toContain('--query');
    expect(names).toContain('--id');
  });

  it('offers those of a built-in command', async () => {
    expect(await valuesOf('batch --max-b')).toEqual(['--max-batch']);
    expect(await valuesOf('sandbox --pret')).toEqual([]);
  });

  it('offers the flags of the operation where no word is due', async () => {
    expect((await valuesOf('version get '))[0]).toBe('--id');
  });
});

describe('completion of values', () => {
  it('offers the values of inputs and flags, after a blank or =', async () => {
    expect(await valuesOf('version get --auth-type b')).toEqual(['basic', 'bearer']);
    expect(await valuesOf('version get --auth-type=b')).toEqual([
      '--auth-type=basic',
      '--auth-type=bearer',
    ]);
    expect(await valuesOf('version get --pretty=')).toEqual(['--pretty=true', '--pretty=false']);
    expect(await valuesOf('permissionscheme get-all-permission-schemes --expand us')).toEqual([
      'user',
    ]);
  });

  it('goes on after a comma in a list, without what is there', async () => {
    const all = await valuesOf('project search --status ');
    expect(all.length).toBeGreaterThan(1);
    const [first, second] = all;
    expect(await valuesOf(`project search --status ${first},`)).toContain(`${first},${second}`);
    expect(await valuesOf(`project search --status ${first},`)).not.toContain(`${first},${first}`);
  });

  it('offers profiles and presets of this machine', async () => {
    expect(await valuesOf('version get -p ', {config})).toEqual(['work', 'two words']);
    expect(await valuesOf('version get --profile=w', {config})).toEqual(['--profile=work']);
    expect(await valuesOf('version get --preset ', {config})).toEqual(
      expect.arrayContaining(['agent', 'triage', 'mine']),
    );
  });

  it('offers nothing, and says nothing, when the configuration is wrong', async () => {
    const files = {'.config/jr/config.json': '{'};
    expect(await complete('version get -p ', {files})).toEqual([]);
    expect(await complete('version get --preset ', {files})).toEqual([]);
  });

  it('leaves files to the shell', async () => {
    expect(await complete('batch --input ')).toEqual([':files']);
    expect(await complete('version create --body @x')).toEqual([':files']);
    expect(await complete('version create --body ')).toEqual([]);
  });
});

describe('completion for bash', () => {
  it('takes the line apart as bash does and gives what follows the last break', async () => {
    expect(await bash('version get --auth-type=be')).toEqual(['bearer']);
    expect(await bash(`--jq '.a | .b' version get-rela`)).toHaveLength(2);
    expect(await bash('-p "tw', {config})).toEqual(['two\\ words']);
    expect(await bash('version get\\-r')).toHaveLength(2);
    // A blank that is quoted is no break.
    expect(await bash('-p two\\ w', {config})).toEqual(['two\\ words']);
  });
});

describe('completion of --output and --columns', () => {
  it('offers the formats, and the columns of what the operation answers, after a comma too', async () => {
    expect(await valuesOf('project search -o t')).toEqual(['table', 'tsv']);
    const columns = await valuesOf('project search --columns ');
    expect(columns).toEqual(expect.arrayContaining(['key', 'updated', 'projectTypeKey']));
    expect(await valuesOf('project search --columns key,projectT')).toEqual(['key,projectTypeKey']);
    expect(await valuesOf('watch project search --output=y')).toEqual(['--output=yaml']);
    expect(await valuesOf('raw GET /x --pag')).toEqual(['--paginate', '--pager']);
  });
});

describe('completion for PowerShell', () => {
  const powershell = async (...words: readonly string[]) =>
    (await runCli('jr', ['__complete', 'powershell', '--', ...words], {})).stdout.split('\n');

  it('takes the word being typed from behind a colon, and says what a candidate is', async () => {
    expect(await powershell('version', 'get', ':')).toContain('--id\t(required) version id');
    expect(await powershell(':versi')).toEqual(['version\t13 operations', '']);
    expect(await powershell('version', 'create', '--body', ':@')).toEqual([':files', '']);
  });

  it('has a script that takes nothing apart: single quotes around what is special, a tab before help', async () => {
    const {stdout} = await runCli('jr', ['completion', 'powershell']);
    expect(stdout).toContain('Register-ArgumentCompleter -Native -CommandName jr -ScriptBlock {');
    expect(stdout).toContain('& jr __complete powershell -- @before ":$current" 2>$null');
    expect(stdout).toContain("-match '[\\s\\u0027\\u0022\\u0060$@&|;<>(){}#,]'");
    expect(stdout).toContain('-split [char]9, 2');
    const opened = stdout.split('{').length;
    // In the pattern both stand once, so they go out even.
    expect(stdout.split('}').length).toBe(opened);
  });
});

describe('jr completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('%s prints a script', async shell => {
    for (const program of ['jr', 'cf'] as const) {
      const {stdout, stderr, exit} = await runCli(program, ['completion', shell]);
      expect([stderr, exit]).toEqual(['', 0]);
      expect(stdout).toMatch(new RegExp(`(?:command|&) ${program} __complete ${shell}`));
      expect(stdout).not.toContain('PROGRAM');
    }
  });

  it('names the shells it knows', async () => {
    for (const line of [['completion'], ['completion', 'tcsh']]) {
      const result = await runCli('jr', line);
      expect([result.exit, result.stdout]).toEqual([1, '']);
      expect(failureOf(result).hint).toContain('bash|zsh|fish');
    }
  });
});
