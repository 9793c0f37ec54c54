import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  type CannedAnswer,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let server: RecordingServer;
let answer: (request: RecordedRequest) => CannedAnswer;

beforeEach(async () => {
  answer = () => ({body: '{"a":1.0}'});
  server = await startRecordingServer(request => answer(request));
});
afterEach(() => server.stop());

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

  it('passes through what is no JSON, unless it is to be filtered', async () => {
    answer = () => ({body: 'plain\ntext'});
    expect((await raw(['GET', '/x', '--pretty'])).stdout).toBe('plain\ntext\n');
    const result = await raw(['GET', '/x', '--jq', '.']);
    expect([result.exit, failureOf(result)]).toMatchObject([7, {error_type: 'invalid_response'}]);
  });

  it('merges the pages of a list', async () => {
    answer = ({url}) => ({
      body: url.includes('startAt=1')
        ? '{"startAt":1,"maxResults":1,"total":2,"isLast":true,"values":[2]}'
        : '{"startAt":0,"maxResults":1,"total":2,"isLast":false,"values":[1]}',
    });
    expect((await raw(['GET', '/list', '--jq', '.values'])).stdout).toBe('[1,2]\n');
    expect((await raw(['GET', '/list', '--no-paginate', '--jq', '.values'])).stdout).toBe('[1]\n');
  });

  it('says after a failed filter that a write happened', async () => {
    const result = await raw(['POST', '/x', '--jq', '.a.b']);
    expect(failureOf(result).message).toContain('carried out');
  });
});
