import {expect, test} from 'vitest';
import {Failure} from '../../../src/base/failure.ts';
import {makeWorld} from '../../../src/sandbox/world/world.ts';
import {keyTableOf} from '../../../src/state/app/key-table.ts';
import {activeBindings} from '../../../src/state/keys/route-key.ts';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {type AppState, currentView} from '../../../src/state/model/state.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {screenArgs} from '../../support/screen-args.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';
import {until} from '../../support/until.ts';
import {
  begin,
  beReady,
  failing,
  makeApp,
  removal,
  rename,
  updating,
} from '../../support/write-steps.ts';

/** The text in the input that has the cursor. */
function typedText({prompt, help, write}: AppState): string | undefined {
  return prompt?.text ?? help?.text ?? (write && 'typed' in write ? write.typed?.text : undefined);
}

async function onScreen(screen: string, args: readonly string[] = [], ...keys: string[]) {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.do(goTo({screen, args}));
  await harness.settle();
  harness.press(...keys);
  await harness.settle();
  return harness;
}

function writing(plan = rename(1), answers: Parameters<typeof makeApp>[0] = {}, ...keys: string[]) {
  const {harness} = makeApp(answers);
  begin(harness, plan);
  return Promise.resolve(harness.settle()).then(() => {
    for (const key of keys) {
      beReady(harness);
      harness.press(key);
    }
    return harness;
  });
}

const silent = {[updating]: {silent: true}} as const;
const refused = {[updating]: failing(['1'], new Failure('conflict', 'no'))};

const world = makeWorld({seed: 1, size: 'small', now: nowMs});

/** A way into each state of the app in which keys are read, by what it is. */
const places: Readonly<Record<string, () => Promise<AppHarness>>> = {
  home: () => onScreen('home'),
  list: () => onScreen('versions', ['HPAY']),
  'list that loads': () => {
    const harness = makeHarness(stillWorld());
    harness.do(goTo({screen: 'projects', args: []}));
    return Promise.resolve(harness);
  },
  'list that failed': async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/project/search: 503');
    const harness = makeHarness(world);
    harness.do(goTo({screen: 'projects', args: []}));
    await harness.settle();
    return harness;
  },
  'empty list': () => onScreen('journal'),
  'list before the connection': () =>
    Promise.resolve(makeHarness({...stillWorld(), connect: false})),
  'list with preview': () => onScreen('versions', ['HPAY'], 'p'),
  tree: () => onScreen('whiteboard-tree', screenArgs(world, 'whiteboard-tree', ['whiteboard'])),
  lifted: () => onScreen('priorities', [], 'm'),
  text: () => onScreen('versions', ['HPAY'], 'd'),
  matrix: () => onScreen('permission-matrix', ['10000']),
  form: () => onScreen('versions', ['HPAY'], 'a', 'esc'),
  field: () => onScreen('versions', ['HPAY'], 'a'),
  filter: () => onScreen('versions', ['HPAY'], '/'),
  palette: () => onScreen('versions', ['HPAY'], ':'),
  search: () => onScreen('versions', ['HPAY'], 'd', '/'),
  jq: () => onScreen('versions', ['HPAY'], 'd', 'J'),
  export: () => onScreen('versions', ['HPAY'], 'E'),
  help: () => onScreen('versions', ['HPAY'], '?'),
  copy: () => onScreen('versions', ['HPAY'], 'C'),
  columns: () => onScreen('versions', ['HPAY'], 'W'),
  menu: () => onScreen('versions', ['HPAY'], 'x'),
  ask: () => onScreen('webhooks', [], 'T'),
  preview: () => writing(),
  confirm: () => writing({...rename(1), risk: 2}, {}, 'enter'),
  'confirm by name': () => writing(removal, {}, 'enter'),
  running: () => writing(rename(1), silent, 'enter'),
  report: () => writing(rename(2), refused, 'enter'),
};

const word = 'quyDr';

test.each(Object.keys(places))('text typed after : and / is text there: %s', async name => {
  const make = places[name];
  for (const opener of [':', '/']) {
    const harness = await make?.();
    if (harness === undefined) throw new Error(name);
    await until(() => harness.state().write?.stage !== 'running' || name === 'running');
    beReady(harness);
    const before = harness.state();
    harness.press(opener, ...word);
    const after = harness.state();
    expect(typedText(after)).toMatch(new RegExp(`${word}$`));
    if (
      after.help === undefined &&
      typedText(after) === `${typedText(before) ?? ''}${opener}${word}`
    ) {
      const shown = activeBindings(after, harness.app.registry).flatMap(({keys}) => keys);
      expect(shown).not.toContain(opener);
    }
    // Nothing else happened.
    expect(after.locations.length).toBe(before.locations.length);
    expect(currentView(after).key).toBe(currentView(before).key);
    expect(after.write?.stage).toBe(before.write?.stage);
    expect(after.quitting).toBe(false);
  }
});

test('each scope of the key table is one of the places above', async () => {
  const seen = new Set<string>();
  for (const make of Object.values(places)) {
    const harness = await make();
    for (const {scopes} of activeBindings(harness.state(), harness.app.registry)) {
      for (const scope of scopes) seen.add(scope);
    }
  }
  const known = keyTableOf([]).flatMap(({scopes}) => scopes);
  expect([...new Set(known)].filter(scope => !seen.has(scope))).toEqual([]);
});

test('a line of the palette waits for the requests being sent, whose result stays', async () => {
  const {harness, sent} = makeApp();
  begin(harness, rename(3));
  await harness.settle();
  beReady(harness);
  harness.press('enter');
  expect(harness.state().write?.stage).toBe('running');
  harness.press(':', 'journal', 'enter');
  expect(harness.state().write?.stage).toBe('running');
  expect(harness.state().prompt).toMatchObject({text: 'journal', goes: true});
  await harness.settle();
  expect(sent()).toHaveLength(3);
  expect(listOf(harness).resource.id).toBe('journal');
  expect(harness.state().notice?.text).toMatch(/3 done/);
});

test('after a failure the report stays, and the line waits for another enter', async () => {
  const {harness} = makeApp(refused);
  begin(harness, rename(2));
  await harness.settle();
  beReady(harness);
  harness.press('enter', ':', 'journal', 'enter');
  await harness.settle();
  expect(harness.state().write?.stage).toBe('report');
  expect(harness.state().notice?.text).toMatch(/esc shows the report/);
  expect(harness.state().prompt).toMatchObject({text: 'journal', goes: false});
  harness.press('enter');
  await harness.settle();
  expect(listOf(harness).resource.id).toBe('journal');
});
