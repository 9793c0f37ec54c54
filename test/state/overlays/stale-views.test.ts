import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {openForm} from '../../../src/state/views/form/open-form.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../support/app-harness.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {operations} from '../../support/operations.ts';
import {recorded} from '../../support/sandbox-here.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';
import {beReady, callOf, isReported, stageOf} from '../../support/write-steps.ts';

const soon = {interval: 20};

/** Send the write that is previewed, whatever it asks. */
async function send(harness: AppHarness): Promise<void> {
  beReady(harness);
  harness.press('enter');
  if (harness.state().write?.stage === 'confirm') {
    beReady(harness);
    const {plan} = stageOf(harness, 'confirm');
    harness.press(...(plan.risk === 3 ? [plan.object, 'enter'] : ['y']));
  }
  await expect.poll(() => isReported(harness), soon).toBe(true);
  expect(stageOf(harness, 'report').outcomes).toMatchObject([{state: 'done'}]);
}

describe('after a write on the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startAppSandbox();
  });
  afterAll(() => sandbox.stop());

  test('a list that lies under another view, and the count of home, show what was made', async () => {
    const harness = makeSandboxApp(sandbox, {counts: true});
    const homeCount = () => {
      const view = currentView(harness.state());
      const count = view.kind === 'home' ? view.counts['all-versions'] : undefined;
      return count?.status === 'ready' ? count.text : undefined;
    };
    await expect.poll(homeCount, soon).toBeDefined();
    const before = homeCount();
    harness.press('enter');
    await expect.poll(() => listOf(harness).rows.length, soon).toBeGreaterThan(0);
    const [project] = listOf(harness).rows;
    harness.press('enter', '2');
    await expect.poll(() => listOf(harness).load.status, soon).toBe('ready');
    expect(listOf(harness).resource.id).toBe('versions');
    harness.press('1');
    const body = JSON.stringify({name: 'Made now', projectId: Number(project?.id)});
    const create = callOf('tracker version create', {}, body);
    harness.do(state => openTypedCall(state, create));
    await send(harness);
    harness.press('2');
    await expect.poll(() => namesOf(harness), soon).toContain('Made now');
    harness.press('esc', 'esc');
    expect(currentView(harness.state()).kind).toBe('home');
    await expect.poll(homeCount, soon).not.toBe(before);
  });

  test('a form that wrote leads back to a list that shows it', async () => {
    const harness = makeSandboxApp(sandbox);
    harness.press(':', 'resolutions', 'enter');
    await expect.poll(() => listOf(harness).rows.length, soon).toBeGreaterThan(0);
    harness.do(state => openForm(state, 'jr resolution create'));
    const create = callOf('tracker resolution create', {}, '{"name":"Put off"}');
    harness.do(state => openTypedCall(state, create));
    await send(harness);
    harness.press('esc');
    expect(listOf(harness).resource.id).toBe('resolutions');
    await expect.poll(() => namesOf(harness), soon).toContain('Put off');
    await settled(harness);
  });
});

test('home counts again what was read as a list since, and nothing else', async () => {
  const world = ownWorld();
  const {client: tracker, plans} = recorded(world.tracker);
  const harness = makeHarness({...world, tracker, counts: true});
  await settled(harness);
  const count = () => {
    const view = currentView(harness.state());
    const found = view.kind === 'home' ? view.counts.webhooks : undefined;
    return found?.status === 'ready' ? found.text : undefined;
  };
  const before = count();
  expect(before).toBe('6');
  const webhookIds = [10000, 10001, 10002, 10003, 10004, 10005];
  const body = JSON.stringify({webhookIds});
  await world.send(callOf('tracker webhook delete-by-id', {}, body));
  harness.press(':', 'webhooks', 'enter');
  await harness.settle();
  const asked = plans.length;
  harness.press('esc');
  await settled(harness);
  const again = plans.slice(asked).map(({title}) => title);
  expect(again).toEqual(['webhook get-dynamic-webhooks-for-app']);
  expect(count()).toBe('0');
});

describe('what is read again', () => {
  async function readsAfter(command: string): Promise<readonly string[]> {
    const {client: tracker, plans} = recorded(stillWorld().tracker);
    const operation = callOf(command, {}).operation;
    const harness = makeHarness({tracker});
    harness.press('enter');
    await harness.settle();
    harness.press('j', 'enter', '2');
    await harness.settle();
    await settled(harness);
    const before = plans.length;
    harness.dispatch({kind: 'write', event: {kind: 'finished', run: 99, wrote: [operation]}});
    await harness.settle();
    return plans.slice(before).map(({title}) => title);
  }

  test('is at once what is on the screen, when it shows what was written, and nothing else', async () => {
    expect(await readsAfter('tracker version update')).toContain('project get-versions-paginated');
    expect(await readsAfter('tracker webhook refresh')).toEqual([]);
  });

  test('is read once: what was read again is no longer stale', async () => {
    const {client: tracker, plans} = recorded(stillWorld().tracker);
    const harness = makeHarness({tracker});
    const update = operations.find(({group, name}) => group === 'project' && name === 'archive');
    harness.press('enter');
    await harness.settle();
    if (update) {
      harness.dispatch({kind: 'write', event: {kind: 'finished', run: 9, wrote: [update]}});
    }
    await harness.settle();
    const asked = plans.length;
    harness.press('j', 'k', 'j');
    await harness.settle();
    expect(plans).toHaveLength(asked);
    expect(listOf(harness).stale).toBeUndefined();
  });
});
