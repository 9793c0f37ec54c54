import chalk from 'chalk';
import {renderToString} from 'ink';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {themeOf} from '../../src/components/themes.ts';
import {startSandbox} from '../../src/sandbox/start.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {changedCells, fewerMoves} from '../../tools/build/changed-cells.mjs';
import {type AppHarness, makeHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {makeSandboxApp, settled} from '../support/live-app.ts';
import {press} from './golden-case.ts';

// The colours of a terminal that has all of them: each costs bytes.
const {level} = chalk;
beforeAll(() => {
  chalk.level = 3;
});
afterAll(() => {
  chalk.level = level;
});

function frameOf(harness: AppHarness): readonly string[] {
  const value = {app: harness.app, theme: themeOf('dark', {colors: 'all'}), gate: {open: false}};
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

test.each([
  ['projects', 120, 40],
  ['ver PRO0', 120, 40],
  ['projects', 200, 60],
  ['ver PRO0', 200, 60],
])(
  'a move in %s at %ix%i, and the preview that follows, are a few bytes',
  async (list, columns, rows) => {
    const harness = makeHarness({columns, rows});
    await harness.settle();
    await press(harness, ':', list, 'enter');
    const rest = async () => {
      harness.dispatch({kind: 'previewDue', about: harness.state().preview?.about ?? ''});
      await harness.settle();
    };
    await rest();
    const before = frameOf(harness);
    expect(before.join('')).toContain('\u001b[38;2;');
    harness.press('j');
    const moved = frameOf(harness);
    await rest();
    const rested = frameOf(harness);
    expect(rested).not.toEqual(moved);
    expect(bytesBetween(before, moved)).toBeLessThan(900);
    expect(bytesBetween(before, moved) + bytesBetween(moved, rested)).toBeLessThan(2000);
  },
);

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
];

describe('in the world of the sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    sandbox = await startSandbox({seed: 1, now: () => nowMs});
  });
  afterAll(() => sandbox.stop());

  test.each(everyList)('moves in %s at 200x60 are as few', async list => {
    // The text of a post may have no line in common with that of the next, in letters of any script.
    const moves = list === 'blog-posts' ? 10 : 3;
    const harness = makeSandboxApp(sandbox);
    harness.dispatch({kind: 'resized', columns: 200, rows: 60});
    await settled(harness);
    harness.press(':', list, 'enter');
    await settled(harness);
    const rest = async () => {
      harness.dispatch({kind: 'previewDue', about: harness.state().preview?.about ?? ''});
      await settled(harness);
    };
    await rest();
    for (let move = 1; move <= moves; move++) {
      const before = frameOf(harness);
      harness.press('j');
      const moved = frameOf(harness);
      await rest();
      const rested = frameOf(harness);
      expect(moved).not.toEqual(before);
      const bytes = [bytesBetween(before, moved), bytesBetween(moved, rested)];
      expect(bytes[0], `move ${move}`).toBeLessThan(900);
      expect(bytes[1], `move ${move}`).toBeLessThan(2000);
      expect((bytes[0] ?? 0) + (bytes[1] ?? 0), `move ${move}`).toBeLessThan(2000);
    }
  });
});
