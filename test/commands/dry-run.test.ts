import {describe, expect, it} from 'vitest';
import type {Operation} from '../../src/api/operation.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {operations} from '../support/operations.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const env = {JR_BASE_URL: 'http://127.0.0.1:1', CF_BASE_URL: 'http://127.0.0.1:1/wiki/api/v2'};
const jr = (line: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', [...line, '--dry-run'], {env, ...options});

describe('a dry run', () => {
  it('needs no credentials and no configuration', async () => {
    expect(await jr(['version', 'get', '--id', 'a/b', '--expand', 'driver,approvers'])).toEqual({
      stdout:
        '{"method":"GET","url":"http://127.0.0.1:1/rest/api/3/version/a%2Fb?expand=driver,approvers","headers":{"Accept":"application/json","User-Agent":"steward"}}\n',
      stderr: '',
      exit: 0,
    });
  });

  it('stars out what is secret and reads no secret', async () => {
    const config = {
      profiles: {
        default: {
          base_url: 'http://127.0.0.1:1',
          auth: {username: 'ann', token: {command: ['no-such-program']}},
          headers: {Cookie: 'session-secret'},
        },
      },
    };
    const {stdout, exit} = await jr(['project', 'get', '--projectIdOrKey', 'X'], {config, env: {}});
    expect(exit).toBe(0);
    expect(JSON.parse(stdout).headers).toMatchObject({Authorization: '***', Cookie: '***'});
    expect(stdout).not.toContain('session-secret');
    const oauth = ['--auth-type', 'oauth2', '--auth-token', 'token-secret'];
    expect((await jr(['version', 'get', '--id', '1', ...oauth])).stdout).not.toContain('secret');
  });

  it('shows a JSON body number for number', async () => {
    const body = '{"n": 1.0,\n"m":1e400}';
    const {stdout} = await jr(['version', 'create', '--unchecked', '--body', body]);
    expect(stdout).toContain('"body":{"n":1.0,"m":1e400}}');
  });

  it('counts the bytes of an image', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const avatar = operations.find(({inputs}) => inputs.some(({type}) => type === 'image'));
    const line = avatar ? exampleLines(avatar)[0]?.split(' ').slice(1) : undefined;
    const {stdout} = await jr(line ?? [], {files: {'avatar.png': png}});
    expect(JSON.parse(stdout)).toMatchObject({
      body: '8 bytes of image/png',
      headers: {'Content-Type': 'image/png', 'X-Atlassian-Token': 'no-check'},
    });
  });

  it('notes what depends on an answer instead of inventing it', async () => {
    const line = ['custom-content', 'update-custom-content', '--id', '5', '--title', 'T'];
    const {stdout} = await runCli('cf', [...line, '--dry-run'], {env});
    const request = JSON.parse(stdout);
    expect(request.notes.join(' ')).toContain('plus 1');
    expect(JSON.stringify(request.body)).not.toContain('number');
  });

  it('does not swallow a flag that follows one that is true or false', async () => {
    const {stdout} = await jr(['project', 'delete', '--projectIdOrKey', 'X', '--enableUndo']);
    expect(JSON.parse(stdout)).toMatchObject({
      method: 'DELETE',
      url: 'http://127.0.0.1:1/rest/api/3/project/X?enableUndo=true',
    });
  });

  it('shows --jq, which is for the answer, and takes --pretty', async () => {
    const line = ['version', 'get', '--id', '1'];
    const {stdout} = await jr([...line, '--jq', '.name | ascii_upcase', '-r']);
    expect(JSON.parse(stdout)).toMatchObject({method: 'GET', jq: '.name | ascii_upcase'});
    expect((await jr([...line, '--jq', '.['])).exit).toBe(4);
    expect((await jr([...line, '--pretty'])).stdout).toContain('{\n  "method": "GET",\n');
  });

  it('still refuses bad inputs and needs a base URL', async () => {
    expect((await jr(['version', 'get'])).exit).toBe(4);
    const result = await jr(['version', 'get', '--id', '1'], {env: {}});
    expect(failureOf(result)).toMatchObject({error_type: 'config_error'});
  });

  it.each([
    ['https://api.example/ex/t/1', 'https://api.example/ex/t/1/rest/api/3/version/1'],
    ['https://x.example/', 'https://x.example/rest/api/3/version/1'],
  ])('joins paths to the base URL %s', async (base, url) => {
    const {stdout} = await jr(['version', 'get', '--id', '1', '--base-url', base]);
    expect(JSON.parse(stdout).url).toBe(url);
  });

  it('of labels add goes to the older path beside the base URL', async () => {
    const line = ['labels', 'add', '--page-id', '1', '--label', 'a', '--label', 'b', '--dry-run'];
    expect(JSON.parse((await runCli('cf', line, {env})).stdout)).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:1/wiki/rest/api/content/1/label',
      body: [
        {prefix: 'global', name: 'a'},
        {prefix: 'global', name: 'b'},
      ],
    });
  });
});

describe('of every operation the dry run', () => {
  const files = {
    'body.json': '{}',
    'avatar.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  };
  const documented = operations.filter(({extra}) => !extra);

  it('covers the 176 of the documents', () => {
    expect(documented).toHaveLength(176);
  });

  it.each(documented.map(one => [`${one.service} ${one.group} ${one.name}`, one] as const))(
    'has the method and path of the documents: %s',
    async (_, operation) => {
      const program = operation.service === 'tracker' ? 'jr' : 'cf';
      const [line = ''] = exampleLines(operation);
      const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? '').slice(1);
      const {stdout, exit} = await runCli(program, [...argv, '--dry-run'], {env, files});
      expect(exit).toBe(0);
      const {method, url} = JSON.parse(stdout);
      expect(method).toBe(operation.method);
      expect(new URL(url).pathname).toMatch(pathPattern(operation));
    },
  );
});

function pathPattern({root, path}: Operation): RegExp {
  const below = {tracker: '', content: '/wiki/api/v2', 'content-v1': '/wiki/rest/api'}[root];
  return new RegExp(`^${below}${path.replace(/\{[^}]+\}/g, '[^/{}]+')}$`);
}
