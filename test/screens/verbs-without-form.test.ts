import {expect, test} from 'vitest';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {screens} from '../../src/screens/features.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import type {Verb} from '../../src/state/model/verb.ts';
import {changesOf} from '../../src/state/overlays/write/change-rows.ts';
import {type AppHarness, listOf, makeHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {screenArgs} from '../support/screen-args.ts';
import {stillWorld} from '../support/still-world.ts';

const world = makeWorld({seed: 1, size: 'small', now: nowMs});
const rowsTried = 12;

/** Open the preview of a verb on the first row that it applies to; false if there is none. */
async function openPreview(harness: AppHarness, {id}: Verb): Promise<boolean> {
  const tried = Math.min(rowsTried, listOf(harness).rows.length);
  for (let i = 0; i < tried; i++) {
    harness.press('x');
    const menu = harness.state().write;
    if (menu?.stage !== 'menu') return false;
    const at = menu.entries.findIndex(
      entry => entry.kind === 'verb' && entry.use.verb.id === id && entry.reason === undefined,
    );
    if (at !== -1) {
      harness.do(state => ({state: {...state, write: {...menu, cursor: at}}, effects: []}));
      harness.press('enter');
      await harness.settle();
      return harness.state().write?.stage === 'preview';
    }
    harness.press('esc', 'j');
  }
  return false;
}

const withVerbs = screens.lists.flatMap(list => {
  const verbs = (list.verbs ?? []).filter(({asks, reorders}) => asks === undefined && !reorders);
  return list.local === undefined && verbs.length > 0 ? [[list.id, list, verbs] as const] : [];
});

test.each(withVerbs)(
  'the preview of a verb without a form tells what changes: %s',
  async (_, list, verbs) => {
    for (const verb of verbs) {
      const harness = makeHarness({...stillWorld(), columns: 120, rows: 40});
      harness.do(goTo({screen: list.id, args: screenArgs(world, list.id, list.needs)}));
      await harness.settle();
      if (!(await openPreview(harness, verb))) continue;
      const {write} = harness.state();
      if (write?.stage !== 'preview') throw new Error('no preview');
      const [request] = write.plan.requests;
      const changes = request === undefined ? [] : changesOf(request, write.plan.called);
      const changed = changes.filter(({before, after}) => before !== after);
      expect(changed.length, verb.id).toBeGreaterThan(0);
      // An API value.
      for (const {before, after} of changed) expect([before, after]).not.toContain('false');
    }
  },
);
