import {describe, expect, test} from 'vitest';
import {bodyLines, listColumns, visibleLineCount} from '../../../src/state/model/viewport.ts';
import {
  previewedRow,
  previewLines,
  showDuePreview,
} from '../../../src/state/overlays/preview/preview.ts';
import {type AppHarness, listOf, makeHarness, openProjects} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';

const linesShown = (harness: AppHarness): string =>
  previewLines(harness.state())
    .map(line => line.map(span => span.text).join(''))
    .join('\n');

/** The cursor has rested long enough. */
async function rest(harness: AppHarness): Promise<void> {
  harness.dispatch({
    kind: 'taskResult',
    take: showDuePreview(harness.state().preview?.about ?? ''),
  });
  await harness.settle();
}

async function withPane(columns = 120, rows = 24) {
  const harness = await openProjects(makeHarness({...stillWorld(), columns, rows}));
  if (columns < 110) harness.press('p');
  const reads = () => harness.state().log.filter(entry => entry.includes('project get ')).length;
  return {harness, reads};
}

test('the row is shown at once, and its object when the cursor rests', async () => {
  const {harness} = await withPane();
  expect(linesShown(harness)).toContain('HPAY');
  expect(harness.state().preview?.state).toBe('waiting');
  expect(harness.state().preview?.command).toMatch(/^jr project get --projectIdOrKey HPAY /);
  await rest(harness);
  expect(harness.state().preview?.state).toBe('ready');
});

test('where there is room it is there, and stays as the user leaves it', async () => {
  const {harness} = await withPane(110);
  expect(harness.state().preview).toBeDefined();
  harness.press('p');
  expect(harness.state().preview).toBeUndefined();
  expect(harness.kept.get('preview')).toBe('off');
  const again = makeHarness({...stillWorld(), columns: 200, kept: {preview: 'off'}});
  await openProjects(again);
  expect(again.state().preview).toBeUndefined();
  again.press('p');
  expect(again.state().preview).toBeDefined();
  const narrow = await openProjects(makeHarness({...stillWorld(), columns: 109}));
  expect(narrow.state().preview).toBeUndefined();
});

test('while the cursor goes on, what was shown stays under a grey name', async () => {
  const {harness} = await withPane();
  await rest(harness);
  const before = linesShown(harness);
  harness.press('j');
  expect(linesShown(harness)).toBe(before);
  const name = previewLines(harness.state())[0]?.map(({tone}) => tone);
  expect(new Set(name)).toEqual(new Set(['dim']));
  await rest(harness);
  expect(harness.state().preview?.shown?.row).toBe(listOf(harness).rows[1]?.id);
});

test('at rest the row before it stays until the object is read, or until that takes long', async () => {
  const {harness} = await withPane();
  await rest(harness);
  harness.press('j');
  const about = harness.state().preview?.about ?? '';
  const shown = () => harness.state().preview?.shown?.row;
  const ids = listOf(harness).rows.map(({id}) => id);
  harness.dispatch({kind: 'taskResult', take: showDuePreview(about)});
  expect(shown()).toBe(ids[0]);
  harness.dispatch({kind: 'taskResult', take: showDuePreview(about)});
  expect(shown()).toBe(ids[1]);
  await harness.settle();
  expect(harness.state().preview).toMatchObject({state: 'ready', shown: {row: ids[1]}});
  expect(harness.state().log.filter(entry => entry.includes('project get ')).length).toBe(2);
});

test('rows passed by are not asked about, and a row seen before is not asked again', async () => {
  const {harness, reads} = await withPane();
  await rest(harness);
  const passed = harness.state().preview?.about ?? '';
  harness.press('j', 'j', 'j');
  // The moment of the first row comes late: it is no longer the one.
  harness.dispatch({kind: 'taskResult', take: showDuePreview(passed)});
  await harness.settle();
  expect(harness.state().preview?.state).toBe('waiting');
  harness.press('k', 'k', 'k');
  const asked = reads();
  await rest(harness);
  expect(harness.state().preview).toMatchObject({about: passed, state: 'ready'});
  expect(reads()).toBe(asked);
});

