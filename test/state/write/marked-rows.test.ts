import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Operation} from '../../../src/api/operation.ts';
import type {InputValues} from '../../../src/api/request-plan.ts';
import {refresh as readAgain} from '../../../src/state/locations/refresh.ts';
import type {Row} from '../../../src/state/model/row.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {menuLines} from '../../../src/state/overlays/write/dialog-lines.ts';
import {commandsOfWrite} from '../../../src/state/overlays/write/stage.ts';
import {previewLines} from '../../../src/state/overlays/write/write-lines.ts';
import {runForm} from '../../../src/state/views/form/form-actions.ts';
import {targetRows} from '../../../src/state/views/list/marks.ts';
import {visibleRows} from '../../../src/state/views/list/rows.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker, someProjects} from '../../support/app-world.ts';
import {beReady, openOperations, stageOf} from '../../support/write-steps.ts';

const because = 'rows go and come between two reads as a test says, and every write is taken';

interface Sent {
  readonly operation: Operation;
  readonly given: InputValues;
}

const webhooks = [...Array(5).keys()].map(i => ({
  id: 501 + i,
  url: `https://example.com/${i}`,
  events: ['jira:issue_created'],
  expirationDate: Date.UTC(2026, 11, 1 + i),
}));
const priorities = [...Array(4).keys()].map(i => ({id: String(71 + i), name: `Level ${i}`}));

/** Lists by the palette's name: the operation that lists them, and their items. */
const lists = {
  projects: {source: 'tracker/project/search', items: someProjects(7)},
  webhooks: {source: 'tracker/webhook/get-dynamic-webhooks-for-app', items: webhooks},
  priorities: {source: 'tracker/priority/search', items: priorities},
} as const;

/** The app on a list; every write is answered and remembered. */
async function openList(list: keyof typeof lists) {
  const {source, items} = lists[list];
  const tracker = fakeTracker(because);
  const sent: Sent[] = [];
  const {request} = tracker;
  tracker.request = (plan, options) => {
    const {operation, given} = tracker.callOf(plan);
    if (operation.effect === 'read') return request(plan, options);
    sent.push({operation, given});
    return Promise.resolve({
      status: 200,
      headers: {},
      text: '{}',
      pages: 1,
      durationMs: 1,
      cached: false,
    });
  };
  const answer = (some: readonly unknown[]) => {
    tracker.answers[source] = {pages: [some], total: some.length};
  };
  // What is not there any more could not be written to.
  tracker.answers['tracker/project/get'] = {object: {}};
  tracker.answers['tracker/priority/get-priority'] = {object: {}};
  answer(items);
  const harness = makeHarness({tracker, rows: 60, columns: 120});
  harness.press(':', list, 'enter');
  await harness.settle();
  return {harness, sent, answer, items};
}

/** Mark the rows at these positions and put the cursor at another. */
function mark(harness: AppHarness, marks: readonly number[], cursor: number): void {
  const size = visibleRows(listOf(harness)).rows.length;
  const goTo = (at: number) => harness.press('g', ...Array<string>(at % size).fill('j'));
  for (const at of new Set(marks.map(one => one % size))) {
    goTo(at);
    harness.press(' ');
  }
  goTo(cursor);
}

function textOf(lines: readonly (readonly {readonly text: string}[])[]): string {
  return lines.map(line => line.map(span => span.text).join('')).join('\n');
}

/** Ids and keys a request names in its path, in its fields or in the list of its body. */
function targetsOf({operation, given}: Sent): readonly string[] {
  const path = operation.inputs
    .filter(input => input.place === 'path')
    .flatMap(input => given.inputs[input.name] ?? []);
  if (path.length > 0) return path;
  const fields = [...(given.inputs.id ?? []), ...(given.inputs.ids ?? [])];
  if (fields.length > 0) return fields;
  const body: unknown = JSON.parse(typeof given.body === 'string' ? given.body : '{}');
  return Object.values(body as object).flatMap(value => (Array.isArray(value) ? value : []));
}

const isNamed = (row: Row, target: string) => String(target) === row.id || target === row.name;

