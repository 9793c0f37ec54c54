import {renderToString} from 'ink';
import {describe, expect, test} from 'vitest';
import {toAscii} from '../../src/base/ascii.ts';
import {Failure} from '../../src/base/failure.ts';
import {widthOf} from '../../src/base/width.ts';
import {colorTheme, plainTheme} from '../../src/components/theme.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {PlainFrame} from '../../src/screens/frame/PlainFrame.tsx';
import type {AppEvent} from '../../src/state/model/transition.ts';
import {showDuePreview} from '../../src/state/overlays/preview/preview.ts';
import {runForm} from '../../src/state/views/form/form-actions.ts';
import {openForm} from '../../src/state/views/form/open-form.ts';
import {type AppHarness, makeHarness, press} from '../support/app-harness.ts';
import {fakeContent, fakeTracker, nowMs} from '../support/app-world.ts';
import {contentWorld} from '../support/content-world.ts';
import {deliveries, polled} from '../support/deliveries.ts';
import {fill, goTo} from '../support/form-steps.ts';
import {expectGolden, plainFrame} from '../support/golden.ts';
import {schemeTracker} from '../support/scheme-world.ts';
import {stillWorld} from '../support/still-world.ts';
import {accessCases} from './access/access-cases.ts';
import {answering, type Case} from './golden-case.ts';
import {schemeCases} from './scheme-cases.ts';

const because = 'a picture changes with its screen alone, and some are of answers that never come';

const sizes = [
  [80, 24],
  [120, 40],
  [40, 12],
] as const;

function draw(harness: AppHarness, theme = colorTheme): string {
  const value = {app: harness.app, theme};
  const {columns} = harness.state();
  return renderToString(
    <ScreenProvider value={value}>
      <App />
    </ScreenProvider>,
    {columns},
  );
}

/** A poll that brings failures of a URL that never failed before. */
function newFailures(count: number): AppEvent {
  const records = Array.from({length: count}, (_, i) => ({
    id: `n${i}`,
    text: JSON.stringify({id: `n${i}`, url: 'https://ci.example/build', failureTime: nowMs - i}),
    timeMs: nowMs - i,
    target: 'ci.example/build',
  }));
  return polled(records);
}

const search = 'tracker/project/search';
const refused = new Failure(
  'auth_failed',
  'Client must be authenticated to access this resource.',
  {status: 401},
);

