import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

const raw = (line: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', ['raw', ...line], {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
    ...options,
  });

describe('raw --form', () => {
  it('sends fields and files as a form that reads back as given', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    const line = [
      '--form',
      'comment=a "b"=c',
      '--form',
      'file=@in/a.png',
      '--form=t=@t;type=text/csv',
    ];
    const result = await raw(['post', '/x', ...line], {files: {'in/a.png': png, t: 'x,y\r\n'}});
    expect(result.exit).toBe(0);
    const [request] = server.requests;
    const type = request?.headers['content-type'] ?? '';
    expect(type).toMatch(/^multipart\/form-data; boundary=steward-[0-9a-z]{24}$/);
    const parsed = await new Response(request?.body, {headers: {'content-type': type}}).formData();
    expect(parsed.get('comment')).toBe('a "b"=c');
    const file = parsed.get('t') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['t', 'text/csv', 'x,y\r\n']);
    const picture = parsed.get('file') as File;
    expect([picture.name, picture.type]).toEqual(['a.png', 'image/png']);
  });

  it('is refused with another body, without a name, a file that is not there, or for GET', async () => {
    const errors = async (...line: readonly string[]) => failureOf(await raw(line)).errors;
    expect(await errors('POST', '/x', '--form', 'a=b', '--body', '{}')).toHaveProperty('body');
    expect(await errors('POST', '/x', '--form', '=b')).toHaveProperty('form');
    expect(await errors('POST', '/x', '--form', 'a=@nowhere')).toHaveProperty('form');
    expect(await errors('GET', '/x', '--form', 'a=b')).toHaveProperty('body');
    expect(server.requests).toEqual([]);
  });
});

describe('raw --paginate', () => {
  const pages = (token: string | undefined) =>
    token === undefined
      ? '{"names":[],"issues":[1],"nextPageToken":"a/b"}'
      : '{"names":[],"issues":[2],"isLast":true}';

  it('goes on by nextPageToken in the body of a POST, whose other bytes stay', async () => {
    server.answer = ({body}) => ({body: pages(/"nextPageToken":"([^"]*)"/.exec(body)?.[1])});
    const result = await raw(['POST', '/s', '--body', '{ "n": 1.0 }', '--paginate']);
    expect([result.stdout, result.stderr]).toEqual(['{"names":[],"issues":[1,2]}\n', '']);
    expect(server.requests.map(({body}) => body)).toEqual([
      '{ "n": 1.0 }',
      '{ "n": 1.0 ,"nextPageToken":"a/b"}',
    ]);
  });

  it('is optional: without it a warning counts the remaining pages', async () => {
    server.answer = () => ({body: pages(undefined)});
    const result = await raw(['POST', '/s', '--body', '{}']);
    expect(server.requests).toHaveLength(1);
    expect(JSON.parse(result.stderr).warning).toContain('--paginate to read them');
  });

  it('takes the first list of a GET of which several could be meant', async () => {
    server.answer = ({url}) => ({
      body: url.includes('nextPageToken=')
        ? '{"a":[2],"b":[9]}'
        : '{"a":[1],"b":[9],"nextPageToken":"x"}',
    });
    const result = await raw(['GET', '/s', '--paginate', '-o', 'jsonl']);
    expect([result.stdout, result.stderr]).toEqual(['1\n2\n', '']);
  });

  it('ends when a token comes again, and is refused where it has no place', async () => {
    server.answer = () => ({body: pages(undefined)});
    const endless = await raw(['POST', '/s', '--body', '{}', '--paginate']);
    expect(failureOf(endless).error_type).toBe('invalid_response');
    const before = server.requests.length;
    for (const line of [
      ['DELETE', '/s', '--paginate'],
      ['POST', '/s', '--paginate'],
      ['POST', '/s', '--body', '[]', '--paginate'],
      ['GET', '/s', '--paginate', '--no-paginate'],
    ]) {
      expect(failureOf(await raw(line)).errors).toHaveProperty('paginate');
    }
    expect(server.requests).toHaveLength(before);
  });
});
