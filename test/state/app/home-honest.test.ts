import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {attentionCount, attentionHeading} from '../../../src/state/views/home/home-lines.ts';
import type {HomeView} from '../../../src/state/views/home/state.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {makeSandboxApp} from '../../support/live-app.ts';

const soon = {timeout: 30_000, interval: 20};
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

async function setFaults(faults: readonly string[]): Promise<void> {
  const {authUser, authToken, trackerBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  await fetch(`${trackerBaseUrl}/__sandbox/faults`, {
    method: 'PUT',
    headers: {authorization, 'content-type': 'application/json'},
    body: JSON.stringify(faults),
  });
}

function homeOf(harness: AppHarness): HomeView {
  const view = currentView(harness.state());
  if (view.kind !== 'home') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

const isCounted = (harness: AppHarness) =>
  homeOf(harness).entries.every(({id}) => homeOf(harness).counts[id] !== undefined);

test.each([
  'GET */webhook*: 503',
  'GET */project/*/version*: 503',
  'GET */admin-key: 503',
  'GET *: 503',
])('home never says that nothing needs anybody while %s', async fault => {
  await setFaults([fault]);
  const harness = makeSandboxApp(sandbox, {counts: true});
  await expect.poll(() => isCounted(harness), soon).toBe(true);
  await setFaults([]);
  expect(attentionHeading(homeOf(harness))).toMatchObject({
    text: expect.stringMatching(/could (?:not )?be checked/),
    tone: 'warn',
  });
  const failed = Object.values(homeOf(harness).counts).filter(({status}) => status === 'failed');
  expect(failed.length).toBeGreaterThan(0);
});

test('what was calm before a reading that failed is no longer said', async () => {
  const harness = makeSandboxApp(sandbox, {counts: true});
  await expect.poll(() => isCounted(harness), soon).toBe(true);
  const before = attentionCount(homeOf(harness));
  expect(before).toBeDefined();
  await setFaults(['GET *: 503']);
  harness.press('r');
  await expect
    .poll(() => {
      const {entries, counts} = homeOf(harness);
      const asked = entries.filter(({call}) => call !== undefined);
      return asked.every(({id}) => counts[id]?.status === 'failed');
    }, soon)
    .toBe(true);
  await setFaults([]);
  expect(attentionHeading(homeOf(harness)).text).toBe('Nothing could be checked');
});
