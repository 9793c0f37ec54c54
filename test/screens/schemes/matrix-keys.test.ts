import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {changesOf} from '../../../src/state/views/matrix/matrix.ts';
import {startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());

test('the menu of actions of a matrix stages the cell under the cursor', async () => {
  const {harness, keys} = await startJob(sandbox);
  await keys(': "perm" enter enter');
  for (let i = 0; i < 4 && currentView(harness.state()).kind !== 'matrix'; i++) await keys('tab');
  await keys('x "/stage" enter');
  const view = currentView(harness.state());
  expect(view.kind === 'matrix' && changesOf(view.staged)).toHaveLength(1);
  expect(harness.state().write).toBeUndefined();
});
