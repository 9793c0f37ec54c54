import {expect, test} from 'vitest';
import type {Client, ClientIdentity} from '../../../src/api/client.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {type AppHarness, connect, listOf, makeHarness, press} from '../../support/app-harness.ts';
import {ownWorld} from '../../support/still-world.ts';
import {callOf, sendShown} from '../../support/write-steps.ts';

/**
 * The same world behind another address, or asked as somebody else: ids are the same, things are
 * not.
 */
function elsewhere(client: Client, other: Partial<ClientIdentity>): Client {
  return {...client, identity: {...client.identity, ...other}};
}

/** An app that renamed a version, what a later session then says on `u`, and what it would send. */
async function renamed(): Promise<{first: AppHarness; world: ReturnType<typeof ownWorld>}> {
  const world = ownWorld();
  const first = makeHarness({tracker: world.tracker, content: world.content, columns: 160});
  const call = callOf('tracker version update', {id: ['10010'], name: ['2.4.0 LTS']});
  first.do(state => openTypedCall(state, call));
  expect(await sendShown(first)).toBe('done 200');
  first.press('enter');
  return {first, world};
}

const others = [{baseUrl: 'https://other.example'}, {user: 'somebody@site.example'}];

test.each(others)(
  'a write sent as another account or to another site is shown, marked, and not undone here: %j',
  async other => {
    const {first, world} = await renamed();
    const {tracker, content} = world;
    const later = makeHarness({
      tracker: elsewhere(tracker, other),
      content,
      columns: 160,
      kept: Object.fromEntries(first.kept),
    });
    await later.settle();
    await press(later, 'u');
    expect(later.state().write).toBeUndefined();
    expect(later.state().notice?.text).toBe('no change to undo');
    await press(later, ':', 'journal', 'enter');
    const [row] = listOf(later).rows;
    expect(row?.value).toMatchObject({
      result: 'done',
      elsewhere: `${tracker.identity.user} https://site.example`,
    });
    for (const key of ['u', 'U']) {
      await press(later, key);
      expect(later.state().write).toBeUndefined();
      expect(later.state().notice?.text).toMatch(
        /^Sent as .*: only that account can undo the change$/,
      );
    }
  },
);

test('a session that switches to another site undoes nothing of the one before, and goes on when it is back', async () => {
  const {first: harness, world} = await renamed();
  const {tracker} = world;
  harness.clients.tracker = elsewhere(tracker, {baseUrl: 'https://other.example'});
  connect(harness);
  await harness.settle();
  await press(harness, 'u');
  expect(harness.state().write).toBeUndefined();
  harness.clients.tracker = tracker;
  connect(harness);
  await harness.settle();
  await press(harness, 'u');
  expect(harness.state().write?.stage).toBe('preview');
});

test('an entry of an earlier version, which does not say where it went, is not undone', async () => {
  const {first, world} = await renamed();
  const text = (first.kept.get('journal') ?? '').replaceAll(/"account":"[^"]*",/g, '');
  const later = makeHarness({
    tracker: world.tracker,
    content: world.content,
    kept: {journal: text},
  });
  await later.settle();
  await press(later, 'u');
  expect(later.state().write).toBeUndefined();
  await press(later, ':', 'journal', 'enter', 'u');
  expect(later.state().notice?.text).toContain('an unrecorded site');
});
