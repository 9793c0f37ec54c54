import {beforeEach, describe, expect, it, vi} from 'vitest';
import {
  type CannedAnswer,
  type RecordedRequest,
  serverForEach,
} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

const run = (...line: readonly string[]) =>
  runCli('jr', line, {
    env: {JR_BASE_URL: server.origin, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 'secret-token'},
  });

/** A page of two of ten schemes. */
function pageOf({url}: RecordedRequest): CannedAnswer {
  const startAt = Number(new URL(url, 'http://x.example').searchParams.get('startAt') ?? '0');
  const values = [startAt, startAt + 1].map(id => ({id}));
  return {body: JSON.stringify({startAt, maxResults: 2, total: 10, values})};
}

const fail = (request: RecordedRequest): CannedAnswer =>
  request.url.includes('startAt=4') ? {status: 403, body: '{}'} : pageOf(request);

const list = ['notificationscheme', 'get-notification-schemes'];

describe('--concurrency', () => {
  it.each([
    ['1', 1],
    ['3', 3],
  ])('%s keeps as many pages in flight and the order of the list', async (given, most) => {
    let inFlight = 0;
    let peak = 0;
    server.answer = async request => {
      peak = Math.max(peak, ++inFlight);
      // The first page comes alone; a busy machine opens the others late.
      if (server.requests.length > 1) await vi.waitUntil(() => peak >= most, {timeout: 120_000});
      inFlight--;
      return pageOf(request);
    };
    const result = await run(...list, '--concurrency', given, '--jq', '[.values[].id]');
    expect(result).toEqual({stdout: '[0,1,2,3,4,5,6,7,8,9]\n', stderr: '', exit: 0});
    expect(peak).toBe(most);
  });

  it('takes 1 to 16', async () => {
    for (const wrong of ['0', '17', 'x']) {
      const result = await run(...list, '--concurrency', wrong);
      expect(result.exit).toBe(4);
      expect(failureOf(result).message).toContain(
        '--concurrency must be a whole number from 1 to 16',
      );
    }
    expect(server.requests).toEqual([]);
  });
});

describe('--partial', () => {
  it('prints what was read and keeps the exit code of the failure', async () => {
    server.answer = fail;
    const result = await run(...list, '--partial', '--jq', '[.values[].id]');
    expect([result.stdout, result.exit]).toEqual(['[0,1,2,3]\n', 2]);
    expect(failureOf(result)).toMatchObject({error_type: 'auth_failed', partial: true});
  });

  it('is required for that: without it there is no output', async () => {
    server.answer = fail;
    const result = await run(...list);
    expect([result.stdout, result.exit]).toEqual(['', 2]);
    expect(failureOf(result).message).toContain('Page 3');
    expect(failureOf(result)).not.toHaveProperty('partial');
  });
});

describe('a filter of a list', () => {
  it.each([
    '.values[].id',
    '.values[] | .id',
    '.values[]|select(.id > 3)|{id, "a": [.id, 1]}',
    '.values[] | .id, .none',
    '.values[] | empty',
    '[.values[] | .id] | add',
    '[.values[] | .id]',
    '[.values[] | select(.id > 7)]',
    '[.values[] | empty]',
    '.values | map(.id)',
    '[.values[] | select(.id > 3)] | length',
    '[.values[] | .id] | [.[0]]',
    '.values[0].id, .total',
    '.total',
  ])('gives the same by page as of the whole list: %s', async filter => {
    server.answer = pageOf;
    const [byPage, whole] = [
      await run(...list, '--jq', filter),
      await run(...list, '--partial', '--jq', filter),
    ];
    expect(byPage).toEqual(whole);
    expect(byPage.exit).toBe(0);
  });

  it('that fails, or a page that does, prints nothing', async () => {
    server.answer = pageOf;
    const wrong = await run(
      ...list,
      '--jq',
      '.values[] | if .id > 5 then error("no") else .id end',
    );
    expect([wrong.stdout, wrong.exit]).toEqual(['', 4]);
    expect(failureOf(wrong)).toMatchObject({error_type: 'jq_error', attempts: 1});
    server.answer = fail;
    const result = await run(...list, '--jq', '.values[].id');
    expect([result.stdout, result.exit]).toEqual(['', 2]);
    expect(failureOf(result).message).toContain('Page 3');
  });
});

describe('--wait', () => {
  const remove = ['project', 'delete-asynchronously', '--projectIdOrKey', 'X'];
  let tasks: string[];

  beforeEach(() => {
    tasks = ['{"status":"RUNNING","progress":40}', '{"status":"COMPLETE","progress":100}'];
    server.answer = ({method}) =>
      method === 'GET'
        ? {body: tasks.shift() ?? '{}'}
        : {status: 303, headers: {location: `${server.origin}/rest/api/3/task/7`}};
  });
  const paths = () => server.requests.map(({method, url}) => `${method} ${url}`);

  it('follows the task: progress on standard error, the final task on standard output', async () => {
    expect(await run(...remove, '--wait')).toEqual({
      stdout: '{"status":"COMPLETE","progress":100}\n',
      stderr: [
        '{"task":{"status":"RUNNING","progress":40}}\n',
        '{"task":{"status":"COMPLETE","progress":100}}\n',
      ].join(''),
      exit: 0,
    });
    expect(paths()[1]).toBe('GET /rest/api/3/task/7');
  });

  it('ends with 7 when the task failed, the task printed all the same', async () => {
    tasks = ['{"status":"FAILED","message":"in use"}'];
    const result = await run(...remove, '--wait', '--jq', '.status');
    expect([result.stdout, result.exit]).toEqual(['"FAILED"\n', 7]);
    expect(failureOf(result).message).toContain('in use');
  });

  it('is optional: without it the response names the task', async () => {
    const result = await run(...remove);
    expect(result.exit).toBe(0);
    expect(JSON.parse(result.stdout)).toEqual({location: `${server.origin}/rest/api/3/task/7`});
    expect(paths()).toHaveLength(1);
  });

  it('sends nothing under --dry-run', async () => {
    expect((await run(...remove, '--wait', '--dry-run')).exit).toBe(0);
    expect(paths()).toEqual([]);
  });
});
