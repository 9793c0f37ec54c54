import {describe, expect, test} from 'vitest';
import {widthOf} from '../../../src/base/width.ts';
import {fittingHints} from '../../../src/components/Footer.tsx';
import {tabTitles} from '../../../src/screens/frame/TopLines.tsx';
import {currentPath} from '../../../src/state/locations/current-path.ts';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {makeHarness, openProjects, press} from '../../support/app-harness.ts';
import {drawApp} from '../../support/draw-app.tsx';
import {settled} from '../../support/live-app.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';

const titles = ['Overview', 'Versions', 'Roles', '本社の権限', 'Notifications', 'Components'];
const tabs = titles.map(title => ({title, spec: {kind: 'home'} as const}));

function shown(tab: number, room: number): string {
  return tabTitles({tabs, tab}, room)
    .map(({text}) => text)
    .join('');
}

describe('tabs', () => {
  test('all are named where there is room', () => {
    expect(shown(1, 120)).toBe(
      '  1 Overview  2 Versions  3 Roles  4 本社の権限  5 Notifications  6 Components  ',
    );
  });

  test('arrows stand for those that do not fit, and the next one is seen before those further back', () => {
    expect(shown(0, 40)).toBe('  1 Overview  2 Versions  3 Roles ›');
    expect(shown(3, 40)).toBe('‹ 4 本社の権限  5 Notifications ›');
    expect(shown(5, 40)).toBe('‹ 5 Notifications  6 Components  ');
  });

  test.each([1, 5, 12, 33, 80, 200])(
    'in %i columns the one looked at is named, the rest keeps to them',
    room => {
      for (const tab of tabs.keys()) {
        expect(shown(tab, room)).toContain(titles[tab]);
        const least = widthOf(titles[tab] ?? '') + 6;
        expect(widthOf(shown(tab, room))).toBeLessThanOrEqual(Math.max(room, least));
      }
    },
  );
});

describe('the footer', () => {
  const hints = [
    {keyName: 'enter', word: 'open'},
    {keyName: 'x', word: 'actions', always: true},
    {keyName: '/', word: 'filter', always: true},
    {keyName: 's', word: 'sort'},
    {keyName: '?', word: 'help', always: true},
    {keyName: 'q', word: 'close', always: true},
  ];
  const text = (columns: number): string =>
    fittingHints(hints, columns)
      .map(({keyName, word}) => `${keyName} ${word}`.trim())
      .join('  ');

  test('leaves out what may be, the last first', () => {
    expect(text(60)).toBe('enter open  x actions  / filter  s sort  ? help  q close');
    expect(text(50)).toBe('enter open  x actions  / filter  ? help  q close');
    expect(text(40)).toBe('x actions  / filter  ? help  q close');
  });

  test('drops words of the others before a key of them', () => {
    expect(text(30)).toBe('x actions  / filter  ? help  q');
    expect(text(20)).toBe('x actions  /  ?  q');
    expect(text(12)).toBe('x  /  ?  q');
  });
});

describe('the breadcrumb', () => {
  test('says where a thing is, whichever way one came to it', async () => {
    const harness = await openProjects();
    await press(harness, 'enter');
    expect(currentPath(harness.state())).toEqual(['Projects', 'HPAY']);
    const jumped = makeHarness(stillWorld());
    await press(jumped, ':', 'project HPAY', 'enter');
    expect(currentPath(jumped.state())).toEqual(['Projects', 'HPAY']);
  });

  test('goes through the tab that a thing was opened from, and on to what has no screen', async () => {
    const harness = await openProjects();
    await press(harness, 'enter', '2', 'enter');
    expect(currentPath(harness.state())).toEqual(['Projects', 'HPAY', 'Versions', '1.0.0']);
    await press(harness, 'y');
    expect(currentPath(harness.state()).slice(0, 3)).toEqual(['Projects', 'HPAY', 'Versions']);
  });

  test('an object opened by its id is in the list of its kind', async () => {
    const harness = makeHarness(stillWorld());
    await press(harness, ':', 'ver 10001', 'enter');
    expect(currentPath(harness.state())).toEqual(['Versions', '1.1.0']);
  });

  test('an object that no list of the site has is below its kind', async () => {
    const harness = makeHarness(stillWorld());
    await press(harness, ':', 'whiteboard 1049088', 'enter');
    expect(currentPath(harness.state())).toEqual(['Whiteboard', 'Story map of the next release']);
  });

  test('home is itself, and is left out over everything else', async () => {
    const harness = makeHarness(stillWorld());
    expect(currentPath(harness.state())).toEqual(['Home']);
    await press(harness, ':', 'priorities', 'enter');
    expect(currentPath(harness.state())).toEqual(['Priorities']);
  });
});

test.each([
  ['that failed', 'statuses'],
  ['that is empty', 'blog-drafts'],
])('the footer of a list %s offers neither filter, sort nor preview', async (_, screen) => {
  const world = ownWorld();
  const harness = makeHarness({...world, columns: 160, rows: 40});
  await harness.settle();
  const footerOf = async (list: string) => {
    harness.do(goTo({screen: list, args: []}));
    await settled(harness);
    return drawApp(harness).split('\n').at(-1);
  };
  expect(await footerOf('priorities')).toMatch(/filter.*sort.*preview/);
  world.setFaults('GET *statuses/search*: 500');
  const footer = await footerOf(screen);
  expect(footer).toContain('refresh');
  expect(footer).not.toMatch(/filter|sort|preview/);
});
