import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Sandbox} from '../../src/sandbox/start.ts';
import {cellOf} from '../../src/state/views/list/cells.ts';
import {listOf} from '../support/app-harness.ts';
import {startJob} from '../support/jobs.ts';
import {startAppSandbox} from '../support/live-app.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());

test('a draft says when it was written as people read it, and its space by name', async () => {
  const {harness, keys} = await startJob(sandbox);
  harness.dispatch({kind: 'resized', columns: 200, rows: 30});
  await keys(
    ': "blog" enter a shift+tab "Product" tab "Later" tab "<p>x</p>" tab tab space ctrl+s enter enter',
  );
  await keys(': "drafts" enter');
  const {rows, resource} = listOf(harness);
  const [row] = rows;
  const cell = (title: string): string | undefined => {
    const column = resource.columns.find(one => one.title === title);
    return column && row && cellOf(column, row, harness.state().nowMs, 40, true).text;
  };
  expect(cell('TITLE')).toBe('Later');
  expect(cell('SPACE')).toMatch(/Product/);
  expect(cell('WRITTEN')).not.toMatch(/T\d\d:/);
});
