import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {viewOf} from '../../src/state/model/state.ts';
import {listOf} from '../support/app-harness.ts';
import {makeSandboxApp, settled} from '../support/live-app.ts';
import {until} from '../support/until.ts';
import {driveScreen} from './drive.ts';
import {type FaultServers, startFaultServers} from './servers.ts';
import {endings, expectedOf, faultRows, operationKinds, timeoutOf} from './table.ts';

let servers: FaultServers;
beforeAll(async () => {
  servers = await startFaultServers();
});
afterAll(() => servers.stop());

/** What is refused is asked again once a minute in the terminal UI, where the command ends. */
function expectedOnScreen(...[row, kind]: Parameters<typeof expectedOf>) {
  const expected = expectedOf(row, kind);
  return kind === 'watch' && expected.error === 'auth_failed' ? {error: 'goes on'} : expected;
}

describe('in the terminal UI', () => {
  it.each(faultRows)('$name comes out as docs/faults.md says', async row => {
    const server = await servers.begin(row, '');
    const said: string[] = [];
    await driveScreen(server, timeoutOf(row), async (kind, one) => {
      said.push(kind);
      const {error, requests, mayBeDone = false} = expectedOnScreen(row, kind);
      const ended = endings[error]?.title ?? error;
      // A refused sign-in has a title of its own, unlike a missing permission.
      const title = row.name === 'status 401' && ended === 'Not allowed' ? 'Sign-in failed' : ended;
      expect({kind, ...one}).toMatchObject({
        kind,
        error: expect.stringMatching(new RegExp(`^${title}`)),
        mayBeDone,
      });
      const keepsRows = kind === 'list' && typeof row.fault === 'string';
      expect([kind, one.came]).toEqual([kind, error === 'ok' || keepsRows]);
      if (error !== 'ok') expect(one.text).toContain(row.says ?? '');
      // Counted now: a write whose outcome is unknown has the lists that show it read again.
      const struck = await servers.struck(row);
      if (requests === undefined || kind === 'watch' || struck === undefined) return;
      expect([kind, struck[operationKinds.indexOf(kind)]]).toEqual([kind, requests]);
    });
    expect(said).toEqual(operationKinds);
  });
});

it('a list without end is read page by page, as far as it is asked for', async () => {
  const [row] = faultRows;
  if (row === undefined) throw new Error('the table is empty');
  const endless = {...row, fault: 'pages=endless'};
  const server = await servers.begin(endless, '');
  const app = makeSandboxApp(server);
  app.press(':', 'jr resolution search --maxResults 2', 'enter');
  await settled(app);
  const {rows, more} = listOf(app);
  expect([rows.length > 0, more]).toEqual([true, true]);
  const [, asked = 0] = (await servers.struck(endless)) ?? [];
  expect(asked).toBeLessThan(1_000);
});

it('a list and home show that a response is too large to unpack, and r recovers when it is not', async () => {
  const [row] = faultRows;
  if (row === undefined) throw new Error('the table is empty');
  const server = await servers.begin({...row, fault: 'body=gzip'}, '', 'GET /rest/api/3/project*');
  const app = makeSandboxApp(server, {counts: true});
  const counts = () => JSON.stringify(viewOf(app.state(), 'home')?.counts);
  await until(() => counts().includes('"projects":{"status":"failed"'));
  app.press(':', 'projects', 'enter');
  await settled(app);
  expect(listOf(app).load).toMatchObject({status: 'failed', trouble: {title: 'Invalid response'}});
  await servers.begin({...row, fault: 'wait=1ms'}, '');
  app.press('r');
  await settled(app);
  expect([listOf(app).load.status, listOf(app).rows.length > 0]).toEqual(['ready', true]);
  app.press('esc', 'r');
  await until(() => counts().includes('"projects":{"status":"ready"'));
});
