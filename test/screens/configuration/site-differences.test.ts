import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import {connectServer} from '../../../src/host/connect.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {previewLines, showDuePreview} from '../../../src/state/overlays/preview/preview.ts';
import {readMatrix} from '../../../src/state/views/matrix/shown-matrix.ts';
import {type AppHarness, listOf} from '../../support/app-harness.ts';
import {fakeHost} from '../../support/fake-host.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {runCli} from '../../support/run-cli.ts';
import {until} from '../../support/until.ts';
import {sendShown, stageOf} from '../../support/write-steps.ts';

let here: Sandbox;
let there: Sandbox;
let folder: string;
let app: AppHarness;

beforeAll(async () => {
  here = await startAppSandbox();
  there = await startAppSandbox();
  folder = await mkdtemp(join(tmpdir(), 'steward-site-'));
  await jr(here, 'site', 'export', folder);
});
afterAll(() => Promise.all([here.stop(), there.stop(), rm(folder, {recursive: true})]));

beforeEach(() => {
  app = makeSandboxApp(here);
  app.dispatch({kind: 'resized', columns: 160, rows: 50});
  const {tracker} = connectServer(there, fakeHost()).clients;
  app.others = tracker ? {prod: tracker} : {};
  const state = app.state();
  const profiles = [{name: 'prod', protected: false}];
  app.do(() => ({state: {...state, session: {...state.session, profiles}}, effects: []}));
});

async function jr(sandbox: Sandbox, ...argv: string[]): Promise<string> {
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_USER: sandbox.authUser,
    JR_AUTH_TOKEN: sandbox.authToken,
  };
  const {exit, stdout, stderr} = await runCli('jr', argv, {env});
  expect(`${exit} ${stderr.replace(/.*Reading.*\n?/g, '')}`).toBe('0 ');
  return stdout.trim();
}

/** Compare with a folder or a profile. */
async function compare(from: string): Promise<void> {
  app.press(':', ...`site ${from}`, 'enter');
  await until(() => currentView(app.state()).load.status !== 'loading');
  await settled(app);
}

/** The rows on the screen: sign, title, choice, both values. */
const rows = () =>
  listOf(app).rows.map(({value}) =>
    ['/sign', '/title', '/choice', '/change'].map(at => readPointer(value, at) ?? '').join(' | '),
  );

/** Change a text in a file. */
async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
}

/** Press ctrl+s where only files are written. */
async function writeFiles(said: string): Promise<void> {
  app.press('ctrl+s');
  await until(() => app.state().notice?.text.startsWith(said) === true);
  await settled(app);
}

const previewed = (): string =>
  previewLines(app.state())
    .map(line => line.map(({text}) => text).join(''))
    .join('\n');

async function preview(): Promise<void> {
  app.press('ctrl+s');
  await until(() => {
    const {write, notice} = app.state();
    expect(notice?.tone === 'bad' ? notice.text : '').toBe('');
    return write !== undefined;
  });
}

