import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {ownPort} from '../support/own-port.ts';
import {
  type CannedAnswer,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let sandbox: Sandbox;
let folder: string;
let sink: RecordingServer | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-forward-'));
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, {recursive: true, force: true});
});
afterEach(async () => {
  await sink?.stop();
  sink = undefined;
});

const list = ['watch', 'webhook', 'get-failed', '--since', '71h59m'];

async function listen(
  answer: (request: RecordedRequest) => CannedAnswer | Promise<CannedAnswer>,
): Promise<string> {
  sink = await startRecordingServer(answer);
  return `${sink.origin}/hook`;
}

function jr(argv: readonly string[], options: RunCliOptions = {}) {
  const {user = '', token = ''} = sandbox.users.find(({name}) => name === 'keeper') ?? {};
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_TYPE: 'basic',
    JR_AUTH_USER: user,
    JR_AUTH_TOKEN: token,
  };
  return runCli('jr', argv, {...options, env});
}

/** Run until it has slept twice, or `end` says so. */
function jrUntil(argv: readonly string[], begun: (host: FakeHost) => void = () => undefined) {
  let host: FakeHost | undefined;
  let sleeps = 0;
  return jr(argv, {
    onHost(own) {
      host = own;
      begun(own);
    },
    onSleep() {
      if (++sleeps >= 2) host?.signal('SIGINT');
    },
  });
}

