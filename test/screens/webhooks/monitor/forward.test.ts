import {afterEach, describe, expect, test} from 'vitest';
import {features} from '../../../../src/screens/features.ts';
import {
  forwarding,
  persistedForwardUrls,
} from '../../../../src/screens/webhooks/monitor/forwarding.ts';
import {monitorLine} from '../../../../src/screens/webhooks/monitor/monitor-line.ts';
import {makeRegistry} from '../../../../src/state/app/registry.ts';
import {suggestions} from '../../../../src/state/overlays/palette/suggest.ts';
import {cellOf} from '../../../../src/state/views/list/cells.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, listOf} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {failingHooks, poll, watching} from '../../../support/failing-hooks.ts';
import {
  type CannedAnswer,
  type RecordedRequest,
  type RecordingServer,
  startRecordingServer,
} from '../../../support/recording-server.ts';
import {until} from '../../../support/until.ts';

const hour = 3_600_000;

let sink: RecordingServer | undefined;

afterEach(async () => {
  await sink?.stop();
  sink = undefined;
});

async function listen(
  answer: (request: RecordedRequest) => CannedAnswer = () => ({status: 204}),
): Promise<string> {
  sink = await startRecordingServer(answer);
  return `${sink.origin}/hook`;
}

const noticeOf = (harness: AppHarness): string => harness.state().notice?.text ?? '';
const ids = (): readonly unknown[] =>
  (sink?.requests ?? []).map(({headers}) => headers['x-atlassian-webhook-identifier']);

/** What the column of records says that were sent again, row by row. */
function sentOf(harness: AppHarness): readonly string[] {
  const view = listOf(harness);
  const column = view.resource.columns.find(({id}) => id === 'sent');
  if (column === undefined) throw new Error('no such column');
  return visibleRows(view).rows.map(row => cellOf(column, row, nowMs, 40).text);
}

async function withRecords(
  tab = '2',
): Promise<{harness: AppHarness; hooks: ReturnType<typeof failingHooks>}> {
  const hooks = failingHooks();
  for (const [i, url] of ['a.example/x', 'b.example/y', 'a.example/x'].entries()) {
    hooks.fail(url, (i + 1) * hour, JSON.stringify({webhookEvent: 'jira:issue_created', n: i}));
  }
  const harness = await watching(hooks, {columns: 200, rows: 40});
  harness.press(tab);
  await harness.settle();
  return {harness, hooks};
}

