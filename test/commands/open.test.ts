import {expect, it} from 'vitest';
import {startRecordingServer} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const run = (program: 'jr' | 'cf', line: readonly string[], baseUrl: string) =>
  runCli(program, ['open', ...line], {
    env: {
      [`${program.toUpperCase()}_BASE_URL`]: baseUrl,
      [`${program.toUpperCase()}_AUTH_TYPE`]: 'bearer',
      [`${program.toUpperCase()}_AUTH_TOKEN`]: 't',
    },
  });

it.each([
  [[], '/'],
  [['project', 'HPAY'], '/projects/HPAY'],
  [['components', 'HPAY'], '/projects/HPAY?selectedItem=components'],
  [['version', 'HPAY', '10001'], '/projects/HPAY/versions/10001'],
  [['issue', '../x'], '/browse/..%2Fx'],
  [['webhooks'], '/plugins/servlet/webhooks'],
  [['permissionscheme', '10000'], '/secure/admin/EditPermissions!default.jspa?schemeId=10000'],
])(
  'open %j prints the address without a request, and opens nothing without a screen',
  async (line, path) => {
    const result = await run('jr', line, 'https://a.example');
    expect(result).toEqual({
      stdout: `{"url":"https://a.example${path}","opened":false}\n`,
      stderr: '',
      exit: 0,
    });
  },
);

it('open reads where the page of content is, and never leaves the site', async () => {
  let webui = '/spaces/A/blog/1';
  const server = await startRecordingServer(() => ({body: JSON.stringify({_links: {webui}})}));
  const base = `${server.origin}/wiki/api/v2`;
  expect((await run('cf', ['blogpost', '1', '--jq', '.url', '-r'], base)).stdout).toBe(
    `${server.origin}/wiki/spaces/A/blog/1\n`,
  );
  for (webui of ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)']) {
    const result = await run('cf', ['blogpost', '1'], base);
    expect([result.exit, result.stdout]).toEqual([7, '']);
  }
  expect(server.requests.map(({url}) => url.replace(/\?.*/, ''))).toEqual(
    Array(4).fill('/wiki/api/v2/blogposts/1'),
  );
  const dry = await run('cf', ['blogpost', '1', '--dry-run'], base);
  expect(JSON.parse(dry.stdout)).toMatchObject({
    method: 'GET',
    url: `${base}/blogposts/1?body-format=storage`,
  });
  expect(server.requests).toHaveLength(4);
  await server.stop();
});

it.each([
  ['jr', ['project', 'HPAY'], 'https://api.atlassian.com/ex/jira/11-22'],
  ['jr', [], 'https://gateway.example/ex/jira/11-22/'],
  ['cf', ['blogpost', '1'], 'https://api.atlassian.com/ex/confluence/11-22/wiki/api/v2'],
] as const)(
  '%s open %j makes no address of a gateway, and says what is missing',
  async (program, line, base) => {
    const result = await run(program, line, base);
    const {error_type, message, hint, attempts} = failureOf(result);
    expect([result.exit, error_type, attempts]).toEqual([1, 'config_error', 0]);
    expect(message).toContain('has no pages to open');
    expect(hint).toContain('--base-url');
  },
);

it.each([
  [['projct', 'HPAY'], 'Did you mean project?'],
  [['version', 'HPAY'], 'Usage: jr open version PROJECT ID'],
  [['project'], 'Usage: jr open project KEY'],
])('open %j is refused with what it takes', async (line, hint) => {
  const result = await run('jr', line, 'https://a.example');
  expect([result.exit, failureOf(result)]).toMatchObject([1, {error_type: 'command_error', hint}]);
});
