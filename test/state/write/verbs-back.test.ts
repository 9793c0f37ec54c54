import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {families} from '../../../src/screens/families.ts';
import type {Row} from '../../../src/state/model/row.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {canTakeBack} from '../../../src/state/write/inverse-call.ts';
import {operationOf, planOfVerb} from '../../../src/state/write/plan-verb.ts';
import {startWrite} from '../../../src/state/write/start-write.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {makeSandboxApp, settled} from '../../support/live-app.ts';
import {beReady, stageOf} from '../../support/write-steps.ts';

interface Case {
  readonly list: string;
  readonly verb: string;
  /** What the palette goes to. @default the list */
  readonly at?: string;
  /** What its row is called. @default the first that can be taken */
  readonly row?: string;
  readonly asked?: Readonly<Record<string, string>>;
  /** What tells that all is as before. */
  readonly path: string;
}

const hpay = '/rest/api/3/project/HPAY';
const version = '/rest/api/3/version/10010';
const ofVersion = {list: 'versions', at: 'versions HPAY', row: '2.4.0', path: version};
const lma = {list: 'projects', row: 'LMA', path: '/rest/api/3/project/LMA'};
const resolutions = {list: 'resolutions', path: '/rest/api/3/resolution/search'};
const priorities = {list: 'priorities', path: '/rest/api/3/priority/search'};

const cases: readonly Case[] = [
  {
    ...lma,
    verb: 'edit',
    asked: {name: 'Another', description: 'Another one.', url: 'https://a.example'},
  },
  {...lma, verb: 'lead', asked: {leadAccountId: 'OTHER'}},
  {
    ...lma,
    verb: 'permissions',
    asked: {id: '10000'},
    path: '/rest/api/3/project/LMA/permissionscheme',
  },
  {...lma, verb: 'archive'},
  {...lma, verb: 'delete'},
  {
    ...lma,
    verb: 'sender',
    asked: {emailAddress: 'other@example.com'},
    path: '/rest/api/3/project/LMA/email',
  },
  {...ofVersion, verb: 'edit', asked: {name: '9.9', description: 'Text.', startDate: '2026-01-02'}},
  {...ofVersion, verb: 'release', asked: {releaseDate: '2026-11-22'}},
  {...ofVersion, verb: 'archive'},
  {...ofVersion, row: '2.3.0', verb: 'unrelease', path: '/rest/api/3/version/10009'},
  {
    list: 'versions',
    at: 'versions HPAY',
    verb: 'create',
    asked: {name: '8.8'},
    path: `${hpay}/versions`,
  },
  {...resolutions, verb: 'edit', asked: {name: 'Another', description: 'Text.'}},
  {
    ...resolutions,
    verb: 'default',
    row: 'Duplicate',
    path: '/rest/api/3/resolution/search?onlyDefault=true',
  },
  {...resolutions, verb: 'move', row: 'Duplicate', asked: {position: 'First'}},
  {...priorities, verb: 'edit', asked: {name: 'Another', description: 'Text.'}},
  {...priorities, verb: 'default'},
  {...priorities, verb: 'move', row: 'Low', asked: {position: 'First'}},
  {
    list: 'roles',
    at: 'roles HPAY',
    row: 'Administrators',
    verb: 'add',
    asked: {user: 'OTHER'},
    path: `${hpay}/role/10002`,
  },
  {
    list: 'related-work',
    at: 'related-work 10010',
    verb: 'add',
    asked: {category: 'design', title: 'Another', url: 'https://a.example'},
    path: `${version}/relatedwork`,
  },
  {
    list: 'ui-modifications',
    verb: 'create',
    asked: {name: 'Another'},
    path: '/rest/api/3/uiModifications',
  },
];

/** What cannot be tried alike, each with the reason. */
const others: Readonly<Record<string, string>> = {
  'projects notifications': 'what it was is not told: its preview says that it does not come back',
  'projects category': 'comes back where there was one',
  'projects classification': 'the sandbox has no level to give',
  'projects restore': 'archive, taken back, restores',
  'project-bin restore': 'delete, taken back, restores',
  'projects create': 'its deletion to the bin leaves it there',
  'actors add': 'tried as roles add',
  'actors remove-user': 'what add does',
  'actors remove-group': 'what add does',
  'project-properties edit': 'tried beside these, as a property that was there',
  'project-properties add': 'a property that was not there has no old value',
  'versions unarchive': 'archive, taken back, takes out',
  'resolutions create': 'its deletion asks for a replacement',
  'priorities create': 'its deletion asks for a replacement',
};

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
  harness = makeSandboxApp(sandbox);
  await settled(harness);
});
afterAll(() => sandbox.stop());

