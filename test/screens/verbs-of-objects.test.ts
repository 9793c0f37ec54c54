import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {screens} from '../../src/screens/features.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {currentView} from '../../src/state/model/state.ts';
import {availableVerbs} from '../../src/state/overlays/write/verbs-here.ts';
import {type AppHarness, listOf} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {startJob} from '../support/jobs.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';
import {screenArgs} from '../support/screen-args.ts';

let sandbox: Sandbox;
let world: World;

beforeAll(async () => {
  const now = nowMs;
  world = makeWorld({seed: 1, size: 'small', now});
  sandbox = await startAppSandbox({size: 'small', seed: 1, now: () => now});
});
afterAll(() => sandbox.stop());

/** Lists whose rows have verbs and are looked at alone. */
const lists = screens.lists.filter(
  ({describe: own, opens, verbs = [], local}) =>
    local === undefined &&
    (own !== undefined || opens !== undefined) &&
    verbs.some(({rows}) => rows === 'one' || rows === 'many'),
);

/**
 * What can be done to the row or the object that is looked at: the words, the letter, what is
 * asked, or why not.
 */
function verbsOf({state}: AppHarness): readonly string[] {
  return availableVerbs(state()).flatMap(({use: {verb}, reason = ''}) =>
    verb.rows === 'one' || verb.rows === 'many'
      ? [`${verb.key ?? '-'} ${verb.words} ${Object.keys(verb.asks ?? {}).join()} ${reason}`.trim()]
      : [],
  );
}

/** Lists of which the world has no row at first. */
const without = ['blog-drafts', 'project-trash', 'related-work', 'avatars'];

describe('an object that is looked at has the verbs of its row', () => {
  test.each(lists.map(list => [list.id, list] as const))('of %s', async (id, list) => {
    const app = makeSandboxApp(sandbox);
    await settled(app);
    app.do(goTo({screen: id, args: screenArgs(world, id, list.needs)}));
    await settled(app);
    if (listOf(app).rows.length === 0) {
      expect(without).toContain(id);
      return;
    }
    const own = verbsOf(app);
    expect(own.length).toBeGreaterThan(0);
    for (const key of ['d', 'enter']) {
      app.press(key);
      await settled(app);
      const view = currentView(app.state());
      const isOther = view.kind === 'list' && view.resource.verbs !== undefined;
      if (!isOther)
        expect(`${key}: ${verbsOf(app).join(' | ')}`).toBe(`${key}: ${own.join(' | ')}`);
      app.press('esc');
      await settled(app);
    }
  });
});

test('m of a version that is looked at lifts it in its list', async () => {
  const job = await startJob(sandbox);
  await job.keys(': "versions HPAY /1.5" enter enter m');
  const {moving, resource} = listOf(job.harness);
  expect(resource.id).toBe('versions');
  expect(moving?.use.rows.map(({name}) => name)).toEqual(['1.5.0']);
  await job.keys('k enter');
  expect(job.shown()).toMatch(/Position +after \d\S* +after \d/);
});
