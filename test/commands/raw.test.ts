import {describe, expect, it} from 'vitest';
import type {FakeHost} from '../support/fake-host.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{"a":1.0}'}));

const raw = (line: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', ['raw', ...line], {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
    ...options,
  });
const seen = () => server.requests.map(({method, url, body}) => `${method} ${url} ${body}`.trim());

describe('raw', () => {
  it('sends any method in any case; a slash is added', async () => {
    expect(
      (await raw(['get', 'rest/api/3/x', '--query', 'a=b c', '--query', 'a=d,e=f'])).stdout,
    ).toBe('{"a":1.0}\n');
    await raw(['DELETE', '/x', '--body', '{"n":1.0}']);
    await raw(['Patch', '/x?y=1', '--query', 'z=2', '--body', '-'], {stdin: '[]'});
    expect(seen()).toEqual([
      'GET /rest/api/3/x?a=b%20c&a=d%2Ce%3Df',
      'DELETE /x {"n":1.0}',
      'PATCH /x?y=1&z=2 []',
    ]);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer t');
  });

  it('takes an absolute URL on the origin of the base URL only', async () => {
    expect((await raw(['GET', `${server.origin}/y`])).exit).toBe(0);
    const result = await raw(['GET', 'http://localhost:1/y']);
    expect([result.exit, failureOf(result)]).toMatchObject([4, {error_type: 'validation_error'}]);
    expect(seen()).toEqual(['GET /y']);
  });

  it('is refused with all problems at once', async () => {
    const result = await raw(['FETCH', '/x', '--query', 'a', '--body', '{', '--jq', '.[']);
    expect(result.exit).toBe(4);
    expect(Object.keys(failureOf(result).errors as object)).toEqual([
      'query',
      'method',
      'body',
      'jq',
    ]);
    expect(seen()).toEqual([]);
  });

  it('passes through a response that is not JSON, unless it is filtered', async () => {
    server.answer = () => ({body: 'plain\ntext'});
    expect((await raw(['GET', '/x', '--pretty'])).stdout).toBe('plain\ntext\n');
    const result = await raw(['GET', '/x', '--jq', '.']);
    expect([result.exit, failureOf(result)]).toMatchObject([7, {error_type: 'invalid_response'}]);
  });

  it.each([
    ['image/png', Buffer.from([0x89, 0x50, 0, 0xff, 0x0a])],
    ['application/octet-stream', Buffer.from('a,b\r\n')],
    ['text/plain', Buffer.from([0x61, 0xff])],
  ])('passes %s through byte for byte, but not to a terminal', async (type, body) => {
    server.answer = () => ({body, headers: {'content-type': type}});
    let bytes: Buffer | undefined;
    const onHost = (host: FakeHost): void => {
      bytes = undefined;
      onEnd = () => {
        bytes = host.outBytes();
      };
    };
    let onEnd: () => void = () => undefined;
    expect((await raw(['GET', '/x'], {onHost})).exit).toBe(0);
    onEnd();
    expect(bytes).toEqual(body);
    const shown = await raw(['GET', '/x'], {terminal: true});
    expect([shown.exit, shown.stdout]).toEqual([1, '']);
    expect(failureOf(shown).message).toContain(`${body.length} bytes`);
  });

  it('reads other charsets by their label, and refuses what it does not know', async () => {
    const body = Buffer.from('{"a":"\u00e9"}', 'latin1');
    server.answer = () => ({
      body,
      headers: {'content-type': 'application/json; charset=ISO-8859-1'},
    });
    expect((await raw(['GET', '/x'])).stdout).toBe('{"a":"é"}\n');
    server.answer = () => ({body, headers: {'content-type': 'text/plain; charset="no-such"'}});
    const result = await raw(['GET', '/x']);
    expect([result.exit, result.stdout]).toEqual([7, '']);
    expect(failureOf(result).message).toContain('no-such');
  });

  it('merges pages in another charset', async () => {
    server.answer = ({url}) => ({
      headers: {'content-type': 'application/json; charset=utf-16le'},
      body: Buffer.from(
        url.includes('startAt=1')
          ? '{"startAt":1,"total":2,"values":["ü"]}'
          : '{"startAt":0,"total":2,"values":["é"]}',
        'utf16le',
      ),
    });
    expect((await raw(['GET', '/x'])).stdout).toBe('{"startAt":0,"total":2,"values":["é","ü"]}\n');
  });

  it('shows a page on a terminal so that it cannot steer it', async () => {
    const body = '<p>\u001b]0;evil\u0007\u009b31m</p>\n';
    server.answer = () => ({body, headers: {'content-type': 'text/html'}});
    const {stdout} = await raw(['GET', '/x'], {terminal: true});
    expect(stdout).toBe('<p>\\u001b]0;evil\\u0007\\u009b31m</p>\n');
    expect((await raw(['GET', '/x'])).stdout).toBe(body);
  });

  it('merges the pages of a list', async () => {
    server.answer = ({url}) => ({
      body: url.includes('startAt=1')
        ? '{"startAt":1,"maxResults":1,"total":2,"isLast":true,"values":[2]}'
        : '{"startAt":0,"maxResults":1,"total":2,"isLast":false,"values":[1]}',
    });
    expect((await raw(['GET', '/list', '--jq', '.values'])).stdout).toBe('[1,2]\n');
    expect((await raw(['GET', '/list', '--no-paginate', '--jq', '.values'])).stdout).toBe('[1]\n');
  });

  const pagesBy: Record<string, [path: string, pages: Record<string, string>]> = {
    'a list under another name': [
      '/rest/api/3/search?jql=x&maxResults=1',
      {
        '': '{"startAt":0,"total":2,"issues":[1]}',
        '&startAt=1': '{"startAt":1,"total":2,"issues":[2]}',
      },
    ],
    'a token beside the list': [
      '/rest/api/3/search/jql?maxResults=1',
      {'': '{"issues":[1],"nextPageToken":"a/b"}', '&nextPageToken=a%2Fb': '{"issues":[2]}'},
    ],
    'a token within, as its record says': [
      '/rest/api/3/statuses/1/projectUsages?maxResults=1',
      {
        '': '{"projects":{"values":[1],"nextPageToken":"t"}}',
        '&nextPageToken=t': '{"projects":{"values":[2]}}',
      },
    ],
    'a bare array, as its record says': [
      '/rest/api/3/user/search?query=a&maxResults=1',
      {'': '[1]', '&startAt=1&maxResults=999': '[2]'},
    ],
  };

  it.each(Object.entries(pagesBy))('follows %s', async (_, [path, pages]) => {
    server.answer = ({url}) => {
      const query = Object.keys(pages).find(more => more !== '' && url.endsWith(more)) ?? '';
      return {body: pages[query] ?? ''};
    };
    const result = await raw(['GET', path, '--jq', '.. | numbers | select(. == 1 or . == 2)']);
    expect(result.stdout.split('\n').filter(Boolean).slice(-2)).toEqual(['1', '2']);
    expect(result.stderr).toBe('');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['?maxResults=2', '[1,2]', {}, 'There may be more than these 2 items'],
    ['', JSON.stringify(Array(50).fill(1)), {}, 'There may be more than these 50 items'],
    ['', '[1]', {link: '</x?page=2>; rel="next"'}, 'There are more pages (its Link header)'],
    ['', '{"a":[1],"b":[2],"nextPageToken":"x"}', {}, 'There are more pages (nextPageToken)'],
    ['', '{"data":[1],"isLast":false}', {}, 'There are more pages (isLast)'],
    ['', '{"data":[1],"next":"/x?page=2"}', {}, 'There are more pages (next)'],
  ])('says what of %s %s is not followed', async (query, body, headers, told) => {
    server.answer = () => ({body, headers});
    const result = await raw(['GET', `/x${query}`]);
    expect([result.exit, result.stdout]).toEqual([0, `${body}\n`]);
    expect(JSON.parse(result.stderr).warning).toContain(told);
    expect((await raw(['GET', `/x${query}`, '--no-paginate'])).stderr).toBe('');
  });

  it.each(['[1]', '[]', '{"a":[1]}', '"next"', '{"isLast":true,"x":[1]}'])(
    'says nothing of %s',
    async body => {
      server.answer = () => ({body});
      expect((await raw(['GET', '/x?maxResults=2'])).stderr).toBe('');
    },
  );

  it('says after a failed filter that a write happened', async () => {
    const result = await raw(['POST', '/x', '--jq', '.a.b']);
    expect(failureOf(result).message).toContain('succeeded');
  });
});

