import {describe, expect, test} from 'vitest';
import {operationNamed} from '../../../src/api/catalogue.ts';
import type {Client} from '../../../src/api/client.ts';
import {inputsOf} from '../../../src/api/inputs-of.ts';
import {type Input, operationId} from '../../../src/api/operation.ts';
import type {ResolvedCall} from '../../../src/api/request-plan.ts';
import {isFailure} from '../../../src/base/failure.ts';
import {makeWorld} from '../../../src/sandbox/world/world.ts';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {openTab} from '../../../src/state/model/locations.ts';
import {currentLocation} from '../../../src/state/model/state.ts';
import {suggestions} from '../../../src/state/overlays/palette/suggest.ts';
import {availableVerbs} from '../../../src/state/overlays/write/verbs-here.ts';
import {formLines} from '../../../src/state/views/form/form-lines.ts';
import {openForm} from '../../../src/state/views/form/open-form.ts';
import {countStaged} from '../../../src/state/views/matrix/staged.ts';
import {planOfVerb} from '../../../src/state/write/make-plan.ts';
import {whyNotCallable, writingLabel} from '../../../src/state/write/permissions.ts';
import type {WriteRequest} from '../../../src/state/write/state.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {formOf} from '../../support/form-steps.ts';
import {settled} from '../../support/live-app.ts';
import {screenArgs} from '../../support/screen-args.ts';
import {ownWorld} from '../../support/still-world.ts';
import {verbWays} from '../../support/ways-to-write.ts';

const world = makeWorld({seed: 1, size: 'small', now: nowMs});

async function signedInAs(account: string): Promise<AppHarness> {
  const {tracker, content} = ownWorld(account);
  const app = makeHarness({tracker, content, columns: 160, rows: 50, permissions: true});
  await settled(app);
  return app;
}

/** The status of the response to a call in a new world; 401 if it needs credentials to be sent. */
async function statusOf(call: ResolvedCall, account: string): Promise<number> {
  try {
    return (await ownWorld(account).send(call)).status;
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    return thrown.details.status ?? (thrown.kind === 'auth_error' ? 401 : 0);
  }
}

const refusals = [401, 403, 404];
const ownersStatus = new Map<string, number>();

/**
 * Whether the sandbox refuses a call that it takes from the owner; undefined if it takes it from
 * nobody.
 */
async function isRefused(call: ResolvedCall, account: string): Promise<boolean | undefined> {
  const key = JSON.stringify([operationId(call.operation), call.given]);
  const ofOwner = ownersStatus.get(key) ?? (await statusOf(call, 'keeper'));
  ownersStatus.set(key, ofOwner);
  if (ofOwner === 0 || refusals.includes(ofOwner)) return undefined;
  return refusals.includes(await statusOf(call, account));
}

const {tracker} = world;
const first = (things: ReadonlyMap<unknown, {readonly id: string | number}>, at = 0): string =>
  String([...things.values()][at]?.id);

/** Things of the world that an input may name, by the kind of thing. */
const namable: Readonly<Record<string, string>> = {
  user: [...world.users.keys()][1] ?? '',
  group: first(tracker.groups),
  'permission scheme': first(tracker.permissionSchemes),
  'notification scheme': first(tracker.notificationSchemes),
  priority: first(tracker.priorities, 1),
  resolution: first(tracker.resolutions, 1),
  version: first(tracker.versions, 1),
  component: [...tracker.projects.values()][0]?.components[1]?.id ?? '',
  project: first(tracker.projects),
};

/** A call with a value in each input that it lacks or that its form asks. */
function completed({call: {operation, given}, asked = []}: WriteRequest): ResolvedCall {
  const missing = inputsOf(operation).filter(
    ({name, required}) => given.inputs[name] === undefined && (required || name === asked[0]),
  );
  const values = missing.map(input => [input.name, [valueFor(input)]] as const);
  return {operation, given: {...given, inputs: {...Object.fromEntries(values), ...given.inputs}}};
}

function valueFor({names, values = [], example, type}: Input): string {
  const byType: Readonly<Record<string, string>> = {
    boolean: 'true',
    date: '2026-12-01',
    json: '{}',
  };
  return namable[String(names)] ?? values[0] ?? example ?? byType[type] ?? 'Sequoia';
}

/** Reasons that come from the permissions of the account. */
const isPermission = (reason = ''): boolean => /^needs (the permission|a sign-in)/.test(reason);

/** Verbs whose example the sandbox takes from nobody: a picture, a colour, a key, a scope. */
const unsent = [
  'avatars upload',
  'webhooks register',
  'custom-content-of-type create',
  'statuses edit',
  'statuses create',
  'priorities create',
  'projects category',
  'projects no-classification',
  'projects create',
  'archived-projects create',
];

/** Why verbs are available though the sandbox refuses them, by account. */
const unknownFor: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'site-admin': {},
  member: {},
  'project-admin': {
    'archived-projects restore': 'administrators of a team-managed project may restore it',
    'statuses delete': 'a status belongs to the site or to a project',
  },
  nobody: {'related-work add': 'needs two permissions in the project of the version'},
};

