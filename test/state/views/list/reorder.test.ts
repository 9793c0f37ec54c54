import {expect, test} from 'vitest';
import {answeringClient} from '../../../support/answering-client.ts';
import {listOf, makeHarness} from '../../../support/app-harness.ts';
import {until} from '../../../support/until.ts';

const because = 'only a long list is still read while one carries through it';

test('what is read while rows are carried stays when they are put back', async () => {
  const pages = Array.from({length: 6}, (_, page) =>
    Array.from({length: 100}, (__, i) => ({
      id: String(page * 100 + i),
      name: `P${page * 100 + i}`,
    })),
  );
  const tracker = answeringClient('tracker', because, {
    'tracker/priority/search': {pages, total: 600},
  });
  const harness = makeHarness({tracker});
  await harness.settle();
  harness.press(':', 'priorities', 'enter');
  await until(() => listOf(harness).rows.length === 500);
  harness.press('j', 'm');
  expect(listOf(harness).moving).toBeDefined();
  harness.press('G');
  await until(() => !listOf(harness).more);
  expect(listOf(harness).rows.length).toBe(600);
  harness.press('esc');
  expect(listOf(harness).moving).toBeUndefined();
  expect(listOf(harness).rows.map(({name}) => name)).toEqual(
    Array.from({length: 600}, (_, i) => `P${i}`),
  );
});
