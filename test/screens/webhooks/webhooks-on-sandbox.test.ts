import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {previewLines, runLines} from '../../../src/state/overlays/write/write-lines.ts';
import {selectedRows} from '../../../src/state/views/list/marks.ts';
import type {ListView} from '../../../src/state/views/list/state.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {makeSandboxApp, startAppSandbox} from '../../support/live-app.ts';
import {pressUntil} from '../../support/until.ts';
import {beReady, isReported, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox);
  await until([':', 'wh', 'enter'], () => list().rows.length > 0);
});
afterAll(() => sandbox.stop());

/** Press keys, then wait until the check holds; at most 5 seconds. */
const until = (keys: readonly string[], check: () => boolean) => pressUntil(harness, keys, check);
afterEach(async () => {
  await setFaults([]);
  if (harness.state().write !== undefined) harness.press('esc');
  if (list().marked.size > 0) harness.press('*');
});

function list(): ListView {
  const view = currentView(harness.state());
  if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

function ask(method: string, target: string, body: unknown): Promise<Response> {
  const {authUser, authToken, trackerBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  return fetch(trackerBaseUrl + target, {
    method,
    headers: {authorization, 'content-type': 'application/json'},
    body: JSON.stringify(body),
  });
}

async function setFaults(faults: readonly string[]): Promise<void> {
  const answer = await ask('PUT', '/__sandbox/faults', faults);
  expect(answer.status).toBeLessThan(300);
}

/** Send the preview on the screen; it is about the whole list, and asks for its number. */
async function sendAll(): Promise<void> {
  const preview = stageOf(harness, 'preview');
  const {head} = previewLines(preview, harness.state());
  expect(head[1]?.map(({text}) => text).join('')).toContain(
    `Risk 3 · Asks you to type the number ${preview.plan.object} (`,
  );
  beReady(harness);
  await until(['enter'], () => harness.state().write?.stage === 'confirm');
  beReady(harness);
  await until([...stageOf(harness, 'confirm').plan.object, 'enter'], () => isReported(harness));
}

/** Mark every row, choose "refresh" and send it. */
async function refreshAll(): Promise<void> {
  harness.press('*', 'x', 'enter');
  await sendAll();
  await until([], () => stageOf(harness, 'report').checked !== 'checking');
}

/** The head of the report as text. */
function reportText(): string {
  const {head} = runLines(stageOf(harness, 'report'), harness.state());
  return head.map(line => line.map(span => span.text).join('')).join('\n');
}

describe('refreshing webhooks on a sandbox', () => {
  test('those marked go out in one request, and the list says the new expiry', async () => {
    const before = new Map(list().rows.map(row => [row.id, row.value]));
    const count = before.size;
    harness.press('*', 'x');
    const {entries, rows} = stageOf(harness, 'menu');
    expect([entries[0]?.text, rows.length]).toEqual(['Refresh', count]);
    harness.press('enter');
    const {plan} = stageOf(harness, 'preview');
    expect(plan).toMatchObject({title: `Refresh ${count} webhooks`, size: `${count} webhooks`});
    expect(plan.requests).toHaveLength(1);
    const {webhookIds} = JSON.parse(plan.requests[0]?.planned?.text ?? '').body;
    expect(webhookIds.map(String).sort()).toEqual([...before.keys()].sort());
    harness.press('esc', '*');
    await refreshAll();
    expect(stageOf(harness, 'report').checked).toMatchObject({ignored: []});
    expect(reportText()).toContain(` ${count} extended until `);
    await until([], () => list().load.status === 'ready');
    for (const row of list().rows) expect(row.value).not.toEqual(before.get(row.id));
  });

  test('one that is gone is ignored silently by the server, and named by steward', async () => {
    const [gone] = list().rows;
    await ask('DELETE', '/rest/api/3/webhook', {webhookIds: [Number(gone?.id)]});
    const count = list().rows.length;
    await refreshAll();
    expect(stageOf(harness, 'report').outcomes).toMatchObject([{state: 'done', text: '200'}]);
    expect(stageOf(harness, 'report').checked).toMatchObject({ignored: [gone?.id]});
    expect(reportText()).toMatch(
      new RegExp(` ${count - 1} extended until .*, 1 ignored: id ${gone?.id}`),
    );
    await until(['esc'], () => list().rows.length === count - 1);
  });

  test('a refusal is told, nothing is compared, the marks stay and . sends it again', async () => {
    await setFaults(['PUT */webhook/refresh: 403']);
    const count = list().rows.length;
    harness.press('*', 'x', 'enter');
    await sendAll();
    const {outcomes, checked} = stageOf(harness, 'report');
    expect(outcomes).toMatchObject([{state: 'failed'}]);
    expect(outcomes[0]?.text).toMatch(/^Not allowed \(403\)/);
    expect(checked).toBeUndefined();
    expect(selectedRows(list())).toHaveLength(count);
    await setFaults([]);
    await until(['.'], () => isReported(harness));
    await until([], () => stageOf(harness, 'report').checked !== 'checking');
    expect(stageOf(harness, 'report').checked).toMatchObject({ignored: []});
    const results = harness.state().journal.map(text => JSON.parse(text).result);
    expect(results.slice(-2)).toEqual(['failed', 'done']);
  });
});