describe('a verb is grey exactly when the service refuses it', () => {
  test.each(Object.entries(unknownFor))('for %s', async (account, exceptions) => {
    const app = await signedInAs(account);
    const wrong: string[] = [];
    const unjudged: string[] = [];
    const judged = new Set<string>();
    let grey = 0;
    for (const {place, verb} of verbWays()) {
      const name = `${place.id} ${verb.id}`;
      app.do(goTo({screen: place.id, args: screenArgs(world, place.id, place.needs)}));
      await settled(app);
      const {tabs} = currentLocation(app.state());
      const own = tabs.findIndex(({spec}) => spec.kind === 'describe' && spec.verbs !== undefined);
      if (own > 0) app.do(state => openTab(state, own));
      await settled(app);
      const found = availableVerbs(app.state()).find(({use}) => use.verb === verb);
      if (found === undefined) continue;
      const {use, reason} = found;
      if (reason !== undefined && !isPermission(reason)) continue;
      if (use.rows.length === 0 && verb.rows !== 'none') continue;
      // The same operation of other lists is decided alike.
      const decided = `${verb.service} ${verb.operation} ${reason}`;
      if (judged.has(decided)) continue;
      judged.add(decided);
      if (reason !== undefined) grey += 1;
      const [request] = planOfVerb(use, app.state()).requests;
      if (request === undefined) throw new Error(`${name} sends nothing`);
      const refused = await isRefused(completed(request), account);
      if (refused === undefined) unjudged.push(name);
      else if (refused !== (reason !== undefined)) wrong.push(name);
    }
    expect(wrong).toEqual(Object.keys(exceptions));
    expect(unjudged.filter(name => !unsent.includes(name))).toEqual([]);
    const {size} = judged;
    expect(size).toBeGreaterThan(20);
    expect(grey > 0).toBe(account !== 'site-admin');
  });
});

const firstForm = (app: AppHarness): string => {
  const view = formOf(app);
  const {head} = formLines(view, 200, whyNotCallable(app.state(), view.operation));
  return head.flatMap(line => line.map(({text}) => text)).join(' ');
};

test.each([
  ['site-admin', 'Read-write', undefined, 1],
  ['project-admin', 'Administers 5 projects', 'needs the permission Administer', 0],
  ['member', 'Jira read-only', 'needs the permission Administer', 0],
  ['nobody', 'Read-only', 'needs a sign-in', 0],
] as const)(
  'for %s header, palette, form and matrix say what may be changed',
  async (account, sign, reason, staged) => {
    const app = await signedInAs(account);
    expect(writingLabel(app.state())?.text).toBe(sign);
    const command = 'jr permissionscheme create-permission-scheme';
    const found = suggestions(command, app.state(), app.app.registry.commands);
    const own = found.find(({label}) => label === command);
    expect([own?.isGrey, own?.about.includes(reason ?? ' · ')]).toEqual(
      reason === undefined ? [undefined, false] : [true, true],
    );
    app.do(state => openForm(state, command));
    expect(firstForm(app)).toContain(reason ?? 'changes data (create)');
    app.press('esc');
    app.do(goTo({screen: 'permission-matrix', args: ['10000']}));
    await settled(app);
    app.press(' ');
    expect(countStaged(app.state())).toBe(staged);
  },
);

/** The app of a project administrator, with changed responses about permissions. */
async function projectAdminWith(change: (text: string) => string): Promise<AppHarness> {
  const own = ownWorld('project-admin');
  const tracker: Client = {
    ...own.tracker,
    async request(plan, options) {
      const reply = await own.tracker.request(plan, options);
      return /permissions/.test(plan.path) ? {...reply, text: change(reply.text)} : reply;
    },
  };
  const app = makeHarness({tracker, content: own.content, permissions: true});
  await settled(app);
  return app;
}

const editProject = operationNamed({service: 'tracker', operation: 'project update'});
const edits = (app: AppHarness): string | undefined =>
  whyNotCallable(app.state(), editProject, () => 'NONE');

test('who administers nothing sees it in the header', async () => {
  const app = await projectAdminWith(text =>
    text.replaceAll('"havePermission":true', '"havePermission":false'),
  );
  expect(writingLabel(app.state())?.text).toBe('Jira read-only');
  expect(edits(app)).toBe('needs the permission Administer or Administer projects');
});

test.each([
  ['an answer without the member', (text: string) => text.replaceAll('havePermission', 'other')],
  ['no list of projects', (text: string) => text.replace('"projects"', '"other"')],
  ['an answer that is no JSON', () => '<html>'],
  ['an answer of another shape', () => '{"permissions":[1]}'],
])('%s forbids nothing', async (_, change) => {
  expect(edits(await projectAdminWith(change))).toBe(undefined);
});

test('a failed request forbids nothing', async () => {
  const own = ownWorld('project-admin');
  own.setFaults('GET /rest/api/3/mypermissions: 503');
  const app = makeHarness({tracker: own.tracker, content: own.content, permissions: true});
  await settled(app);
  // Nothing else was answered, so the header claims nothing.
  expect([edits(app), writingLabel(app.state())?.text]).toEqual([undefined, undefined]);
});