const cases: readonly Case[] = [
  {name: 'home', counts: true, act: () => undefined},
  {name: 'projects', act: h => press(h, 'enter', 'j')},
  {name: 'projects-filter', act: h => press(h, 'enter', '/', 'ann')},
  {name: 'projects-marked', act: h => press(h, 'enter', 'j', ' ', ' ', '/', 'ann', 'enter')},
  {
    name: 'projects-wide',
    act: h => press(h, 'enter', 'w', 'l', 'l', 'l', 'l'),
  },
  {name: 'projects-columns', act: h => press(h, 'enter', 'W', 'j', ' ', 'j', 'j', '+')},
  {name: 'projects-nothing-matches', act: h => press(h, 'enter', '/', 'zzz', 'enter')},
  {
    name: 'projects-empty',
    tracker: answering(search, {pages: [[]], total: 0}),
    act: h => press(h, 'enter'),
  },
  {
    name: 'projects-refused',
    tracker: answering(search, {failure: refused}),
    act: h => press(h, 'enter'),
  },
  {
    name: 'projects-loading',
    tracker: answering(search, {silent: true}),
    act: async h => {
      await press(h, 'enter');
      h.dispatch({kind: 'slow', view: h.state().nextKey - 1, ageMs: 200});
    },
  },
  {name: 'project-overview', act: h => press(h, 'enter', 'enter')},
  {name: 'versions', act: h => press(h, 'enter', 'enter', 'tab Versions')},
  {name: 'version-describe', act: h => press(h, 'enter', 'enter', 'tab Versions', 'j', 'd')},
  {name: 'version-raw', act: h => press(h, 'enter', 'enter', 'tab Versions', 'j', 'y')},
  {name: 'permission-schemes', act: h => press(h, ':', 'perm', 'enter')},
  {name: 'grants', act: h => press(h, ':', 'perm', 'enter', 'enter')},
  {name: 'notification-schemes', act: h => press(h, ':', 'notif', 'enter')},
  ...schemeCases,
  {
    name: 'import',
    act: async h => {
      const rows = 'name,projectId,releaseDate\nQuay 3.0,10000,2026-12-18\nQuay 3.1,10000,soon\n';
      h.files = {'rows.csv': new TextEncoder().encode(rows)};
      await press(h, ':', 'import version create rows.csv', 'enter');
    },
  },
  ...accessCases,
  {name: 'webhooks', act: h => press(h, ':', 'wh', 'enter')},
  {name: 'failed-webhooks', act: h => press(h, ':', 'wh failed', 'enter')},
  {name: 'failed-records', act: h => press(h, ':', 'wh failed', 'enter', 'tab Records')},
  {name: 'failed-times', act: h => press(h, ':', 'wh failed', 'enter', 'tab Timeline', 'j')},
  {name: 'failed-of-url', act: h => press(h, ':', 'wh failed', 'enter', 'enter')},
  {name: 'failed-describe', act: h => press(h, ':', 'wh failed', 'enter', 'tab Records', 'd')},
  {
    name: 'failed-held-still',
    act: async h => {
      await press(h, ':', 'wh failed', 'enter', 'tab Records', 'j');
      const [fromMs, toMs] = [nowMs - 90 * 3_600_000, nowMs - 72 * 3_600_000];
      h.dispatch(deliveries({records: [], event: {type: 'gap', fromMs, toMs}}));
      h.dispatch(newFailures(7));
    },
  },
  {
    name: 'failed-waiting',
    act: async h => {
      await press(h, ':', 'wh failed', 'enter');
      const failure = new Failure('rate_limited', 'The rate limit was exceeded.', {status: 429});
      const event = {type: 'retry', failure, nextAtMs: nowMs + 60_000} as const;
      h.dispatch(deliveries({records: [], event}));
    },
  },
  {
    name: 'failed-beside',
    act: async h => {
      await press(h, ':', 'wh failed', 'enter', 'esc', 'enter');
      h.dispatch(newFailures(12));
    },
  },
  {
    name: 'failed-refused',
    tracker: answering('tracker/webhook/get-failed', {
      failure: new Failure('auth_failed', 'The caller is not one of: add-on app.', {status: 403}),
    }),
    act: h => press(h, ':', 'wh failed', 'enter'),
  },
  {name: 'blog-posts', act: h => press(h, ':', 'blog', 'enter')},
  {
    name: 'post-compare',
    counts: true,
    content: contentWorld,
    act: h => press(h, ':', 'post-versions 900', 'enter', '=', 'n'),
  },
  {
    name: 'whiteboard-tree',
    counts: true,
    content: contentWorld,
    act: h => press(h, ':', 'whiteboard-tree 70', 'enter', 'j', 'h'),
  },
  {name: 'admin-key', content: contentWorld, act: h => press(h, ':', 'admin-key', 'enter')},
  {name: 'user-query-help', act: h => press(h, ':', 'user-query-help', 'enter')},
  {name: 'home-look', counts: true, content: contentWorld, act: h => press(h, 'g')},
  {name: 'help', act: h => press(h, 'enter', '?')},
  {
    name: 'preview',
    act: async h => {
      await press(h, 'enter', 'p');
      const about = h.state().preview?.about ?? '';
      h.dispatch({kind: 'taskResult', take: showDuePreview(about)});
      await h.settle();
    },
  },
  {name: 'palette', counts: true, act: h => press(h, ':', 've')},
  {
    name: 'home-not-connected',
    counts: true,
    act: h => {
      const trouble = (program: string) => ({
        title: 'Invalid configuration',
        text: `No base URL is set: ~/.config/${program}/config.json has none.`,
        advice: ['Sign in with :sign-in, or set JR_BASE_URL.', 'r retries, esc goes back.'],
      });
      h.dispatch({
        kind: 'connected',
        connection: {
          status: 'ready',
          identities: {},
          troubles: {tracker: trouble('jr'), content: trouble('cf')},
        },
        session: h.state().session,
      });
    },
  },
  {
    name: 'form',
    act: async h => {
      h.do(state => openForm(state, 'jr statuses search'));
      goTo(h, 'projectId');
      await press(h, 'ctrl+o');
    },
  },
  {
    name: 'form-problem',
    act: async h => {
      h.do(state => openForm(state, 'jr priority search'));
      goTo(h, 'maxResults');
      await press(h, 'many');
    },
  },
  {
    name: 'form-version',
    act: async h => {
      h.do(state => openForm(state, 'jr version create'));
      await press(h, '2.6.0', 'tab', 'tab', 'in two weeks', 'tab');
      await press(h, 'soon', 'tab', 'tab', 'tab');
    },
  },
  {
    name: 'form-version-text',
    act: async h => {
      h.do(state => openForm(state, 'jr version create'));
      fill(h, 'name', '2.6.0');
      goTo(h, 'description');
      await press(h, 'Cards,', 'enter', 'and the nightly settlement.');
    },
  },
  {
    name: 'form-request',
    act: async h => {
      h.do(state => openForm(state, 'jr version get'));
      await press(h, '10042', 'f2');
    },
  },
  {
    name: 'answer-table',
    act: async h => {
      h.do(state => openForm(state, 'jr project search'));
      h.do(runForm);
      await h.settle();
    },
  },
  {name: 'notice', act: h => press(h, 'enter', 'Z')},
];

