import {renderToString} from 'ink';
import {describe, expect, test} from 'vitest';
import {Failure} from '../../src/base/failure.ts';
import {widthOf} from '../../src/base/width.ts';
import {colorTheme} from '../../src/components/theme.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import type {Action} from '../../src/state/model/transition.ts';
import {openTypedCall} from '../../src/state/write/start-write.ts';
import {type AppHarness, makeHarness} from '../support/app-harness.ts';
import {fakeContent, fakeTracker, nowMs} from '../support/app-world.ts';
import {expectGolden, plainFrame} from '../support/golden.ts';
import {begin, beReady, callOf, protectedClient} from '../support/write-steps.ts';

const because = 'a picture changes with its screen alone, and one of many writes is refused';

const sizes = [
  [80, 24],
  [120, 40],
  [40, 12],
] as const;

function draw(harness: AppHarness): string {
  const value = {app: harness.app, theme: colorTheme};
  return renderToString(
    <ScreenProvider value={value}>
      <App />
    </ScreenProvider>,
    {columns: harness.state().columns},
  );
}

/** Press keys as somebody who reads what opens. */
async function press(harness: AppHarness, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    harness.press(key);
    await harness.settle();
    beReady(harness);
  }
}

const isWrite = new Set(['7', '3']);

function writeTracker() {
  const tracker = fakeTracker(because);
  Object.assign(tracker.answers, {
    'tracker/webhook/refresh': {object: {expirationDate: nowMs + 20 * 86_400_000}},
    'tracker/version/update': ({inputs}: {inputs: Record<string, readonly string[]>}) =>
      isWrite.has(inputs.id?.[0] ?? '')
        ? {
            failure: new Failure('auth_failed', 'You must have “Administer projects”.', {
              status: 403,
              attempts: 1,
            }),
          }
        : {object: {id: '1'}},
  });
  // An app may do all that the pictures show, webhooks too.
  return Object.assign(tracker, {identity: {...tracker.identity, authType: 'app'}});
}

/** Some versions renamed at once. */
function renameMany(harness: AppHarness): void {
  const requests = Array.from({length: 12}, (_, i) => ({
    label: `version ${i + 1}.0`,
    call: callOf('tracker version update', {id: [String(i + 1)]}, `{"name":"${i + 1}.0 LTS"}`),
  }));
  begin(harness, {title: 'Rename 12 versions', object: '12', requests, notes: []});
}

interface Case {
  readonly name: string;
  readonly isProtected?: true;
  /** Home is on it, with its counts. */
  readonly counts?: true;
  readonly act: (harness: AppHarness) => Promise<void>;
}

const atWebhooks = [':', 'wh', 'enter'];
const removal = callOf('tracker webhook delete-by-id', {}, '{"webhookIds":[10077]}');
const removing: Action = state => openTypedCall(state, removal);

const cases: readonly Case[] = [
  {name: 'write-menu', act: h => press(h, ...atWebhooks, 'x')},
  {name: 'write-menu-of-version', act: h => press(h, ':', 'ver PRO0', 'enter', 'j', 'x', 'j')},
  {name: 'write-ask', act: h => press(h, ...atWebhooks, 'x', 'j', 'enter', 'x', 'enter')},
  {name: 'write-preview', act: h => press(h, ...atWebhooks, '*', 'x', 'enter')},
  {name: 'write-report', act: h => press(h, ...atWebhooks, '*', 'x', 'enter', 'enter')},
  {
    name: 'write-many',
    act: async h => {
      renameMany(h);
      await press(h);
    },
  },
  {
    name: 'write-confirm',
    act: async h => {
      renameMany(h);
      await press(h, 'k', 'enter');
    },
  },
  {
    name: 'write-many-report',
    act: async h => {
      renameMany(h);
      await press(h, 'k', 'enter', 'y');
    },
  },
  {
    name: 'write-name',
    act: async h => {
      h.do(removing);
      await press(h, 'k', 'enter', 'delete', 'enter');
    },
  },
  {
    name: 'write-protected',
    isProtected: true,
    act: async h => {
      await press(h, ':', 'write on', 'enter');
      h.do(removing);
      await press(h, 'k', 'enter');
    },
  },
  {
    name: 'write-open-dry',
    isProtected: true,
    counts: true,
    act: h => press(h, ':', 'write on', 'enter', ':', 'dry on', 'enter'),
  },
  {
    name: 'journal',
    act: async h => {
      renameMany(h);
      await press(h, 'k', 'enter', 'y', 'esc', ':', 'journal', 'enter');
    },
  },
  {name: 'cron', act: h => press(h, ':', 'cron', 'enter')},
];

for (const [columns, rows] of sizes) {
  describe(`writing at ${columns}x${rows}`, () => {
    test.each(cases)('$name', async ({name, isProtected, counts = false, act}) => {
      const tracker = writeTracker();
      const harness = makeHarness({
        tracker: isProtected ? protectedClient(tracker) : tracker,
        content: fakeContent(because),
        counts,
        columns,
        rows,
      });
      await harness.settle();
      await act(harness);
      await harness.settle();
      const frame = draw(harness);
      const lines = plainFrame(frame).split('\n');
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expectGolden(`${name}.${columns}x${rows}`, frame);
    });
  });
}
