import {afterAll, beforeAll, expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {listOf} from '../../support/app-harness.ts';
import {startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());

test('what a user may do, and why, by name from home', async () => {
  const job = await startJob(sandbox);
  await job.play('15 what a user may do, and why', {}, 0);
  const {rows} = listOf(job.harness);
  expect(rows.map(({value}) => readPointer(value, '/key'))).toContain('LMA');
  // Each project is asked; enter on one says by which grant.
  await job.play('15 what a user may do, and why', {}, 1);
  const {resource, rows: permissions} = listOf(job.harness);
  expect(resource.id).toBe('access-permissions');
  expect(permissions.map(({value}) => JSON.stringify(value)).join()).toMatch(/"through":"role /);
  job.within('15 what a user may do, and why');
});
