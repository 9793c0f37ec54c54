import {expect, test} from 'vitest';
import {makeHarness} from '../../support/app-harness.ts';
import {drawApp} from '../../support/draw-app.tsx';
import {stillWorld} from '../../support/still-world.ts';

test.each([
  'import version create /home/ana/exports/2026/versions.csv name',
  'import version frobnicate /home/ana/exports/of-2026/versions.csv',
])('at 80 columns, the palette shows ":%s" and its whole problem', async typed => {
  const app = makeHarness({...stillWorld(), columns: 80});
  await app.settle();
  app.press(':', typed, 'enter');
  const problem = app.state().prompt?.problem;
  expect(problem).toMatch(/^(?:name must be COLUMN=input or --null=TEXT|no operation)/);
  const frame = drawApp(app);
  expect(frame).toContain(`:${typed}`);
  expect(frame).toContain(problem);
});
