import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {isArray, parseJsonValue, readPointer} from '../../../src/base/json-value.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {cellAt, changesOf} from '../../../src/state/views/matrix/matrix.ts';
import {columnChoices} from '../../../src/state/views/matrix/pick-matrix-column.ts';
import {cellAtCursor, shownMatrix} from '../../../src/state/views/matrix/shown-matrix.ts';
import {countStaged} from '../../../src/state/views/matrix/staged.ts';
import {stagedNote} from '../../../src/state/views/matrix/staged-words.ts';
import type {MatrixView} from '../../../src/state/views/matrix/state.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {impatient} from '../../support/jobs.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {until} from '../../support/until.ts';
import {beReady, isReported, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeEach(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox);
  harness.dispatch({kind: 'resized', columns: 160, rows: 50});
});

afterEach(() => sandbox.stop());

/** Press keys, each when all is read. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    harness.press(key);
    await settled(harness);
  }
}

function matrix(): MatrixView {
  const view = currentView(harness.state());
  if (view.kind !== 'matrix') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

function staged(): string[] {
  return changesOf(matrix().staged).map(
    ({kind, row, column}) => `${kind} ${row.id} ${column.label}`,
  );
}

function note(): string {
  const line = stagedNote(matrix(), harness.state()) ?? [];
  return line.map(span => span.text).join('');
}

/** The matrix of a scheme, its cursor on the only row and column the filter leaves. */
async function openMatrix(list: string, scheme: string, filter: string): Promise<void> {
  await press(':', list, 'enter', '/', scheme, 'enter', 'enter', '2', '/', filter, 'enter');
}

/** Send what is previewed, with a yes where it is asked. */
async function send(): Promise<readonly string[]> {
  const commands = stageOf(harness, 'preview').plan.requests.flatMap(
    ({planned}) => planned?.command ?? [],
  );
  beReady(harness);
  harness.press('enter');
  if (harness.state().write?.stage === 'confirm') {
    beReady(harness);
    harness.press('y');
  }
  await until(() => isReported(harness));
  const {outcomes} = stageOf(harness, 'report');
  expect(outcomes.filter(({state}) => state !== 'done')).toEqual([]);
  await settled(harness);
  return commands;
}

const entries = (): number => {
  const at = cellAtCursor(matrix());
  return at === undefined ? -1 : cellAt(at.shown.matrix, at.row.id, at.column.id).length;
};

