import {beforeEach, expect, test} from 'vitest';
import {findOperation} from '../../../src/api/catalogue.ts';
import {checkRow, valuesOfRow} from '../../../src/api/table/check-row.ts';
import {parseTable} from '../../../src/api/table/parse-table.ts';
import {readPointer} from '../../../src/base/json-value.ts';
import {columnKindOf, columnValue} from '../../../src/output/column-kind.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {currentValueLine} from '../../../src/state/views/form/form-fields.ts';
import {ownEntries} from '../../../src/state/write/journal.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {formOf} from '../../support/form-steps.ts';
import {settled} from '../../support/live-app.ts';
import {type OwnWorld, ownWorld} from '../../support/still-world.ts';
import {until} from '../../support/until.ts';
import {beReady, callOf, sendShown, stageOf} from '../../support/write-steps.ts';

let world: OwnWorld;
let app: AppHarness;

beforeEach(async () => {
  world = ownWorld();
  app = makeHarness(world);
  app.dispatch({kind: 'resized', columns: 160, rows: 50});
  await settled(app);
});

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    app.press(key);
    await settled(app);
  }
}

/** A table as spreadsheets save it: byte order mark, semicolons, quoted line breaks, day numbers. */
const table = [
  '\u{feff}name;Project;description;releaseDate;Team',
  '"Import 1";HPAY;"two\r\nlines; and more";46400;x',
  'Import 2;HPAY;plain;31.12.2026;y',
  'Import 3;HPAY;;not a date;z',
  '',
].join('\r\n');

async function importTable(text: string, typed: string): Promise<void> {
  app.files = {'rows.csv': new TextEncoder().encode(text)};
  await press(...`:import ${typed}`, 'enter');
}

const versions = 'version create rows.csv Project=projectId:name Team=';
const column = (name: string): readonly string[] =>
  listOf(app).rows.map(({value}) => String(readPointer(value, `/${name}`) ?? ''));
const notice = (): string => app.state().notice?.text ?? '';

/** The tone of a cell of the table. */
function toneOf(line: number, id: string) {
  const {resource, rows} = listOf(app);
  const cell = resource.columns.find(one => one.id === `cell-${id}`);
  const item = rows[line]?.value;
  if (cell === undefined || item === undefined) throw new Error(`no cell ${id} of row ${line}`);
  return columnKindOf(cell).tone?.(columnValue(cell, item), 0);
}

/** The versions of HPAY with these names. */
async function made(prefix: string): Promise<readonly (readonly string[])[]> {
  const call = callOf('tracker project get-versions', {projectIdOrKey: ['HPAY']});
  const all = JSON.parse((await world.send(call)).text) as Record<string, string>[];
  return all
    .filter(({name = ''}) => name.startsWith(prefix))
    .map(({name = '', releaseDate = '', description = ''}) => [name, releaseDate, description]);
}

async function sendAll(): Promise<void> {
  await press('ctrl+s');
  stageOf(app, 'preview');
  beReady(app);
  await press('enter');
  await until(() => !/preview|confirm|running/.test(app.state().write?.stage ?? ''));
  await settled(app);
}

test('the rows of a table are a list whose invalid cells are red, and nothing invalid is sent', async () => {
  await importTable(table, versions);
  expect(column('line')).toEqual(['2', '4', '5']);
  expect(column('state')).toEqual(['ready', 'ready', 'invalid']);
  expect(column('result')[2]).toMatch(/^releaseDate must be a day/);
  expect(toneOf(2, 'releaseDate')).toBe('bad');
  expect(toneOf(2, 'name')).toBeUndefined();
  expect(toneOf(1, 'releaseDate')).toBeUndefined();
  await press('ctrl+s');
  expect(app.state().write).toBeUndefined();
  expect(notice()).toContain('1 row invalid, the first on line 5');
  expect(world.record).toEqual([]);
});

test('a row is edited in the form of the operation, then all are sent as one run of the journal', async () => {
  await importTable(table, versions);
  await press('j', 'j', 'enter');
  const form = formOf(app);
  expect(form.values.name).toEqual(['Import 3']);
  while (currentValueLine(formOf(app))?.name !== 'releaseDate') await press('tab');
  await press('ctrl+u', ...'2027-01-31', 'ctrl+s');
  expect(currentView(app.state()).kind).toBe('list');
  expect(column('state')).toEqual(['ready', 'ready', 'ready']);
  expect(column('cells/releaseDate')[2]).toBe('2027-01-31');
  expect(column('cells/Project')[2]).toBe('HPAY');
  await sendAll();
  expect(column('state')).toEqual(['done', 'done', 'done']);
  expect(column('result')).toEqual(
    Array.from({length: 3}, () => expect.stringMatching(/^id \d+$/)),
  );
  expect(await made('Import')).toEqual([
    ['Import 1', '2027-01-13', 'two\r\nlines; and more'],
    ['Import 2', '2026-12-31', 'plain'],
    ['Import 3', '2027-01-31', ''],
  ]);
  const entries = ownEntries(app.state()).map(text => JSON.parse(text));
  expect(entries.filter(({result}) => result === 'done')).toHaveLength(3);
  await press('ctrl+s');
  expect(notice()).toContain('no rows left to send');
});

