import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {globalRows} from '../../src/commands/flags.ts';
import {watchFlags} from '../../src/commands/watch-flags.ts';
import {isWatchable} from '../../src/commands/watchable.ts';
import type {OutputStream} from '../../src/host/host.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {operations} from '../support/operations.ts';
import {
  type CannedAnswer,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let server: RecordingServer;
let answer: (request: RecordedRequest, index: number) => CannedAnswer | Promise<CannedAnswer>;
let sleeps: number[];

beforeEach(async () => {
  sleeps = [];
  answer = () => ({body: '[]'});
  server = await startRecordingServer(request => answer(request, server.requests.length - 1));
});
afterEach(() => server.stop());

const work = ['watch', 'version', 'get-related-work', '--id', '1'];

function run(line: readonly string[], options: RunCliOptions = {}) {
  return runCli('jr', line, {
    onSleep: ms => sleeps.push(ms),
    ...options,
    env: {
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      ...options.env,
    },
  });
}

/** Answer with these bodies one after another, the last one for ever. */
function inTurn(...bodies: readonly (string | CannedAnswer)[]): void {
  answer = (_, index) => {
    const body = bodies[Math.min(index, bodies.length - 1)] ?? '';
    return typeof body === 'string' ? {body} : body;
  };
}

describe('watch', () => {
  it('reports the present items, then those created, updated and removed', async () => {
    inTurn(
      '[{"id": "1","n":1.0},{"id":2}]',
      '[{"id":2},{"id":"1","n":1.0}]',
      '[{"id":"1","n":12345678901234567890},{"id":3}]',
    );
    const result = await run([...work, '--interval', '30s', '--max-events', '5']);
    expect(result).toEqual({
      stdout: [
        '{"type":"initial","item":{"id":"1","n":1.0}}',
        '{"type":"initial","item":{"id":2}}',
        '{"type":"updated","item":{"id":"1","n":12345678901234567890},"changes":[{"path":"/n","old":1.0,"new":12345678901234567890}]}',
        '{"type":"created","item":{"id":3}}',
        '{"type":"removed","item":{"id":2}}',
        '',
      ].join('\n'),
      stderr: '',
      exit: 0,
    });
    expect(sleeps).toEqual([30_000, 30_000]);
  });

  it('knows an item by id, key or accountId, else by its text', async () => {
    inTurn(
      '[{"key":"A","v":1},{"accountId":"u","v":1},{"name":"x","v":1},"text"]',
      '[{"key":"A","v":2},{"accountId":"u","v":2},{"name":"x","v":2},"text"]',
    );
    const result = await run([...work, '--max-events', '8', '--jq', '[.type, .item.v?]']);
    expect(result.stdout.split('\n').slice(4, 8)).toEqual([
      '["updated",2]',
      '["updated",2]',
      '["created",2]',
      '["removed",1]',
    ]);
  });

  it('reads all pages, and does not take for gone what moved between them', async () => {
    const page = (startAt: number, ...ids: readonly number[]) =>
      JSON.stringify({startAt, maxResults: 2, total: 4, values: ids.map(id => ({id}))});
    // At the second reading item 1 went after the first page was read: item 3 moved onto it.
    inTurn(page(0, 1, 2), page(2, 3, 4), page(0, 1, 2), page(2, 4), page(0, 2, 3), page(2, 4, 5));
    const list = ['watch', 'notificationscheme', 'get-notification-schemes', '--concurrency', '1'];
    const result = await run([...list, '--max-events', '5', '--jq', '[.type, .item.id]']);
    expect(result.stdout.trim().split('\n').slice(4)).toEqual(['["created",5]']);
  });

  it('filters the events, and a filter may drop some', async () => {
    inTurn('[{"id":1}]', '[{"id":1},{"id":2}]');
    const filter = 'select(.type == "created") | .item.id';
    const result = await run([...work, '--max-events', '2', '--jq', filter]);
    expect([result.stdout, result.exit]).toEqual(['2\n', 0]);
  });

  it('warns of an event on which the filter fails, and goes on', async () => {
    inTurn('[{"id":1},{"id":"two"},{"id":3}]');
    const result = await run([...work, '--max-events', '3', '--jq', '.item.id + 1']);
    expect([result.stdout, result.exit]).toEqual(['2\n4\n', 0]);
    expect(JSON.parse(result.stderr).warning).toMatch(/jq filter failed.*"id":"two"/s);
  });

  it('ends with 0 on SIGINT and on SIGTERM', async () => {
    inTurn('[{"id":1}]');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      let host: FakeHost | undefined;
      const result = await run(work, {
        onHost: one => {
          host = one;
        },
        onSleep: () => void host?.signal(signal),
      });
      expect(result).toEqual({
        stdout: '{"type":"initial","item":{"id":1}}\n',
        stderr: '',
        exit: 0,
      });
    }
  });

  it('ends with 0 when its reader has gone, each event being handed over by itself', async () => {
    inTurn('[{"id":1},{"id":2},{"id":3}]');
    let taken = 0;
    const result = await run(work, {
      onHost: host => {
        const stdout: {-readonly [K in keyof OutputStream]: OutputStream[K]} = host.stdout;
        const write = host.stdout.write;
        stdout.write = text => {
          if (!stdout.closed) write(text);
        };
        stdout.flush = async () => {
          stdout.closed = ++taken === 2;
        };
      },
    });
    expect(result.exit).toBe(0);
    expect(result.stdout.trim().split('\n')).toHaveLength(2);
  });
});

