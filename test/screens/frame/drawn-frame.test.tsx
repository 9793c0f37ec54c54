import {renderToString} from 'ink';
import {describe, expect, test} from 'vitest';
import {permissionOf} from '../../../src/api/catalogue/outcomes.ts';
import {commandName} from '../../../src/api/command-for.ts';
import {Failure} from '../../../src/base/failure.ts';
import {caretAfter} from '../../../src/base/text-caret.ts';
import {clockText} from '../../../src/base/times.ts';
import {operationHelp} from '../../../src/commands/help/operation-help.ts';
import {themeOf} from '../../../src/components/themes.ts';
import {ScreenProvider} from '../../../src/screens/context.ts';
import {App} from '../../../src/screens/frame/App.tsx';
import {localOperations} from '../../../src/screens/site/feature.ts';
import {isListResponse, responseList} from '../../../src/state/ask/response-list.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {operationCandidates} from '../../../src/state/overlays/palette/suggest-operations.ts';
import {showDuePreview} from '../../../src/state/overlays/preview/preview.ts';
import {formLines} from '../../../src/state/views/form/form-lines.ts';
import {openForm} from '../../../src/state/views/form/open-form.ts';
import {
  type AppHarness,
  listOf,
  makeHarness,
  openProjects,
  press,
} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {deliveries} from '../../support/deliveries.ts';
import {formOf} from '../../support/form-steps.ts';
import {plainFrame} from '../../support/golden.ts';
import {operations} from '../../support/operations.ts';
import {ownWorld, silentLists, stillWorld} from '../../support/still-world.ts';

const frameOf = (harness: AppHarness): string => plainFrame(rawFrameOf(harness));

function rawFrameOf(harness: AppHarness): string {
  const value = {app: harness.app, theme: themeOf('dark', {colors: 'all'})};
  return renderToString(
    <ScreenProvider value={value}>
      <App />
    </ScreenProvider>,
    {columns: harness.state().columns},
  );
}

/** The app on a tracker that never answers. */
const silent = () => makeHarness({tracker: silentLists(stillWorld().tracker), columns: 120});

function saysBusy(harness: AppHarness, status: number | undefined): void {
  const exchange = {
    method: 'GET',
    url: 'https://tracker.example',
    ...(status !== undefined && {status}),
    durationMs: 3,
    attempt: 1,
    bytes: 0,
    cached: false,
    againMs: 20_000,
  };
  const command = listOf(harness).sent[0]?.command ?? '';
  harness.dispatch({kind: 'exchange', exchange, traffic: undefined, command, atMs: nowMs});
}

test.each([80, 120])('at %d columns, a long status is cut so that the site stays', columns => {
  const app = makeHarness({...stillWorld(), columns});
  app.dispatch({kind: 'limited', wait: {untilMs: nowMs + 90_000, ms: 90_000}});
  app.dispatch(
    deliveries({
      records: [],
      event: {
        type: 'retry',
        failure: new Failure('connection_error', 'Refused.', {attempts: 1}),
        nextAtMs: nowMs + 60_000,
      },
    }),
  );
  const [header = ''] = frameOf(app).split('\n');
  expect(header).toContain('rate limit');
  expect(header).toMatch(/\S+\.example$/);
});

test('the header says until when the rate limit lets requests wait', () => {
  const harness = silent();
  const untilMs = nowMs + 90_000;
  expect(frameOf(harness)).not.toContain('rate limit');
  harness.dispatch({kind: 'limited', wait: {untilMs, ms: 90_000}});
  expect(frameOf(harness)).toContain(`rate limit: waits until ${clockText(untilMs)}`);
  harness.dispatch({kind: 'limited'});
  expect(frameOf(harness)).not.toContain('rate limit');
});