test('what is the same for every row is read on the screen of the object alone', async () => {
  const {harness} = await withPane();
  const reads = (operation: string) =>
    harness.state().log.filter(entry => entry.includes(operation)).length;
  await rest(harness);
  expect(reads('priorityscheme get-priority-schemes')).toBe(0);
  expect(reads('workflowscheme')).toBeGreaterThan(0);
  harness.press('enter');
  await harness.settle();
  expect(reads('priorityscheme get-priority-schemes')).toBe(1);
});

test('a row that a refresh changed is read again', async () => {
  const {harness} = await withPane();
  await rest(harness);
  expect(harness.state().preview?.state).toBe('ready');
  const view = listOf(harness);
  const items = view.rows.map(row => row.text.replace('Harbour Payments', 'Renamed'));
  const page = {source: 0, first: true, items, total: items.length, more: false, atMs: 0};
  harness.dispatch({kind: 'page', view: view.key, ...page});
  expect(linesShown(harness)).toContain('Renamed');
  expect(harness.state().preview?.state).toBe('waiting');
});

test('an answer for a row that was left is kept, not shown', async () => {
  const {harness} = await withPane();
  const left = harness.state().preview?.about ?? '';
  harness.press('j');
  harness.dispatch({kind: 'taskResult', take: previewedRow(left, '{"name":"left"}')});
  expect(linesShown(harness)).not.toContain('left');
  harness.press('k');
  await rest(harness);
  expect(linesShown(harness)).toContain('left');
});

test('what cannot be read is said in the pane, and the row stays', async () => {
  const {harness} = await withPane();
  const about = harness.state().preview?.about ?? '';
  const trouble = {title: 'Not found', text: 'x', advice: []};
  harness.dispatch({kind: 'taskResult', take: previewedRow(about, trouble)});
  expect(harness.state().preview?.state).toMatchObject({trouble: {title: 'Not found'}});
  expect(linesShown(harness)).toContain('HPAY');
});

describe('where it stands', () => {
  test('on a wide screen it is on the right, the list the wider of the two', async () => {
    const {harness} = await withPane(120);
    expect(listColumns(harness.state())).toBe(68);
    harness.dispatch({kind: 'resized', columns: 200, rows: 24});
    expect(listColumns(harness.state())).toBe(116);
    expect(bodyLines(harness.state())).toBe(18);
  });

  test('on a narrow one the lower half, and the cursor stays on the screen', async () => {
    const {harness} = await withPane(80, 15);
    const state = harness.state();
    expect(listColumns(state)).toBe(80);
    expect(bodyLines(state)).toBe(4);
    harness.press('G');
    const {cursor, top} = listOf(harness);
    expect(cursor - top).toBeLessThan(4);
    harness.press('p');
    expect(bodyLines(harness.state())).toBe(9);
  });

  test('z shows it alone and back', async () => {
    const {harness} = await withPane(80);
    harness.press('z');
    expect(harness.state().preview).toMatchObject({zoomed: true, focused: true});
    expect(bodyLines(harness.state())).toBe(visibleLineCount(harness.state()) - 1);
    harness.press('esc');
    expect(harness.state().preview).toMatchObject({zoomed: false, focused: false});
    expect(harness.state().locations).toHaveLength(2);
  });
});

test('tab lets the keys scroll it, and gives them back', async () => {
  const {harness} = await withPane(120, 12);
  const long = 'word '.repeat(100);
  const about = {name: long, description: long, projectCategory: {name: long}};
  const text = JSON.stringify(about);
  const take = previewedRow(harness.state().preview?.about ?? '', text);
  harness.dispatch({kind: 'taskResult', take});
  harness.press('tab', 'j', 'j');
  expect(harness.state().preview?.top).toBe(2);
  expect(listOf(harness).cursor).toBe(0);
  harness.press('G');
  const last = previewLines(harness.state()).length - (visibleLineCount(harness.state()) - 1);
  expect(harness.state().preview?.top).toBe(last);
  harness.press('tab', 'j');
  expect(listOf(harness).cursor).toBe(1);
  await rest(harness);
  expect(harness.state().preview?.top).toBe(0);
});