describe('the flags of watch', () => {
  it('have names that no list it takes and no other command has', async () => {
    const own: readonly string[] = watchFlags.map(({name}) => name);
    const others = [
      ...operations.filter(isWatchable).flatMap(({inputs}) => inputs.map(({name}) => name)),
      ...globalRows.map(({name}) => name),
    ];
    // One list has an input of this name; it is not a flag of the watch there.
    expect(others.filter(name => own.includes(name))).toEqual(['project']);
    const {stdout} = await run([
      'watch',
      'user',
      'find-assignable',
      '--query',
      'a',
      '--project',
      'HPAY',
      '--dry-run',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({url: expect.stringContaining('project=HPAY')});
  });

  it('let an interval be longer than the clock takes at once', async () => {
    inTurn('[]', '[{"id":1}]');
    expect((await run([...work, '--interval', '12m', '--max-events', '1'])).exit).toBe(0);
    expect(sleeps).toEqual([300_000, 300_000, 120_000]);
  });
});

describe('a reading that fails', () => {
  it('with 429 or 5xx is waited for, longer each time, and as long as the server says', async () => {
    inTurn(
      {status: 500, body: '{}'},
      '[{"id":1}]',
      {status: 429, headers: {'retry-after': '120'}, body: '{}'},
      {status: 429, headers: {'retry-after': '7200'}, body: '{}'},
      {status: 500, body: '{}'},
      '[{"id":2}]',
    );
    const line = [...work, '--max-events', '3', '--retries', '0', '--interval', '2s'];
    const result = await run(line);
    expect(result.exit).toBe(0);
    expect(result.stdout.trim().split('\n')).toEqual([
      '{"type":"initial","item":{"id":1}}',
      '{"type":"created","item":{"id":2}}',
      '{"type":"removed","item":{"id":1}}',
    ]);
    expect(sleeps).toEqual([2000, 2000, 120_000, 300_000, 300_000, 0, 8000]);
    const warnings = result.stderr.trim().split('\n');
    expect(warnings).toHaveLength(4);
    expect(warnings[1]).toContain('Retrying in 120 s.');
    expect(warnings[2]).toContain('Retrying in 600 s (the service asked for 7200 s).');
  });

  it.each([
    [401, 2],
    [403, 2],
    [404, 3],
  ])('with %i ends it with %i', async (status, exit) => {
    inTurn('[{"id":1}]', {status, body: '{}'});
    const result = await run(work);
    expect([result.stdout, result.exit]).toEqual(['{"type":"initial","item":{"id":1}}\n', exit]);
    expect(failureOf(result).status).toBe(status);
  });

  it('for want of a connection ends it at the start, and is waited for later', async () => {
    const {origin} = server;
    const broken = await run([...work, '--retries', '0'], {
      env: {JR_BASE_URL: 'http://127.0.0.1:9'},
    });
    expect([broken.exit, failureOf(broken).error_type]).toEqual([1, 'connection_error']);
    inTurn('[{"id":1}]', 'no JSON', '[]');
    const result = await run([...work, '--max-events', '2'], {env: {JR_BASE_URL: origin}});
    expect(result.exit).toBe(0);
    expect(result.stdout).toContain('removed');
  });
});

describe('the line of watch', () => {
  it('--dry-run prints the request and sends nothing', async () => {
    const result = await run([...work, '--dry-run', '--jq', '.method']);
    expect(JSON.parse(result.stdout)).toMatchObject({method: 'GET', jq: '.method'});
    expect([result.stderr, result.exit, server.requests]).toEqual(['', 0, []]);
  });

  it('takes the flags of the operation and of every command anywhere', async () => {
    inTurn('{"startAt":0,"total":0,"values":[]}');
    const line = [
      '--pretty',
      'watch',
      '--interval=1s',
      'project',
      'search',
      '--keys',
      'A,B',
      '--keys=C',
    ];
    const result = await run([...line, '--dry-run', '--jq', '.url']);
    expect(result.stdout).toContain('keys=A&keys=B&keys=C');
  });

  it.each([
    [['watch'], 'requires a group and an operation'],
    [['watch', 'versio', 'get'], 'no command "versio"'],
    [['watch', 'version'], 'requires an operation'],
    [['watch', 'version', 'get', '--id', '1'], 'is not a list'],
    [['watch', 'version', 'create'], 'is not a list'],
    [[...work, '--nope'], 'Unknown flag --nope'],
  ])('%j is refused', async (line, message) => {
    const result = await run(line);
    expect([result.exit, result.stdout]).toEqual([1, '']);
    expect(failureOf(result)).toMatchObject({error_type: 'command_error'});
    expect(failureOf(result).message).toContain(message);
  });

  it('is refused with all problems, and no request is sent', async () => {
    const line = ['watch', 'version', 'get-related-work', '--interval', '0', '--max-events', '0'];
    const result = await run([...line, '--jq', '.[']);
    expect(result.exit).toBe(4);
    expect(Object.keys(failureOf(result).errors ?? {}).sort()).toEqual([
      'id',
      'interval',
      'jq',
      'max-events',
    ]);
    expect(server.requests).toEqual([]);
  });

  it('is held by the profile as the operation itself', async () => {
    const config = {
      default_profile: 'x',
      profiles: {x: {base_url: server.origin, denied_operations: ['version *']}},
    };
    const result = await run(work, {config, env: {JR_BASE_URL: ''}});
    expect([result.exit, failureOf(result).error_type]).toEqual([4, 'policy_denied']);
  });

  it('works for cf', async () => {
    const result = await runCli(
      'cf',
      ['watch', 'labels', 'list', '--page-id', '5', '--dry-run', '--jq', '.method'],
      {env: {CF_BASE_URL: `${server.origin}/wiki/api/v2`}},
    );
    expect(JSON.parse(result.stdout)).toMatchObject({method: 'GET', jq: '.method'});
    expect([result.stderr, result.exit]).toEqual(['', 0]);
  });
});