async function held(path: string): Promise<string> {
  const {authUser, authToken, trackerBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  const answer = await fetch(trackerBaseUrl + path, {headers: {authorization}});
  const text = await answer.text();
  return text.replace(/"(\w*[dD]ate|updated|lastIssueUpdateTime)":"[^"]*T[^"]*"/g, '""');
}

async function until(check: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!check()) {
    if (Date.now() > end) throw new Error(`not seen: ${JSON.stringify(harness.state().write)}`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

async function send(): Promise<void> {
  await until(() =>
    stageOf(harness, 'preview').plan.requests.every(one => one.before !== 'looking'),
  );
  expect(stageOf(harness, 'preview').plan.undoable).toBe(1);
  await confirm();
}

async function confirm(): Promise<void> {
  await until(() =>
    stageOf(harness, 'preview').plan.requests.every(one => one.before !== 'looking'),
  );
  expect(stageOf(harness, 'preview').trouble).toBeUndefined();
  beReady(harness);
  harness.press('enter');
  if (harness.state().write?.stage === 'confirm') {
    beReady(harness);
    const {plan} = stageOf(harness, 'confirm').preview;
    harness.press(...(plan.risk === 3 ? [...plan.object, 'enter'] : ['y']));
  }
  await until(() => harness.state().write?.stage === 'report');
  expect(
    stageOf(harness, 'report')
      .outcomes.map(({state, text}) => `${state} ${text}`)
      .join(),
  ).toMatch(/^done/);
  harness.press('enter');
}

describe('each verb that can be taken back', () => {
  test.each(cases.map(one => [`${one.list} ${one.verb}`, one] as const))('%s', async (_, one) => {
    harness.press(':', one.at ?? one.list, 'enter');
    await settled(harness);
    const view = currentView(harness.state());
    if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
    const {resource, params} = view;
    expect(resource.id).toBe(one.list);
    const verb = resource.verbs?.find(({id}) => id === one.verb);
    if (verb === undefined) throw new Error(`no verb ${one.verb}`);
    const isOne = (row: Row) =>
      one.row === undefined ? !row.text.includes('"isDefault":true') : row.name === one.row;
    const rows = verb.rows === 'none' ? [] : view.rows.filter(isOne).slice(0, 1);
    expect(rows.length).toBe(verb.rows === 'none' ? 0 : 1);
    const before = await held(one.path);
    const lead = /"lead":\{[^}]*"accountId":"([^"]+)"/.exec(before)?.[1];
    const users = (await (async () => JSON.parse(await held('/rest/api/3/users/search')))()) as {
      accountId: string;
      accountType: string;
    }[];
    const other =
      users.find(({accountId, accountType}) => accountId !== lead && accountType === 'atlassian')
        ?.accountId ?? '';
    const asked = Object.fromEntries(
      Object.entries(one.asked ?? {}).map(([name, text]) => [
        name,
        [text === 'OTHER' ? other : text],
      ]),
    );
    const isVersion = one.list === 'versions' && verb.rows === 'none';
    const own: Record<string, string[]> = isVersion ? {projectId: [projectId(before)]} : {};
    const use = {verb, noun: resource.noun, rows, params};
    harness.do(state => startWrite(state, planOfVerb(use, state, {inputs: {...own, ...asked}})));
    await send();
    expect(await held(one.path)).not.toBe(before);
    harness.press('u');
    await confirm();
    expect(await held(one.path)).toBe(before);
  });

  test('of projects, versions and fields there is one for each, or a reason why there is not', () => {
    const tested = families.filter(({id}) => ['projects', 'versions', 'fields'].includes(id));
    const all = tested.flatMap(({lists = []}) =>
      lists.flatMap(({id, verbs = []}) => verbs.map(verb => ({name: `${id} ${verb.id}`, verb}))),
    );
    const names = [...cases.map(({list, verb}) => `${list} ${verb}`), ...Object.keys(others)];
    // Lists of the same things have the same verbs.
    const tried = new Set(all.filter(({name}) => names.includes(name)).map(({verb}) => verb));
    const missing = all.filter(({verb}) => {
      const operation = operationOf(verb);
      const paths = operation.inputs.filter(({place}) => place === 'path');
      const inputs = Object.fromEntries(paths.map(({name}) => [name, ['1']]));
      return canTakeBack({operation, given: {inputs}}) && !tried.has(verb);
    });
    expect(missing.map(({name}) => name)).toEqual([]);
  });
});

function projectId(versions: string): string {
  return /"projectId":"?(\d+)/.exec(versions)?.[1] ?? '';
}
