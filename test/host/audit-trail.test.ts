import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import type {AuditFlags} from '../../src/host/audit.ts';
import {readAuditLog} from '../../src/host/audit-tail.ts';
import {clientFor} from '../../src/host/client.ts';
import {connectServices} from '../../src/host/connect.ts';
import {makeHost} from '../../src/host/make-host.ts';
import {startServer} from '../api/local-server.ts';
import {type RecordingServer, startRecordingServer} from '../support/recording-server.ts';
import {callOf} from '../support/write-steps.ts';

let folder: string;
let server: RecordingServer;
let status = 200;
let warnings: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-audited-ui-'));
  status = 200;
  warnings = [];
  server = await startRecordingServer(() => ({status, body: '{}'}));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, {recursive: true, force: true});
});

/** The logs the session reads. */
let auditLogs: readonly string[] = [];

/** The tracker as the terminal UI reaches it, with a profile that says this of the log. */
async function connect(profile: object, flags: AuditFlags = {}): Promise<Client> {
  mkdirSync(join(folder, 'jr'), {recursive: true});
  const config = {
    default_profile: 'work',
    profiles: {work: {base_url: server.origin, ...profile}},
  };
  writeFileSync(join(folder, 'jr', 'config.json'), JSON.stringify(config), {mode: 0o600});
  const host = {
    ...makeHost(),
    env: {XDG_CONFIG_HOME: folder, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 't'},
    home: folder,
  };
  const {
    clients,
    failures,
    auditLogs: logs,
  } = await connectServices('steward', {}, host, flags, text => warnings.push(text));
  auditLogs = logs;
  if (clients.tracker === undefined) throw failures.tracker;
  return clients.tracker;
}

const write = callOf('tracker webhook refresh', {}, '{"webhookIds":[1]}');
const read = callOf('tracker version get', {id: ['1']});

const ask = (client: Client, {operation, given}: typeof read) =>
  client.request(client.plan(operation, given));

function entries(): readonly unknown[] {
  const text = readFileSync(join(folder, 'jr', 'audit.log'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

describe('the audit log of the terminal UI', () => {
  it('is read where a command wrote it by --audit, though the session writes none', async () => {
    await ask(await connect({}, {audit: true}), write);
    await connect({});
    const found = await readAuditLog(auditLogs);
    expect(found?.text).toContain('"op":"webhook refresh"');
    expect(found?.path).toContain(join(folder, 'jr', 'audit.log'));
    await connect({audit_log: 'own.log'});
    expect(auditLogs[0]).toBe(join(folder, 'jr', 'own.log'));
    const auditFile = join(folder, 'flag.log');
    await ask(await connect({audit_log: 'own.log'}, {auditFile}), write);
    expect(auditLogs[0]).toBe(auditFile);
    expect((await readAuditLog(auditLogs))?.text).toContain('"op":"webhook refresh"');
  });

  it('names site, account and object of a write, and hashes what it changed', async () => {
    const client = await connect({audit_log: true});
    const call = callOf('tracker version update', {id: ['7'], name: ['2.0']});
    const plan = client.plan(call.operation, call.given);
    for (const name of ['1.0', '2.0']) {
      await client.request(plan, {written: {call, before: () => JSON.stringify({id: '7', name})}});
    }
    const hash = expect.stringMatching(/^sha256:/);
    const place = {site: server.origin, account: 'ann', object: '7'};
    const [changed, same] = entries() as {before: string; after: string}[];
    expect([changed, same]).toMatchObject(Array(2).fill({...place, before: hash, after: hash}));
    expect(changed?.before).not.toBe(changed?.after);
    expect(same?.before).toBe(same?.after);
  });

  it.each([
    ['the profile', {audit_log: true}, {}],
    ['--audit', {}, {audit: true}],
  ])('has each write, and no read, when %s asks for it', async (_, profile, flags) => {
    const client = await connect(profile, flags);
    await ask(client, read);
    await ask(client, write);
    status = 403;
    await ask(client, write).catch(() => undefined);
    expect(entries()).toMatchObject([
      {
        profile: 'work',
        op: 'webhook refresh',
        method: 'PUT',
        path: '/rest/api/3/webhook/refresh',
        status: 200,
        exit: 0,
        dry_run: false,
      },
      {status: 403, exit: 2},
    ]);
  });

  it('counts the requests of a write, and what came of one that failed half way', async () => {
    const item = {id: '1', title: 't', spaceId: '2', status: 'current', version: {number: 1}};
    let writes = 200;
    await using content = await startServer(({method}) => ({
      status: method === 'GET' ? 200 : writes,
      json: {...item, body: {storage: {value: 'x'}}},
    }));
    const client = clientFor(
      {
        service: 'content',
        profile: 'work',
        baseUrl: content.url,
        protected: false,
        credentials: {type: 'bearer', token: 't'},
      },
      makeHost(),
      {audit: {path: join(folder, 'jr', 'audit.log'), required: true}},
    );
    const update = callOf('content blogposts update-blog-post', {id: ['1'], title: ['new']});
    await ask(client, update);
    writes = 403;
    await ask(client, update).catch(() => undefined);
    expect(entries()).toMatchObject([
      {status: 200, pages: 2},
      {status: 403, pages: 1},
    ]);
  });

  it('is not written without being asked for', async () => {
    const client = await connect({});
    await ask(client, write);
    expect(() => entries()).toThrow();
  });

  it('that is required and cannot be opened stops the write before it is sent', async () => {
    const client = await connect({audit_required: true, audit_log: 'config.json/audit.log'});
    await expect(ask(client, write)).rejects.toMatchObject({
      kind: 'config_error',
    });
    expect(server.requests).toHaveLength(0);
    await ask(client, read);
  });

  it('that is only wished for and cannot be opened is a warning', async () => {
    const client = await connect({audit_log: 'config.json/audit.log'});
    await ask(client, write);
    expect(server.requests).toHaveLength(1);
    expect(warnings).toMatchObject([expect.stringMatching(/Cannot open/)]);
  });
});
