import {describe, expect, it} from 'vitest';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {exitCodes} from '../../src/base/failure.ts';
import {globalRows} from '../../src/commands/flags.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {operationHelp} from '../../src/commands/help/operation-help.ts';
import {operations} from '../support/operations.ts';
import {runCli} from '../support/run-cli.ts';

const help = async (program: 'jr' | 'cf', line: string): Promise<string> => {
  const result = await runCli(program, line.split(' '));
  expect([result.exit, result.stderr]).toEqual([0, '']);
  return result.stdout;
};

describe('help', () => {
  it('is the same by word and by flag, on every level', async () => {
    expect(await help('jr', 'help')).toBe(await help('jr', '--help'));
    expect(await help('jr', 'help version')).toBe(await help('jr', 'version -h'));
    expect(await help('jr', 'help version get')).toBe(
      await help('jr', 'version get --id 1 --help'),
    );
    expect(await help('jr', 'help raw')).toBe(await help('jr', 'raw --help'));
  });

  it.each([
    ['jr', 'version --id 5 --help', 'version'],
    ['jr', 'version --id 5 -h', 'version'],
    ['jr', '--id 5 --help', ''],
    ['jr', '--bogus=1 version get --help', 'version get'],
    ['jr', 'version --bogus=1 get 5 -h', 'version get'],
    ['jr', 'version get --bogus 5 --help', 'version get'],
    ['jr', 'id --bogus 5 --help', 'id'],
    ['jr', 'watch --bogus 5 webhook get-failed -h', 'watch'],
    ['cf', 'blogposts --id=5 --help', 'blogposts'],
    ['cf', 'blogposts --id 5 --help', 'blogposts'],
  ] as const)('%s %s is the help of "%s"', async (program, line, words) => {
    expect(await help(program, line)).toBe(await help(program, `help ${words}`.trim()));
  });

  it('names in the rules of an operation only flags that it has', () => {
    const unknown = operations.flatMap(operation => {
      const text = operationHelp(operation, 80).join('\n');
      const [, flags = ''] = /^Flags:\n([\s\S]*?)\n\n/m.exec(text) ?? [];
      const [, rules = ''] = /^Rules:\n([\s\S]*?)\n\n/m.exec(text) ?? [];
      return [...rules.matchAll(/--[\w-]+/g)].flatMap(([flag]) =>
        flags.includes(`  ${flag} `) ? [] : [`${operation.group} ${operation.name} ${flag}`],
      );
    });
    expect(unknown).toEqual([]);
  });

  it('of everything lists groups, commands and flags that work', async () => {
    const text = await help('cf', '--help');
    for (const part of ['custom-content', 'preset list', '--base-url', 'CF_BASE_URL', '--jq']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('--cache');
    expect(text).toContain('configure');
  });

  it('says once how long a field may be', async () => {
    for (const line of ['version create', 'priority update', 'resolution create']) {
      const text = (await help('jr', `help ${line}`)).replaceAll(/\s+/g, ' ');
      expect(text.match(/at most 255 characters/gi)?.length ?? 0, line).toBeLessThanOrEqual(1);
      expect(text, line).not.toMatch(/(?:characters|bytes) of (?:name|description)/);
    }
  });

  it('is searched for words, in operations, commands, flags and pages', async () => {
    const text = await help('jr', 'help search Permission SCHEME project');
    expect(text.split('\n')[0]).toBe('Operations:');
    expect(text).toContain('project assign-permission-scheme');
    expect(text).not.toContain('webhook');
    expect(await help('jr', 'help search deliveries')).toMatch(
      /^Pages:\n {2}docs\/.*\n( {2,}\S.*\n)*$/m,
    );
    expect(await help('jr', 'help search spreadsheet')).toContain('docs/recipes/03-');
    expect(await help('jr', 'help search jq variable')).toContain('--argjson');
    expect(await help('cf', 'help search labels page-id')).toContain('labels add');
    for (const line of ['help search', 'help search nothing has these words']) {
      expect((await runCli('jr', line.split(' '))).exit).toBe(1);
    }
  });

  it.each([
    ['jr', 'expiring webhooks', 'webhook refresh'],
    ['jr', 'merge versions', 'version merge'],
    ['jr', 'how do I refresh webhooks', 'docs/recipes/05-refresh-webhooks.md'],
    ['jr', 'project archiving', 'project archive '],
    ['jr', 'failing deliveries', 'webhook get-failed'],
    ['cf', 'label a page', 'labels add'],
    ['jr', 'exit code', 'help exit-codes'],
    ['jr', 'overdue versions', 'docs/recipes/20-overdue-versions.md'],
    ['jr', 'overdue versions', 'Examples: jr each "project search" --run "project get-versions'],
    ['cf', 'restore body post', 'Examples: cf blogposts get-blog-post-by-id'],
    ['jr', 'release version move', 'docs/recipes/01-release-a-version.md'],
    ['jr', 'copy grants', 'docs/recipes/02-clone-a-permission-scheme.md'],
    ['jr', 'merge versions', 'Examples: jr version delete-and-replace'],
    ['jr', 'who administers', 'Who administers each project'],
    ['jr', 'replace lead', 'Replace the lead of all projects'],
    ['jr', 'change owner projects', 'Replace the lead of all projects'],
    ['jr', 'failed by address', 'Count failed deliveries by address'],
    ['jr', 'failed deliveries by url', 'Count failed deliveries by address'],
    ['cf', 'label posts title', 'Add a label to the posts'],
    ['cf', 'restore body post', 'Restore the body of a blog post'],
    ['jr', 'rename status', 'docs/recipes/08-rename-a-status.md'],
    ['jr', 'export users', 'Export all users as CSV'],
    ['jr', 'validate create', 'Validate a key, and create the project'],
    ['jr', 'notification group', 'Notify a group'],
    ['jr', 'back up compare', 'Back up the configuration and compare it later'],
    ['jr', 'backup', 'Back up the configuration'],
    ['jr', 'CI credentials', 'docs/recipes/09-set-up-a-ci-job.md'],
    ['cf', 'blog post markdown', 'docs/recipes/04-publish-a-blog-post.md'],
  ] as const)('%s help %s finds what is meant', async (program, words, found) => {
    const text = await help(program, `help ${words}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(found.trim());
    expect(text).toBe(await help(program, `help search ${words}`));
  });

  it('of words that name and find nothing is an error with the nearest names', async () => {
    for (const line of ['help verison', 'merge versions --help']) {
      expect((await runCli('jr', line.split(' '))).exit).toBe(1);
    }
    expect((await runCli('jr', ['help', 'verison'])).stderr).toContain('Did you mean version?');
  });

  it('of words that no entry has together shows what has all but one', async () => {
    const text = await help('jr', 'help replace lead everywhere');
    expect(text).toMatch(/^Nothing matches all words\. Without "everywhere":$/m);
    expect(text).toContain('Replace the lead of all projects');
    const none = await runCli('jr', ['help', 'frobnicate', 'several', 'gizmos']);
    expect([none.exit, none.stderr]).toEqual([1, expect.stringContaining('No match for frob')]);
    // A mistyped group or operation is not searched for.
    for (const line of ['help verison get', 'help version gte'])
      expect((await runCli('jr', line.split(' '))).stderr).toContain('Did you mean');
  });

  it('of exit codes has every code and kind, of the environment every variable', async () => {
    const codes = await help('jr', 'help exit-codes');
    for (const [kind, exit] of Object.entries(exitCodes)) {
      expect(codes).toMatch(new RegExp(`^ +${exit} {2}${kind}: \\S`, 'm'));
    }
    const names = await help('cf', 'help environment');
    const flags = globalRows.flatMap(row => ('env' in row ? [`CF_${row.env}`] : []));
    for (const name of [...flags, 'CF_CONFIG_PATH', 'NO_COLOR']) expect(names).toContain(name);
    expect(names).not.toContain('JR_BASE_URL');
    for (const name of ['help exit-codes', 'help environment']) {
      expect(await help('jr', '--help')).toContain(name);
    }
  });

  it('of a group lists its operations and marks the deprecated', async () => {
    const text = await help('jr', 'version --help');
    expect(text).toContain('get-related-issues');
    expect(text).toMatch(/merge .*\(deprecated\)/);
  });

  it('of an operation teaches inputs, permission, rules, notes and successor', async () => {
    expect(await help('jr', 'help version delete')).toMatchInlineSnapshot(`
      "jr version delete: Delete a version, optionally replacing it in issues
      Deprecated: replaced by delete-and-replace. Use jr version delete-and-replace.

      Usage:
        jr version delete --id <text> [flags]
        DELETE /rest/api/3/version/{id}

      Flags:
        --id <text>                    required; version id
        --moveFixIssuesTo <text>       id of the replacement version in fixVersion
        --moveAffectedIssuesTo <text>  id of the replacement version in
                                       affectedVersion

      Permission:
        Administer global permission, or Administer projects for the version’s
          project
        Credentials are optional: without them, the request is anonymous.

      Notes:
        Without a replacement, fixVersion and affectedVersion are cleared.
        The replacement must be another version of the same project.
        Cannot be undone.
        Returns no content; prints {}.
        Look up ids by name: $(jr id version PROJECT/NAME).
        Source: services T4.7 (docs/services.md).

      Examples:
        jr version delete --id 10004
        jr version delete --id 10004 --dry-run

      Global flags: jr --help.
      "
    `);
    const text = await help('jr', 'help statuses search');
    expect(text).toContain('one of TODO (To do),');
  });

  it.each([
    ['project archive', 'Undone by project restore.'],
    ['project restore', 'Undone by project archive or project delete.'],
    ['project delete', 'Moves to the trash. Undone by project restore. Permanent with'],
  ])('of %s says: %s', async (line, said) => {
    expect((await help('jr', `help ${line}`)).replaceAll(/\s+/g, ' ')).toContain(said);
  });

  it('of an operation that undoes itself does not name it', async () => {
    expect(await help('jr', 'help priority set-default')).not.toContain('Undone');
  });

  it('fits its lines into 80 columns, usage and examples aside', () => {
    for (const operation of operations) {
      const program = operation.service === 'tracker' ? 'jr' : 'cf';
      const lines = operationHelp(operation, 80);
      const wide = lines.filter(line => line.length > 80 && !line.startsWith(`  ${program} `));
      // A word that is longer than the column has a line of its own.
      expect(
        wide.filter(line => line.trim().includes(' ') && !/^ {2}(GET|POST|PUT|DELETE) /.test(line)),
      ).toEqual([]);
    }
  });
});

it('a documented value that the public service refuses is told, and not offered', async () => {
  const {stdout} = await runCli('jr', ['project', 'get-components', '--help']);
  const help = stdout.replaceAll(/\s+/g, ' ');
  expect(help).toContain('known values: auto, jira, compass; tracker is refused: use jira');
  const line = ['project', 'get-components', '--projectIdOrKey', 'A', '--componentSource'];
  const env = {JR_BASE_URL: 'https://x.example'};
  const {stderr} = await runCli('jr', [...line, 'tracker', '--dry-run', '--verbose'], {env});
  expect(stderr).toContain('--componentSource is tracker, which the cloud service refuses');
});

it('the help of an operation shows no default and no rule that cannot be used', () => {
  for (const operation of operations) {
    const help = operationHelp(operation, 10_000);
    const rules = help.slice(help.indexOf('Rules:')).filter(line => line.startsWith('  '));
    for (const {name, required, refused = {}, unavailable, ...input} of inputsOf(operation)) {
      const row = help.find(line => line.startsWith(`  --${name} `)) ?? '';
      const isUsable = !required && !Object.hasOwn(refused, input.default ?? '');
      if (!isUsable) expect(row, operation.name).not.toContain(`default ${input.default}`);
      if (unavailable) {
        const named = rules.filter(line => new RegExp(`--${name}\\b(?!-)`).test(line));
        expect(named, operation.name).toEqual([]);
      }
    }
  }
});

it('cf neither lists nor runs a command that only jr has, and names jr', async () => {
  expect(await help('cf', '--help')).not.toMatch(/^ {2}(?:access|site) /m);
  expect(await help('jr', '--help')).toMatch(/^ {2}site /m);
  for (const line of [
    ['site', 'check', 'x'],
    ['help', 'site'],
    ['access', '--help'],
  ]) {
    const {exit, stderr} = await runCli('cf', line);
    expect([exit, stderr]).toEqual([1, expect.stringMatching(/"Use jr (?:site|access)\."/)]);
  }
});

describe('the examples of help', () => {
  const env = {JR_BASE_URL: 'https://x.example', CF_BASE_URL: 'https://x.example/wiki/api/v2'};
  const files = {
    'body.json': '{}',
    'avatar.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  };

  it.each(
    operations.map(
      operation =>
        [`${operation.service} ${operation.group} ${operation.name}`, operation] as const,
    ),
  )('of %s would be sent', async (_, operation) => {
    const program = operation.service === 'tracker' ? 'jr' : 'cf';
    const lines = exampleLines(operation);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const argv = splitLine(line).slice(1);
      const withoutFilter = argv.includes('--jq') ? argv.slice(0, argv.indexOf('--jq')) : argv;
      const {stdout, stderr} = await runCli(program, [...withoutFilter, '--dry-run'], {env, files});
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toMatchObject({method: operation.method});
    }
  });
});

it('flags that work with one operation alone are below it, and do not repeat it', async () => {
  const {stdout} = await runCli('jr', ['watch', '--help']);
  const [flags = '', limited = ''] = stdout.split('Flags for webhook get-failed:\n');
  expect(flags).toContain('--interval');
  expect(limited).toContain('--forward-to');
  expect(flags).not.toContain('--forward-to');
  const [ownFlags = ''] = limited.split('Notes:');
  expect(ownFlags).not.toContain('get-failed');
});

/** Words of a shell line; only single quotes are used. */
function splitLine(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}