/** Fill in the body a form asks for. */
function fillBody(harness: AppHarness): void {
  const form = currentView(harness.state());
  if (form.kind !== 'form') return;
  const needsBody = form.operation.inputs.some(input => input.place === 'body' && input.required);
  if (!needsBody) return;
  const values = {...form.values, body: ['{"name":"x"}']};
  harness.app.store.setState(state => ({
    ...state,
    locations: state.locations.map(place =>
      place.views[place.tab] === form ? {...place, views: {0: {...form, values}}} : place,
    ),
  }));
}

async function sendAll(harness: AppHarness): Promise<void> {
  beReady(harness);
  harness.press('enter');
  if (harness.state().write?.stage === 'confirm') {
    beReady(harness);
    const {plan} = stageOf(harness, 'confirm');
    harness.press(...(plan.risk === 3 ? [plan.object, 'enter'] : ['y']));
  }
  await harness.settle();
}

describe('what x offers', () => {
  test('with three projects marked, archive archives those three, each by its name', async () => {
    const {harness, sent} = await openList('projects');
    mark(harness, [0, 2, 4], 6);
    const menu = openOperations(harness);
    expect(menu.title).toBe('projects PRO0, PRO2 and PRO4, selected');
    const at = menu.entries.findIndex(entry => entry.text === 'jr project archive');
    harness.press(...Array<string>(at).fill('j'), 'enter');
    const {plan} = stageOf(harness, 'preview');
    expect(plan.requests.map(request => request.label)).toEqual([
      'project PRO0',
      'project PRO2',
      'project PRO4',
    ]);
    await sendAll(harness);
    expect(sent.flatMap(targetsOf)).toEqual(['PRO0', 'PRO2', 'PRO4']);
  });

  test('what is for one at a time is listed for several with the reason, and does nothing', async () => {
    const {harness, sent} = await openList('projects');
    mark(harness, [0, 2], 6);
    const menu = openOperations(harness);
    const update = menu.entries.findIndex(entry => entry.text === 'jr project update');
    expect(textOf(menuLines(menu, harness.state()).lines)).toMatch(
      /jr project update +needs body: one object at a time/,
    );
    expect(menu.entries.find(entry => entry.text === 'jr project get')?.reason).toBe(
      'shows one object at a time',
    );
    harness.press(...Array<string>(update).fill('j'), 'enter');
    expect(stageOf(harness, 'menu').cursor).toBe(update);
    expect(harness.state().notice?.text).toBe('needs body: one object at a time');
    expect(sent).toEqual([]);
  });

  test('one marked row is the one, wherever the cursor is', async () => {
    const {harness} = await openList('projects');
    mark(harness, [3], 6);
    const menu = openOperations(harness);
    expect(menu.title).toBe('project PRO3, selected');
    const at = menu.entries.findIndex(entry => entry.text === 'jr project update');
    harness.press(...Array<string>(at).fill('j'), 'enter');
    expect(currentView(harness.state())).toMatchObject({values: {projectIdOrKey: ['PRO3']}});
  });

  test('the operations of a list belong to its place: they are not offered for marked rows', async () => {
    const {harness} = await openList('projects');
    harness.press('enter', '2');
    await harness.settle();
    mark(harness, [0, 1], 2);
    const {title, entries} = openOperations(harness);
    expect(title).toBe('versions 1.0 and 1.1 of PRO0, selected');
    const reason = (text: string) => entries.find(entry => entry.text === text)?.reason;
    expect(reason('jr project archive')).toBe('does not apply to the selected rows');
    expect(reason('jr version delete')).toBeUndefined();
  });

  test('marked rows that are gone are not replaced by the one under the cursor', async () => {
    const {harness, answer, items} = await openList('projects');
    mark(harness, [3], 0);
    answer(items.slice(0, 2));
    harness.press('r');
    await harness.settle();
    harness.press('x');
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().notice?.text).toMatch(/the selected rows are not loaded/);
  });

  test('nothing is read yet: x opens no menu, and waits', async () => {
    const tracker = fakeTracker(because);
    tracker.pages = () => {
      throw new Error('not used');
    };
    const harness = makeHarness({tracker, connect: false});
    harness.press(':', 'webhooks', 'enter', 'x');
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().typeAhead?.keys).toEqual(['x']);
  });

  test('the key of a property is never filled with the id of its owner', async () => {
    const tracker = fakeTracker(because);
    const ann = {accountId: 'a0', displayName: 'Ann Lee'};
    tracker.answers['tracker/users/get-all'] = {pages: [[ann]]};
    const harness = makeHarness({tracker});
    harness.press(':', 'users', 'enter');
    await harness.settle();
    harness.press('x');
    const {write} = harness.state();
    const texts = write?.stage === 'menu' ? write.entries.map(entry => entry.text) : [];
    expect(listOf(harness).rows).toHaveLength(1);
    expect(texts).not.toContain('jr user delete-property');
  });
});

