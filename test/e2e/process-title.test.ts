import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {layBuiltCommands, node} from '../support/built.ts';
import {startRecordingServer} from '../support/recording-server.ts';
import {root} from '../support/sources.ts';

it.skipIf(process.platform !== 'linux').each([
  ['version get --id 1 --auth-token odd-token-1', {}],
  ['version get --id 1 --auth-token=odd-token-1', {}],
  ['version get --id 1', {JR_AUTH_TOKEN: 'odd-token-1'}],
  ['login --app --app-key k --shared-secret odd-token-1 --base-url BASE', {}],
  ['raw POST /x --body {"password":"odd-token-1"}', {}],
  ['raw GET /x --header X-Api-Key:odd-token-1', {}],
  ['raw GET /x --query=key=odd-token-1', {}],
  ['raw GET /x?access_token=odd-token-1', {}],
])('a process that runs with %j shows no token to other users', async (typed, more) => {
  const built = layBuiltCommands();
  let child: ChildProcess | undefined;
  let seen = '';
  const server = await startRecordingServer(() => {
    for (const file of ['cmdline', 'comm', 'status']) {
      seen += readFileSync(`/proc/${child?.pid}/${file}`, 'utf8');
    }
    return {body: '{}'};
  });
  try {
    const line = [...typed.replace('BASE', server.origin).split(' '), '--auth-user', 'ann'];
    child = spawn(node, [join(root, 'dist/bin/jr.js'), ...line], {
      env: {...built.env(), JR_BASE_URL: server.origin, JR_AUTH_TOKEN: 't', ...more},
      stdio: 'ignore',
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(seen).toContain('jr');
    expect(seen).not.toContain('odd-token');
  } finally {
    await server.stop();
    built.remove();
  }
});
