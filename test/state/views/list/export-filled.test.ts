import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../../src/sandbox/start.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {listOf} from '../../../support/app-harness.ts';
import {type Job, startJob} from '../../../support/jobs.ts';
import {startAppSandbox} from '../../../support/live-app.ts';
import {until} from '../../../support/until.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  job = await startJob(sandbox);
  await job.keys(': "versions HPAY" enter');
});
afterAll(() => sandbox.stop());

describe('versions as CSV', () => {
  test('have what is read for each row, those off the screen too, as people read it', async () => {
    job.harness.dispatch({kind: 'resized', columns: 80, rows: 12});
    job.harness.press('E', 'enter');
    await until(() => job.harness.saved.size > 0);
    const [text = ''] = [...job.harness.saved.values()];
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    const titles = head.split(',');
    const cells = (title: string) => lines.map(line => line.split(',')[titles.indexOf(title)]);
    expect(lines).toHaveLength(listOf(job.harness).rows.length);
    expect(text).not.toContain('{');
    for (const cell of cells('UNRESOLVED')) expect(cell).toMatch(/^\d+ of \d+$/);
    for (const cell of cells('PROGRESS')) expect(cell).toMatch(/^\d+ of \d+$/);
  });
});

test('a word finds a state by how its words begin: what is released is not what is unreleased', async () => {
  const shown = async (filter: string): Promise<readonly string[]> => {
    await job.keys(`/ ctrl+u "${filter}" enter`);
    return visibleRows(listOf(job.harness)).rows.map(({name}) => name);
  };
  const released = await shown('state:released');
  const unreleased = await shown('state:unreleased');
  expect(released.length).toBeGreaterThan(0);
  expect(unreleased.length).toBeGreaterThan(0);
  expect(released.filter(name => unreleased.includes(name))).toEqual([]);
  expect(await shown('!released')).toEqual(expect.arrayContaining([...unreleased]));
});
