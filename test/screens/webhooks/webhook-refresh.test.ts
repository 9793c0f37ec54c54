import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Client} from '../../../src/api/client.ts';
import {operationId} from '../../../src/api/operation.ts';
import type {InputValues, RequestPlan} from '../../../src/api/request-plan.ts';
import {Failure} from '../../../src/base/failure.ts';
import {type LocalSandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {autoRefresh} from '../../../src/screens/webhooks/auto-refresh.ts';
import {currentView} from '../../../src/state/model/state.ts';
import type {TableAnswer} from '../../support/answering-client.ts';
import {type AppHarness, attentionOf, listOf, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker, nowMs} from '../../support/app-world.ts';
import {fakeHost} from '../../support/fake-host.ts';
import {settled} from '../../support/live-app.ts';
import {clientsHere, recorded} from '../../support/sandbox-here.ts';
import {beReady, protectedClient, stageOf} from '../../support/write-steps.ts';

const day = 86_400_000;
const listing = 'tracker/webhook/get-dynamic-webhooks-for-app';
const refreshing = 'tracker/webhook/refresh';

/** The webhooks of the sandbox: three with less than 7 days left, one with 12 days, two with 29. */
let sandbox: LocalSandbox;
let tracker: Client;
let plans: readonly RequestPlan[];

beforeEach(async () => {
  sandbox = await startSandbox({traffic: 'off', now: () => nowMs});
  ({client: tracker, plans} = recorded(clientsHere(sandbox, fakeHost()).tracker));
});
afterEach(() => sandbox.stop());

const isOf = (id: string) => (plan: RequestPlan) =>
  plan.operation !== undefined && operationId(plan.operation) === id;

/** The ids that were refreshed, request by request. */
function refreshed(): number[][] {
  return plans
    .filter(isOf(refreshing))
    .map(({body}) => JSON.parse(String(body?.content)).webhookIds);
}

async function atWebhooks(harness: AppHarness): Promise<void> {
  await settled(harness);
  harness.press(':', 'wh', 'enter');
  await settled(harness);
}

/** Days that each webhook has left, as the list says it. */
function daysLeft(harness: AppHarness): number[] {
  return listOf(harness).rows.map(({value}) => {
    const {expirationDate} = value as {readonly expirationDate: number};
    return Math.floor((expirationDate - nowMs) / day);
  });
}

test('a row that goes away while the menu is open is still the one the menu names', async () => {
  const harness = makeHarness({tracker});
  await atWebhooks(harness);
  harness.press('x');
  expect(stageOf(harness, 'menu').title).toBe('webhook 10000');
  const page = {
    source: 0,
    first: true,
    items: ['{"id":10001}'],
    total: 1,
    more: false,
    atMs: nowMs,
  };
  harness.dispatch({kind: 'page', view: currentView(harness.state()).key, ...page});
  harness.press('enter');
  expect(stageOf(harness, 'preview').plan.title).toBe('Refresh webhook 10000');
  beReady(harness);
  harness.press('enter');
  await settled(harness);
  expect(refreshed()).toEqual([[10000]]);
});

describe('refreshing all that expire', () => {
  test('asks for the days, and takes those alone', async () => {
    const harness = makeHarness({tracker});
    await atWebhooks(harness);
    expect(daysLeft(harness)).toEqual([0, 0, 2, 12, 29, 29]);
    harness.press('x', 'j', 'enter');
    expect(stageOf(harness, 'ask')).toMatchObject({typed: {text: '7'}});
    harness.press('backspace', 'x', 'enter');
    expect(stageOf(harness, 'ask').problem).toBe('a number of days');
    harness.press('backspace', '20', 'enter');
    beReady(harness);
    harness.press('enter');
    await settled(harness);
    expect(refreshed()).toEqual([[10000, 10001, 10002, 10003]]);
    harness.press('r');
    await settled(harness);
    expect(daysLeft(harness)).toEqual([30, 30, 30, 30, 29, 29]);
  });

  test('says when none expires that soon', async () => {
    const harness = makeHarness({tracker});
    await atWebhooks(harness);
    harness.press('x', 'j', 'enter', 'enter');
    beReady(harness);
    harness.press('enter');
    await settled(harness);
    harness.press('r');
    await settled(harness);
    harness.press('x', 'j', 'enter', 'enter');
    expect(stageOf(harness, 'ask').problem).toBe('no row expires within 7 days');
    harness.press('esc', 'esc');
    expect(harness.state().write).toBeUndefined();
  });

  test('is offered with the reason where these credentials cannot do it', async () => {
    const many = fakeTracker('webhooks of a site that an API token of a user signs in to');
    Object.assign(many.answers, {
      [listing]: {pages: [[{id: 1, expirationDate: nowMs + 3 * day}]]},
    });
    const harness = makeHarness({tracker: many});
    await atWebhooks(harness);
    harness.press('x');
    const {entries} = stageOf(harness, 'menu');
    const reasons = entries.flatMap(entry => (entry.kind === 'verb' ? [entry.reason] : []));
    expect(reasons.length).toBeGreaterThan(0);
    expect(new Set(reasons)).toEqual(
      new Set(['needs the credentials of an add-on app or an OAuth app']),
    );
  });

  test('more than a hundred are split into requests', async () => {
    const many = fakeTracker('230 webhooks, as a service that once took so many may hold them');
    const pages = [Array.from({length: 230}, (_, id) => ({id, expirationDate: nowMs + 3 * day}))];
    const sent: number[][] = [];
    Object.assign(many, {identity: {...many.identity, authType: 'app'}});
    Object.assign(many.answers, {
      [listing]: {pages},
      [refreshing]: ({body}: InputValues): TableAnswer => {
        sent.push(JSON.parse(String(body)).webhookIds);
        pages[0] = pages[0]?.map(hook => ({...hook, expirationDate: nowMs + 30 * day})) ?? [];
        return {object: {expirationDate: nowMs + 30 * day}};
      },
    });
    const harness = makeHarness({tracker: many});
    await atWebhooks(harness);
    harness.press('x', 'j', 'enter', 'enter');
    const {plan} = stageOf(harness, 'preview');
    expect(plan).toMatchObject({size: '230 webhooks', risk: 3, reasons: ['230 objects at once']});
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press(...'230', 'enter');
    await harness.settle();
    expect(sent.map(ids => ids.length)).toEqual([100, 100, 30]);
    expect(stageOf(harness, 'report').outcomes.map(({state}) => state)).toEqual([
      'done',
      'done',
      'done',
    ]);
    expect(harness.state().notice?.text).toMatch(/^✓ Refresh 230 webhooks: 230 extended until /);
  });
});

describe('the refresh by itself', () => {
  const on = {'webhook-refresh': '{"on":true}'};

  test('is off until it is switched on, and then kept for the profile', async () => {
    const harness = makeHarness({tracker});
    await settled(harness);
    expect(refreshed()).toEqual([]);
    harness.press(':', 'refresh-webhooks on', 'enter');
    await settled(harness);
    expect(refreshed()).toEqual([[10000, 10001, 10002]]);
    expect(JSON.parse(harness.kept.get('webhook-refresh') ?? '')).toEqual({on: true, at: nowMs});
  });

  test('at the start refreshes what has less than 7 days left, and journals and tells it', async () => {
    const harness = makeHarness({tracker, kept: on});
    await settled(harness);
    expect(refreshed()).toEqual([[10000, 10001, 10002]]);
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().notice?.text).toMatch(
      /^refreshed 3 expiring webhooks automatically until/,
    );
    expect(JSON.parse(harness.state().journal[0] ?? '')).toMatchObject({
      by: 'auto-refresh',
      result: 'done',
      command: `jr webhook refresh --body '{"webhookIds":[10000,10001,10002]}' -p test`,
    });
  });

  test('runs at most every six hours', async () => {
    const listed = () => plans.filter(isOf(listing)).length;
    const harness = makeHarness({tracker, kept: on});
    await settled(harness);
    const before = listed();
    harness.dispatch({kind: 'clock', nowMs: nowMs + 6 * 3_600_000 - 60_000});
    await settled(harness);
    expect(listed()).toBe(before);
    harness.dispatch({kind: 'clock', nowMs: nowMs + 6 * 3_600_000});
    await settled(harness);
    expect(listed()).toBe(before + 1);
    const again = makeHarness({tracker, kept: Object.fromEntries(harness.kept)});
    await settled(again);
    expect(autoRefresh.of(again.state()).on).toBe(true);
  });

  test('tries again five minutes after a failure, rings, and says so on home until it succeeds', async () => {
    const {request} = tracker;
    let failing = 2;
    const flaky: Client = {
      ...tracker,
      async request(plan, options) {
        if (isOf(refreshing)(plan) && failing-- > 0)
          throw new Failure('server_error', 'Down', {status: 503, hint: 'Check first.'});
        return request(plan, options);
      },
    };
    const harness = makeHarness({
      tracker: flaky,
      kept: on,
      counts: true,
      content: clientsHere(sandbox, fakeHost()).content,
    });
    await settled(harness);
    expect(harness.state().notice).toMatchObject({
      tone: 'bad',
      text: expect.stringMatching(/^a webhook expires in .*: Server error .* Down\. Check first\./),
    });
    expect(attentionOf(harness).join('\n')).toMatch(
      /^! auto-refresh next attempt \d\d:\d\d, expiring webhooks not refreshed: .* Down\. Check first\./m,
    );
    const wait = async (minutes: number) => {
      harness.dispatch({kind: 'clock', nowMs: nowMs + minutes * 60_000});
      await settled(harness);
    };
    await wait(4);
    expect(failing).toBe(1);
    await wait(5);
    expect(failing).toBe(0);
    await wait(10);
    expect(refreshed()).toEqual([[10000, 10001, 10002]]);
    expect(autoRefresh.of(harness.state()).trouble).toBeUndefined();
    expect(attentionOf(harness).filter(text => text.includes('not refreshed'))).toEqual([]);
    expect(harness.rung).toHaveLength(1);
  });

  test('never runs on a protected profile that is read-only, nor on a dry session', async () => {
    const harness = makeHarness({tracker: protectedClient(tracker), kept: on});
    await settled(harness);
    expect(refreshed()).toEqual([]);
    harness.press(':', 'dry on', 'enter', ':', 'write on', 'enter');
    harness.dispatch({kind: 'clock', nowMs: nowMs + 60_000});
    await settled(harness);
    expect(refreshed()).toEqual([]);
    harness.press(':', 'dry off', 'enter');
    harness.dispatch({kind: 'clock', nowMs: nowMs + 120_000});
    await settled(harness);
    expect(refreshed()).toEqual([[10000, 10001, 10002]]);
  });
});
