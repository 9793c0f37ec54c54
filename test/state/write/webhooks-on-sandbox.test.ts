import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {markedRows} from '../../../src/state/marks.ts';
import {currentView, type ListView} from '../../../src/state/model.ts';
import {runLines} from '../../../src/state/write/write-lines.ts';
import {type SandboxApp, startSandboxApp} from '../../support/sandbox-app.ts';
import {beReady, stageOf} from '../../support/write-steps.ts';

let app: SandboxApp;

beforeAll(async () => {
  app = await startSandboxApp();
  await app.until([':', 'wh', 'enter'], () => list().rows.length > 0);
});
afterAll(() => app.close());
afterEach(async () => {
  await setFaults([]);
  if (app.harness.state().write !== undefined) app.harness.press('esc');
  if (list().marked.size > 0) app.harness.press('*');
});

function list(): ListView {
  const view = currentView(app.harness.state());
  if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

function ask(method: string, target: string, body: unknown): Promise<Response> {
  const {authUser, authToken, trackerBaseUrl} = app.sandbox;
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

/** Mark every row, choose "refresh" and send it. */
async function refreshAll(): Promise<void> {
  const {harness} = app;
  harness.press('*', 'x', 'enter');
  beReady(harness);
  await app.until(['enter'], () => harness.state().write?.stage === 'report');
  await app.until([], () => stageOf(harness, 'report').checked !== 'checking');
}

/** The head of the report as text. */
function reportText(): string {
  const {head} = runLines(stageOf(app.harness, 'report'), app.harness.state());
  return head.map(line => line.map(span => span.text).join('')).join('\n');
}

describe('refreshing webhooks on a sandbox', () => {
  test('those marked go out in one request, and the list says the new expiry', async () => {
    const before = new Map(list().rows.map(row => [row.id, row.value]));
    const count = before.size;
    app.harness.press('*', 'x');
    expect(stageOf(app.harness, 'menu').entries[0]?.text).toBe(`refresh ${count} marked`);
    app.harness.press('enter');
    const {plan, previews} = stageOf(app.harness, 'preview');
    expect(plan).toMatchObject({title: `Refresh ${count} webhooks`, size: `${count} ids`});
    expect(previews).toHaveLength(1);
    const {webhookIds} = JSON.parse(previews[0]?.text ?? '').body;
    expect(webhookIds.map(String).sort()).toEqual([...before.keys()].sort());
    app.harness.press('esc', '*');
    await refreshAll();
    expect(stageOf(app.harness, 'report').checked).toMatchObject({ignored: []});
    expect(reportText()).toContain(` ${count} extended until `);
    await app.until(['esc'], () => list().load.status === 'ready');
    for (const row of list().rows) expect(row.value).not.toEqual(before.get(row.id));
  });

  test('one that is gone is ignored silently by the server, and named by steward', async () => {
    const [gone] = list().rows;
    await ask('DELETE', '/rest/api/3/webhook', {webhookIds: [Number(gone?.id)]});
    const count = list().rows.length;
    await refreshAll();
    expect(stageOf(app.harness, 'report').outcomes).toMatchObject([{state: 'done', text: '200'}]);
    expect(stageOf(app.harness, 'report').checked).toMatchObject({ignored: [gone?.id]});
    expect(reportText()).toMatch(
      new RegExp(` ${count - 1} extended until .*, 1 ignored: ${gone?.id}`),
    );
    await app.until(['esc'], () => list().rows.length === count - 1);
  });

  test('a refusal is told, nothing is compared, the marks stay and . sends it again', async () => {
    await setFaults(['PUT */webhook/refresh: 403']);
    const {harness} = app;
    const count = list().rows.length;
    harness.press('*', 'x', 'enter');
    beReady(harness);
    await app.until(['enter'], () => harness.state().write?.stage === 'report');
    const {outcomes, checked} = stageOf(harness, 'report');
    expect(outcomes).toMatchObject([{state: 'failed'}]);
    expect(outcomes[0]?.text).toMatch(/^Not allowed \(403\)/);
    expect(checked).toBeUndefined();
    expect(markedRows(list())).toHaveLength(count);
    await setFaults([]);
    await app.until(['.'], () => harness.state().write?.stage === 'report');
    await app.until([], () => stageOf(harness, 'report').checked !== 'checking');
    expect(stageOf(harness, 'report').checked).toMatchObject({ignored: []});
    const results = harness.state().journal.map(text => JSON.parse(text).result);
    expect(results.slice(-2)).toEqual(['failed', 'done']);
  });
});
