import {expect, test} from 'vitest';
import {goTo} from '../../src/state/locations/go-to.ts';
import {makeHarness} from '../support/app-harness.ts';
import {drawApp} from '../support/draw-app.tsx';
import {settled} from '../support/live-app.ts';
import {stillWorld} from '../support/still-world.ts';

/** The screen after a text was typed into the first field of a form. */
async function typed(screen: string, args: readonly string[], ...keys: readonly string[]) {
  const app = makeHarness(stillWorld());
  app.do(goTo({screen, args}));
  await settled(app);
  for (const key of keys) {
    app.press(key);
    await settled(app);
  }
  return drawApp(app);
}

test('a field for labels says that an unknown name adds a new label', async () => {
  expect(await typed('blog-posts', [], '#', 'zebra-new')).toContain('No match · adds a new label');
});

test('a field for an existing scheme refuses an unknown name', async () => {
  const frame = await typed('projects', [], 'K', 'zebra-new');
  expect(frame).toContain('No permission scheme named');
  expect(frame).not.toContain('adds a new');
});