describe('a permission matrix', () => {
  const role = 'browse projects col:R:Viewers';

  test('a cell is staged without a request, and sent as one grant made', async () => {
    await openMatrix('perm', 'Default', 'manage sprints col:R:Viewers');
    expect(entries()).toBe(0);
    const before = harness.state().requests;
    await press(' ');
    expect(staged()).toEqual(['add MANAGE_SPRINTS_PERMISSION R:Viewers']);
    expect(note()).toContain('+ Manage sprints for R:Viewers');
    expect(harness.state().requests).toBe(before);
    await press('ctrl+s');
    const commands = await send();
    expect(commands).toHaveLength(1);
    expect(commands[0]).toContain('create-permission-grant');
    expect(entries()).toBe(1);
    expect(staged()).toEqual([]);
  });

  test('an entry is staged to go, once more and it stays; u and U go back and forth', async () => {
    await openMatrix('perm', 'Default', role);
    const there = entries();
    expect(there).toBeGreaterThan(0);
    await press(' ');
    expect(staged()).toEqual(['remove BROWSE_PROJECTS R:Viewers']);
    await press(' ');
    expect(staged()).toEqual([]);
    await press(' ', 'u');
    expect(staged()).toEqual([]);
    await press('U');
    expect(staged()).toEqual(['remove BROWSE_PROJECTS R:Viewers']);
    await press('ctrl+s');
    const commands = await send();
    expect(commands).toHaveLength(1);
    expect(commands[0]).toContain('delete-permission-scheme-entity');
  });

  test('what is staged survives a refresh, another tab and a failed refresh', async () => {
    await openMatrix('perm', 'Default', role);
    await press(' ', 'r', '1', '2');
    expect(staged()).toHaveLength(1);
    const {baseUrl} = harness.clients.tracker?.identity ?? {};
    expect(baseUrl).toBeDefined();
    await sandbox.stop();
    await press('r');
    expect(harness.state().notice?.tone).toBe('bad');
    expect(staged()).toHaveLength(1);
    sandbox = await startAppSandbox();
  });

  test('leaving asks, and the same key again drops what is staged', async () => {
    await openMatrix('perm', 'Default', role);
    await press(' ', 'esc');
    const places = harness.state().locations.length;
    await press('esc');
    expect(harness.state().locations).toHaveLength(places);
    expect(harness.state().notice?.text).toContain('1 staged change not sent');
    await press('j', 'esc');
    expect(harness.state().locations).toHaveLength(places);
    await press('esc');
    expect(harness.state().locations).toHaveLength(places - 1);
    expect(countStaged(harness.state())).toBe(0);
  });

  test('going elsewhere by the palette keeps it for the way back', async () => {
    await openMatrix('perm', 'Default', role);
    await press(' ', ':', 'projects', 'enter');
    expect(countStaged(harness.state())).toBe(1);
    await openMatrix('perm', 'Default', role);
    expect(staged()).toEqual(['remove BROWSE_PROJECTS R:Viewers']);
  });

  test('the menu of the grants beside it offers to grant, and leads to the pick', async () => {
    await press(':', 'perm', 'enter', '/', 'Default', 'enter', 'enter', '/', 'Edit all', 'enter');
    const menu = (): readonly string[] => {
      const {entries} = stageOf(harness, 'menu');
      return entries.map(({key, text}) => `${key} ${text}`);
    };
    await press('x');
    expect(menu()).toContain('a Grant…');
    await press('a');
    await until(() => harness.state().prompt?.kind === 'pick');
    await press(...'anyone', 'enter');
    expect(cellAtCursor(matrix())).toMatchObject({
      row: {id: 'EDIT_ALL_COMMENTS'},
      column: {label: 'anyone'},
    });
    expect(harness.state().notice?.text).toMatch(/^Added column anyone: space stages/);
    await press('x');
    expect(menu()).toContain('a Add a holder…');
  });

  test('a holder is picked by name and becomes a column', async () => {
    harness = makeSandboxApp(sandbox, {clock: impatient});
    await openMatrix('perm', 'Default', 'manage sprints');
    const labels = () => shownMatrix(matrix())?.columns.map(({label}) => label) ?? [];
    const had = labels();
    await press('a');
    const person = harness.state();
    expect(columnChoices(person).length).toBeGreaterThan(3);
    const isFound = () => columnChoices(harness.state())[0]?.label.startsWith('U:Petra') === true;
    for (const letter of 'petra') harness.press(letter);
    await until(isFound);
    await press('enter');
    expect(labels()).toHaveLength(had.length + 1);
    expect(cellAtCursor(matrix())?.column.label).toMatch(/^U:Petra/);
    await press(' ', 'ctrl+s');
    const commands = await send();
    expect(commands[0]).toMatch(/"type":"user","value":"[^"]+"/);
    expect(labels().filter(label => label.startsWith('U:Petra'))).toHaveLength(1);
  });

  test('a group nobody lists is taken by its name', async () => {
    await openMatrix('perm', 'Default', 'manage sprints');
    await press('a', 'no-such-group');
    const [choice] = columnChoices(harness.state());
    expect(choice?.sends).toBe('{"type":"group","parameter":"no-such-group"}');
  });

  test('additions go before removals, one after the other, and never the request that replaces all', async () => {
    await openMatrix('perm', 'Default', 'browse|sprints col:R:Viewers');
    await press(' ', 'j', ' ', 'ctrl+s');
    const {plan} = stageOf(harness, 'preview');
    const names = plan.requests.map(({call}) => call.operation.name);
    expect(names).toEqual(['create-permission-grant', 'delete-permission-scheme-entity']);
    expect(plan.inOrder).toBe(true);
  });

  test('giving a write permission to everybody is warned of before it is sent', async () => {
    await openMatrix('perm', 'Default', 'delete issues');
    await press('a', 'anyone', 'enter', ' ');
    expect(note()).toContain('! people who are not signed in could delete issues');
    await press('ctrl+s');
    expect(stageOf(harness, 'preview').plan.risk).toBe(2);
  });

  test('a finding offers what mends it, and that is staged', async () => {
    await press(':', 'perm', 'enter');
    const view = currentView(harness.state());
    if (view.kind !== 'list') throw new Error('no list');
    await press('enter', '4');
    for (let i = 0; i < view.rows.length; i++) {
      const here = currentView(harness.state());
      if (here.kind === 'list' && here.rows.length > 0) break;
      await press('esc', 'j', 'enter', '4');
    }
    const before = harness.state().requests;
    await press(' ');
    expect(countStaged(harness.state())).toBeGreaterThan(0);
    expect(harness.state().requests).toBe(before);
    await press('ctrl+s');
    const rows = () => {
      const here = currentView(harness.state());
      return here.kind === 'list' ? here.rows.length : -1;
    };
    const findings = rows();
    await send();
    expect(countStaged(harness.state())).toBe(0);
    expect(rows()).toBeLessThan(findings);
  });
});

describe('a notification matrix', () => {
  test('a group is told when an issue is created: one request adds all that is staged', async () => {
    await openMatrix('notif', 'Default', 'issue created|issue updated');
    await press('a', 'group');
    const index = columnChoices(harness.state()).findIndex(({id}) => id.startsWith('Group '));
    for (let i = 0; i < index; i++) harness.press('down');
    await press('enter', ' ', 'j', ' ', 'ctrl+s');
    const {plan} = stageOf(harness, 'preview');
    expect(plan.requests.map(({call}) => call.operation.name)).toEqual(['add-notifications']);
    const body = parseJsonValue(String(plan.requests[0]?.call.given.body));
    const events = readPointer(body, '/notificationSchemeEvents');
    expect(isArray(events) && events.length).toBe(2);
    await send();
    expect(staged()).toEqual([]);
    expect(entries()).toBe(1);
    expect(currentLocation(harness.state()).tabs[1]?.title).toBe('Matrix');
  });
});