describe('files compared with this site', () => {
  test('a changed member is written to the site, undone as one, and the lock is kept', async () => {
    await edit('resolutions.yaml', /description: .*/, 'description: As the file says');
    await compare(folder);
    expect(rows()).toEqual([
      ' | Resolutions (1) | site | ',
      expect.stringMatching(/^~ \| .* \| site \| $/),
      expect.stringMatching(/^~ \| description \| site \| .+ → As the file says$/),
    ]);
    // Beside the list, the column with the values is narrow: the preview has them in full.
    app.press('G');
    const take = showDuePreview(app.state().preview?.about ?? '');
    app.dispatch({kind: 'taskResult', take});
    expect(previewed()).toMatch(/This site\n.+\n+The other side\nAs the file says$/);
    await preview();
    expect(stageOf(app, 'preview').plan.requests).toHaveLength(1);
    expect(await sendShown(app)).toBe('done 204');
    await until(() => rows().length === 0);
    expect(await jr(here, 'site', 'diff', folder)).toBe('[]');
    app.press('u');
    await until(() => app.state().write !== undefined);
    await sendShown(app);
    await until(() => rows().length === 3);
  });

  test('a skipped row is not written, and < writes the file like the site', async () => {
    await edit('statuses.yaml', /name: In Review/, 'name: Under Review\n  renamedFrom: In Review');
    await edit('priorities.yaml', /color: .*/, 'color: "#123456"');
    await edit('resolutions.yaml', /description: .*/, 'description: Nobody wants this');
    await compare(folder);
    const titles = rows().map(row => row.split(' | ')[1]);
    for (const [title, key] of [
      ['Resolutions (1)', ' '],
      ['Priorities (1)', '<'],
    ] as const) {
      app.press('g', ...Array.from({length: titles.indexOf(title)}, () => 'j'), key);
    }
    await preview();
    const {requests} = stageOf(app, 'preview').plan;
    expect(requests.map(({label}) => label)).toEqual(['statuses: update Under Review']);
    expect(requests[0]?.changes).toEqual([
      {field: 'name', before: 'In Review', after: 'Under Review'},
    ]);
    await sendShown(app);
    await until(() => !rows().some(row => row.includes('Under Review')));
    await writeFiles('wrote priorities.yaml');
    const left = JSON.parse(await jr(here, 'site', 'diff', folder));
    expect(left.map(({kind}: {kind: string}) => kind)).toEqual(['resolutions']);
  });

  test('a difference that changed since it was read is not sent', async () => {
    await compare(folder);
    const [, name = ''] = rows()[1]?.split(' | ') ?? [];
    const all = JSON.parse(await jr(here, 'resolution', 'search', '--jq', '.values'));
    const {id} = all.find((one: {name: string}) => one.name === name);
    await jr(
      here,
      'resolution',
      'update',
      '--id',
      id,
      '--name',
      name,
      '--description',
      'Meanwhile',
    );
    app.press('ctrl+s');
    await until(() => app.state().notice?.stays === true);
    expect(app.state().notice?.text).toBe(
      '1 difference changed since the list was read: check the list again',
    );
    expect(app.state().write).toBeUndefined();
    expect(rows()[2]).toContain('Meanwhile');
  });

  test('= on an object of a list shows its differences alone, and writes them', async () => {
    await edit('statuses.yaml', /category: .*/, 'category: DONE');
    await edit('resolutions.yaml', /description: .*/, 'description: As its file says');
    await compare(folder);
    expect(rows().length).toBeGreaterThan(4);
    const title = rows().find(row => row.includes('As its file says'));
    expect(title).toBeDefined();
    const object = rows()[rows().indexOf(title ?? '') - 1]?.split(' | ')[1] ?? '';
    app.press(':', ...'resolutions', 'enter');
    await settled(app);
    app.press('/', ...object, 'enter', '=');
    await until(() => currentView(app.state()).kind === 'list' && rows().length === 3);
    expect(rows()[2]).toContain('As its file says');
    await preview();
    expect(stageOf(app, 'preview').plan.requests).toHaveLength(1);
    expect(await sendShown(app)).toBe('done 204');
    await until(() => rows().length === 0);
    const left = JSON.parse(await jr(here, 'site', 'diff', folder));
    expect(left.map(({kind}: {kind: string}) => kind)).toEqual(['statuses']);
    await edit('statuses.yaml', /category: .*/, 'category: TODO');
  });

  test('= works on the screen of an object and on its lists, with the folder of the profile', async () => {
    app.do(() => {
      const state = app.state();
      const {connection} = state;
      if (connection.status !== 'ready') throw new Error('not connected');
      const {tracker} = connection.identities;
      const identities = {...connection.identities, tracker: {...tracker, siteFiles: folder}};
      return {
        state: {...state, connection: {...connection, identities}} as typeof state,
        effects: [],
      };
    });
    await edit('projects/LMA/versions.yaml', /description: .*/, 'description: As filed');
    await edit('projects/LMA/components.yaml', /description: .*/, 'description: Filed');
    const readAfter = async (...keys: string[]): Promise<readonly string[]> => {
      app.press(...keys);
      await until(() => listOf(app).resource.id === 'site-differences');
      await until(() => currentView(app.state()).load.status !== 'loading');
      await settled(app);
      const found = rows();
      app.press('esc');
      await settled(app);
      return found;
    };
    const open = async (...words: string[]): Promise<void> => {
      for (const word of words) {
        app.press(...(word === 'enter' ? [word] : [':', ...word, 'enter']));
        await settled(app);
      }
    };
    const name = async (file: string) =>
      /- name: (.*)\n {2}description/.exec(await readFile(join(folder, file), 'utf8'))?.[1] ?? '';
    const version = await name('projects/LMA/versions.yaml');
    const component = await name('projects/LMA/components.yaml');
    await open('components LMA');
    app.press('/', ...component, 'enter');
    expect((await readAfter('=')).at(-1)).toMatch(/description .*Filed$/);
    await open('versions LMA');
    app.press('/', ...version, 'enter');
    expect((await readAfter('=')).at(-1)).toMatch(/description .*As filed$/);
    app.press('enter');
    await settled(app);
    expect(currentView(app.state()).kind).toBe('text');
    expect((await readAfter('=')).at(-1)).toMatch(/description .*As filed$/);
    await edit('projects/LMA/project.yaml', /name: .*/, 'name: As its file says');
    await open('project LMA');
    const found = await readAfter('=');
    expect(found.slice(2)).toEqual([expect.stringMatching(/^~ \| name .* → As its file says$/)]);
    app.press(':', ...'site', 'enter');
    await settled(app);
    await until(() => rows().some(row => row.includes('As its file says')));
    expect(rows().length).toBeGreaterThan(4);
    expect(currentView(app.state()).kind === 'list' && listOf(app).params.from).toBe(folder);
  });

  test('enter on a scheme shows both sides as one matrix, whose cells go to the site or the files', async () => {
    const file = 'permission-schemes/members-only.yaml';
    const own = await mkdtemp(join(folder, '.own-'));
    await jr(here, 'site', 'export', own, '--only', 'permission-schemes');
    const path = join(own, file);
    const entries = '  LINK_ISSUES:\n    - group: engineering\n    - anyone';
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^ {2}LINK_ISSUES:$/m, entries));
    await compare(own);
    const titles = () => rows().map(row => row.split(' | ')[1]);
    app.press('g', ...Array.from({length: titles().indexOf('Members only')}, () => 'j'), 'enter');
    await settled(app);
    const view = currentView(app.state());
    if (view.kind !== 'matrix') throw new Error(`a ${view.kind}`);
    const {differences} = readMatrix(view);
    const cells = [...(differences?.cells.get('LINK_ISSUES') ?? [])];
    expect(cells.map(([, {where}]) => where)).toEqual(['left', 'left']);
    expect([...(differences?.cells.keys() ?? [])]).toEqual(['LINK_ISSUES']);
    app.press('/', ...'link issues col:anyone', 'enter', '<');
    expect(app.state().notice?.text).toMatch(/chosen for the files/);
    app.press('/', 'ctrl+u', ...'link issues col:engineering', 'enter', '>', 'ctrl+s');
    await until(() => app.state().write !== undefined);
    expect(stageOf(app, 'preview').plan.requests.map(({label}) => label)).toEqual([
      expect.stringContaining('engineering'),
    ]);
    await sendShown(app);
    for (let i = 0; i < 4 && currentView(app.state()).kind === 'matrix'; i++) {
      app.press('esc');
      await settled(app);
    }
    await until(() => rows().some(row => row.includes('anyone')));
    await until(() => !rows().some(row => row.includes('engineering')));
    await writeFiles(`wrote ${file}`);
    const text = await readFile(path, 'utf8');
    expect([text.includes('- anyone'), text.includes('- group: engineering')]).toEqual([
      false,
      true,
    ]);
  });

  test('a folder without files says how to write them', async () => {
    await compare(join(folder, 'nothing'));
    const {load} = currentView(app.state());
    expect(load.status === 'failed' && load.trouble.text).toMatch(/has no YAML files/);
  });
});