test('what the preview names is what the requests name, and what was marked', async () => {
  const numbers = fc.nat({max: 40});
  const scenario = fc.record({
    list: fc.constantFrom('projects', 'webhooks', 'priorities'),
    marks: fc.array(numbers, {maxLength: 4}),
    cursor: numbers,
    entry: numbers,
    operations: fc.boolean(),
    // What the list holds at each of its refreshes: turned by so many, the first few gone.
    refreshes: fc.array(fc.record({turn: numbers, gone: fc.nat({max: 3})}), {
      minLength: 3,
      maxLength: 3,
    }),
    refreshesAt: fc.array(fc.boolean(), {minLength: 3, maxLength: 3}),
  });
  let sentRuns = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async scene => {
      const {list, marks, cursor, entry, operations, refreshes, refreshesAt} = scene;
      const {harness, sent, answer, items} = await openList(list);
      const refresh = async (step: number) => {
        const {turn, gone} = refreshes[step] ?? {turn: 0, gone: 0};
        if (refreshesAt[step] !== true) return;
        const by = turn % items.length;
        answer([...items.slice(by), ...items.slice(0, by)].slice(gone));
        harness.do(readAgain);
        await harness.settle();
      };
      mark(harness, marks, cursor);
      await refresh(0);
      const wanted = targetRows(listOf(harness));
      harness.press('x');
      if (harness.state().write?.stage !== 'menu') return;
      const isLast = stageOf(harness, 'menu').entries.at(-1)?.kind === 'all';
      if (operations && isLast) harness.press('G', 'enter');
      const {entries} = stageOf(harness, 'menu');
      const chosen = entries[entry % entries.length];
      // What makes a new one is about no row.
      if (chosen?.kind === 'verb' && chosen.use.verb.rows === 'none') return;
      harness.press(...Array<string>(entry % entries.length).fill('j'));
      await refresh(1);
      harness.press('enter');
      if (harness.state().write?.stage === 'ask') harness.press('enter');
      const isAll =
        harness.state().write?.stage === 'preview' && entry % entries.length === 1 && !operations;
      fillBody(harness);
      if (harness.state().write === undefined) harness.do(runForm);
      if (harness.state().write?.stage !== 'preview') return;
      const preview = stageOf(harness, 'preview');
      const shown = textOf([
        ...previewLines(preview, harness.state()).head,
        ...previewLines(preview, harness.state()).body,
        ...commandsOfWrite(harness.state()).map(text => [{text}]),
      ]);
      await refresh(2);
      await sendAll(harness);
      const targets = sent.flatMap(targetsOf);
      expect(sent.length).toBeGreaterThan(0);
      sentRuns += 1;
      for (const target of targets) expect(shown).toContain(String(target));
      if (list === 'webhooks' && isAll) return;
      for (const row of wanted) {
        expect(wanted.length > 1 ? [row.name] : [row.name, row.id]).toSatisfy((names: string[]) =>
          names.some(name => shown.includes(name)),
        );
        const {leftOut: note = ''} = preview.plan;
        const isLeftOut = note.startsWith('Left out:') && note.includes(`${row.name} (`);
        expect(targets.some(target => isNamed(row, target))).toBe(!isLeftOut);
      }
      for (const target of targets) {
        expect(wanted.some(row => isNamed(row, target))).toBe(true);
      }
    }),
    {numRuns: 80},
  );
  expect(sentRuns).toBeGreaterThan(3);
});
