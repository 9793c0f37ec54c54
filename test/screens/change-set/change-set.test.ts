import {beforeEach, expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {rowAtCursor} from '../../../src/state/views/list/list-update.ts';
import {countStaged} from '../../../src/state/views/matrix/staged.ts';
import {changeSetOf} from '../../../src/state/write/change-set.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {type OwnWorld, ownWorld} from '../../support/still-world.ts';
import {sendShown, stageOf} from '../../support/write-steps.ts';

let world: OwnWorld;
let app: AppHarness;

beforeEach(async () => {
  world = ownWorld();
  app = makeHarness(world);
  app.dispatch({kind: 'resized', columns: 160, rows: 50});
  await settled(app);
});

/** Press keys, each when all is read. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    app.press(key);
    await settled(app);
  }
}

const titles = (): readonly string[] => changeSetOf(app.state()).map(({title}) => title);
const listView = () => listOf(app);
const notice = (): string => app.state().notice?.text ?? '';
const rows = (): readonly string[] =>
  listView().rows.map(({value}) =>
    ['/title', '/change'].map(at => readPointer(value, at) ?? '').join(' | '),
  );

/** Stage the archiving of some versions of HPAY, from their previews. */
async function stageArchive(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await press('g');
    while (rowAtCursor(listView())?.name !== name) await press('j');
    await press('A', 'alt+enter');
  }
}

async function versionNames(count: number): Promise<readonly string[]> {
  await press(...':versions HPAY', 'enter');
  return listView()
    .rows.filter(({value}) => readPointer(value, '/archived') !== true)
    .slice(0, count)
    .map(({name}) => name);
}

test('writes staged from a preview, a form and a matrix are sent together in their order', async () => {
  const [version = ''] = await versionNames(1);
  await press('/', ...version, 'enter', 'A');
  stageOf(app, 'preview');
  await press('alt+enter');
  expect(titles()).toEqual([expect.stringContaining(`Archive version ${version}`)]);
  await press('esc', 'e');
  await press(...'x', 'alt+enter');
  expect(currentView(app.state()).kind).toBe('list');
  expect(Object.keys(app.state().drafts)).toEqual([]);
  const matrix = [':', ...'perm', 'enter', '/', ...'Default', 'enter', 'enter', '2'];
  await press(...matrix, '/', ...'manage sprints col:R:Viewers', 'enter', ' ', 'alt+enter');
  expect(countStaged(app.state())).toBe(0);
  expect(world.record).toEqual([]);
  await press(...':staged', 'enter');
  const heads = rows().filter(row => row.endsWith(' | '));
  expect(heads).toHaveLength(3);
  expect(rows()).toContainEqual(expect.stringMatching(/^Archived \| no → yes$/));
  await press('ctrl+s');
  expect(stageOf(app, 'preview').plan.title).toBe('Apply 3 staged changes');
  expect(await sendShown(app)).toBe('done 200; done 200; done 201');
  expect(world.record.map(({method}) => method)).toEqual(['PUT', 'PUT', 'POST']);
  expect(titles()).toEqual([]);
  await settled(app);
  await press('u');
  expect(stageOf(app, 'preview').plan.requests).toHaveLength(3);
});

test('a staged write can be moved and dropped', async () => {
  const names = await versionNames(3);
  await stageArchive(...names);
  const [one, two, three] = titles();
  await press(...':staged', 'enter', 'g', 'alt+down');
  expect(titles()).toEqual([two, one, three]);
  await press('D');
  expect(titles()).toEqual([two, three]);
  await press('G', 'alt+up');
  expect(titles()).toEqual([three, two]);
  expect(world.record).toEqual([]);
});

test('after a failure the writes that were not sent stay staged', async () => {
  const names = await versionNames(3);
  await stageArchive(...names);
  const [, two, three] = titles();
  const second = changeSetOf(app.state())[1]?.requests[0]?.call.given.inputs.id?.[0];
  world.setFaults(`PUT /rest/api/3/version/${second}: 400`);
  await press(...':staged', 'enter', 'ctrl+s');
  await sendShown(app);
  await settled(app);
  expect(titles()).toEqual([two, three]);
  world.setFaults();
  await press('esc', 'ctrl+s');
  expect(await sendShown(app)).toBe('done 200; done 200');
  expect(world.record.filter(({isDone}) => isDone)).toHaveLength(3);
  expect(titles()).toEqual([]);
});

test(':stage on stages each write without a preview, except an undo', async () => {
  const names = await versionNames(2);
  await press(...':stage on', 'enter', '/', ...`${names[0]}`, 'enter', 'A');
  expect(app.state().write).toBeUndefined();
  expect(titles()).toHaveLength(1);
  expect(notice()).toContain('staged: Archive version');
  await press(...':staged', 'enter', 'ctrl+s');
  expect(await sendShown(app)).toBe('done 200');
  await settled(app);
  await press('u');
  expect(stageOf(app, 'preview').plan.requests).toHaveLength(1);
  await press('esc', ...':stage off', 'enter');
  expect(app.state().writing.stages).toBe(false);
});

test('quitting asks while writes are staged', async () => {
  await stageArchive(...(await versionNames(1)));
  while (app.state().locations.length > 1) await press('esc');
  expect(currentLocation(app.state()).tabs).toHaveLength(1);
  await press('q');
  expect(app.state().quitting).not.toBe(true);
  expect(notice()).toContain('1 unsent staged change');
});
