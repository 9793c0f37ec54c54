import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type JsonValue, readPointer} from '../../../src/base/json-value.ts';
import type {LocalSandbox, Sandbox} from '../../../src/sandbox/start.ts';
import {permissionMatrix} from '../../../src/screens/schemes/permission-matrix.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {runLines} from '../../../src/state/overlays/write/write-lines.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import {
  differenceRows,
  mergeMatrices,
  type OtherSite,
} from '../../../src/state/views/matrix/compare-matrices.ts';
import {changesOf, differenceAt} from '../../../src/state/views/matrix/matrix.ts';
import {answeringClient} from '../../support/answering-client.ts';
import {type AppHarness, listOf} from '../../support/app-harness.ts';
import {fakeHost} from '../../support/fake-host.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {runCli} from '../../support/run-cli.ts';
import {clientsHere} from '../../support/sandbox-here.ts';
import {sendShown, stageOf} from '../../support/write-steps.ts';

let here: Sandbox;
let there: LocalSandbox;
let app: AppHarness;

beforeAll(async () => {
  here = await startAppSandbox();
  there = await startAppSandbox();
  await jr(
    there,
    'permissionscheme',
    'delete-permission-scheme-entity',
    '--schemeId',
    '0',
    '--permissionId',
    await grantId(),
  );
  await jr(there, 'resolution', 'create', '--name', 'Only there', '--description', 'x');
  await jr(there, 'priority', 'update', '--id', '1', '--description', 'Another text');
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

beforeEach(() => {
  app = makeSandboxApp(here);
  app.dispatch({kind: 'resized', columns: 160, rows: 50});
  const {tracker} = clientsHere(there, fakeHost());
  app.others = tracker ? {prod: tracker} : {};
});

/** What a command on one of them answers. */
async function jr(sandbox: Sandbox, ...argv: string[]): Promise<string> {
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_USER: sandbox.authUser,
    JR_AUTH_TOKEN: sandbox.authToken,
  };
  const {exit, stdout, stderr} = await runCli('jr', argv, {env});
  expect(`${exit} ${stderr}`).toBe('0 ');
  return stdout.trim();
}

/** A grant of the default scheme. */
function grantId(): Promise<string> {
  const jq = '.permissions[0].id';
  return jr(
    there,
    'permissionscheme',
    'get-permission-scheme-grants',
    '--schemeId',
    '0',
    '--jq',
    jq,
  );
}

/** Type a line of the palette. */
async function go(line: string): Promise<void> {
  app.press(':', ...line, 'enter');
  await settled(app);
}

/** Go to a row by its name. */
async function find(name: string): Promise<void> {
  app.press('/', ...name, 'enter');
  await settled(app);
}

const headings = () =>
  listOf(app)
    .rows.filter(({value}) => readPointer(value, '/tree/depth') === 0)
    .map(({name}) => name);

const below = () =>
  listOf(app)
    .rows.filter(({value}) => readPointer(value, '/tree/depth') === 1)
    .map(({value}) => ['/sign', '/title', '/text'].map(at => readPointer(value, at)));

describe('a scheme beside that of the same name through another profile', () => {
  test('both sides are named, and what it has not there is one grant', async () => {
    await go('perm');
    await find('Default Permission');
    await go('compare @prod');
    expect(headings()).toEqual([
      'only Default Permission Scheme of prod: none',
      'only Default Permission Scheme of test: 1 grant',
      expect.stringMatching(/^in both: \d+ grants$/),
    ]);
    const asked = app.state().log.filter(entry => entry.includes('-p prod'));
    expect(asked.length).toBeGreaterThan(1);
  });

  test('is compared from its own screen too, and made alike from there', async () => {
    await go('perm');
    await find('Default Permission');
    app.press('enter');
    await settled(app);
    await go('compare @prod');
    app.press('>');
    await settled(app);
    const view = currentView(app.state());
    expect(view.kind === 'matrix' && changesOf(view.staged).map(({kind}) => kind)).toEqual([
      'remove',
    ]);
  });

  test('is found there by its name if its screen was opened by id, loaded or not', async () => {
    app.press(':', ...'permission-scheme 0', 'enter', ':', ...'compare @prod', 'enter');
    await settled(app);
    expect(headings()).toContain('only Default Permission Scheme of test: 1 grant');
  });

  test('that is not there is told', async () => {
    await jr(here, 'permissionscheme', 'create-permission-scheme', '--name', 'New here');
    await go('perm');
    await find('New here');
    await go('compare @prod');
    expect(app.state().notice?.text).toBe(
      'not compared: Not found: Profile prod has no permission scheme named New here.',
    );
  });
});

test('a notification scheme is compared with the same elsewhere', async () => {
  await go('notif');
  await go('compare @prod');
  expect(headings()[0]).toMatch(/^only .+ of prod: none$/);
  expect(headings()[1]).toMatch(/^only .+ of test: none$/);
});

test('a scheme is compared with what was saved in a file', async () => {
  const expand = 'permissions,user,group,projectRole,field';
  const saved = await jr(
    there,
    'permissionscheme',
    'get-permission-scheme',
    '--schemeId',
    '0',
    '--expand',
    expand,
  );
  app.saved.set('old/default.json', saved);
  await go('perm');
  await find('Default Permission');
  await go('compare old/default.json');
  expect(headings().slice(0, 2)).toEqual([
    'only default.json: none',
    'only Default Permission Scheme: 1 grant',
  ]);
  app.saved.set('no.json', 'no json');
  await go('perm');
  await go('compare no.json');
  expect(app.state().notice?.text).toBe(
    'not compared: Invalid request: no.json does not contain an object as JSON in the format of the API.',
  );
  await go('perm');
  await go('compare none.json');
  expect(app.state().notice?.text).toBe(
    'not compared: Invalid request: none.json: file not found.',
  );
});

describe('all of a kind beside those of another profile', () => {
  test('resolutions: what only one has', async () => {
    await go('resolutions');
    await go('compare @prod');
    expect(headings().slice(0, 3)).toEqual([
      'only prod: 1 resolution',
      'only test: none',
      'different: none',
    ]);
    expect(below()[0]).toEqual(['+', 'Only there', 'description: x']);
  });

  test('priorities: in what they differ', async () => {
    await go('priorities');
    await go('compare @prod');
    expect(below()[0]).toEqual([
      '~',
      expect.any(String),
      expect.stringMatching(/^description: Another text → /),
    ]);
  });

  test('statuses: alike', async () => {
    await go('statuses');
    await go('compare @prod');
    expect(headings()[3]).toMatch(/^identical: \d+ statuses$/);
    // Headings are no differences.
    expect(countText(listOf(app))).toBe('0 differences');
    expect(currentLocation(app.state()).crumb).toBe('prod and test');
  });
});

test('what cannot be compared, and a profile that is not there, is said before anything is asked', async () => {
  await go('projects');
  const {requests} = app.state();
  await go('compare @prod');
  expect(app.state().prompt?.problem).toContain('nothing to compare here');
  expect(app.state().requests - requests).toBe(0);
  app.press('esc');
  await go('perm');
  const read = app.state().requests;
  await go('compare @nope');
  expect(app.state().prompt?.problem).toBe('unknown profile nope');
  expect(app.state().requests - read).toBe(0);
});

test('two schemes that were opened by their ids alone are called by their names', async () => {
  await go('permission-comparison 0 10000');
  expect(headings()[0]).toMatch(/^only Default Permission Scheme: /);
  expect(headings()[1]).not.toMatch(/^only : /);
  expect(headings()[1]).toMatch(/^only \w/);
});

/** A role as the holder of a grant. */
const roleHolder = (value: string, name: string) => ({
  ...{type: 'projectRole', parameter: value, value},
  projectRole: {id: Number(value), name},
});
/** Somebody without a value, as a holder that means the same on every site. */
const reporter = {type: 'reporter'};
const schemeOf = (...grants: readonly (readonly [string, object])[]) => ({
  id: 0,
  name: 'Default Permission Scheme',
  permissions: grants.map(([permission, holder], i) => ({id: i + 1, permission, holder})),
});

describe('a difference that cannot be made here', () => {
  const signed = (left: object, right: object, site: OtherSite) =>
    differenceRows(
      permissionMatrix.read(left as JsonValue, {}),
      permissionMatrix.read(right as JsonValue, {}),
      {left: 'a', right: 'b'},
      site,
    ).flatMap(row => {
      const sign = readPointer(row, '/sign');
      if (typeof sign !== 'string') return [];
      const made = (readPointer(row, '/changes') as readonly JsonValue[]).length;
      return [
        `${sign || '='} ${readPointer(row, '/holder')} ${readPointer(row, '/leftOut') ?? made}`,
      ];
    });
  const browse = 'BROWSE_PROJECTS';
  const there = (value: string, name: string) => schemeOf([browse, roleHolder(value, name)]);

  test.each<[string, object, object, OtherSite, readonly string[]]>([
    ['same id, same name', there('10', 'Dev'), there('10', 'Dev'), 'elsewhere', ['= R:Dev 0']],
    ['same name, other id', there('7', 'Dev'), there('10', 'Dev'), 'elsewhere', ['= R:Dev 0']],
    [
      'same id, other name elsewhere',
      there('10002', 'Ops'),
      there('10002', 'Dev'),
      'elsewhere',
      ['+ R:Ops no holder with this name here', '− R:Dev 1'],
    ],
    ['same id, other name here', there('10', 'Ops'), there('10', 'Dev'), 'here', ['= R:Dev 0']],
    [
      'same name, other id here',
      there('7', 'Dev'),
      there('10', 'Dev'),
      'here',
      ['+ R:Dev 1', '− R:Dev 1'],
    ],
    [
      'a word of the service',
      schemeOf([browse, reporter]),
      schemeOf(),
      'elsewhere',
      ['+ reporter 1'],
    ],
    [
      'two of one name',
      there('7', 'Dev'),
      schemeOf([browse, roleHolder('8', 'Dev')], [browse, roleHolder('9', 'Dev')]),
      'elsewhere',
      ['+ R:Dev no holder with this name here', '− R:Dev 1', '− R:Dev 1'],
    ],
  ])('%s', (_, left, right, site, expected) => {
    expect(signed(left, right, site)).toEqual(expected);
  });

  test('is a cell of its own in the matrix of both, without changes', () => {
    const merged = mergeMatrices(
      permissionMatrix.read(there('10002', 'Ops') as JsonValue, {}),
      permissionMatrix.read(there('10002', 'Dev') as JsonValue, {}),
      {left: 'a', right: 'b'},
      'elsewhere',
    );
    expect(
      merged.columns.map(({id, label}) => [label, differenceAt(merged, browse, id)?.where]),
    ).toEqual([
      ['R:Dev', 'right'],
      ['R:Ops', 'left'],
    ]);
    const [dev, ops] = merged.columns.map(({id}) => differenceAt(merged, browse, id));
    expect(dev?.changes).toHaveLength(1);
    expect(ops).toEqual({where: 'left', changes: [], leftOut: 'no holder with this name here'});
  });

  test('is named before it is staged, when it is staged, in the preview and in the report', async () => {
    const saved = JSON.parse(
      await jr(
        here,
        ...['permissionscheme', 'get-permission-scheme', '--schemeId', '0'],
        ...['--expand', 'permissions,user,group,projectRole,field'],
      ),
    );
    const more = schemeOf(
      ['BROWSE_PROJECTS', roleHolder('77001', 'Far')],
      ['DELETE_ISSUES', reporter],
    );
    const object = {...saved, permissions: [...saved.permissions, ...more.permissions]};
    app.others = {
      prod: answeringClient('tracker', 'a site whose roles have other ids', {
        'tracker/permissionscheme/get-all-permission-schemes': {
          pages: [[object]],
          object: {permissionSchemes: [object]},
        },
        'tracker/permissionscheme/get-permission-scheme': {object},
      }),
    };
    await go('perm');
    await find('Default Permission');
    await go('compare @prod');
    expect(countText(listOf(app))).toMatch(/^2 differences/);
    const far = 'Browse projects × R:Far (no holder with this name here)';
    expect(below().map(([, , text]) => text)).toContainEqual(
      expect.stringContaining('left out: no holder with this name here'),
    );
    app.press('>');
    await settled(app);
    expect(app.state().notice?.text).toMatch(/^1 staged, 1 left out: /);
    expect(app.state().notice?.text).toContain(far);
    app.press('ctrl+s');
    expect(stageOf(app, 'preview').plan).toMatchObject({leftOut: `Left out: ${far}.`});
    expect(await sendShown(app)).toBe('done 201');
    const report = runLines(stageOf(app, 'report'), app.state());
    expect(report.body.map(line => line.map(({text}) => text).join('')).join('')).toContain(far);
  });

  test('is the reason why nothing can be made the same', async () => {
    const left = schemeOf(['BROWSE_PROJECTS', roleHolder('77001', 'Far')]);
    app.others = {
      prod: answeringClient('tracker', 'a site whose roles have other ids', {
        'tracker/permissionscheme/get-all-permission-schemes': {
          pages: [[left]],
          object: {permissionSchemes: [left]},
        },
        'tracker/permissionscheme/get-permission-scheme': {object: left},
      }),
    };
    await go('perm');
    await find('Default Permission');
    await go('compare @prod');
    app.press(' ', '>');
    expect(app.state().notice?.text).toContain('no difference can be applied here');
  });
});
