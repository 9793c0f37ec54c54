import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {accountOf} from '../../../src/api/account.ts';
import {entryText, type JournalEntry} from '../../../src/api/journal/entry.ts';
import {auditLine} from '../../../src/host/audit.ts';
import {readAuditLog} from '../../../src/host/audit-tail.ts';
import {scriptPieces} from '../../../src/state/views/list/export.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {stillWorld} from '../../support/still-world.ts';

const path = '/rest/api/3/version/7';
const line = {
  startedMs: nowMs,
  profile: 'test',
  op: 'version update',
  method: 'PUT',
  path,
  status: 200,
  exit: 0,
  durationMs: 12,
  pages: 1,
  dryRun: false,
  cached: false,
};
const entry: JournalEntry = {
  atMs: nowMs - 40,
  id: '1',
  what: 'Release version 2.4.0',
  result: 'done',
  by: 'user',
  account: accountOf(stillWorld().tracker.identity),
  status: 200,
  command: `jr version update --id 7 --description 'it'\\''s "out" $HOME' -p test`,
  request: JSON.stringify({method: 'PUT', url: `https://site.example${path}`}),
  answer: '{}',
  trouble: undefined,
};

/** The app on the audit log that has these lines. */
async function onAudit(lines: readonly string[], journal = [entry]): Promise<AppHarness> {
  const kept = {journal: journal.map(one => `${entryText(one)}\n`).join('')};
  const harness = makeHarness({...stillWorld(), kept, columns: 140});
  harness.auditLog = {path: '/x/audit.log', text: lines.join('')};
  await harness.settle();
  harness.press(':', 'audit', 'enter');
  await harness.settle();
  return harness;
}

const values = (harness: AppHarness) => listOf(harness).rows.map(({value}) => value);

/** What the shell passes on when it runs a script: the words of each command. */
function ran(script: string): string[] {
  const shim = `jr() { printf '%s\\0' jr "$@"; printf '\\n'; }; cf() { printf '%s\\0' cf "$@"; printf '\\n'; }\n`;
  return execFileSync('bash', ['-c', shim + script], {encoding: 'utf8', env: {HOME: '/no'}})
    .split('\n')
    .filter(Boolean);
}

describe('the audit log', () => {
  test('is that of the profile, also where it was opened before that was reached', async () => {
    const harness = await onAudit([auditLine(line)]);
    const {connection, session} = harness.state();
    harness.auditLog = {path: '/x/other.log', text: auditLine({...line, op: 'webhook refresh'})};
    harness.dispatch({kind: 'connected', connection, session});
    await harness.settle();
    expect(values(harness)).toMatchObject([{op: 'webhook refresh'}]);
  });

  test('has its writes, newest first, with what the journal knows of those made here', async () => {
    const later = auditLine({...line, startedMs: nowMs + 60_000, op: 'webhook refresh', exit: 3});
    const harness = await onAudit([auditLine(line), later]);
    expect(values(harness)).toEqual([
      expect.objectContaining({op: 'webhook refresh', result: 'failed'}),
      expect.objectContaining({
        op: 'version update',
        result: 'done',
        what: entry.what,
        command: entry.command,
      }),
    ]);
  });

  test('leaves out reads, dry runs and what is no line of it', async () => {
    const harness = await onAudit([
      auditLine({...line, op: 'version get', method: 'GET'}),
      auditLine({...line, op: 'permissions get-bulk', method: 'POST'}),
      auditLine({...line, dryRun: true}),
      'no json\n',
    ]);
    expect(values(harness)).toEqual([]);
  });

  test('gives a line of another minute or another request no command', async () => {
    const harness = await onAudit([
      auditLine({...line, startedMs: nowMs + 60_000}),
      auditLine({...line, path: '/rest/api/3/version/8'}),
    ]);
    expect(values(harness).filter(value => JSON.stringify(value).includes('command'))).toEqual([]);
  });

  test('is exported as a script of the marked writes, quoted for a shell', async () => {
    const harness = await onAudit([
      auditLine(line),
      auditLine({...line, op: 'webhook refresh', path: '/x'}),
    ]);
    harness.press('G', ' ', 'E');
    harness.press('ctrl+u', 'again.sh', 'enter');
    await harness.settle();
    const script = harness.saved.get('again.sh') ?? '';
    expect(ran(script)).toEqual([
      [
        'jr',
        'version',
        'update',
        '--id',
        '7',
        '--description',
        'it\'s "out" $HOME',
        '-p',
        'test',
        '',
      ].join('\0'),
    ]);
    expect(script).toContain('Release version 2.4.0');
  });

  test('is read again by r', async () => {
    const harness = await onAudit([]);
    harness.auditLog = {path: '/x/audit.log', text: auditLine(line)};
    harness.press('r');
    await harness.settle();
    expect(values(harness)).toHaveLength(1);
  });
});

describe('a script of writes', () => {
  const scriptOf = (...rows: Record<string, string>[]) => [...scriptPieces(rows)].join('');

  test('is oldest first', () => {
    const script = scriptOf({at: '2', command: 'jr b c'}, {at: '1', command: 'cf a b'});
    expect(ran(script)).toEqual(['cf\0a\0b\0', 'jr\0b\0c\0']);
  });

  test.each([
    ['failed', {command: 'jr a b', result: 'failed'}],
    ['held a secret', {command: `jr a b --body '{"token":"***"}'`, result: 'done'}],
    ['was cut off', {command: `jr a b --body 'x … (5000 characters)`, result: 'done'}],
    ['is not known', {what: 'x'}],
    ['is no command of these', {command: 'rm -rf /', result: 'done'}],
    ['is of two lines', {command: 'jr a b\nrm -rf /', result: 'done'}],
  ])('has as a comment what %s', (_, row) => {
    expect(ran(scriptOf(row as Record<string, string>))).toEqual([]);
  });

  test('lets nothing out of a comment', () => {
    const row = {what: 'x\nrm -rf /', at: '1\r2', result: 'a\nb', command: 'jr a b'};
    expect(
      scriptOf(row)
        .split('\n')
        .filter(one => !one.startsWith('#') && one !== ''),
    ).toEqual(['set -eu']);
  });
});

describe('the file of the audit log', () => {
  test('is read from its end by whole lines, each path once; one that is not there holds nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    try {
      const long = join(folder, 'a.log');
      const all = Array.from({length: 9000}, (_, i) => `{"line":${i},"x":"${'x'.repeat(40)}"}\n`);
      writeFileSync(long, all.join(''));
      const found = await readAuditLog([long, long, join(folder, 'none.log')]);
      const lines = found?.text.trimEnd().split('\n') ?? [];
      expect(JSON.parse(lines[0] ?? '')).toHaveProperty('line');
      expect(lines.at(-1)).toContain('"line":8999');
      expect(new Set(lines).size).toBe(lines.length);
    } finally {
      rmSync(folder, {recursive: true});
    }
    expect(await readAuditLog([])).toBe(undefined);
  });
});
