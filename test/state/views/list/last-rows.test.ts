import {expect, it} from 'vitest';
import {lastRowsOf} from '../../../../src/state/views/list/last-rows.ts';
import {answeringClient} from '../../../support/answering-client.ts';
import {
  type AppHarness,
  listOf,
  makeHarness,
  namesOf,
  openProjects,
} from '../../../support/app-harness.ts';

const because = 'the same list answers each session otherwise, once with rows of 20,000 characters';

const project = (i: number, more = {}) => ({
  id: String(i),
  key: `P${i}`,
  name: `north ${i}`,
  ...more,
});

function trackerOf(projects: readonly object[]) {
  return answeringClient('tracker', because, {
    'tracker/project/search': {pages: [projects], total: projects.length},
  });
}

interface Kept {
  readonly list: string;
  readonly items: readonly string[];
}
const keptOf = (harness: AppHarness) => JSON.parse(harness.kept.get('rows') ?? '[]') as Kept[];

/** Names of the old rows, at each change of the state. */
async function oldNames(harness: AppHarness): Promise<string[]> {
  const seen = new Set<string>();
  const stop = harness.app.store.subscribe(state => {
    const view = state.locations.at(-1)?.views[0];
    const old = view?.kind === 'list' ? lastRowsOf(state, view) : undefined;
    seen.add(old?.rows.map(({name}) => name).join(' ') ?? '');
  });
  await openProjects(harness);
  stop();
  return [...seen].filter(names => names !== '');
}

async function sessionWith(projects: readonly object[], kept = {}): Promise<AppHarness> {
  const harness = makeHarness({tracker: trackerOf(projects), kept});
  await harness.settle();
  return harness;
}

it('the rows of a list are there in the next session, until its own come', async () => {
  const first = await sessionWith([project(1), project(2)]);
  expect(await oldNames(first)).toEqual([]);
  const next = await sessionWith([project(3)], Object.fromEntries(first.kept));
  expect(await oldNames(next)).toEqual(['P1 P2']);
  expect(namesOf(next)).toEqual(['P3']);
  expect(keptOf(next).map(({items}) => items.length)).toEqual([1]);
});

it('of a list the first rows are kept, at most 200 and 50,000 characters', async () => {
  const many = await openProjects(
    await sessionWith(Array.from({length: 300}, (_, i) => project(i))),
  );
  expect(keptOf(many)[0]?.items).toHaveLength(200);
  const filler = {description: 'x'.repeat(20_000)};
  const long = await openProjects(await sessionWith([1, 2, 3].map(i => project(i, filler))));
  expect(keptOf(long)[0]?.items).toHaveLength(2);
  expect(listOf(long).rows).toHaveLength(3);
});

it('of eight lists rows are kept: those that were read last', async () => {
  const kept = Array.from({length: 8}, (_, i) => ({
    list: `l${i} {}`,
    atMs: i,
    items: ['{"id":1}'],
  }));
  const app = await openProjects(await sessionWith([project(1)], {rows: JSON.stringify(kept)}));
  const lists = keptOf(app).map(({list}) => list);
  expect([lists.length, lists[0], lists.at(-1)]).toEqual([8, 'projects {}', 'l6 {}']);
});

it('a list read before those of earlier sessions are back takes the place of none', async () => {
  const app = await openProjects(await sessionWith([project(1)]));
  const text = JSON.stringify([{list: 'webhooks {}', atMs: 1, items: ['{"id":1}']}]);
  app.app.dispatch({kind: 'restored', name: 'rows', text});
  await app.settle();
  expect(keptOf(app).map(({list}) => list)).toEqual(['projects {}', 'webhooks {}']);
});

it('who wants no rows on the disk has none kept, and those of before forgotten', async () => {
  const kept = (await openProjects(await sessionWith([project(1)]))).kept;
  const harness = makeHarness({tracker: trackerOf([project(2)]), kept: Object.fromEntries(kept)});
  const {look} = harness.state();
  harness.app.store.setState({look: {...look, lastRows: false}});
  expect(await oldNames(harness)).toEqual([]);
  expect(harness.kept.get('rows')).toBe('[]');
});

it.each([
  'no JSON',
  '{"list":"projects {}"}',
  '[{"list":"projects {}","atMs":1,"items":["{damaged"]}]',
])('what was kept and makes no sense is left out: %s', async rows => {
  const harness = await sessionWith([project(1)], {rows});
  expect(await oldNames(harness)).toEqual([]);
  expect(namesOf(harness)).toEqual(['P1']);
});
