import {describe, expect, test} from 'vitest';
import {columnKinds} from '../../../../src/output/column-kind.ts';
import {chooserLines} from '../../../../src/state/overlays/columns/chooser.ts';
import {choicesOf} from '../../../../src/state/views/list/column-choice.ts';
import {layOutList, listWidth} from '../../../../src/state/views/list/column-layout.ts';
import {
  type AppHarness,
  listOf,
  makeHarness,
  namesOf,
  openProjects,
} from '../../../support/app-harness.ts';
import {stillWorld} from '../../../support/still-world.ts';

const shiftRight = '\x1b[1;2C';
const shiftLeft = '\x1b[1;2D';

const shown = (harness: AppHarness) =>
  layOutList(listOf(harness), listWidth(harness.state())).placed.map(({column}) => column.id);

describe('the order of a list', () => {
  test('is that of the column picked; s again brings back the server’s', async () => {
    const harness = await openProjects();
    harness.press(shiftRight, shiftRight, shiftRight, 's');
    expect(listOf(harness).sort).toEqual({column: 'lead', reverse: false});
    expect(namesOf(harness).slice(0, 3)).toEqual(['PEOPLE', 'LMA', 'MERID']);
    harness.press('S');
    expect(namesOf(harness)[0]).toBe('MINA');
    harness.press('s');
    expect(listOf(harness).sort).toBeUndefined();
  });

  test('is never that of a column which is not on the screen', async () => {
    const harness = await openProjects(makeHarness({...stillWorld(), columns: 40}));
    const there = shown(harness);
    harness.press(...Array<string>(20).fill(shiftRight), 's');
    expect(listOf(harness).sort?.column).toBe(there.at(-1));
    harness.press(...Array<string>(20).fill(shiftLeft), 's');
    expect(listOf(harness).sort?.column).toBe(there[0]);
  });

  test('is kept for the screen and the profile', async () => {
    const harness = await openProjects();
    harness.press(shiftRight, 's', 'w');
    await harness.settle();
    const later = makeHarness({...stillWorld(), kept: {looks: harness.kept.get('looks') ?? ''}});
    await later.settle();
    await openProjects(later);
    expect(listOf(later)).toMatchObject({sort: {column: 'name', reverse: false}, wide: true});
  });
});

describe('columns that do not fit', () => {
  test('are scrolled to with l while the first stays, and back with h', async () => {
    const harness = await openProjects(makeHarness({...stillWorld(), columns: 60}));
    const before = shown(harness);
    expect(before).not.toContain('id');
    harness.press('l', 'l');
    expect(shown(harness)[0]).toBe('key');
    expect(shown(harness)).not.toContain('type');
    harness.press(...Array<string>(20).fill('l'));
    expect(shown(harness).at(-1)).toBe('id');
    expect(harness.state().notice?.text).toBe('last column reached');
    harness.press(...Array<string>(20).fill('h'));
    expect(shown(harness)).toEqual(before);
  });

  test('are picked one after the other when the list is wide, and come to the screen', async () => {
    const harness = await openProjects(makeHarness({...stillWorld(), columns: 60}));
    harness.press('w', ...Array<string>(20).fill(shiftRight));
    expect(listOf(harness).column).toBe('id');
    expect(shown(harness)).toContain('id');
    harness.press(...Array<string>(20).fill(shiftLeft));
    expect(shown(harness).slice(0, 2)).toEqual(['key', 'name']);
  });
});

describe('the column chooser', () => {
  test('hides, moves and sizes columns, and keeps it when it is closed', async () => {
    const harness = await openProjects();
    harness.press('W', 'j', ' ', 'J', 'j', '+', 'esc');
    expect(shown(harness).slice(0, 2)).toEqual(['key', 'type']);
    expect(
      listOf(harness)
        .resource.columns.map(({id}) => id)
        .slice(0, 4),
    ).toEqual(['key', 'type', 'name', 'style']);
    expect(layOutList(listOf(harness), 100).placed.find(p => p.column.id === 'style')?.width).toBe(
      22,
    );
    await harness.settle();
    const later = makeHarness({...stillWorld(), kept: {looks: harness.kept.get('looks') ?? ''}});
    await later.settle();
    await openProjects(later);
    expect(shown(later)).toEqual(shown(harness));
  });

  test('adds a column by its pointer, which is filtered and sorted by like any other', async () => {
    const harness = await openProjects(makeHarness({...stillWorld(), columns: 100}));
    harness.press('W', 'a', 'insight/totalIssueCount', 'enter', 'esc');
    expect(shown(harness).slice(0, 2)).toEqual(['key', 'totalIssueCount']);
    harness.press('/', 'totalIssueCount>870', 'enter');
    expect(namesOf(harness)).toEqual(['MERID']);
    harness.press('esc', shiftRight, 's', 'S');
    expect(namesOf(harness).slice(0, 2)).toEqual(['MERID', 'HPAY']);
  });

  test('refuses what is no pointer and says why', async () => {
    const harness = await openProjects();
    harness.press('W', 'a', 'backspace', 'lead');
    expect(harness.state().prompt?.problem).toContain('starts with /');
    harness.press('enter');
    expect(harness.state().prompt?.text).toBe('lead');
    harness.press('esc');
    expect(chooserLines(listOf(harness).resource).filter(one => one.isShown)).toHaveLength(10);
  });

  test('leaves one column, takes away only added ones, and goes back to how it was', async () => {
    const harness = await openProjects();
    const before = shown(harness);
    harness.press('W', 'D');
    expect(harness.state().notice?.text).toContain('only added columns');
    const notices: (string | undefined)[] = [];
    for (const own of choicesOf(listOf(harness).resource)) {
      if (own.shown) harness.press(' ');
      notices.push(harness.state().notice?.text);
      harness.press('j');
    }
    expect(notices).toContain('at least one column must be shown');
    expect(shown(harness)).toHaveLength(1);
    harness.press('r', 'esc');
    expect(shown(harness)).toEqual(before);
  });

  test('offers what else a row may have by the record of its operation, as what it is', async () => {
    const harness = await openProjects();
    const lines = () => chooserLines(listOf(harness).resource);
    const at = lines().findIndex(({from}) => from === '/archivedDate');
    expect(lines()[at]).toMatchObject({isShown: false, title: 'ARCHIVED DATE'});
    expect(lines().filter(({from}) => from === '/lead')).toEqual([]);
    harness.press('W', ...Array.from({length: at}, () => 'j'), ' ');
    expect(lines()[harness.state().chooser?.cursor ?? 0]).toMatchObject({
      isShown: true,
      from: '/archivedDate',
    });
    expect(listOf(harness).resource.columns.find(({id}) => id === 'archivedDate')?.kind).toBe(
      columnKinds.time,
    );
    harness.press(' ');
    expect(choicesOf(listOf(harness).resource).map(({id}) => id)).not.toContain('archivedDate');
    expect(lines()[harness.state().chooser?.cursor ?? 0]?.from).toBe('/archivedDate');
  });

  test('what was kept and makes no sense is left out', async () => {
    const looks = JSON.stringify({
      projects: {
        columns: [{id: 'key', width: 9999}, {id: 'gone'}, 7],
        sort: {column: 3},
        wide: 'yes',
      },
      users: null,
    });
    const harness = makeHarness({...stillWorld(), kept: {looks}});
    await harness.settle();
    await openProjects(harness);
    expect(shown(harness)[0]).toBe('key');
    expect(listOf(harness)).toMatchObject({wide: false, sort: {column: 'key'}});
  });
});
