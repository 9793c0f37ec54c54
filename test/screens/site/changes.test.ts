import {afterAll, beforeAll, expect, test} from 'vitest';
import {parseJsonValue, readPointer} from '../../../src/base/json-value.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentLocation} from '../../../src/state/model/state.ts';
import {noEffects} from '../../../src/state/model/transition.ts';
import {cellOf} from '../../../src/state/views/list/cells.ts';
import {listOf} from '../../support/app-harness.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  job = await startJob(sandbox);
  job.harness.dispatch({kind: 'resized', columns: 160, rows: 50});
});
afterAll(() => sandbox.stop());

const summaries = () =>
  listOf(job.harness).rows.map(({value}) => [
    readPointer(value, '/summary'),
    readPointer(value, '/objectItem/name'),
  ]);

test('a write of the app is recorded by the site, and Q on the object lists it', async () => {
  await job.keys(': "groups" enter a "auditors" ctrl+s enter');
  if (job.harness.state().write?.stage === 'confirm') await job.keys('y');
  await expect.poll(() => job.harness.state().journal.length).toBe(1);
  if (job.harness.state().write !== undefined) await job.keys('esc');
  await job.keys(': "groups" enter / "auditors" enter Q');
  expect(currentLocation(job.harness.state()).crumb).toBe('Changes of auditors');
  expect(summaries()).toEqual([['Group created', 'auditors']]);
  await job.keys('2');
  expect(listOf(job.harness).resource.id).toBe('journal');
  expect(listOf(job.harness).filter).toContain('auditors');
});

test('the author of a record has a name, not a legacy key', async () => {
  await job.keys(': "audit-records" enter');
  const {rows, resource} = listOf(job.harness);
  const column = resource.columns.find(({id}) => id === 'author');
  const [row] = rows;
  if (column === undefined || row === undefined) throw new Error('no record');
  const me = (await job.read('/rest/api/3/myself')) as {displayName: string};
  expect(cellOf(column, row, 0, 40).text).toBe(me.displayName);
});

test('Q on a write of the journal lists the changes of its object', async () => {
  await job.keys(': "journal" enter Q');
  expect(currentLocation(job.harness.state()).crumb).toBe('Changes of auditors');
  expect(summaries()).toEqual([['Group created', 'auditors']]);
});

test('Q on a write without an object lists the changes around its time', async () => {
  const entry = (at: string, more: object) =>
    JSON.stringify({id: at, at, what: 'Update something', result: 'done', by: 'user', ...more});
  const [created] = job.harness.state().journal;
  const at = String(readPointer(parseJsonValue(created ?? ''), '/at'));
  const journal = [entry(at, {command: 'jr x'}), entry('2020-01-01T00:00:00.000Z', {})];
  job.harness.do(state => noEffects({...state, journal}));
  await job.keys(': "journal" enter Q');
  expect(currentLocation(job.harness.state()).crumb).toMatch(/^Changes around/);
  expect(summaries()).toEqual([['Group created', 'auditors']]);
  await job.keys('q j Q');
  expect(summaries()).toEqual([]);
});
