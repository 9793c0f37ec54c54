import {mkdtemp, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fileUiState, sessionUiState, uiStateDirectory} from '../../src/host/ui-state.ts';
import {fakeHost} from '../support/fake-host.ts';

async function hostWithState() {
  const directory = await mkdtemp(join(tmpdir(), 'steward-ui-state-'));
  return {directory, host: fakeHost({env: {XDG_STATE_HOME: directory}})};
}

describe('what the terminal UI remembers', () => {
  test('is there in the next session, for its profile alone', async () => {
    const {host} = await hostWithState();
    await fileUiState(host).write('columns', '{"a":1}', 'staging/eu');
    const next = fileUiState(host);
    expect(await next.read('columns', 'staging/eu')).toBe('{"a":1}');
    expect(await next.read('columns', 'production')).toBeUndefined();
    expect(await next.read('columns')).toBeUndefined();
  });

  test('lies in files that others cannot read', async () => {
    const {directory, host} = await hostWithState();
    await fileUiState(host).write('columns', '{}', '../../up');
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

  test('cannot be written where a file stands in the way, and says so', async () => {
    const {directory, host} = await hostWithState();
    await writeFile(join(directory, 'steward'), '');
    await expect(fileUiState(host).write('palette', '[]')).rejects.toThrow();
    expect(await fileUiState(host).read('palette')).toBeUndefined();
  });

  test('lies below the home directory where nothing else is said', () => {
    const host = fakeHost({home: '/home/ann', platform: 'linux'});
    expect(uiStateDirectory(host)).toBe('/home/ann/.local/state/steward');
  });

  test('of a sandbox ends with the session', async () => {
    await sessionUiState().write('palette', '[]');
    expect(await sessionUiState().read('palette')).toBeUndefined();
  });
});
