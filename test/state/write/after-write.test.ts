import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {rowAtCursor} from '../../../src/state/views/list/list-update.ts';
import {listOf, makeHarness} from '../../support/app-harness.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';
import {ownWorld} from '../../support/still-world.ts';
import {until} from '../../support/until.ts';
import {beReady, isReported, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
beforeEach(async () => {
  job = await startJob(sandbox);
});
afterAll(() => sandbox.stop());

const notice = (): string => job.harness.state().notice?.text ?? '';

describe('when a write has ended', () => {
  test('the cursor is on what was just made, so that the next key is about it', async () => {
    await job.keys(': "versions HPAY" enter a "4.0-rc" ctrl+s enter');
    expect(notice()).toBe('✓ New version: 4.0-rc · u undo');
    expect(rowAtCursor(listOf(job.harness))?.name).toBe('4.0-rc');
    expect(listOf(job.harness).awaits).toBeUndefined();
  });

  test('marks go from the rows it was done to, and nothing is promised that no key takes back', async () => {
    await job.keys(': "wh" enter * t enter');
    const {size} = listOf(job.harness).marked;
    await job.keys(`"${size}" enter`);
    expect(notice()).toMatch(/^✓ .* extended until /);
    expect(notice()).not.toContain('undo');
    expect(listOf(job.harness).marked.size).toBe(0);
  });
});

test('rows it was not done to stay marked, which is said', async () => {
  const world = ownWorld();
  world.setFaults('POST /rest/api/3/project/ITSD/archive: 403');
  const harness = makeHarness({...world, rows: 40, columns: 120});
  harness.press(':', 'projects', 'enter');
  await harness.settle();
  harness.press(' ', ' ', ' ', 'A');
  const marked = [...listOf(harness).marked];
  expect(marked).toHaveLength(3);
  beReady(harness);
  harness.press('enter');
  if (harness.state().write?.stage === 'confirm') {
    beReady(harness);
    harness.press('y');
  }
  await until(() => isReported(harness));
  const {outcomes, plan} = stageOf(harness, 'report');
  const failed = plan.requests.flatMap(({rows = []}, i) =>
    outcomes[i]?.state === 'done' ? [] : rows,
  );
  expect(failed).toHaveLength(1);
  expect([...listOf(harness).marked]).toEqual(failed);
  expect(harness.state().notice?.text).toBe('1 project not done: still selected');
});
