import {afterAll, beforeAll, expect, test} from 'vitest';
import type {LocalSandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {screens} from '../../src/screens/features.ts';
import {currentPath} from '../../src/state/locations/current-path.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {openTab} from '../../src/state/model/locations.ts';
import {currentLocation, currentView, viewOf} from '../../src/state/model/state.ts';
import {previewLines, showDuePreview} from '../../src/state/overlays/preview/preview.ts';
import {textOfLine} from '../../src/state/show/line-shape.ts';
import {layOutList} from '../../src/state/views/list/column-layout.ts';
import {rowLine} from '../../src/state/views/list/list-lines.ts';
import {visibleRows} from '../../src/state/views/list/rows.ts';
import {linesOfText} from '../../src/state/views/text/text-lines.ts';
import {type AppHarness, makeHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {drawApp} from '../support/draw-app.tsx';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';
import {screenArgs} from '../support/screen-args.ts';
import {silentLists, stillWorld} from '../support/still-world.ts';

let sandbox: LocalSandbox;
let world: World;

beforeAll(async () => {
  world = makeWorld({seed: 1, size: 'small', now: nowMs});
  sandbox = await startAppSandbox({size: 'small', seed: 1, now: () => nowMs});
});
afterAll(() => sandbox.stop());

async function open(
  screen: string,
  needs: readonly string[],
  options: {readonly counts?: boolean} = {},
): Promise<AppHarness> {
  const app = makeSandboxApp(sandbox, options);
  app.dispatch({kind: 'resized', columns: 300, rows: 60});
  app.do(goTo({screen, args: screenArgs(world, screen, needs)}));
  await settled(app);
  return app;
}

/** `IN_PROGRESS`, `service_desk`, `projectRole`, `ProjectRole`. */
const constant =
  /^(?:[A-Z]+(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|(?:[A-Z][a-z]+){2,})$/;
const accountId = /\b(?:\d+:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{24})\b/;

/** Constants that administrators know by these names, or that people chose: column → why. */
const usual: Readonly<Record<string, string>> = {
  events: 'the events of a webhook, as they are registered',
  event: 'the event of a webhook, as it is registered',
  key: 'a key',
  name: 'a name',
  fields: 'the ids of fields',
};

test('no column of a list shows a constant of the service or an account id', async () => {
  const found = new Set<string>();
  for (const {id, needs, local} of screens.lists) {
    if (local !== undefined) continue;
    const app = await open(id, needs);
    const view = viewOf(app.state(), 'list');
    if (view === undefined) continue;
    for (const {column, width} of layOutList(view, 2000).placed) {
      if (column.id in usual) continue;
      const isId = /\b(?:ID|KEY)$/.test(column.title);
      for (const row of view.rows.slice(0, 50)) {
        const place = [{column, width: Math.max(width, 80)}];
        const spans = rowLine(place, row, nowMs, {fills: view.resource.fills});
        const text = spans
          .map(one => one.text)
          .join('')
          .trim();
        const isRaw = constant.test(text) || (!isId && accountId.test(text));
        if (isRaw) found.add(`${id}: ${column.title} ${text}`);
      }
    }
  }
  expect([...found]).toEqual([]);
});

/** The lines of the preview, or of the text on the screen. */
function textShown(app: AppHarness): string {
  const state = app.state();
  const view = currentView(state);
  const lines =
    view.kind === 'list'
      ? previewLines(state)
      : view.kind === 'text'
        ? linesOfText(view, {columns: 200, nowMs, own: state.own})
        : [];
  return lines.map(line => line.map(({text}) => text).join('')).join('\n');
}

test.each([
  ['blog-post', 'Post'],
  ['blog-post', 'Comments'],
  ['blog-post', 'Likes'],
  ['blog-post', 'Permissions'],
  ['custom-content', 'Content'],
  ['custom-content', 'Comments'],
  ['whiteboard', 'Permissions'],
])('people have their names in the text or preview of %s › %s', async (id, title) => {
  const app = await open(id, screens.named.find(one => one.id === id)?.needs ?? []);
  const tab = currentLocation(app.state()).tabs.findIndex(one => one.title === title);
  app.do(state => openTab(state, tab));
  await settled(app);
  app.do(showDuePreview(app.state().preview?.about ?? ''));
  await settled(app);
  const text = textShown(app);
  expect(text).not.toBe('');
  // The id may stand after the name, where a field is its value.
  const lines = text.split('\n').filter(line => !/^(?:Account ID|ID)\b/.test(line));
  expect(lines.filter(line => accountId.test(line))).toEqual([]);
});

test('a comment without mentions shows its text', async () => {
  const app = await open('custom-content', ['content']);
  const {tabs} = currentLocation(app.state());
  app.do(state =>
    openTab(
      state,
      tabs.findIndex(({title}) => title === 'Comments'),
    ),
  );
  await settled(app);
  const view = viewOf(app.state(), 'list');
  const plain = view?.rows.find(({text}) => !text.includes('ri:user'));
  const column = view?.resource.columns.find(({id}) => id === 'body');
  if (view === undefined || plain === undefined || column === undefined)
    throw new Error('no comment');
  const spans = rowLine([{column, width: 80}], plain, nowMs, {fills: view.resource.fills});
  expect(textOfLine(spans).trim()).toMatch(/^\w.{10}/);
});

test('rows of an earlier session show … for a name that is still to be read', async () => {
  const item = {id: '1', name: 'Waiting', scope: {type: 'PROJECT', project: {id: '10777'}}};
  const items = [JSON.stringify(item)];
  const rows = JSON.stringify([{list: 'statuses {}', atMs: nowMs, items}]);
  const {tracker} = stillWorld();
  const app = makeHarness({tracker: silentLists(tracker), kept: {rows}, columns: 100});
  await app.settle();
  app.do(goTo({screen: 'statuses', args: []}));
  await app.settle();
  const frame = drawApp(app);
  expect(frame).toContain('Waiting');
  expect(frame).toMatch(/project +…/);
  expect(frame).not.toContain('10777');
});

test.each([
  ['statuses', 'category', 'in progress', 'IN_PROGRESS'],
  ['audit-records', 'type', 'project', 'PROJECT'],
])(
  'a filter of %s finds a %s by its words and as the service writes it',
  async (screen, column, words, constant) => {
    const app = await open(screen, []);
    const found: string[][] = [];
    for (const value of [words, constant]) {
      app.press('/', `${column}:"${value}"`, 'enter');
      await settled(app);
      const view = viewOf(app.state(), 'list');
      const [shown] = view?.resource.columns.filter(({id}) => id === column) ?? [];
      if (view === undefined || shown === undefined) throw new Error('no such column');
      const {fills} = view.resource;
      found.push(
        visibleRows(view).rows.map(row =>
          textOfLine(rowLine([{column: shown, width: 20}], row, nowMs, {fills})).trim(),
        ),
      );
      app.press('esc');
    }
    expect(new Set(found.flat())).toEqual(new Set([words]));
    expect(found[0]).toEqual(found[1]);
  },
);

test('an object opened by its id is called by its name once it or the index is read', async () => {
  const unnamed: string[] = [];
  for (const {id, needs} of screens.objects) {
    const [given, ...others] = screenArgs(world, id, needs);
    // A project is called by its key; who may do what is asked of several projects.
    if (given === undefined || others.length > 0 || /project$|^access$/.test(id)) continue;
    const app = await open(id, needs, {counts: true});
    if (currentLocation(app.state()).crumb === given) unnamed.push(id);
  }
  expect(unnamed).toEqual([]);
});

test('a response without a body leaves the name', async () => {
  const app = await open('version', ['id']);
  const {key} = currentView(app.state());
  const before = currentPath(app.state());
  app.dispatch({kind: 'response', view: key, text: '', atMs: nowMs});
  expect(currentPath(app.state())).toEqual(before);
});

/** Change an object of the sandbox from outside of the app. */
async function change(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const {trackerBaseUrl, authUser, authToken} = sandbox;
  const {status} = await fetch(`${trackerBaseUrl}/rest/api/3/${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${authUser}:${authToken}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
}

test('an object whose name is its id is named once', async () => {
  const [id = ''] = screenArgs(world, 'project-role', ['role']);
  await change('POST', `role/${id}`, {name: id});
  const app = await open('project-role', ['role'], {counts: true});
  const {locations} = app.state();
  app.dispatch({kind: 'clock', nowMs: nowMs + 1});
  expect(app.state().locations).toBe(locations);
});

test('a renamed object is called by its new name', async () => {
  const app = await open('version', ['id']);
  await change('PUT', 'version/10000', {name: 'Renamed'});
  app.press('r');
  await settled(app);
  expect(currentPath(app.state())).toEqual(['Versions', 'Renamed']);
});
