import {describe, expect, test} from 'vitest';
import {currentView} from '../../../src/state/model/state.ts';
import {attentionHeading} from '../../../src/state/views/home/home-lines.ts';
import type {HomeView} from '../../../src/state/views/home/state.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {silentLists, stillWorld} from '../../support/still-world.ts';

function homeOf(harness: AppHarness): HomeView {
  const view = currentView(harness.state());
  if (view.kind !== 'home') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

describe('a request that takes long', () => {
  test.each(['priorities', 'access ADMINISTER_PROJECTS HPAY'])(
    'shows its age from two seconds on; esc stops it and stays: %s',
    async name => {
      const {tracker: answering} = stillWorld();
      const tracker = {
        ...silentLists(answering),
        request: () => new Promise<never>(() => undefined),
      };
      const harness = makeHarness({tracker});
      harness.press(':', name, 'enter');
      await harness.settle();
      const {key} = currentView(harness.state());
      harness.dispatch({kind: 'slow', view: key, ageMs: 200});
      expect(listOf(harness).load).toEqual({status: 'loading', shown: true});
      harness.dispatch({kind: 'slow', view: key, ageMs: 3000});
      expect(listOf(harness).load).toMatchObject({status: 'loading', ageMs: 3000});
      harness.press('esc');
      expect(listOf(harness).load).toMatchObject({status: 'failed', trouble: {title: 'Stopped'}});
      expect(harness.state().notice?.text).toContain('Loading stopped');
      harness.press('esc');
      expect(currentView(harness.state()).kind).toBe('home');
    },
  );
});

describe('ctrl+c while something is read', () => {
  test('says that it was stopped, not that there is none; r reads it', async () => {
    const {tracker: answers} = stillWorld();
    const tracker = silentLists(answers);
    const harness = makeHarness({tracker});
    harness.press(':', 'priorities', 'enter');
    await harness.settle();
    harness.press('\x03');
    expect(listOf(harness).load).toMatchObject({status: 'failed', trouble: {title: 'Stopped'}});
    tracker.pages = answers.pages;
    harness.press('r');
    await harness.settle();
    expect(listOf(harness).load.status).toBe('ready');
  });

  test('keeps what was read before, and says since when it is', async () => {
    const {tracker} = stillWorld();
    const harness = makeHarness({tracker});
    harness.press('enter');
    await harness.settle();
    const names = namesOf(harness);
    tracker.pages = silentLists(tracker).pages;
    harness.dispatch({kind: 'clock', nowMs: nowMs + 600_000});
    harness.press('r', '\x03');
    expect(listOf(harness).load).toEqual({status: 'ready', atMs: nowMs, left: 'stopped'});
    expect(namesOf(harness)).toEqual(names);
  });

  test('on home says of each count that it was stopped', async () => {
    const world = stillWorld();
    const tracker = silentLists(world.tracker);
    const harness = makeHarness({...world, tracker, counts: true});
    await harness.settle();
    harness.press('\x03');
    expect(homeOf(harness).counts.projects).toEqual({status: 'failed', text: 'stopped'});
    expect(attentionHeading(homeOf(harness), {}).text).toMatch(/could (?:not )?be checked/);
  });
});
