import {beforeEach, expect, test} from 'vitest';
import {findJson, type JsonValue, listAt, readPointer} from '../../../src/base/json-value.ts';
import {openTyped} from '../../../src/state/write/start-write.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {type OwnWorld, ownWorld} from '../../support/still-world.ts';
import {begin, callOf, sendShown} from '../../support/write-steps.ts';

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

const oneDone = /^done 20[04](; done 20[04])*$/;

test('a default that was changed since is not set back', async () => {
  const [, mine = '', theirs = ''] = await ids('tracker resolution search', {}, '/values');
  const choose = (id: string) => callOf('tracker resolution set-default', {id: [id]});
  harness.do(state => openTyped(state, choose(mine)));
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
