import {expect, test, vi} from 'vitest';
import {whyNoMenu} from '../../../../src/state/overlays/write/verb-menu.ts';
import {listOf, makeHarness} from '../../../support/app-harness.ts';
import {fakeTracker, someProjects} from '../../../support/app-world.ts';

const because = '600 projects, and the sandbox has ten';

test('however many rows are marked, the footer looks into none to say that there are actions', async () => {
  const tracker = fakeTracker(because);
  tracker.answers['tracker/project/search'] = {pages: [someProjects(600)], total: 600};
  const app = makeHarness({tracker});
  await app.settle();
  app.press(':', 'projects', 'enter');
  await app.settle();
  app.press('*');
  expect(listOf(app).marked.size).toBe(600);
  const looks = vi.spyOn(Object.getPrototypeOf(listOf(app).rows[0]), 'value', 'get');
  expect(whyNoMenu(app.state())).toBeUndefined();
  expect(looks).not.toHaveBeenCalled();
});