function linesOf(text: string) {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

describe('jr watch webhook get-failed --forward-to', () => {
  it('sends each failure again once, and tells what it was answered', async () => {
    const url = await listen(() => ({status: 202}));
    const count = 12;
    const result = await jr([...list, '--forward-to', url, '--max-events', String(count)]);
    expect(result.exit).toBe(0);
    const lines = linesOf(result.stdout);
    const failed = lines.filter(({type}) => type === 'failure').map(({item}) => item);
    const told = lines.filter(({type}) => type === 'forwarded');
    expect(failed).toHaveLength(count);
    expect(told.map(({id}) => id).toSorted()).toEqual(failed.map(({id}) => id).toSorted());
    const bodies = failed.flatMap(({body}) => body ?? []);
    expect(bodies.length).toBeGreaterThan(count / 2);
    expect(told.filter(({status}) => status === 202)).toHaveLength(bodies.length);
    expect(told.filter(({error}) => /no body/.test(error))).toHaveLength(count - bodies.length);
    expect(sink?.requests.map(({body}) => body).toSorted()).toEqual(bodies.toSorted());
    const {token = ''} = sandbox.users.find(({name}) => name === 'keeper') ?? {};
    for (const {headers} of sink?.requests ?? []) {
      expect(headers.authorization).toBeUndefined();
      expect(JSON.stringify(headers)).not.toContain(token);
    }
  });

  it('keeps the place before what was not sent on, so that it comes again', async () => {
    const place = join(folder, 'hung.place');
    let host: FakeHost | undefined;
    const url = await listen(() => {
      // The third is on its way when the watch is asked to end.
      if (sink?.requests.length !== 3) return {};
      host?.signal('SIGTERM');
      return new Promise(() => undefined);
    });
    const flags = ['--resume', place, '--forward-to', url, '--concurrency', '1'];
    const first = await jrUntil([...list, ...flags], own => {
      host = own;
    });
    expect(first.exit).toBe(0);
    const sent = sink?.requests.map(({headers}) => headers['x-atlassian-webhook-identifier']);
    expect(sent).toHaveLength(3);
    expect(linesOf(first.stdout).at(-1)).toMatchObject({
      type: 'forwarded',
      id: sent?.[2],
      unsure: true,
    });
    const again = await jrUntil([...list.slice(0, 3), '--resume', place]);
    const [next] = linesOf(again.stdout);
    expect(next.item.id).toBe(sent?.[2]);
  });

  it('goes on while the address fails, and sends nothing twice', async () => {
    const url = await listen(() => ({status: 503}));
    const result = await jr([...list, '--forward-to', url, '--max-events', '5']);
    expect(result.exit).toBe(0);
    const bodies = linesOf(result.stdout).flatMap(({item}) => item?.body ?? []);
    expect(sink?.requests.map(({body}) => body).toSorted()).toEqual(bodies.toSorted());
  });

  it('waits for an address that refuses connections, and then delivers everything once', async () => {
    const port = await ownPort();
    const taken: unknown[] = [];
    const late = createServer((request, response) => {
      taken.push(request.headers['x-atlassian-webhook-identifier']);
      response.end();
    });
    let sleeps = 0;
    const url = `http://127.0.0.1:${port}/hook`;
    const result = await jr([...list, '--forward-to', url, '--max-events', '30'], {
      onHost(host) {
        host.clock.sleep = async () => {
          if (++sleeps === 8) await new Promise<void>(resolve => late.listen(port, resolve));
        };
      },
    });
    await new Promise(resolve => late.close(resolve));
    expect(result.exit).toBe(0);
    const lines = linesOf(result.stdout);
    const bodies = lines.filter(({item}) => item?.body !== undefined).map(({item}) => item.id);
    expect(taken.toSorted()).toEqual(bodies.toSorted());
    const sent = lines.filter(({type, status}) => type === 'forwarded' && status === 200);
    expect(sent).toHaveLength(bodies.length);
    expect(Math.max(...sent.map(({attempts}) => attempts))).toBeGreaterThan(1);
    const [warning, note] = linesOf(result.stderr);
    expect(warning.warning).toMatch(/^Forwarding waits for the address: Connection refused/);
    expect(note).toEqual({note: 'The forwarding address responds again.'});
  });

  it('keeps what was not accepted in a dead-letter file, which jr forward --retry sends again', async () => {
    const place = join(folder, 'letters.place');
    const file = `${place}.dead-letters`;
    let status = 503;
    const ids: unknown[] = [];
    const url = await listen(({headers}) => {
      if (status === 200) ids.push(headers['x-atlassian-webhook-identifier']);
      return {status: ids.length > 3 ? 500 : status};
    });
    const flags = ['--resume', place, '--forward-to', url, '--max-events', '9'];
    const watched = await jr([...list, ...flags, '--concurrency', '1']);
    const refused = linesOf(watched.stdout).filter(one => one.status === 503);
    const kept = linesOf(readFileSync(file, 'utf8'));
    expect(kept.map(({item, status: of}) => [item.id, of])).toEqual(
      refused.map(({id}) => [id, 503]),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const retry = ['forward', url, '--retry', file, '--concurrency', '1'];
    const tried = await jr([...retry, '--dry-run']);
    expect([tried.exit, linesOf(tried.stdout).length]).toEqual([0, kept.length]);
    status = 200;
    const first = await jr(retry);
    // The fourth and later ones fail again.
    expect(first.exit).toBe(7);
    expect(linesOf(readFileSync(file, 'utf8')).map(({item}) => item.id)).toEqual(
      kept.slice(3).map(({item}) => item.id),
    );
    // A process that was killed had taken these.
    renameSync(file, `${file}.sending`);
    ids.length = 0;
    const next = await jr(retry);
    expect([next.exit, ids.length]).toEqual([kept.length > 6 ? 7 : 0, kept.length - 3]);
    expect(existsSync(`${file}.sending`)).toBe(false);
  });

  it('refuses a dead-letter file that does not exist, unless the file of its watch does', async () => {
    const place = join(folder, 'none-left.place');
    const url = await listen(() => ({status: 200}));
    for (const more of [[], ['--dry-run']]) {
      const retry = ['forward', url, '--retry', `${place}.dead-letters`, ...more];
      expect(failureOf(await jr(retry))).toMatchObject({
        error_type: 'validation_error',
        errors: {retry: `--retry ${place}.dead-letters does not exist`},
      });
    }
    writeFileSync(place, '{}');
    const {exit, stderr} = await jr(['forward', url, '--retry', `${place}.dead-letters`]);
    expect([exit, linesOf(stderr)]).toEqual([
      0,
      [{note: `${place}.dead-letters does not exist: nothing to send.`}],
    ]);
  });

  it('sends the others if a line of the file was cut off, and keeps that line', async () => {
    const file = join(folder, 'torn.dead-letters');
    const letter = (id: number) =>
      `{"type":"failure","item":{"id":"${id}","body":"{}","url":"http://a.example","failureTime":1}}`;
    const torn = letter(2).slice(0, 40);
    writeFileSync(file, `${letter(1)}\n${torn}\n${letter(3)}\n`);
    const ids: unknown[] = [];
    const url = await listen(({headers}) => {
      ids.push(headers['x-atlassian-webhook-identifier']);
      return {status: 200};
    });
    const failure = failureOf(await jr(['forward', url, '--retry', file, '--concurrency', '1']));
    expect(failure.message).toContain(`Line 2 of ${file} is not a failed delivery`);
    expect(failure.hint).toContain('stays in the file');
    expect(ids).toEqual(['1', '3']);
    expect(readFileSync(file, 'utf8')).toBe(`${torn}\n`);
  });

  it.each([
    [['--dead-letters', 'x'], 'dead-letters', /requires --forward-to/],
    [['--max-wait', '1ms'], 'max-wait', /at least 1s/],
    [['--forward-to', 'ftp://x/'], 'forward-to', /is not an http or https URL/],
    [['--since', 'tuesday'], 'since', /--since must be a time/],
    [['--since', '2h', '--after', '2h'], 'since', /aliases/],
  ])('refuses %j', async (flags, input, why) => {
    const failure = failureOf(await jr(['watch', 'webhook', 'get-failed', ...flags]));
    expect(failure.errors).toEqual({[input]: expect.stringMatching(why)});
  });

  it('is for what only grows', async () => {
    const line = ['watch', 'project', 'search', '--forward-to', 'http://localhost:1/'];
    expect(Object.keys(failureOf(await jr(line)).errors ?? {})).toEqual(['forward-to']);
  });
});
