import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {operationNamed} from '../../../src/api/catalogue.ts';
import {canUndo} from '../../../src/api/journal/can-undo.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../../src/sandbox/world/world.ts';
import {features} from '../../../src/screens/features.ts';
import {withView} from '../../../src/state/model/locations.ts';
import type {Row} from '../../../src/state/model/row.ts';
import {currentView} from '../../../src/state/model/state.ts';
import type {VerbUse} from '../../../src/state/model/verb.ts';
import {changesOf} from '../../../src/state/overlays/write/change-rows.ts';
import {runForm} from '../../../src/state/views/form/form-actions.ts';
import {openVerbForm} from '../../../src/state/views/form/open-form.ts';
import type {FormValues} from '../../../src/state/views/form/state.ts';
import {planOfVerb} from '../../../src/state/write/make-plan.ts';
import {startWrite} from '../../../src/state/write/start-write.ts';
import {type AppHarness, listOf} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {backCases, notTried} from '../../support/back-cases.ts';
import {formOf} from '../../support/form-steps.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {screenArgs} from '../../support/screen-args.ts';
import {until} from '../../support/until.ts';
import {isLooked, sendShown, stageOf} from '../../support/write-steps.ts';

const size = 'small';
let sandbox: Sandbox;
let harness: AppHarness;
/** Id → name, of everything in the sandbox. */
let names: ReadonlyMap<string, string> = new Map();
/** Ids that the cases leave open. */
let ids: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const now = nowMs;
  const world = makeWorld({seed: 1, size, now});
  names = namesIn(world);
  sandbox = await startAppSandbox({size, seed: 1, now: () => now});
  harness = makeSandboxApp(sandbox);
  await settled(harness);
  harness.press(':', 'blog-posts', 'enter');
  await settled(harness);
  const [first] = listOf(harness).rows;
  ids = {post: first?.id ?? '', ...namesOf(world)};
});
afterAll(() => sandbox.stop());

/** Ids of things of the world that the cases are about. */
function namesOf(world: World): Readonly<Record<string, string>> {
  const [board = '', content = '', space = ''] = screenArgs(world, 'content', [
    'whiteboard',
    'content',
    'space',
  ]);
  const [level] = world.content.levels.values();
  return {board, content, space, level: String(level?.id ?? '')};
}

/** Id → name of everything that has both, at any depth. */
function namesIn(whole: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<unknown>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const {id, accountId, relatedWorkId, displayName, name, title} = value as Record<
      string,
      unknown
    >;
    const called = [displayName, name, title].find(one => typeof one === 'string');
    for (const one of [id, accountId, relatedWorkId]) {
      // A shorter number may count something.
      if (called !== undefined && String(one ?? '').length > 3) found.set(String(one), called);
    }
    for (const one of value instanceof Map ? value.values() : Object.values(value)) look(one);
  };
  look(whole);
  return found;
}

/** The values of the preview on the screen that are an id alone, of what has a name. */
function bareIds(): readonly string[] {
  const {requests, called} = stageOf(harness, 'preview').plan;
  return requests.flatMap(request => {
    const {before, call} = request;
    const read = before !== 'looking' && before && 'text' in before ? JSON.parse(before.text) : {};
    const known = new Map([...names, ...namesIn(read)]);
    return changesOf(request, called).flatMap(({field, before: old = '', after}) =>
      [old, after].flatMap(text => {
        const bare = text.split(', ').filter(one => known.has(one));
        return bare.map(id => `${call.operation.group} ${call.operation.name} ${field}: ${id}`);
      }),
    );
  });
}

function filled(text: string): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all);
}

async function held(path: string): Promise<string> {
  const {authUser, authToken, trackerBaseUrl, contentBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  const base = path.startsWith('/rest/') ? trackerBaseUrl : contentBaseUrl;
  const answer = await fetch(base + filled(path), {headers: {authorization}});
  const text = await answer.text();
  const plain = text.replace(/"version":\{[^}]*\}/g, '');
  return plain.replace(/"(\w*[dD]ate|\w+At|updated|lastIssueUpdateTime)":"[^"]*T[^"]*"/g, '""');
}

/** The preview of a verb: of one that asks by its form, beside what that reads. */
async function begin(use: VerbUse, asked: FormValues): Promise<void> {
  if (use.verb.asks === undefined || use.verb.reorders !== undefined) {
    harness.do(state => startWrite(state, planOfVerb(use, state, {inputs: asked})));
    return;
  }
  harness.do(state => openVerbForm(state, use));
  await settled(harness);
  harness.do((state, registry) => {
    const view = formOf(harness);
    const ready = {...view, values: {...view.values, ...asked}};
    return runForm({...withView(state, ready), prompt: undefined}, registry);
  });
  await until(
    () => harness.state().write !== undefined,
    () => harness.state().notice,
  );
}

async function send(): Promise<void> {
  expect(await sendShown(harness)).toMatch(/^done/);
  harness.press('enter');
}

describe('each verb that can be taken back', () => {
  test.each(backCases.map(one => [`${one.list} ${one.verb}`, one] as const))(
    '%s',
    async (_, one) => {
      harness.press(':', filled(one.at ?? one.list), 'enter');
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
      ids = {...ids, row: rows[0]?.id ?? ''};
      const now = async () => {
        const text = await held(one.path);
        return one.anew ? text.replace(/"(id|self)":("[^"]*"|\d+)/g, '') : text;
      };
      const before = await now();
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
          [filled(text).replace('OTHER', other)],
        ]),
      );
      const isVersion = one.list === 'versions' && verb.rows === 'none';
      const own: Record<string, string[]> = isVersion ? {projectId: [projectId(before)]} : {};
      const use = {verb, noun: resource.noun, rows, params};
      await begin(use, {...own, ...asked});
      await until(() => isLooked(harness));
      expect(stageOf(harness, 'preview').plan.undoable).toBe(1);
      await settled(harness);
      expect(bareIds()).toEqual([]);
      await send();
      expect(await now()).not.toBe(before);
      harness.press('u');
      await until(() => isLooked(harness));
      await settled(harness);
      expect(bareIds()).toEqual([]);
      await send();
      expect(await now()).toBe(before);
    },
  );

  test('there is one for each, or a reason why there is not', () => {
    const all = features.flatMap(({lists = []}) =>
      lists.flatMap(({id, verbs = []}) => verbs.map(verb => ({name: `${id} ${verb.id}`, verb}))),
    );
    const names = [...backCases.map(({list, verb}) => `${list} ${verb}`), ...Object.keys(notTried)];
    // Lists of the same things have the same verbs.
    const tried = new Set(all.filter(({name}) => names.includes(name)).map(({verb}) => verb));
    const missing = all.filter(({verb}) => {
      const operation = operationNamed(verb);
      const paths = operation.inputs.filter(({place}) => place === 'path');
      const inputs = Object.fromEntries(paths.map(({name}) => [name, ['1']]));
      return canUndo({operation, given: {inputs}}) && !tried.has(verb);
    });
    expect(missing.map(({name}) => name)).toEqual([]);
  });
});

function projectId(versions: string): string {
  return /"projectId":"?(\d+)/.exec(versions)?.[1] ?? '';
}
