import {expect, test} from 'vitest';
import {makeProjectKey} from '../../../src/screens/projects/project-key.ts';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {viewOf} from '../../../src/state/model/state.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';
import {stillWorld} from '../../support/still-world.ts';

test.each([
  ['Night Train Kitchen', 'NTK'],
  ['Steward', 'STEW'],
  ['Café du Monde', 'CDM'],
  ['2 Fast Cars', 'FC'],
  ['日本', ''],
  ['X', ''],
])('the key suggested for %s is "%s"', (name, key) => {
  expect(makeProjectKey(name, new Set())).toBe(key);
});

test('a suggested key is none of the known ones', () => {
  expect(makeProjectKey('Night Train Kitchen', new Set(['NTK', 'NTK2']))).toBe('NTK3');
});

async function newProject(name: string): Promise<AppHarness> {
  const app = makeHarness(stillWorld());
  app.do(goTo({screen: 'projects', args: []}));
  await settled(app);
  app.press('a', name, 'tab');
  await settled(app);
  return app;
}

const keyOf = (app: AppHarness) => viewOf(app.state(), 'form')?.values.key;

test('the key of a new project is suggested from its name, and used once the user leaves it', async () => {
  const app = await newProject('Night Train Kitchen');
  expect(app.state().prompt).toMatchObject({kind: 'field', text: 'NTK'});
  expect(keyOf(app)).toBeUndefined();
  app.press('tab');
  expect(keyOf(app)).toEqual(['NTK']);
});

test('typing replaces the suggested key', async () => {
  const app = await newProject('Night Train Kitchen');
  app.press('TRAIN', 'tab');
  expect(keyOf(app)).toEqual(['TRAIN']);
});

test('the suggested key differs from the keys of the listed projects', async () => {
  const before = makeHarness(stillWorld());
  before.do(goTo({screen: 'projects', args: []}));
  await settled(before);
  const keys = listOf(before).rows.map(({value}) => Object(value).key);
  const [taken = ''] = keys.filter(key => /^[A-Z]{2,4}$/.test(key));
  const app = await newProject([...taken].join(' '));
  expect(app.state().prompt).toMatchObject({text: `${taken}2`});
});
