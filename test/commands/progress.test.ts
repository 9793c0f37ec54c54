import {describe, expect, it} from 'vitest';
import {widthOf} from '../../src/base/width.ts';
import type {OutputStream, Pager} from '../../src/host/host.ts';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(({url}) => {
  const startAt = Number(/startAt=(\d+)/.exec(url)?.[1] ?? 0);
  const isLast = startAt === 4;
  return {
    body: `{"startAt":${startAt},"maxResults":2,"total":6,"isLast":${isLast},"values":[{"key":"A"},{"key":"B"}]}`,
  };
});

const run = (line: string, {env, ...options}: RunCliOptions = {}) =>
  runCli('jr', line.split(' '), {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'a-secret', ...env},
    ...options,
  });

describe('how far a long listing is', () => {
  it('is shown on a terminal in one line that is removed at the end', async () => {
    const {stderr} = await run('project search --jq .total', {terminal: true});
    expect(stderr).toBe(
      '\r\u001b[K2 of 6 read, page 1\r\u001b[K4 of 6 read, page 2\r\u001b[K6 of 6 read, page 3\r\u001b[K',
    );
  });

  it('is not said of one page, of what is on the screen meanwhile, or where nobody watches', async () => {
    expect((await run('project search')).stderr).toBe('');
    expect((await run('project search -o csv --columns key')).stderr).toBe('');
    const lines = await run('project search -o jsonl --concurrency 1', {terminal: true});
    expect(lines.stderr).not.toContain('page 2');
    server.answer = () => ({
      body: '{"startAt":0,"maxResults":2,"total":1,"isLast":true,"values":[1]}',
    });
    expect((await run('project search', {terminal: true})).stderr).toBe('');
    const dumb = {terminal: true, env: {TERM: 'dumb'}};
    expect((await run('project search', dumb)).stderr).toBe('');
  });

  it('gives way to a failure', async () => {
    const whole = server.answer;
    server.answer = request =>
      request.url.includes('startAt=4') ? {status: 404, body: '{}'} : whole(request);
    const {stderr} = await run('project search --concurrency 1', {terminal: true});
    expect(stderr).toMatch(/page 2\r\u001b\[Kerror: Page 3/);
  });

  it('is shown for a followed task', async () => {
    server.answer = ({method, url}) => {
      if (method === 'DELETE' || method === 'POST')
        return {status: 303, headers: {location: '/rest/api/3/task/1'}, body: '{}'};
      return {body: `{"id":"1","status":"COMPLETE","progress":100,"self":"${url}"}`};
    };
    const line = 'project delete-asynchronously --projectIdOrKey A --wait';
    const {stderr} = await run(line, {terminal: true});
    expect(stderr).toBe('\r\u001b[Ktask COMPLETE, 100 %\r\u001b[K');
  });
});

describe('what the service says of a task that is followed', () => {
  it.each(['界'.repeat(60), '👩‍🚀'.repeat(50), 'word '.repeat(40)])(
    'stands in one line of the terminal, which can be taken away: %s',
    async message => {
      server.answer = ({method, url}) =>
        method === 'POST'
          ? {status: 303, headers: {location: '/rest/api/3/task/1'}, body: '{}'}
          : {body: JSON.stringify({id: '1', status: 'COMPLETE', message, self: url})};
      const line = 'project delete-asynchronously --projectIdOrKey A --wait';
      const {stderr} = await run(line, {terminal: true});
      const [, shown = ''] = stderr.split('\r\u001b[K');
      expect(shown).toContain(`task COMPLETE: ${[...message][0]}`);
      expect(widthOf(shown)).toBeLessThan(80);
    },
  );
});

describe('--pager', () => {
  const paged = async (
    line: string,
    env: Readonly<Record<string, string>> = {},
    terminal = true,
  ) => {
    const opened: string[] = [];
    const parts: string[] = [];
    const openPager = (command: string, stdout: OutputStream): Pager => {
      opened.push(command);
      const own = Object.create(stdout, {write: {value: (part: string) => void parts.push(part)}});
      return {stdout: own, end: async () => void opened.push('left')};
    };
    const {stdout} = await run(line, {terminal, env, openPager});
    return {opened, text: parts.join(''), stdout};
  };

  it('gives long output to JR_PAGER, PAGER or less, on a terminal alone', async () => {
    const own = await paged('project search -o table --pager', {PAGER: 'more'});
    expect(own.opened).toEqual(['more', 'left']);
    expect([own.stdout, own.text.includes('KEY')]).toEqual(['', true]);
    expect((await paged('project search --pager')).opened).toEqual(['', 'left']);
    const named = await paged('project search', {JR_PAGER: 'less -S', PAGER: 'more'});
    expect(named.opened).toEqual(['less -S', 'left']);
    expect((await paged('project search --pager', {}, false)).opened).toEqual([]);
  });

  it('is not asked for by PAGER alone, and is refused by --pager=false and cat', async () => {
    expect((await paged('project search', {PAGER: 'less'})).opened).toEqual([]);
    expect((await paged('project search --pager=false', {JR_PAGER: 'less'})).opened).toEqual([]);
    expect((await paged('project search --pager', {PAGER: 'cat'})).opened).toEqual([]);
    expect((await paged('completion bash', {JR_PAGER: 'less'})).opened).toEqual([]);
  });
});
