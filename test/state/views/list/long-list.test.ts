import {expect, it} from 'vitest';
import {currentView} from '../../../../src/state/model/state.ts';
import {answeringClient} from '../../../support/answering-client.ts';
import {listOf, makeHarness, openProjects} from '../../../support/app-harness.ts';
import {until} from '../../../support/until.ts';

const because = 'it takes 400 pages of five rows, which no service sends';

it('a long list costs in all what its rows do: pages far into it are added several at a time', async () => {
  const total = 2000;
  const onPage = 5;
  const pages = Array.from({length: total / onPage}, (_, page) =>
    Array.from({length: onPage}, (__, i) => ({
      id: String(page * onPage + i),
      key: `P${page}-${i}`,
    })),
  );
  const tracker = answeringClient('tracker', because, {'tracker/project/search': {pages, total}});
  const harness = await openProjects(makeHarness({tracker}));
  let copied = 0;
  let rows = listOf(harness).rows;
  const stop = harness.app.store.subscribe(state => {
    const view = currentView(state);
    if (view.kind !== 'list' || view.rows === rows) return;
    rows = view.rows;
    copied += rows.length;
  });
  harness.press('G', 'G');
  await until(() => listOf(harness).rows.length === total && !listOf(harness).more);
  stop();
  expect(rows.map(({id}) => id)).toEqual(Array.from({length: total}, (_, i) => String(i)));
  expect(copied).toBeLessThan(20 * total);
});