/** Every screen tells the same without colour, by weight and inverse video alone. */
function expectWithoutColor(harness: AppHarness, frame: string): void {
  const plain = draw(harness, plainTheme);
  expect(plainFrame(plain).replace(/^>/gm, '▌')).toBe(plainFrame(frame));
  for (const [, codes = ''] of plain.matchAll(/\x1b\[([0-9;]*)m/g)) {
    for (const code of codes.split(';')) expect(['', '0', '1', '7', '22', '27']).toContain(code);
  }
}

/** The frame in ASCII: as wide as before, and only letters of the server are not ASCII. */
function asciiOf(frame: string): string {
  const ascii = plainFrame(toAscii(frame, false));
  expect(ascii.split('\n').map(widthOf)).toEqual(plainFrame(frame).split('\n').map(widthOf));
  for (const character of ascii.match(/[^\u0000-\u007f]/gu) ?? []) {
    expect(character).toMatch(/\p{L}|\p{M}|\p{Emoji}/u);
  }
  return ascii;
}

for (const [columns, rows] of sizes) {
  describe(`at ${columns}x${rows}`, () => {
    test.each(cases)('$name', async ({name, act, counts = false, ...answers}) => {
      const {tracker = fakeTracker, content = fakeContent} = answers;
      const worlds = {tracker: tracker(because), content: content(because)};
      const harness = makeHarness({...worlds, counts, columns, rows});
      await harness.settle();
      await act(harness);
      await harness.settle();
      const frame = draw(harness);
      const lines = plainFrame(frame).split('\n');
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expectGolden(`${name}.${columns}x${rows}`, frame);
      if (columns === 80) {
        expectWithoutColor(harness, frame);
        expectGolden(`${name}.ascii`, asciiOf(frame));
      }
    });
  });
}

test('without colour only weight and inverse video are used', async () => {
  const harness = makeHarness({tracker: fakeTracker(because)});
  await press(harness, 'enter');
  const frame = draw(harness, plainTheme);
  for (const [, codes = ''] of frame.matchAll(/\x1b\[([0-9;]*)m/g)) {
    for (const code of codes.split(';')) expect(['', '0', '1', '7', '22', '27']).toContain(code);
  }
  expectGolden('projects-no-color.80x24', frame);
});

test('in a matrix nothing is told by colour alone', async () => {
  const harness = makeHarness({tracker: schemeTracker(because)});
  await press(harness, ':', 'perm', 'enter', 'enter', 'tab Matrix', 'l');
  expectGolden('permission-matrix-no-color.80x24', draw(harness, plainTheme));
});

test('text from the server never reaches the terminal as control characters', async () => {
  const harness = makeHarness({...stillWorld(), columns: 120, rows: 40});
  await press(harness, ':', 'blog', 'enter');
  const shown = draw(harness).replace(/\x1b\[[0-9;]*m/g, '');
  expect(shown).toContain('Odd bytes: \\u001b[31mred');
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

test('a terminal too small says how large it must be', () => {
  const harness = makeHarness({columns: 39, rows: 9});
  expect(plainFrame(draw(harness))).toBe('steward needs 40x10');
});

test('without a terminal one plain frame shows the counts', async () => {
  const harness = makeHarness({
    tracker: fakeTracker(because),
    content: fakeContent(because),
    counts: true,
  });
  await harness.settle();
  expectGolden(
    'plain-frame',
    renderToString(<PlainFrame state={harness.state()} />, {columns: 100}),
  );
});