describe('a list that is read for the first time', () => {
  test('says what the server answered and when it is asked again', async () => {
    const harness = silent();
    await press(harness, ':', 'priorities', 'enter');
    saysBusy(harness, 503);
    const frame = frameOf(harness);
    expect(frame).toContain('Loading priorities…');
    expect(frame).toMatch(/The server responded with 503; next attempt at \d\d:00:20\./);
    expect(frame).toContain('ctrl+c stops, esc goes back.');
    expect(frame.split('\n')[1]).toMatch(/503, retrying…$/);
    saysBusy(harness, undefined);
    expect(frameOf(harness)).toContain('No response; next attempt');
  });

  test('keeps the key of what can be done in the footer, since it may be pressed ahead', async () => {
    const harness = silent();
    await press(harness, ':', 'priorities', 'enter');
    expect(frameOf(harness).split('\n').at(-1)).toContain('x actions');
  });
});

test('rows that could not be read anew say since when they are', async () => {
  const world = ownWorld();
  const harness = await openProjects(makeHarness({...world, columns: 120}));
  expect(frameOf(harness).split('\n')[1]).toMatch(/10 projects {2}\d\d:00$/);
  world.setFaults('GET /rest/api/3/project/search: 500');
  harness.dispatch({kind: 'clock', nowMs: nowMs + 600_000});
  await press(harness, 'r');
  expect(frameOf(harness).split('\n')[1]).toMatch(/10 projects {2}failed, as of \d\d:00$/);
});

test('marked rows take no tab away from a narrow screen: the names before them give way', async () => {
  const harness = makeHarness({...stillWorld(), columns: 80});
  await press(harness, ':', 'project HPAY', 'enter', '2');
  const line = () => frameOf(harness).split('\n')[1] ?? '';
  expect(line()).toMatch(/Projects › HPAY .*1 Overview {2}2 Versions {2}3 Components/);
  await press(harness, ' ', ' ', ' ');
  expect(line()).toMatch(/HPAY .*1 Overview {2}2 Versions {2}3 Components.*3 selected/);
});

test('why the object of a row could not be read is said whole in its preview', async () => {
  const world = ownWorld();
  world.setFaults('GET /rest/api/3/project/HPAY: 500');
  const harness = await openProjects(makeHarness({...world, columns: 120, rows: 40}));
  harness.dispatch({
    kind: 'taskResult',
    take: showDuePreview(harness.state().preview?.about ?? ''),
  });
  await harness.settle();
  const pane = frameOf(harness)
    .split('\n')
    .map(line => (line.split('│')[1] ?? '').trim());
  expect(pane.join(' ')).toContain('Server error (500): Requested fault: 500.');
});

test('the header names the site, not the API gateway that leads to it', () => {
  const harness = makeHarness();
  const {session, connection} = harness.state();
  const tracker = {
    ...({service: 'tracker', profile: 'work', authType: 'basic', protected: false} as const),
    ...{baseUrl: 'https://api.atlassian.com/ex/jira/1', siteUrl: 'https://acme.atlassian.net'},
  };
  const ready = {status: 'ready', identities: {tracker}, troubles: {}} as const;
  harness.dispatch({kind: 'connected', session, connection: {...connection, ...ready}});
  expect(frameOf(harness).split('\n')[0]).toMatch(/ acme\.atlassian\.net /);
});

test('a refresh that failed takes no tab away', async () => {
  const world = ownWorld();
  const harness = makeHarness({...world, columns: 80});
  await press(harness, ':', 'project LMA', 'enter', '2');
  const tabsNow = () => /1 Overview.*?›/.exec(frameOf(harness).split('\n')[1] ?? '')?.[0];
  const before = tabsNow();
  expect(before).toContain('3 Components');
  world.setFaults('GET /rest/api/3/project/*: 500');
  await press(harness, 'r');
  expect(frameOf(harness)).toContain('failed, as of');
  expect(tabsNow()).toBe(before);
});

describe('a line being typed', () => {
  test('shows what could steer the terminal, wherever it comes from, as one mark a character', async () => {
    const harness = await openProjects();
    harness.press('/');
    const text = 'a\u001b]8;;x\u0007b\u202ec\u200bd';
    harness.dispatch({kind: 'prompt', event: {kind: 'changed', ...caretAfter(text)}});
    const shown = rawFrameOf(harness);
    expect(shown).toContain('a·]8;;x·b·c·d');
    expect(shown).not.toMatch(/\u001b\]8|\u0007|\u202e|\u200b/);
    expect(harness.state().prompt?.text).toBe(text);
  });
});

