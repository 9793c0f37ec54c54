import chalk from 'chalk';
import {renderToString} from 'ink';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {themeOf} from '../../src/components/themes.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {showDuePreview} from '../../src/state/overlays/preview/preview.ts';
import {changedCells, fewerMoves} from '../../tools/build/changed-cells.mjs';
import {type AppHarness, makeHarness, press} from '../support/app-harness.ts';
import {stillWorld} from '../support/still-world.ts';

// The colours of a terminal that has all of them: each costs bytes.
const {level} = chalk;
beforeAll(() => {
  chalk.level = 3;
});
afterAll(() => {
  chalk.level = level;
});

function frameOf(harness: AppHarness): readonly string[] {
  const value = {app: harness.app, theme: themeOf('dark', {colors: 'all'})};
  return renderToString(
    <ScreenProvider value={value}>
      <App />
    </ScreenProvider>,
    {columns: harness.state().columns},
  ).split('\n');
}

/** Bytes that make one frame of the other, as the edited Ink writes them. */
function bytesBetween(before: readonly string[], after: readonly string[]): number {
  const lines = after.map((line, i) =>
    line === before[i] ? '\u001b[E' : `${changedCells(before[i], line)}\r\n`,
  );
  return Buffer.byteLength(fewerMoves(lines.join('')));
}

const everyList = [
  'projects',
  'blog-posts',
  'spaces',
  'webhooks',
  'statuses',
  'resolutions',
  'priorities',
  'permission-schemes',
  'notification-schemes',
  'ver HPAY',
].map(list => [list, 200, 60] as const);

test.each([...everyList, ['projects', 120, 40], ['ver HPAY', 120, 40]] as const)(
  'a move in %s at %ix%i, and the preview that follows, are a few bytes',
  async (list, columns, rows) => {
    // The text of a post may have no line in common with that of the next, in letters of any
    // script.
    const moves = list === 'blog-posts' ? 10 : 3;
    const harness = makeHarness({...stillWorld(), columns, rows});
    await press(harness, ':', list, 'enter');
    const rest = async () => {
      harness.dispatch({
        kind: 'taskResult',
        take: showDuePreview(harness.state().preview?.about ?? ''),
      });
      await harness.settle();
    };
    await rest();
    expect(frameOf(harness).join('')).toContain('\u001b[38;2;');
    for (let move = 1; move <= moves; move++) {
      const before = frameOf(harness);
      harness.press('j');
      const moved = frameOf(harness);
      await rest();
      const rested = frameOf(harness);
      expect(moved).not.toEqual(before);
      const bytes = [bytesBetween(before, moved), bytesBetween(moved, rested)];
      expect(bytes[0], `move ${move}`).toBeLessThan(900);
      expect(bytes[1], `move ${move}`).toBeLessThan(2200);
      expect((bytes[0] ?? 0) + (bytes[1] ?? 0), `move ${move}`).toBeLessThan(2200);
    }
  },
);
