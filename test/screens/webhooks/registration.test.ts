import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {targetOf} from '../../../src/api/watch/delivery-facts.ts';
import {readPointer} from '../../../src/base/json-value.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {bufferFailures, freshMonitor} from '../../../src/screens/webhooks/monitor/monitor-state.ts';
import {explainFailures} from '../../../src/screens/webhooks/monitor/registration.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {rowAtCursor} from '../../../src/state/views/list/list-update.ts';
import {visibleRows} from '../../../src/state/views/list/rows.ts';
import type {ListView} from '../../../src/state/views/list/state.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {makeSandboxApp, startAppSandbox} from '../../support/live-app.ts';
import {pressUntil} from '../../support/until.ts';
import {beReady} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox);
});
afterAll(() => sandbox.stop());

const until = (keys: readonly string[], check: () => boolean) => pressUntil(harness, keys, check);

function list(): ListView {
  const view = currentView(harness.state());
  if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

const isList = (id: string) => (): boolean => {
  const view = currentView(harness.state());
  return view.kind === 'list' && view.resource.id === id && view.rows.length > 0;
};
const textAt = (pointer: string): string => {
  const row = rowAtCursor(list());
  return String(row && readPointer(row.value, pointer));
};

describe('w', () => {
  test('goes from an address that fails to its registered webhooks, on to its failures, and back', async () => {
    await until([':', 'wh', 'enter'], isList('webhooks'));
    const registered = new Set(
      list().rows.map(row => targetOf(String(readPointer(row.value, '/url')))),
    );
    await until([':', 'wh failed', 'enter'], isList('failed-webhooks'));
    const rows = visibleRows(list()).rows;
    const at = rows.findIndex(row => registered.has(String(readPointer(row.value, '/url'))));
    expect(at).toBeGreaterThanOrEqual(0);
    harness.press(...Array.from({length: at}, () => 'j'));
    const address = textAt('/url');
    await until(['w'], isList('webhooks'));
    const found = visibleRows(list()).rows.map(row =>
      targetOf(String(readPointer(row.value, '/url'))),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(one => one.includes(address))).toBe(true);
    await until(['w'], isList('failed-records'));
    expect(currentLocation(harness.state()).crumb).toBe(address);
    await until(['esc'], isList('webhooks'));
    await until(['esc', 'esc'], isList('failed-webhooks'));
    expect(textAt('/url')).toBe(address);
  });
});

describe('a webhook', () => {
  test('is registered again with another address, what it is told of filled in', async () => {
    await until([':', 'wh', 'enter'], isList('webhooks'));
    const [events, jql, url] = [textAt('/events'), textAt('/jqlFilter'), textAt('/url')];
    const before = list().rows.length;
    const other = new URL('/elsewhere', url).href;
    await until(['x', ...'/another', 'enter'], () => currentView(harness.state()).kind === 'form');
    expect(harness.state().prompt).toMatchObject({kind: 'field', text: url});
    await until(['ctrl+u', other, 'enter', 'ctrl+s'], () => harness.state().write !== undefined);
    beReady(harness);
    await until(['enter'], () => ['report', undefined].includes(harness.state().write?.stage));
    await until([], () => currentView(harness.state()).kind === 'list');
    await until(['r'], () => isList('webhooks')() && list().rows.length === before + 1);
    const made = list().rows.find(row => readPointer(row.value, '/url') === other);
    expect(made && String(readPointer(made.value, '/events'))).toBe(events);
    expect(made && readPointer(made.value, '/jqlFilter')).toBe(jql);
  });

  test('says what the failures of its address mean for it', () => {
    const body = JSON.stringify({webhookEvent: 'jira:issue_created'});
    const text = JSON.stringify({id: 'a', url: 'https://a.example/x', failureTime: 1, body});
    const record = {id: 'a', text, timeMs: 1, target: 'a.example/x'};
    const monitor = {...bufferFailures(freshMonitor, [record]), caughtUp: true};
    const webhook = {
      url: 'https://a.example/x?k=1',
      events: ['jira:issue_created', 'comment_created'],
      expirationDate: 3 * 86_400_000 + 1000,
      jqlFilter: 'project = HPAY',
    };
    const at = {nowMs: 1000, own: {monitor}} as unknown as Parameters<typeof explainFailures>[1];
    expect(explainFailures(webhook, at)).toEqual({
      meaning:
        '1 of its 2 events fail: issue_created. Deliveries stop in 3d unless the webhook is refreshed.',
    });
    expect(
      String(explainFailures({...webhook, events: ['jira:issue_created']}, at).meaning),
    ).toMatch(/^Its only event fails\. Deliveries stop/);
    expect(explainFailures({...webhook, url: 'https://b.example/x'}, at)).toEqual({});
    expect(String(explainFailures({...webhook, events: ['sprint_created']}, at).meaning)).toMatch(
      /^Not subscribed to issue_created/,
    );
  });
});
