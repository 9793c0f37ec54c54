import {expect, it} from 'vitest';
import {failureOf, runCli} from '../support/run-cli.ts';

const hintOf = async (program: 'jr' | 'cf', line: string) =>
  failureOf(await runCli(program, line.split(' '))).hint;

it.each([
  ['jr', 'project list', 'Did you mean project search?'],
  ['jr', 'project show', 'Did you mean project get?'],
  ['jr', 'project rm', 'Did you mean project delete?'],
  ['jr', 'version add', 'Did you mean version create?'],
  ['jr', 'webhook list', 'Did you mean webhook get-dynamic-webhooks-for-app?'],
  ['jr', 'user list', 'Did you mean user bulk-get or user find?'],
  ['jr', 'priority list', 'Did you mean priority search?'],
  ['jr', 'notificationscheme LS', 'Did you mean notificationscheme get-notification-schemes?'],
  ['cf', 'blogposts list', 'Did you mean blogposts get-blog-posts?'],
  ['cf', 'blogposts rm', 'Did you mean blogposts delete-blog-post?'],
  ['cf', 'whiteboards new', 'Did you mean whiteboards create?'],
  ['cf', 'custom-content edit', 'Did you mean custom-content update-custom-content?'],
  ['cf', 'spaces list', 'Did you mean spaces get?'],
  [
    'jr',
    'issue get',
    'steward has no command for this, but the API does: jr raw GET /rest/api/3/issue/HPAY-1',
  ],
  [
    'jr',
    'issues',
    'steward has no command for this, but the API does: jr raw GET /rest/api/3/issue/HPAY-1',
  ],
  [
    'jr',
    'workflow list',
    'steward has no command for this, but the API does: jr raw GET /rest/api/3/workflow/search',
  ],
  [
    'jr',
    'components',
    'steward has no command for this, but the API does: jr raw GET /rest/api/3/project/HPAY/component',
  ],
  ['jr', 'workflow move', 'jr raw POST /rest/api/3/issue/HPAY-1/transitions'],
  ['jr', 'workflow transition', 'jr raw GET /rest/api/3/issue/HPAY-1/transitions'],
  ['jr', 'diff', 'jr raw GET /rest/api/3/issue/HPAY-1/changelog'],
  ['jr', 'template apply', 'jr schema version create --example'],
  ['jr', 'label', 'cf labels --help'],
  ['jr', 'labels add', 'cf labels --help'],
  ['jr', 'watch --jql project=HPAY', "--query 'jql=project = HPAY'"],
  ['jr', 'me', 'jr whoami'],
  ['cf', 'me', 'cf whoami'],
  ['jr', 'ls', 'jr project search -o table'],
  ['cf', 'list', 'cf blogposts get-blog-posts -o table'],
  ['jr', 'auth login', 'jr login'],
  ['jr', 'api /myself', 'jr raw GET /rest/api/3/myself'],
  ['jr', 'create', 'jr version create --help'],
  ['jr', 'release list', 'jr project get-versions-paginated'],
  ['jr', 'sprints', 'jr raw GET /rest/agile/1.0/board/1/sprint'],
  ['jr', 'errors', 'jr help exit-codes'],
  ['jr', 'env', 'jr help environment'],
  ['jr', '-X GET /rest/api/3/myself', 'raw GET /rest/api/3/myself'],
  ['jr', 'help me', 'jr whoami'],
  ['cf', 'diff', 'cf blogposts get-blog-post-versions'],
  ['cf', 'label', 'labels'],
  ['cf', 'pages get', 'steward has no command for this, but the API does: cf raw GET /pages'],
] as const)('%s %s is answered with what does it', async (program, line, hint) => {
  expect(await hintOf(program, line)).toContain(hint);
});

it.each([
  ['raw -X GET /x', 'raw GET /rest/api/3/myself'],
  ['project search --csv', '--output csv'],
  ['project search --plain', '--output table'],
  ['project search --json', 'JSON is the default'],
  ['project get --web', 'open project HPAY'],
  ['raw POST /x -d {}', '--body @FILE'],
  ['version delete --yes', 'do not ask'],
])('the flag of another program in jr %s is answered with what does it', async (line, text) => {
  const failure = failureOf(await runCli('jr', line.split(' ')));
  expect(failure.error_type).toBe('command_error');
  expect(failure.message).toContain(text);
});

it('what raw is said to do for a group that is not here, raw takes', async () => {
  const env = {JR_BASE_URL: 'https://a.example', CF_BASE_URL: 'https://a.example/wiki/api/v2'};
  const plan = async (program: 'jr' | 'cf', line: readonly string[]) => {
    const {stdout} = await runCli(program, [...line, '--dry-run', '--jq', '.url'], {env});
    return JSON.parse(stdout).url;
  };
  const search = ['raw', 'GET', '/rest/api/3/search/jql', '--query', 'jql=project = HPAY'];
  expect(await hintOf('jr', 'search x')).toContain("--query 'jql=project = HPAY'");
  expect(await plan('jr', search)).toBe(
    'https://a.example/rest/api/3/search/jql?jql=project%20%3D%20HPAY',
  );
  const absolute = ['raw', 'GET', 'https://a.example/wiki/rest/api/search', '--query', 'cql=a'];
  expect(await plan('cf', absolute)).toBe('https://a.example/wiki/rest/api/search?cql=a');
});

it('a word that means no kind of operation has the list of all', async () => {
  expect(await hintOf('jr', 'resolution frobnicate')).toContain('Operations: ');
});
