import {describe, expect, it} from 'vitest';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const env = {JR_BASE_URL: 'https://x.example', CF_BASE_URL: 'https://x.example/wiki/api/v2'};
const create = (body: string, options: RunCliOptions = {}) =>
  runCli('jr', ['version', 'create', `--body=${body}`, '--dry-run'], {env, ...options});

/** The body of a dry run as it is written there. */
function bodyIn({stdout}: {readonly stdout: string}): string | undefined {
  return /"body":(.*)\}\n$/s.exec(stdout)?.[1];
}

describe('a JSON body', () => {
  it('is text, a file or standard input', async () => {
    const json = '{"name":"é","projectId":1.0}';
    expect(bodyIn(await create(json))).toBe(json);
    expect(bodyIn(await create('@v.json', {files: {'v.json': `\ufeff${json}`}}))).toBe(json);
    expect(bodyIn(await create('-', {stdin: json}))).toBe(json);
  });

  it('is never read from standard input unless asked', async () => {
    const result = await runCli('jr', ['version', 'create', '--dry-run'], {env});
    expect(failureOf(result).message).toBe('--name is required; --projectId is required');
    const enable = await runCli('cf', ['admin-key', 'enable-admin-key', '--dry-run'], {env});
    expect(enable.exit).toBe(0);
    expect(JSON.parse(enable.stdout).body).toBeUndefined();
  });

  it.each([
    ['{"a":}', {}, '--body is not JSON: line 1, column 6'],
    ['@none.json', {}, '--body file not found: none.json'],
    ['@', {}, '--body needs a file name after @'],
    ['@-', {}, '--body takes - for standard input, without @'],
    ['@.', {}, '--body names an unreadable file: . (EISDIR)'],
    ['-', {}, '--body cannot be read from standard input'],
    ['-', {stdin: new Uint8Array([0xff])}, '--body is not UTF-8 text (standard input)'],
  ])('%s is refused once', async (body, options, message) => {
    const result = await create(body, options);
    expect([result.exit, result.stdout]).toEqual([4, '']);
    const failure = failureOf(result);
    expect(failure.error_type).toBe('validation_error');
    expect(failure.message).toContain(message);
    expect(Object.keys(failure.errors as object)).toEqual(['body']);
    expect(failure.message).not.toContain('required');
  });

  it('given twice is refused', async () => {
    const line = ['version', 'create', '--body', '{}', '--body', '{}', '--dry-run'];
    expect(failureOf(await runCli('jr', line, {env})).message).toBe('--body takes one value');
  });

  it('is no input of an operation that sends none', async () => {
    const result = await runCli('jr', ['version', 'get', '--id', '1', '--body', '{}'], {env});
    expect(failureOf(result).error_type).toBe('command_error');
  });
});

describe('a storage body', () => {
  const post = ['blogposts', 'create-blog-post', '--space-id', '1', '--title', 'T'];
  const value = (body: string, options: RunCliOptions = {}) =>
    runCli('cf', [...post, `--body=${body}`, '--dry-run'], {env, ...options}).then(
      ({stdout}) => JSON.parse(stdout).body.body.value,
    );

  it('is text, a file or standard input', async () => {
    expect(await value('<p>a</p>')).toBe('<p>a</p>');
    expect(await value('@p.xml', {files: {'p.xml': '<p>é</p>'}})).toBe('<p>é</p>');
    expect(await value('-', {stdin: '<p>"q"</p>'})).toBe('<p>"q"</p>');
  });
});

describe('an image', () => {
  const avatar = (body: string, options: RunCliOptions = {}) =>
    runCli(
      'jr',
      ['project', 'create-avatar', '--projectIdOrKey', 'X', '--body', body, '--dry-run'],
      {env, ...options},
    );

  it('is taken as bytes from standard input', async () => {
    const {stdout} = await avatar('-', {stdin: new Uint8Array([0xff, 0xd8, 0xff, 0xe0])});
    expect(JSON.parse(stdout)).toMatchObject({
      headers: {'Content-Type': 'image/jpeg'},
      body: '4 bytes of image/jpeg',
    });
  });

  it('that is none is refused', async () => {
    expect((await avatar('text')).exit).toBe(4);
    expect((await avatar('@x', {files: {x: 'text'}})).exit).toBe(4);
  });
});
