import {afterEach, describe, expect, it} from 'vitest';
import {
  type CannedAnswer,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const servers: RecordingServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.stop()));
});

async function sink(
  answer: (request: RecordedRequest) => CannedAnswer | Promise<CannedAnswer> = () => ({}),
): Promise<RecordingServer> {
  const server = await startRecordingServer(answer);
  servers.push(server);
  return server;
}

const body = JSON.stringify({webhookEvent: 'jira:issue_created', issue: {key: 'HPAY-1'}});

function record(id: string, more: Readonly<Record<string, unknown>> = {}): string {
  const url = 'https://user:pass@ci.example.net/intake/1?secret=s3cret';
  return JSON.stringify({id, url, failureTime: 1795232122784, body, ...more});
}

function forward(
  url: string,
  lines: readonly string[],
  options: RunCliOptions = {},
  ...flags: string[]
) {
  return runCli('jr', ['forward', url, ...flags], {...options, stdin: lines.join('\n')});
}

function linesOf(text: string) {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

describe('jr forward', () => {
  it('posts the unchanged body, with headers that describe it and no credentials', async () => {
    const server = await sink(() => ({body: 'thanks'}));
    const config = {
      default_profile: 'a',
      profiles: {
        a: {
          base_url: 'https://site.example',
          auth: {type: 'basic', username: 'me', token: 'not-for-others'},
          headers: {'X-Tenant': 'not-for-others'},
        },
      },
    };
    const env = {JR_AUTH_TOKEN: 'not-for-others', JR_AUTH_TYPE: 'bearer'};
    const result = await forward(`${server.origin}/hook?to=me`, [record('d1')], {config, env});
    expect([result.exit, result.stderr]).toEqual([0, '']);
    expect(linesOf(result.stdout)).toEqual([
      {
        type: 'forwarded',
        id: 'd1',
        status: 200,
        attempts: 1,
        duration_ms: expect.any(Number),
        answer: 'thanks',
      },
    ]);
    const [request] = server.requests;
    expect([request?.method, request?.url, request?.body]).toEqual(['POST', '/hook?to=me', body]);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'steward',
      'x-atlassian-webhook-identifier': 'd1',
      'x-failed-delivery-event': 'issue_created',
      'x-failed-delivery-time': '2026-11-21T03:35:22.784Z',
      'x-failed-delivery-url': 'ci.example.net/intake/1',
      'x-forwarded-by': 'steward',
    });
    expect(JSON.stringify(request?.headers)).not.toMatch(
      /not-for-others|authorization|cookie|s3cret|pass/,
    );
  });

  it('takes records, events of a watch and answers of get-failed, also split anywhere', async () => {
    const server = await sink();
    const event = `{"type":"failure","late":true,"item":${record('b')}}`;
    const gap = '{"type":"gap","from":1,"to":2}';
    const answer = `{"values":[${record('c')},${record('d')}],"maxResults":100}`;
    const lines = [record('a', {body: 'Grüße'}), '', gap, event, answer];
    const result = await forward(server.origin, lines, {}, '--concurrency', '1');
    expect(result.exit).toBe(0);
    expect(linesOf(result.stdout).map(({id}) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(server.requests.map(request => request.body)).toEqual(['Grüße', body, body, body]);
  });

  it('never follows a redirect, and says where it led', async () => {
    const other = await sink();
    const server = await sink(() => ({status: 307, headers: {location: `${other.origin}/x?k=1`}}));
    const result = await forward(server.origin, [record('a')]);
    const [line] = linesOf(result.stdout);
    expect(line).toMatchObject({
      status: 307,
      attempts: 1,
      error: expect.stringMatching(/redirects to 127.*\/x, and redirects are not followed/),
    });
    expect(other.requests).toEqual([]);
    expect(failureOf(result)).toMatchObject({error_type: 'invalid_response'});
  });

  it('sends again what is answered 429, as often as --retries, and nothing else', async () => {
    const server = await sink(({headers}) => ({
      status: headers['x-atlassian-webhook-identifier'] === 'busy' ? 429 : 503,
    }));
    const lines = [record('busy'), record('broken')];
    const result = await forward(server.origin, lines, {}, '--retries', '2', '--concurrency', '1');
    expect(linesOf(result.stdout).map(({id, status, attempts}) => [id, status, attempts])).toEqual([
      ['busy', 429, 3],
      ['broken', 503, 1],
    ]);
    expect(result.exit).toBe(7);
    expect(failureOf(result).message).toMatch(/^127\.0\.0\.1:\d+ did not accept 2 of 2 deliveries/);
  });

  it('says of one that may have arrived that nobody knows, and of one without a body that nothing was sent', async () => {
    const server = await sink(() => new Promise(() => undefined));
    const lines = [record('hung'), record('empty', {body: undefined})];
    const result = await forward(server.origin, lines, {}, '--timeout', '300ms');
    const told = linesOf(result.stdout).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(told).toMatchObject([
      {id: 'empty', attempts: 0, error: expect.stringContaining('no body')},
      {id: 'hung', attempts: 1, unsure: true, error: expect.stringContaining('did not respond')},
    ]);
    expect(server.requests).toHaveLength(1);
    expect(result.exit).toBe(4);
  });

  it.each([
    ['file:///etc/passwd', /is not an http or https URL/],
    ['localhost:3000', /is not an http or https URL/],
    ['https://me:pw@example.net/', /user name or password/],
    ['http://http://localhost:3000/hook', /contains two addresses/],
    ['http://http//localhost:3000/hook', /contains two addresses/],
    ['http://localhost:3000/hookhttps://localhost/', /contains two addresses/],
  ])('refuses %s before anything is read', async (url, why) => {
    const failure = failureOf(await runCli('jr', ['forward', url]));
    expect(failure.error_type).toBe('validation_error');
    expect(failure.message).toMatch(why);
  });

  it.each([
    ['not json', /Line 2 .*not a failed delivery/],
    ['{"id":"x"}', /id or failureTime is missing/],
  ])('stops at a line that is none: %s', async (line, why) => {
    const server = await sink();
    const result = await forward(server.origin, [record('a'), line, record('b')]);
    expect(failureOf(result).message).toMatch(why);
    expect(server.requests).toHaveLength(1);
  });

  it('prints the requests of a dry run and sends nothing', async () => {
    const server = await sink();
    const result = await forward(server.origin, [record('a')], {}, '--dry-run');
    expect(linesOf(result.stdout)).toMatchObject([
      {method: 'POST', url: `${server.origin}/`, body},
    ]);
    expect(server.requests).toEqual([]);
  });

  it('sends each of thousands once to a sink that fails, hangs and redirects, few at a time', async () => {
    const all = process.env.STEWARD_SOAK === 'full' ? 10_000 : 1000;
    const other = await sink();
    let now = 0;
    let most = 0;
    const server = await sink(async ({headers}): Promise<CannedAnswer> => {
      most = Math.max(most, ++now);
      const number = Number(headers['x-atlassian-webhook-identifier']);
      if (number >= all - 4) await new Promise(() => undefined);
      now--;
      if (number % 10 === 3) return {status: 500, body: 'no'};
      if (number % 10 === 5) return {status: 308, headers: {location: other.origin}};
      if (number % 100 === 11) return {status: 429, headers: {'retry-after': '1'}};
      return {};
    });
    const lines = Array.from({length: all}, (_, i) => record(String(i)));
    const flags = ['--timeout', '5s', '--concurrency', '8', '--retries', '1'];
    const result = await forward(server.origin, lines, {}, ...flags);
    const told = linesOf(result.stdout);
    expect(told).toHaveLength(all);
    expect(new Set(told.map(({id}) => id)).size).toBe(all);
    const count = (is: (line: Record<string, unknown>) => boolean): number =>
      told.filter(is).length;
    expect(count(({status}) => status === 500)).toBe(all / 10);
    expect(count(({status}) => status === 308)).toBe(all / 10);
    expect(count(({status, attempts}) => status === 429 && attempts === 2)).toBe(all / 100);
    expect(count(({unsure}) => unsure === true)).toBe(4);
    expect(server.requests).toHaveLength(all + all / 100);
    expect(most).toBeLessThanOrEqual(8);
    expect(other.requests).toEqual([]);
  });
});