test('rows whose writes are undone can be sent again, and a redo makes them done', async () => {
  await importTable(table.replace('not a date', '2027-02-01'), versions);
  await sendAll();
  expect(column('state')).toEqual(['done', 'done', 'done']);
  await press('u');
  await sendShown(app);
  await settled(app);
  expect(await made('Import')).toEqual([]);
  expect(column('state')).toEqual(['ready', 'ready', 'ready']);
  expect(column('result')).toEqual(['undone', 'undone', 'undone']);
  await press('U');
  await sendShown(app);
  await settled(app);
  expect(column('state')).toEqual(['done', 'done', 'done']);
  const names = (await made('Import')).map(([name]) => name);
  expect(names.sort()).toEqual(['Import 1', 'Import 2', 'Import 3']);
  await press('u');
  await sendShown(app);
  await settled(app);
  expect(column('state')).toEqual(['ready', 'ready', 'ready']);
  expect(await made('Import')).toEqual([]);
});

test('a row with an unclear outcome is read before it can be sent again', async () => {
  await importTable(table.replace('not a date', '2027-02-01'), versions);
  world.setFaults(
    'POST /rest/api/3/version: 503 done times=1',
    'POST /rest/api/3/version: 503 times=1 after=1',
  );
  await sendAll();
  world.setFaults();
  await until(() => column('state').every(state => state !== 'unclear'));
  const names = (await made('Import')).map(([name]) => name);
  const done = column('name').filter((_, i) => column('state')[i] === 'done');
  expect([...done].sort()).toEqual([...names].sort());
  expect(done).toHaveLength(2);
  await press('esc');
  await sendAll();
  expect((await made('Import')).map(([name]) => name).sort()).toEqual([
    'Import 1',
    'Import 2',
    'Import 3',
  ]);
});

test('an edited row is lost only if the key is pressed twice, and not by another import or profile', async () => {
  await importTable(table, versions);
  await press('esc');
  expect(currentView(app.state()).kind).toBe('home');
  await importTable(table, versions);
  await press('j', 'enter');
  while (currentValueLine(formOf(app))?.name !== 'description') await press('tab');
  await press(...'more', 'ctrl+s', 'esc');
  expect([currentView(app.state()).kind, notice()]).toEqual([
    'list',
    '1 edited row not sent: ctrl+s previews; esc again discards it',
  ]);
  await press(...`:import ${versions}`, 'enter');
  expect(app.state().prompt?.problem).toMatch(/^1 edited row of rows.csv not sent/);
  await press('esc', 'P', 'enter');
  expect(notice()).toMatch(/^1 edited row of rows.csv not sent/);
  expect(app.state().connection.status).toBe('ready');
  await press('esc', 'ctrl+c');
  expect(notice()).toContain('1 unsent edited row');
  await press('esc', 'esc', 'esc');
  expect(currentView(app.state()).kind).toBe('home');
  await importTable(table, versions);
  expect(currentView(app.state()).kind).toBe('list');
});

test('dropped rows are not sent', async () => {
  await importTable(table, versions);
  await press('j', 'j', 'D');
  await sendAll();
  expect((await made('Import')).map(([name]) => name)).toEqual(['Import 1', 'Import 2']);
});

test('names without an object are invalid cells', async () => {
  await importTable(
    'name,Project\nImport 9,NOPE\n',
    'version create rows.csv Project=projectId:name',
  );
  expect(column('state')).toEqual(['invalid']);
  expect(toneOf(0, 'Project')).toBe('bad');
});

test.each([
  ['version create', 'needs an operation and a file'],
  ['version get rows.csv', 'is not a write'],
  ['version nothing rows.csv', 'no operation version nothing'],
  ['version create rows.csv Team', 'must be COLUMN=input'],
])('an invalid command says why: %s', async (typed, problem) => {
  await importTable(table, typed);
  expect(`${app.state().prompt?.problem} ${notice()}`).toContain(problem);
});

test.each([
  ['version create rows.csv', 'has no input "Project"'],
  ['version create other.csv', 'other.csv'],
])('a table that cannot be read is reported: %s', async (typed, problem) => {
  await importTable(table, typed);
  expect(notice()).toContain(problem);
});

test('an empty cell leaves a field unchanged, and the text of --null clears it', () => {
  const operation = findOperation('tracker', 'version', 'update');
  if (operation === undefined) throw new Error('no version update');
  const options = {maps: [], nullText: 'NULL', fixed: new Set<string>()};
  const {rows} = parseTable('id,description,name\n1,NULL,\n', operation, options);
  const values = rows.map(row => valuesOfRow(operation, row));
  expect(values).toEqual([{id: ['1'], description: ['']}]);
  expect(checkRow(operation, values[0] ?? {}, 0)).toEqual({
    given: {inputs: {id: ['1'], description: ['']}},
    problems: [],
  });
});
