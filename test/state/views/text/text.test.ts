import {expect, test} from 'vitest';
import {widthOf} from '../../../../src/base/width.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {commandShown} from '../../../../src/state/overlays/copy/copy.ts';
import type {TextView} from '../../../../src/state/views/text/state.ts';
import {linesOfText} from '../../../../src/state/views/text/text-lines.ts';
import {type AppHarness, makeHarness, openProjects} from '../../../support/app-harness.ts';
import {stillWorld} from '../../../support/still-world.ts';
import {until} from '../../../support/until.ts';

function textOf(harness: AppHarness): TextView {
  const view = currentView(harness.state());
  if (view.kind !== 'text') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

function linesShown(harness: AppHarness): string[] {
  return linesOfText(textOf(harness), harness.state()).map(line =>
    line.map(span => span.text).join(''),
  );
}

/** The description of the first project. */
async function describeProject(
  harness = makeHarness({...stillWorld(), waits: false}),
): Promise<AppHarness> {
  await openProjects(harness);
  harness.press('d');
  await harness.settle();
  return harness;
}

/** The moment after the last key of a jq filter: the engine was asked, and has answered. */
async function calm(harness: AppHarness): Promise<void> {
  const filter = harness.state().prompt?.text ?? '';
  const isWrong = () => harness.state().prompt?.problem !== undefined;
  await until(() => isWrong() || textOf(harness).selected?.filter === filter);
}

/** Enter: the filter is kept, and its line closed. */
async function keepFilter(harness: AppHarness): Promise<void> {
  harness.press('enter');
  await until(() => harness.state().prompt === undefined);
}

test('y goes from JSON to YAML to fields and around; d is formatted view', async () => {
  const harness = await describeProject();
  harness.press('y');
  expect(linesShown(harness)[0]).toBe('{');
  harness.press('y');
  expect(linesShown(harness)).toContain('key: HPAY');
  harness.press('y');
  expect(linesShown(harness)).toContain('.key = "HPAY"');
  harness.press('y');
  expect(textOf(harness).form).toBe('raw');
  harness.press('d');
  expect(textOf(harness).form).toBe('describe');
});

test('a search goes from match to match and around', async () => {
  const harness = await describeProject();
  harness.press('y', '/', '"', 'enter');
  const matches = linesShown(harness).flatMap((line, i) => (line.includes('"') ? [i] : []));
  expect(textOf(harness).match).toBe(matches[0]);
  harness.press('n');
  expect(textOf(harness).match).toBe(matches[1]);
  harness.press('N', 'N');
  expect(textOf(harness).match).toBe(matches.at(-1));
  harness.press('esc');
  expect(textOf(harness)).toMatchObject({search: '', match: undefined});
});

test('jq shows its result while it is typed, and enter keeps it in the view and its command', async () => {
  const harness = await describeProject();
  harness.press('y', 'J', '\x15', '.key, .name');
  await calm(harness);
  expect(linesShown(harness)[0]).toBe('"HPAY"');
  expect(linesShown(harness)).toHaveLength(2);
  await keepFilter(harness);
  expect(commandShown(harness.state(), harness.app.registry)).toMatch(/ --jq '\.key, \.name'$/);
  harness.press('esc');
  expect(linesShown(harness)[0]).toBe('{');
  expect(commandShown(harness.state(), harness.app.registry)).not.toContain('--jq');
});

test('a filter that is wrong says so and leaves the result before; the text stays', async () => {
  const harness = await describeProject();
  harness.press('J', '\x15', '.key');
  await calm(harness);
  harness.press(' | nosuch');
  await calm(harness);
  expect(harness.state().prompt).toMatchObject({text: '.key | nosuch'});
  expect(harness.state().prompt?.problem).toContain('nosuch/0 is not defined');
  expect(linesShown(harness)).toEqual(['"HPAY"']);
  harness.press('enter');
  await calm(harness);
  expect(harness.state().prompt?.kind).toBe('jq');
});

test('esc while typing shows what was kept before', async () => {
  const harness = await describeProject();
  harness.press('J', '\x15', '.key');
  await keepFilter(harness);
  harness.press('J', '\x15', '.name');
  await calm(harness);
  harness.press('esc');
  await until(() => linesShown(harness)[0] === '"HPAY"');
  expect(linesShown(harness)).toEqual(['"HPAY"']);
});

test('long lines are cut and scrolled sideways, or wrapped', async () => {
  const harness = await describeProject(makeHarness({...stillWorld(), columns: 30}));
  harness.press('y');
  const longest = Math.max(...linesShown(harness).map(line => widthOf(line)));
  expect(longest).toBeGreaterThan(27);
  harness.press('l');
  expect(textOf(harness).left).toBe(Math.min(8, longest - 27));
  harness.press('h', 'h');
  expect(textOf(harness).left).toBe(0);
  for (let i = 0; i < longest; i += 8) harness.press('l');
  expect(textOf(harness).left).toBe(longest - 27);
  harness.press('w');
  expect(Math.max(...linesShown(harness).map(line => widthOf(line)))).toBeLessThanOrEqual(27);
  harness.press('l');
  expect(harness.state().notice?.text).toContain('wrapped');
});

test('a card unfolds where one is: what is below it is not thrown out of sight', async () => {
  const harness = await openProjects(makeHarness({...stillWorld(), rows: 12}));
  harness.press('enter');
  await harness.settle();
  harness.press('G');
  const {top} = textOf(harness);
  expect(top).toBeGreaterThan(0);
  const folded = linesShown(harness).length;
  harness.press('enter');
  expect(linesShown(harness).length).toBeGreaterThan(folded);
  expect(textOf(harness).top).toBe(top);
  harness.press('enter');
  expect(textOf(harness).top).toBe(0);
});

test('all fields are expanded where they fit in columns, and enter collapses them', async () => {
  const harness = await openProjects(makeHarness({...stillWorld(), columns: 200, rows: 220}));
  harness.press('enter');
  await harness.settle();
  const open = linesShown(harness);
  const at = open.findIndex(line => line.startsWith('All fields  enter collapses'));
  expect(at).toBeGreaterThan(0);
  expect(open.length).toBeLessThan(220);
  expect(Math.max(...open.map(line => widthOf(line)))).toBeLessThanOrEqual(197);
  // Three columns show all that a narrow screen shows in one.
  const letters = (lines: readonly string[]) => [...lines.join('').replaceAll(' ', '')].sort();
  harness.press('enter');
  expect(linesShown(harness)).toHaveLength(at + 1);
  // What is collapsed is searched.
  harness.press('/', 'Simplified', 'enter');
  expect(textOf(harness).match).toBeGreaterThan(at);
  harness.press('esc', 'enter');
  expect(linesShown(harness)).toEqual(open);
  harness.dispatch({kind: 'resized', columns: 70, rows: 220});
  const below = linesShown(harness);
  const fields = below.slice(below.findIndex(line => line.startsWith('All fields')) + 2);
  expect(letters(open.slice(at + 2))).toEqual(letters(fields));
});
