import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import type {AuditFlags} from '../../src/host/audit.ts';
import {connectServices} from '../../src/host/connect.ts';
import {makeHost} from '../../src/host/make-host.ts';
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
  const {clients, failures} = await connectServices('steward', {}, host, flags, text =>
    warnings.push(text),
  );
  if (clients.tracker === undefined) throw failures.tracker;
  return clients.tracker;
}

const write = callOf('tracker webhook refresh', {}, '{"webhookIds":[1]}');
const read = callOf('tracker version get', {id: ['1']});

function entries(): readonly unknown[] {
  const text = readFileSync(join(folder, 'jr', 'audit.log'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

describe('the audit log of the terminal UI', () => {
  it.each([
    ['the profile', {audit_log: true}, {}],
    ['--audit', {}, {audit: true}],
  ])('has each write, and no read, when %s asks for it', async (_, profile, flags) => {
    const client = await connect(profile, flags);
    await client.request(read.operation, read.given);
    await client.request(write.operation, write.given);
    status = 403;
    await client.request(write.operation, write.given).catch(() => undefined);
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

  it('is not written without being asked for', async () => {
    const client = await connect({});
    await client.request(write.operation, write.given);
    expect(() => entries()).toThrow();
  });

  it('that is required and cannot be opened stops the write before it is sent', async () => {
    const client = await connect({audit_required: true, audit_log: 'config.json/audit.log'});
    await expect(client.request(write.operation, write.given)).rejects.toMatchObject({
      kind: 'config_error',
    });
    expect(server.requests).toHaveLength(0);
    await client.request(read.operation, read.given);
  });

  it('that is only wished for and cannot be opened is a warning', async () => {
    const client = await connect({audit_log: 'config.json/audit.log'});
    await client.request(write.operation, write.given);
    expect(server.requests).toHaveLength(1);
    expect(warnings).toMatchObject([expect.stringMatching(/cannot be opened/)]);
  });
});
