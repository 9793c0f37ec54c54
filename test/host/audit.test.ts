import {chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  type AuditEntry,
  type AuditFlags,
  type AuditPolicy,
  auditLine,
  chooseAuditLog,
  openAuditLog,
} from '../../src/host/audit.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-audit-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const entry: AuditEntry = {
  startedMs: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  profile: 'work',
  op: 'version get',
  method: 'GET',
  path: '/rest/api/3/version/1?expand=operations',
  status: 200,
  exit: 0,
  durationMs: 12.4,
  pages: 1,
  dryRun: false,
  cached: false,
  site: 'https://acme.example',
  account: 'ana@acme.example',
  of: {object: '1', before: null, after: 'sha256:00'},
};

describe('a line', () => {
  it('has the members of the contract in their order', () => {
    expect(auditLine(entry)).toBe(
      '{"ts":"2026-01-02T03:04:05.006Z","profile":"work","op":"version get","method":"GET",' +
        '"path":"/rest/api/3/version/1?expand=operations","status":200,"exit":0,"duration_ms":12,' +
        '"pages":1,"dry_run":false,"cached":false,"site":"https://acme.example",' +
        '"account":"ana@acme.example","object":"1","before":null,"after":"sha256:00"}\n',
    );
  });

  it('is one line whatever is in it, without the origin of a whole URL', () => {
    const path = 'https://ann:secret@x.example/a?b=c';
    const line = auditLine({...entry, path, op: 'raw \n\u202e\u009b'});
    expect(line.trimEnd()).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({path: '/a?b=c', op: 'raw \n\u202e\u009b'});
    expect(JSON.parse(auditLine({...entry, path: 'https://ann:secret@'})).path).toBe('');
  });
});

describe('where it goes', () => {
  const host = {env: {}, home: '/home/ann', platform: 'linux', cwd: '/work'} as const;
  const standard = '/home/ann/.config/jr/audit.log';
  it.each<[AuditFlags, AuditPolicy, string | undefined]>([
    [{}, {required: false}, undefined],
    [{}, {log: false, required: false}, undefined],
    [{}, {log: true, required: false}, standard],
    [{}, {required: true}, standard],
    [{}, {log: '/var/log/jr.log', required: false}, '/var/log/jr.log'],
    [{}, {log: 'mine.log', required: false}, '/home/ann/.config/jr/mine.log'],
    [{}, {log: '~/jr.log', required: false}, '/home/ann/jr.log'],
    [{audit: true}, {required: false}, standard],
    [{audit: true}, {log: '/var/log/jr.log', required: false}, '/var/log/jr.log'],
    [{audit: false}, {log: true, required: false}, undefined],
    [{audit: false}, {log: false, required: true}, standard],
    [{auditFile: 'here.log'}, {log: '/var/log/jr.log', required: false}, '/work/here.log'],
    [{auditFile: 'here.log', audit: false}, {required: false}, undefined],
  ])('%j with %j', (flags, policy, path) => {
    expect(chooseAuditLog('tracker', flags, policy, host)?.path).toBe(path);
  });

  it('is below a home directory of any name', () => {
    const odd = {...host, home: "/home/a$'b"};
    const choice = chooseAuditLog('tracker', {}, {log: '~/jr.log', required: false}, odd);
    expect(choice?.path).toBe("/home/a$'b/jr.log");
  });
});

describe('the file', () => {
  it('is made for its owner alone, with its directory, and appended to', async () => {
    const path = join(folder, 'a', 'b', 'audit.log');
    for (const profile of ['one', 'two']) {
      await (await openAuditLog(path, {platform: 'linux'})).append({...entry, profile});
    }
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).profile)).toEqual(['one', 'two']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  });

  it('is narrowed when others could read it, and keeps what it holds', async () => {
    const path = join(folder, 'audit.log');
    writeFileSync(path, 'before\n');
    chmodSync(path, 0o644);
    await (await openAuditLog(path, {platform: 'linux'})).append(entry);
    expect(readFileSync(path, 'utf8')).toBe(`before\n${auditLine(entry)}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('that cannot be opened is an error', async () => {
    await expect(openAuditLog(folder, {platform: 'linux'})).rejects.toThrow(
      'is not a regular file',
    );
  });
});