describe('raw with headers and other bodies', () => {
  it('sends headers as given, in place of its own, and a body of any type byte for byte', async () => {
    const bytes = new Uint8Array([0, 255, 10, 123]);
    const line = ['POST', '/x', '--body', '@b.bin', '--content-type', 'image/png'];
    const headers = ['--header', 'X-Atlassian-Token: no-check', '--header=accept:text/plain'];
    const more = ['--header', 'X-Two: a', '--header', 'x-two: b'];
    const result = await raw([...line, ...headers, ...more], {files: {'b.bin': bytes}});
    expect(result.exit).toBe(0);
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '4',
      'x-atlassian-token': 'no-check',
      accept: 'text/plain',
      'x-two': 'a, b',
      authorization: 'Bearer t',
    });
    await raw([
      'POST',
      '/x',
      '--body',
      'a=1&b=2',
      '--content-type',
      'application/x-www-form-urlencoded',
    ]);
    expect(seen()[1]).toBe('POST /x a=1&b=2');
  });

  it('is refused where a header is not its to give, or the type is none', async () => {
    const refused = async (...line: readonly string[]) =>
      failureOf(await raw(['POST', '/x', ...line])).errors;
    for (const header of [
      'Authorization: x',
      'cookie: a',
      'Host: evil',
      'a b: c',
      'nothing',
      'a: b\nc',
      'X-HTTP-Method-Override: DELETE',
      'x-http-method: DELETE',
      'X-Method-Override: DELETE',
    ]) {
      expect(await refused('--header', header)).toHaveProperty('header');
    }
    expect(await refused('--content-type', 'text/plain')).toHaveProperty('content-type');
    expect(await refused('--body', 'x', '--content-type', 'text')).toHaveProperty('content-type');
    expect(await refused('--body', '{', '--content-type', 'application/vnd.a+json')).toHaveProperty(
      'body',
    );
    expect(seen()).toEqual([]);
  });

  it('shows them in a dry run, secrets starred out', async () => {
    const headers = ['--header', 'X-Api-Key: s3cret', '--header', 'X-Atlassian-Token: no-check'];
    const {stdout} = await raw([
      'PUT',
      '/x',
      '--body',
      'a',
      '--content-type',
      'text/plain',
      ...headers,
      '--dry-run',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      headers: {
        'Content-Type': 'text/plain',
        'X-Api-Key': '***',
        'X-Atlassian-Token': 'no-check',
      },
      body: 'a',
    });
    expect(seen()).toEqual([]);
  });
});
