import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {widthOf} from '../../src/base/width.ts';
import {colorTheme} from '../../src/components/theme.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {makeHarness} from '../support/app-harness.ts';
import {plainFrame} from '../support/golden.ts';
import {seeded} from '../support/seeded.ts';
import {ownWorld} from '../support/still-world.ts';
import {beReady} from '../support/write-steps.ts';

const keys = [
  ...'jkgGdy/nNsScrYLq?:1234567890-=abxzweEvV!~|"<>ü漢',
  '\r',
  '\x1b',
  '\t',
  ' ',
  '\x7f',
  '\x04',
  '\x15',
  '\x06',
  '\x02',
  '\x10',
  '\x0e',
  '\x17',
  '\x1b[A',
  '\x1b[B',
  '\x1b[C',
  '\x1b[D',
  '\x1b[5~',
  '\x1b[6~',
  '\x1b[H',
  '\x1b[F',
  '\x1b[Z',
  '\x1bOP',
  '\x1b[15~',
  '\x1b[1;2D',
  '\x1bx',
  'proj',
  'ver HPAY /1',
  'callum | !x',
  'jjjj',
  'id>3',
];
const sizes = [
  [80, 24],
  [120, 40],
  [40, 10],
  [300, 80],
  [41, 11],
  [20, 5],
] as const;

test.each([1, 2, 3])(
  'any keys in any order and at any size leave a frame that fits (seed %d)',
  async seed => {
    const random = seeded(seed);
    const pick = <T,>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const harness = makeHarness({...ownWorld(), columns: 80, rows: 24, counts: true});
    const value = {app: harness.app, theme: colorTheme};
    for (let i = 0; i < 900; i++) {
      if (random() < 0.02) {
        const [columns, rows] = pick(sizes);
        harness.dispatch({kind: 'resized', columns, rows});
      }
      if (random() < 0.1) beReady(harness);
      harness.press(pick(keys));
      if (random() < 0.15) await harness.settle();
      if (i % 10 !== 0) continue;
      const {columns, rows} = harness.state();
      const frame = renderToString(
        <ScreenProvider value={value}>
          <App />
        </ScreenProvider>,
        {columns},
      );
      const lines = plainFrame(frame).split('\n');
      expect(lines.length).toBeLessThanOrEqual(Math.max(rows, 1));
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    expect(harness.state().locations.length).toBeGreaterThan(0);
  },
);
