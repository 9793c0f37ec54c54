import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {findView} from '../../../../src/state/model/locations.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {selectedRows, selectionText} from '../../../../src/state/views/list/marks.ts';
import {listOf, makeHarness, openProjects} from '../../../support/app-harness.ts';
import {ownWorld} from '../../../support/still-world.ts';
import {callOf} from '../../../support/write-steps.ts';

const marked = (harness: Awaited<ReturnType<typeof openProjects>>) =>
  selectedRows(listOf(harness)).map(row => row.name);

describe('marks of a list', () => {
  test('space marks the row and goes on; on a marked row it takes the mark away', async () => {
    const harness = await openProjects();
    harness.press(' ', ' ');
    expect(marked(harness)).toEqual(['HPAY', 'ITSD']);
    expect(listOf(harness).cursor).toBe(2);
    harness.press('g', ' ');
    expect(marked(harness)).toEqual(['ITSD']);
  });

  test('v begins a range and ends it, in either direction', async () => {
    const harness = await openProjects();
    harness.press('j', 'j', 'j', 'v');
    expect(selectionText(listOf(harness))).toContain('range');
    harness.press('k', 'k', 'v');
    expect(marked(harness)).toEqual(['ITSD', 'LMA', 'MERID']);
    expect(selectionText(listOf(harness))).toBe('3 selected');
  });

  test('shift with an arrow marks this row and its neighbour', async () => {
    const harness = await openProjects();
    harness.press('\x1b[1;2B', '\x1b[1;2B');
    expect(marked(harness)).toEqual(['HPAY', 'ITSD', 'LMA']);
    harness.press('G', '\x1b[1;2A');
    expect(marked(harness)).toEqual(['HPAY', 'ITSD', 'LMA', 'ROBUST', 'WAREHSE']);
  });

  test('* marks all that match and, when they all are, unmarks them; others keep their marks', async () => {
    const harness = await openProjects();
    harness.press('j', ' ', '/', 'callum', 'enter', '*');
    expect(marked(harness)).toEqual(['ITSD', 'LMA', 'MERID']);
    expect(selectionText(listOf(harness))).toBe('3 selected (1 hidden by filter)');
    harness.press('*');
    expect(marked(harness)).toEqual(['ITSD']);
  });

  test('i marks the others of what is shown, and takes the marks of those that were', async () => {
    const harness = await openProjects();
    harness.press('j', ' ', ' ', 'i');
    const others = ['MINA', 'PEOPLE', 'PORTAL', 'RENO', 'ROBUST', 'WAREHSE'];
    expect(marked(harness)).toEqual(['HPAY', 'MERID', ...others]);
    harness.press('/', 'callum', 'enter', 'i');
    expect(marked(harness)).toEqual(['HPAY', 'LMA', ...others]);
  });

  test('esc takes back the filter, then the marks, then the view', async () => {
    const harness = await openProjects();
    harness.press(' ', '/', 'callum', 'enter', 'esc');
    expect(listOf(harness)).toMatchObject({filter: ''});
    expect(marked(harness)).toEqual(['HPAY']);
    harness.press('esc');
    expect(marked(harness)).toEqual([]);
    expect(currentView(harness.state()).kind).toBe('list');
    harness.press('esc');
    expect(currentView(harness.state()).kind).toBe('home');
  });

  test('a marked row that a refresh no longer brings is said to be gone', async () => {
    const world = ownWorld();
    const harness = await openProjects(makeHarness(world));
    harness.press(' ', ' ');
    await world.send(callOf('tracker project archive', {projectIdOrKey: ['HPAY']}));
    harness.press('r');
    await harness.settle();
    expect(marked(harness)).toEqual(['ITSD']);
    expect(selectionText(listOf(harness))).toBe('2 selected (1 removed)');
  });

  test('marks survive any sequence of filters, sorts, refreshes and moves', async () => {
    const step = fc.constantFrom(
      ['/', 'callum', 'enter'],
      ['/', 'zzz', 'enter'],
      ['/', '/(/', 'enter', 'esc'],
      ['s'],
      ['S'],
      ['r'],
      ['j'],
      ['G'],
      ['g'],
      ['L', '['],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(6), {minLength: 1}),
        fc.array(step, {maxLength: 12}),
        async (picks, steps) => {
          const harness = await openProjects();
          for (const pick of picks) harness.press('g', ...Array<string>(pick).fill('j'), ' ');
          const {key, marked: chosen} = listOf(harness);
          const before = [...chosen].sort();
          for (const keys of steps) {
            harness.press(...keys);
            await harness.settle();
            // With nothing to open, - leads to the start; a list opened from there is another one.
            if (currentView(harness.state()).kind !== 'list') return;
          }
          const view = findView(harness.state(), key);
          if (view?.kind !== 'list') throw new Error('the list was left');
          expect([...view.marked].sort()).toEqual(before);
        },
      ),
      {numRuns: 60},
    );
  });
});