describe('F', () => {
  test.each([
    ['a list', []],
    ['a record that is read', ['enter']],
  ] as const)(
    'stands in the menu of actions of %s, beside the way to the registration',
    async (_, keys) => {
      const {harness} = await withRecords();
      harness.press(...keys, 'x');
      const menu = harness.state().write;
      const entries = menu?.stage === 'menu' ? menu.entries : [];
      expect(entries.map(({key, text}) => `${key} ${text}`)).toEqual(
        expect.arrayContaining(['F Send again…', 'w Webhooks registered for this address']),
      );
      const url = await listen();
      harness.press('F', 'ctrl+u', `forward ${url}`, 'enter');
      await harness.settle();
      await until(() => ids().length === 1);
      expect(harness.state().write).toBeUndefined();
    },
  );

  test('asks where to, then posts the body of the row there and shows what was answered', async () => {
    const {harness} = await withRecords();
    const url = await listen();
    harness.press('F');
    expect(harness.state().prompt).toMatchObject({kind: 'palette', text: 'forward '});
    harness.press('ctrl+u', `forward ${url}`);
    const {state} = harness;
    const [line] = suggestions(`forward ${url}`, state(), makeRegistry(features).commands);
    expect(line?.effect).toMatch(/^Posts the failed delivery to 127.0.0.1:\d+ only/);
    harness.press('enter');
    await until(() => noticeOf(harness).startsWith('sent again'));
    expect(noticeOf(harness)).toBe('sent again: response 204');
    expect(ids()).toEqual(['f1']);
    expect(sink?.requests[0]?.body).toBe('{"webhookEvent":"jira:issue_created","n":0}');
    expect(sentOf(harness)).toEqual(['204', '', '']);
    // The record on its own screen offers the same texts to copy as its row.
    harness.press('enter');
    await harness.settle();
    harness.press('C', 'a');
    expect(harness.copied).toEqual(['{"webhookEvent":"jira:issue_created","n":0}']);
    harness.press('esc');
    harness.press('F');
    expect(harness.state().prompt?.text).toBe(`forward ${url}`);
    expect(JSON.parse(harness.kept.get('forward-urls') ?? '')).toEqual([url]);
    harness.press('ctrl+u', `forward ${url.slice(0, -2)}`, 'enter');
    await until(() => sink?.requests.length === 2);
    expect(sink?.requests.map(request => request.url)).toEqual(['/hook', '/ho']);
  });

  test('nothing is said to be sent where no connection was made', async () => {
    const {harness} = await withRecords();
    harness.press(':', 'forward http://127.0.0.1:9/x', 'enter');
    await until(() => /sent/.test(noticeOf(harness)));
    expect(noticeOf(harness)).toMatch(/^not sent: /);
  });

  test('asked for without an address, puts the last one there, or the one it failed at', async () => {
    const {harness} = await withRecords();
    const url = await listen();
    harness.press(':', 'forward', 'enter');
    expect(harness.state().prompt?.text).toMatch(/^forward https?:\/\/a\.example\//);
    expect(sink?.requests).toEqual([]);
    harness.press('ctrl+u', `forward ${url}`, 'enter');
    await until(() => ids().length === 1);
    harness.press(':', 'forward', 'enter');
    expect(harness.state().prompt?.text).toBe(`forward ${url}`);
  });

  test('sends the marked ones, and says how many were not taken', async () => {
    const {harness} = await withRecords();
    const url = await listen(({headers}) =>
      headers['x-atlassian-webhook-identifier'] === 'f1' ? {status: 500, body: 'no queue'} : {},
    );
    harness.press(' ', ' ', ':', `forward ${url}`, 'enter');
    await until(() => noticeOf(harness).startsWith('2 sent again'));
    expect(noticeOf(harness)).toBe('2 sent again: 1 accepted, 1 rejected');
    expect(ids().toSorted()).toEqual(['f1', 'f2']);
    expect(sentOf(harness)).toEqual(['500 no queue', '200', '']);
  });

  test('on an address sends all its failures that are buffered', async () => {
    const {harness} = await withRecords('1');
    const url = await listen();
    harness.press('/', 'a.example', 'enter', ':', `forward ${url}`, 'enter');
    await until(() => noticeOf(harness).startsWith('2 sent again'));
    expect(ids().toSorted()).toEqual(['f1', 'f3']);
  });

  test('takes a whole address, and neither sends to one behind another nor offers it again', async () => {
    const {harness} = await withRecords();
    const url = await listen();
    harness.press('F', url);
    expect(harness.state().prompt?.text).toBe(`forward ${url}`);
    harness.press('ctrl+u', `forward http://${url}`, 'enter');
    expect(harness.state().prompt?.problem).toMatch(/contains two addresses: use one/);
    harness.press('esc', 'F', url, 'enter');
    await until(() => ids().length === 1);
    harness.press('F', url, 'enter');
    expect(harness.state().prompt?.problem).toMatch(/contains two addresses/);
    expect(sink?.requests.map(request => request.url)).toEqual(['/hook']);
    const kept = JSON.stringify(['http://http//a.example', 'https://b.example/']);
    const next = persistedForwardUrls.restore(harness.state(), kept);
    expect(forwarding.of(next).urls).toEqual(['https://b.example/']);
  });

  test('refuses what is no address, and a session that sends nothing', async () => {
    const {harness} = await withRecords();
    const url = await listen();
    harness.press(':', 'forward ftp://x', 'enter');
    expect(harness.state().prompt?.problem).toMatch(/is not an http or https URL/);
    harness.press('esc', ':', 'dry on', 'enter', ':', `forward ${url}`, 'enter');
    expect(harness.state().prompt?.problem).toMatch(/nothing is sent/);
    expect(sink?.requests).toEqual([]);
  });

  test('goes with another profile: neither its addresses nor what was sent stay', async () => {
    const {harness} = await withRecords();
    const url = await listen();
    harness.press(':', `forward ${url}`, 'enter');
    await until(() => noticeOf(harness).startsWith('sent again'));
    const {connection, session} = harness.state();
    harness.kept.clear();
    harness.dispatch({kind: 'connected', connection, session});
    await harness.settle();
    harness.press(':', 'wh failed', 'enter');
    await harness.settle();
    harness.press('2');
    expect(sentOf(harness)).toEqual(['', '', '']);
    harness.press('F');
    expect(harness.state().prompt?.text).toBe('forward ');
  });
});

describe(':forward-new', () => {
  test('sends each that comes from then on, once, until it is switched off', async () => {
    const {harness, hooks} = await withRecords();
    const url = await listen();
    harness.press(':', `forward-new ${url}`, 'enter');
    expect(
      monitorLine(harness.state())
        .map(({text}) => text)
        .join(''),
    ).toContain('forwarding to 127');
    hooks.fail('c.example/z', 1000, '{"n":9}');
    await poll(harness);
    await until(() => ids().length === 1);
    await poll(harness);
    hooks.fail('c.example/z', 500, '{"n":10}');
    await poll(harness);
    await until(() => ids().length === 2);
    harness.press(':', 'forward-new off', 'enter');
    hooks.fail('c.example/z', 100, '{"n":11}');
    await poll(harness);
    expect(ids()).toEqual(['f4', 'f5']);
  });
});