test('the header names the site at every width, and the user where there is room for both', () => {
  const user = 'administrator.of.everything@subsidiary.example.com';
  for (const [columns, hasUser] of [
    [160, true],
    [80, false],
    [60, false],
  ] as const) {
    const harness = makeHarness({...stillWorld(), columns});
    const {connection, session} = harness.state();
    if (connection.status !== 'ready') throw new Error('not connected');
    const {tracker, content} = connection.identities;
    if (tracker === undefined || content === undefined) throw new Error('no identity');
    const identities = {tracker: {...tracker, user}, content: {...content, user}};
    harness.dispatch({kind: 'connected', connection: {...connection, identities}, session});
    const [header = ''] = frameOf(harness).split('\n');
    expect([columns, header.includes('site.example'), header.includes(user)]).toEqual([
      columns,
      true,
      hasUser,
    ]);
  }
});

describe('an operation whose permission the documents do not name', () => {
  const unknown = operations.filter(one => permissionOf(one) === undefined);

  test.each(['tracker', 'content'])(
    'has no line of it for %s: in help, the palette, the form, lists',
    async service => {
      const harness = makeHarness({...stillWorld(), columns: 200, rows: 60});
      await harness.settle();
      const own = unknown.filter(one => one.service === service);
      expect(own.length).toBeGreaterThan(0);
      for (const operation of own) {
        const command = commandName(operation);
        harness.press(':', ...`${command} `);
        const palette = frameOf(harness);
        expect(palette).toContain(`${operation.method} ${operation.path}`);
        harness.press('esc', 'esc');
        harness.do(state => openForm(state, command));
        const {foot} = formLines(formOf(harness), 200);
        const call = {operation, given: {inputs: {}}};
        const shown = [
          operationHelp(operation, 80).join('\n'),
          ...operationCandidates(command, harness.state()).map(({suggestion}) =>
            suggestion.label === command ? suggestion.effect : '',
          ),
          palette,
          foot.flatMap(line => line.map(({text}) => text)).join(' '),
          isListResponse(call) ? responseList(call).empty : '',
        ];
        const wrong = shown.filter(text => /Permission: |not documented|undefined/.test(text));
        expect(wrong, command).toEqual([]);
        harness.press('esc', 'esc');
      }
      const rows = localOperations.rows?.(harness.state()) ?? ['none'];
      expect(rows.length).toBeGreaterThan(own.length);
      expect(rows.filter(row => row.includes('not documented'))).toEqual([]);
    },
  );
});

test('a server without a response is said to be silent, one that answered some of the requests of a list is not', async () => {
  const afterLong = async (name: string, answers = 0): Promise<string> => {
    const {tracker: answering} = stillWorld();
    let requests = 0;
    const tracker: typeof answering = {
      ...silentLists(answering),
      request(...request) {
        requests += 1;
        return requests > answers
          ? new Promise<never>(() => undefined)
          : answering.request(...request);
      },
    };
    const harness = makeHarness({tracker, columns: 120});
    harness.press(':', name, 'enter');
    await harness.settle();
    harness.dispatch({kind: 'slow', view: currentView(harness.state()).key, ageMs: 26_000});
    return frameOf(harness);
  };
  expect(await afterLong('priorities')).toContain('no response for 26 s');
  const access = 'access ADMINISTER_PROJECTS HPAY';
  expect(await afterLong(access)).toContain('no response for 26 s');
  expect(await afterLong(access, 4)).toContain('loading for 26 s');
});

describe('after a failed load', () => {
  test.each([
    ['project HPAY', 'y', /y raw|\/ search/],
    ['permission-matrix 0', 'a', /\/ filter|a add/],
  ])('%s offers no key that needs the content', async (command, key, keys) => {
    const world = ownWorld();
    const harness = makeHarness({...world, columns: 120});
    world.setFaults('* *: 500');
    await press(harness, ':', command, 'enter');
    const frame = frameOf(harness);
    expect(frame).toContain('Server error (500)');
    expect(frame).not.toMatch(keys);
    await press(harness, key);
    expect(frameOf(harness)).toContain('nothing was loaded');
  });
});
