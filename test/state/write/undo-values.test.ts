import {beforeEach, expect, test} from 'vitest';
import {findJson, type JsonValue, listAt, readPointer} from '../../../src/base/json-value.ts';
import {changesOf} from '../../../src/state/overlays/write/change-rows.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {type OwnWorld, ownWorld} from '../../support/still-world.ts';
import {until} from '../../support/until.ts';
import {begin, callOf, isLooked, sendShown, stageOf} from '../../support/write-steps.ts';

let world: OwnWorld;
let harness: AppHarness;
beforeEach(() => {
  world = ownWorld();
  harness = makeHarness({...world, rows: 40, columns: 140});
});

type Inputs = Record<string, readonly string[]>;

async function ids(command: string, inputs: Inputs, pointer: string): Promise<readonly string[]> {
  const {text} = await world.send(callOf(command, inputs));
  const idOf = (item: JsonValue) => String(readPointer(item, '/id'));
  return listAt(findJson(text) ?? null, pointer).map(idOf);
}

/** The id of the group site-admins. */
const admins = 'e54067c3-4dba-4778-8958-21605939b9c3';

const oneDone = /^done 20[04](; done 20[04])*$/;

test('a default that was changed since is not set back', async () => {
  const [, mine = '', theirs = ''] = await ids('tracker resolution search', {}, '/values');
  const choose = (id: string) => callOf('tracker resolution set-default', {id: [id]});
  harness.do(state => openTypedCall(state, choose(mine)));
  expect(await sendShown(harness)).toMatch(oneDone);
  await world.send(choose(theirs));
  harness.press('enter', 'u');
  expect(await sendShown(harness)).toBe(`changed since: id is now ${theirs}, not ${mine}`);
});

test('moves that were sent together are undone together', async () => {
  const order = () => ids('tracker project get-versions', {projectIdOrKey: ['HPAY']}, '');
  const before = await order();
  const requests = [3, 4].map(at => ({
    label: 'version',
    call: callOf('tracker version move', {id: [before[at] ?? ''], position: ['First']}),
  }));
  begin(harness, {title: 'Move', object: '2', notes: [], requests, inOrder: true});
  expect(await sendShown(harness)).toMatch(oneDone);
  expect(await order()).not.toEqual(before);
  harness.press('enter', 'u');
  expect(await sendShown(harness)).toMatch(oneDone);
  expect(await order()).toEqual(before);
});

/** The fields of the preview, before and after, once the current values and names are read. */
async function shown(): Promise<readonly (readonly (string | undefined)[])[]> {
  await until(() => isLooked(harness));
  await settled(harness);
  const {plan} = stageOf(harness, 'preview');
  const changes = plan.requests.flatMap(one => changesOf(one, plan.called));
  return changes.map(({field, before, after}) => [field, before, after]);
}

test('previews name who has a grant, also when its creation is undone and redone', async () => {
  const grant = {'body.holder.type': ['group'], 'body.holder.value': [admins]};
  const inputs = {schemeId: ['10000'], permission: ['LINK_ISSUES'], ...grant};
  const create = callOf('tracker permissionscheme create-permission-grant', inputs);
  harness.do(state => openTypedCall(state, create));
  const name = `site-admins (${admins})`;
  expect(await shown()).toContainEqual(['Value', undefined, name]);
  expect(await sendShown(harness)).toMatch(/^done/);
  harness.press('enter', 'u');
  expect(await shown()).toContainEqual(['Value', name, 'gone']);
  expect(await sendShown(harness)).toMatch(/^done/);
  harness.press('enter', 'U');
  expect(await shown()).toContainEqual(['Value', undefined, name]);
});

test('previews of an undo and a redo name the people of a changed field', async () => {
  const lead = async () => {
    const call = callOf('tracker project get', {projectIdOrKey: ['LMA'], expand: ['lead']});
    const {text} = await world.send(call);
    return readPointer(findJson(text) ?? null, '/lead/accountId');
  };
  const {text} = await world.send(callOf('tracker users get-all', {}));
  const old = await lead();
  const users = listAt(findJson(text) ?? null, '');
  const textAt = (user: JsonValue | undefined, at: string) => String(readPointer(user ?? null, at));
  const of = (id: unknown) => users.find(user => textAt(user, '/accountId') === id);
  const next = users.find(user => textAt(user, '/accountId') !== old);
  const named = (user: JsonValue | undefined) =>
    `${textAt(user, '/displayName')} (${textAt(user, '/accountId')})`;
  const inputs = {projectIdOrKey: ['LMA'], leadAccountId: [textAt(next, '/accountId')]};
  harness.do(state => openTypedCall(state, callOf('tracker project update', inputs)));
  expect(await sendShown(harness)).toMatch(/^done/);
  harness.press('enter', 'u');
  expect(await shown()).toContainEqual([
    expect.stringMatching(/lead/i),
    named(next),
    named(of(old)),
  ]);
  expect(await sendShown(harness)).toMatch(/^done/);
  harness.press('enter', 'U');
  expect(await shown()).toContainEqual([
    expect.stringMatching(/lead/i),
    named(of(old)),
    named(next),
  ]);
});
