import {expect, test} from 'vitest';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {changesOf} from '../../../src/state/overlays/write/change-rows.ts';
import {makeHarness} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {ownWorld} from '../../support/still-world.ts';

test('a preview shows no id alone before its name is read', async () => {
  const app = makeHarness({...ownWorld(), columns: 160, rows: 50});
  await settled(app);
  app.do(goTo({screen: 'blog-posts', args: []}));
  await settled(app);
  const spaces = new Set<string | undefined>();
  app.app.store.subscribe(({write}) => {
    if (write?.stage !== 'preview') return;
    const [request] = write.plan.requests;
    const changes = request === undefined ? [] : changesOf(request, write.plan.called);
    const space = changes.find(({field}) => field === 'Space');
    if (space !== undefined) spaces.add(space.before);
  });
  app.press('D');
  await settled(app);
  expect(spaces.size).toBeGreaterThan(0);
  expect([...spaces].filter(one => one === undefined || /^\d+$/.test(one))).toEqual([]);
  expect([...spaces].at(-1)).toMatch(/^\S.* \(\d+\)$/);
  expect([...spaces].at(-1)).not.toContain('…');
});
