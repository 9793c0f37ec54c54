import {afterAll, beforeAll, describe, expect, it} from 'vitest';
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
