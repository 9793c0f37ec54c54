import {appendFile, mkdir, mkdtemp, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readAuditLog} from '../../src/host/audit-tail.ts';
import {fileUiState, sessionUiState} from '../../src/host/ui-state.ts';
import {fakeHost} from '../support/fake-host.ts';

async function hostWithState() {
  const directory = await mkdtemp(join(tmpdir(), 'steward-ui-state-'));
  return {directory, host: fakeHost({env: {XDG_STATE_HOME: directory}})};
}

describe('what the terminal UI remembers', () => {
  test('is there in the next session, for its profile alone', async () => {
    const {host} = await hostWithState();
    await fileUiState(host).write('columns', '{"a":1}', ['staging/eu']);
    const next = fileUiState(host);
    expect(await next.read('columns', ['staging/eu'])).toBe('{"a":1}');
    expect(await next.read('columns', ['production'])).toBeUndefined();
    expect(await next.read('columns')).toBeUndefined();
  });

  test('lies in files that others cannot read', async () => {
    const {directory, host} = await hostWithState();
    await fileUiState(host).write('columns', '{}', ['../../up']);
    const {mode} = await stat(
      join(directory, 'steward', 'profiles', '..%2F..%2Fup', 'columns.json'),
    );
    expect(mode & 0o777).toBe(0o600);
  });

  test('is the text written last, however many are written at once', async () => {
    const {host} = await hostWithState();
    const kept = fileUiState(host);
    await Promise.all(Array.from({length: 20}, (_, i) => kept.write('palette', String(i))));
    expect(await kept.read('palette')).toBe('19');
  });

  test('of a log is every line, whole, however many append at once', async () => {
    const {host} = await hostWithState();
    const line = (i: number, k: number) => JSON.stringify({i, k, long: 'x'.repeat(i * 400 + k)});
    await Promise.all(
      Array.from({length: 8}, async (_, i) => {
        const kept = fileUiState(host);
        for (let k = 0; k < 20; k++) await kept.append('journal', line(i, k), ['p']);
      }),
    );
    const lines = ((await fileUiState(host).read('journal', ['p'])) ?? '').trimEnd().split('\n');
    const all = Array.from({length: 160}, (_, n) => line(Math.floor(n / 20), n % 20));
    expect(lines.sort()).toEqual(all.sort());
  });

  test('of a log ends a line that was cut off, and comes after what an older version kept', async () => {
    const {directory, host} = await hostWithState();
    const kept = fileUiState(host);
    await kept.write('journal', '{"entries":[]}');
    await kept.append('journal', '{"id":"1"}');
    await appendFile(join(directory, 'steward', 'journal.jsonl'), '{"id":"2","cut');
    await kept.append('journal', '{"id":"3"}');
    expect(await kept.read('journal')).toBe(
      '{"entries":[]}\n{"id":"1"}\n{"id":"2","cut\n{"id":"3"}\n',
    );
    expect((await stat(join(directory, 'steward', 'journal.jsonl'))).mode & 0o777).toBe(0o600);
  });

  test('of a log has none of the empty lines that appending at once leaves', async () => {
    const {directory, host} = await hostWithState();
    const kept = fileUiState(host);
    await kept.append('journal', '{"id":"1"}');
    await appendFile(join(directory, 'steward', 'journal.jsonl'), '\n\n{"id":"2"}\n');
    expect(await kept.read('journal')).toBe('{"id":"1"}\n{"id":"2"}\n');
  });

  test('of a long log is put aside once, and both are read', async () => {
    const {directory, host} = await hostWithState();
    const log = join(directory, 'steward', 'journal.jsonl');
    await fileUiState(host).append('journal', 'x'.repeat(4_000_000));
    await Promise.all(Array.from({length: 6}, () => fileUiState(host).append('journal', 'short')));
    expect(await readFile(log, 'utf8')).toBe('short\n'.repeat(6));
    expect(((await fileUiState(host).read('journal')) ?? '').length).toBeGreaterThan(4_000_000);
  });

  test('of a log that cannot be read is a line that says so', async () => {
    const {directory, host} = await hostWithState();
    await mkdir(join(directory, 'steward', 'journal.jsonl'), {recursive: true});
    expect(await fileUiState(host).read('journal')).toContain('This is a folder');
  });

  test('of a log that is a link to nowhere is a line that says so, not an empty log', async () => {
    const {directory, host} = await hostWithState();
    await mkdir(join(directory, 'steward'));
    const gone = join(directory, 'disk', 'journal.jsonl');
    await symlink(gone, join(directory, 'steward', 'journal.jsonl'));
    expect(await fileUiState(host).read('journal')).toContain(
      `is a link to ${gone}, which does not exist`,
    );
    await expect(fileUiState(host).append('journal', 'x')).rejects.toThrow();
    const audit = join(directory, 'steward', 'journal.jsonl');
    await expect(readAuditLog([audit])).rejects.toThrow('which does not exist');
  });

  test('cannot be written where a file stands in the way, and says so', async () => {
    const {directory, host} = await hostWithState();
    await writeFile(join(directory, 'steward'), '');
    await expect(fileUiState(host).write('palette', '[]')).rejects.toThrow();
    expect(await fileUiState(host).read('palette')).toBeUndefined();
  });

  test('of a sandbox ends with the session', async () => {
    await sessionUiState().write('palette', '[]');
    expect(await sessionUiState().read('palette')).toBeUndefined();
  });
});
