import {expect, test} from 'vitest';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {makeHarness} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {ownWorld} from '../../support/still-world.ts';
import {stageOf} from '../../support/write-steps.ts';

/** The warnings in the preview of the deletion of the first row of a list. */
async function warningsOf(screen: string) {
  const {tracker, content} = ownWorld();
  const app = makeHarness({tracker, content, columns: 120, rows: 40});
  app.do(goTo({screen, args: []}));
  await settled(app);
  app.press('D');
  await settled(app);
  if (app.state().write === undefined) app.press('ctrl+s');
  await settled(app);
  return stageOf(app, 'preview').plan.warnings ?? [];
}

test('the preview of the deletion of a group tells its members and what refers to it', async () => {
  const told = (await warningsOf('groups')).join(' ');
  expect(told).toMatch(/\d+ members? will lose what it grants\./);
  expect(told).toMatch(/Used by .*notification scheme/);
});

test('that of a category tells its projects, that of a role the schemes', async () => {
  expect((await warningsOf('project-categories')).join(' ')).toMatch(/\d+ projects? will have no/);
  expect((await warningsOf('site-roles')).join(' ')).toMatch(/Used by \d+ permission schemes?/);
});
