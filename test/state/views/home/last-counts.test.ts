import {expect, test} from 'vitest';
import {entryLines} from '../../../../src/state/views/home/home-layout.ts';
import {attentionHeading} from '../../../../src/state/views/home/home-lines.ts';
import type {HomeView} from '../../../../src/state/views/home/state.ts';
import {type AppHarness, makeHarness} from '../../../support/app-harness.ts';
import {stillWorld} from '../../../support/still-world.ts';

function homeOf(app: AppHarness): HomeView {
  const view = app.state().locations[0]?.views[0];
  if (view?.kind !== 'home') throw new Error('no home');
  return view;
}

function projectsLine(app: AppHarness) {
  const drawn = entryLines(app.state(), homeOf(app), {columns: 60, height: 60});
  const [, number] = drawn.find(({spans}) => spans[0]?.text.startsWith('Projects '))?.spans ?? [];
  return {text: number?.text.trim(), tone: number?.tone};
}

test('what was counted is kept, and at the next start shown dim until it is counted again', async () => {
  const first = makeHarness({...stillWorld(), counts: true});
  await first.settle();
  const counted = projectsLine(first);
  expect(counted).toMatchObject({text: expect.stringMatching(/^\d+$/), tone: 'title'});
  const kept = first.kept.get('counts') ?? '';
  const next = makeHarness({
    ...stillWorld(),
    counts: true,
    kept: {counts: kept.replace(/("projects":)"\d+"/, '$1"77"')},
  });
  const seen: ReturnType<typeof projectsLine>[] = [];
  const stop = next.app.store.subscribe(() => seen.push(projectsLine(next)));
  await next.settle();
  stop();
  expect(seen).toContainEqual({text: '77', tone: 'dim'});
  expect(projectsLine(next)).toEqual(counted);
});

test('it is not taken for what is so now: what needs attention is still looked for', async () => {
  const app = makeHarness({...stillWorld(), counts: true, kept: {counts: '{"projects":"77"}'}});
  expect(attentionHeading(homeOf(app), {}).text).toBe('Checking…');
  await app.settle();
});

test('what was kept and makes no sense is left out', async () => {
  const app = makeHarness({
    ...stillWorld(),
    counts: true,
    kept: {counts: '{"projects":77,"webhooks":["x"]}'},
  });
  const seen: (string | undefined)[] = [];
  const stop = app.app.store.subscribe(() => seen.push(projectsLine(app).text));
  await app.settle();
  stop();
  expect(seen).not.toContain('77');
});