test('another profile is compared by names, and what is made on the way is used by its id', async () => {
  await jr(there, 'permissionscheme', 'create-permission-scheme', '--name', 'Only there');
  const schemes = JSON.parse(
    await jr(there, 'permissionscheme', 'get-all-permission-schemes', '--jq', '.permissionSchemes'),
  );
  const {id} = schemes.find((one: {name: string}) => one.name === 'Only there');
  const grant = JSON.stringify({holder: {type: 'anyone'}, permission: 'ADMINISTER_PROJECTS'});
  const granted = ['--schemeId', String(id), '--body', grant];
  await jr(there, 'permissionscheme', 'create-permission-grant', ...granted);
  await jr(there, 'project', 'update', '--projectIdOrKey', 'LMA', '--permissionScheme', String(id));
  await compare('@prod');
  const found = rows().filter(row => /Only there|permissionScheme/.test(row));
  expect(found).toEqual([
    '+ | Only there | site | ',
    expect.stringMatching(/^~ \| permissionScheme \| site \| .+ → Only there$/),
  ]);
  await preview();
  const {requests} = stageOf(app, 'preview').plan;
  expect(requests.map(({label}) => label).slice(-2)).toEqual([
    'permission schemes: create Only there',
    'projects: update LMA',
  ]);
  const made = `{id from request ${requests.length - 1}}`;
  expect(requests.at(-1)?.planned?.text).toContain(made);
  expect(await sendShown(app)).toMatch(/done 201; done 200$/);
  await until(() => !rows().some(row => row.includes('Only there')));
});
