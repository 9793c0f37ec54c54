import {describe, expect, test} from 'vitest';
import {currentView} from '../../../../src/state/model/state.ts';
import {type AppHarness, listOf, makeHarness} from '../../../support/app-harness.ts';
import {fakeContent} from '../../../support/app-world.ts';

const because = 'pages stand below this whiteboard, which no operation can put there';

const node = (id: string, parentId: string, type = 'whiteboard') => ({
  id,
  parentId,
  type,
  title: `Node ${id}`,
  status: 'current',
});

/** Level by level, as the service answers. */
const levels = [
  node('1', 'top'),
  node('2', 'top', 'page'),
  node('3', '1'),
  node('4', '1'),
  node('5', '3'),
];

async function tree(): Promise<AppHarness> {
  const content = fakeContent(because);
  content.answers['content/whiteboards/get-descendants'] = {object: {results: levels}};
  const app = makeHarness({content});
  app.press(':', 'whiteboard-tree 70', 'enter');
  await app.settle();
  return app;
}

function labels(app: AppHarness): string[] {
  return listOf(app).rows.map(row => {
    const {tree: place} = row.value as {readonly tree: {readonly label: string}};
    return place.label;
  });
}

describe('the tree below a whiteboard', () => {
  test('stands each under its parent', async () => {
    expect(labels(await tree())).toEqual([
      '▾ Node 1',
      '  ▾ Node 3',
      '    · Node 5',
      '  · Node 4',
      '· Node 2',
    ]);
  });

  test('folds and unfolds, saying how many are below', async () => {
    const app = await tree();
    app.press('h');
    expect(labels(app)).toEqual(['▸ Node 1  (3 below)', '· Node 2']);
    app.press('l');
    expect(labels(app)).toHaveLength(5);
    expect(labels(app)[0]).toBe('▾ Node 1');
  });

  test('keeps what was folded inside when the outer one is folded too', async () => {
    const app = await tree();
    app.press('j', 'h', 'h');
    expect(listOf(app).cursorId).toBe('1');
    app.press('h', 'l');
    expect(labels(app)).toEqual(['▾ Node 1', '  ▸ Node 3  (1 below)', '  · Node 4', '· Node 2']);
  });

  test('is walked: to the parent by h, to the first child by l', async () => {
    const app = await tree();
    app.press('l', 'l', 'l');
    expect(listOf(app).cursorId).toBe('5');
    app.press('h');
    expect(listOf(app).cursorId).toBe('3');
  });

  test('stays folded when it is read again, and unfolds to each node once', async () => {
    const app = await tree();
    const whole = labels(app);
    app.press('j', 'h', 'k', 'h', 'r');
    await app.settle();
    expect(labels(app)).toEqual(['▸ Node 1  (2 below)', '· Node 2']);
    expect(listOf(app).fresh.size).toBe(0);
    app.press('l');
    expect(labels(app)).toEqual(['▾ Node 1', '  ▸ Node 3  (1 below)', '  · Node 4', '· Node 2']);
    app.press('j', 'l', 'r');
    await app.settle();
    expect(labels(app)).toEqual(whole);
    expect(listOf(app).cursorId).toBe('3');
  });

  test('opens whiteboards, and describes what has no screen', async () => {
    const app = await tree();
    app.press('enter');
    await app.settle();
    expect(app.state().locations.at(-1)?.crumb).toBe('Node 1');
    app.press('esc', 'G', 'enter');
    expect(currentView(app.state())).toMatchObject({kind: 'text', form: 'describe'});
  });
});
