import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {failureOf, runCli} from '../support/run-cli.ts';
import {driveShell} from './drive.ts';
import {type FaultServers, startFaultServers} from './servers.ts';
import {endings, expectedOf, faultRows, operationKinds, timeoutOf} from './table.ts';

let servers: FaultServers;
beforeAll(async () => {
  servers = await startFaultServers();
});
afterAll(() => servers.stop());

describe('in the shell', () => {
  it.each(faultRows)('$name comes out as docs/faults.md says', async row => {
    const server = await servers.begin(row, row.waits ? 'times=2' : 'times=6');
    const isStruck = typeof row.fault === 'string';
    const seen = await Promise.all(
      operationKinds.map(kind => driveShell(kind, server, timeoutOf(row))),
    );
    const struck = await servers.struck(row);
    for (const [at, kind] of operationKinds.entries()) {
      const {error, requests, mayBeDone = false} = expectedOf(row, kind);
      const one = seen[at];
      const exit = endings[error]?.exit ?? 0;
      expect({kind, ...one}).toMatchObject({kind, error, exit, mayBeDone});
      const isAnswer = error === 'ok' || (error === 'goes on' && isStruck);
      expect([kind, one?.came]).toEqual([kind, isAnswer]);
      if (requests !== undefined && kind !== 'watch') {
        if (struck) expect([kind, struck[at]]).toEqual([kind, requests]);
        else expect([kind, one?.attempts]).toEqual([kind, requests]);
      }
      if (error !== 'ok') expect(one?.text).toContain(row.says ?? '');
    }
  });
});

it('a cursor that comes again ends a list of the content service', async () => {
  const [row] = faultRows;
  if (row === undefined) throw new Error('the table is empty');
  const fault = 'pages=same';
  const server = await servers.begin({...row, fault}, '', 'GET /wiki/api/v2/blogposts');
  const result = await runCli('cf', ['blogposts', 'get-blog-posts', '--limit', '2'], {
    env: {
      CF_BASE_URL: server.contentBaseUrl,
      CF_AUTH_TYPE: 'basic',
      CF_AUTH_USER: server.authUser,
      CF_AUTH_TOKEN: server.authToken,
    },
  });
  expect([result.exit, result.stdout]).toEqual([7, '']);
  expect(failureOf(result)).toMatchObject({
    error_type: 'invalid_response',
    message: 'Page 3: the next link points to a page already read.',
  });
});
