import {onTestFinished, TestRunner} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import type {Service} from '../../src/api/operation.ts';
import type {SignInOutcome, SignInRequest} from '../../src/api/sign-in-outcome.ts';
import type {Clock} from '../../src/base/clock.ts';
import {Failure} from '../../src/base/failure.ts';
import {deniesWrites} from '../../src/host/connect.ts';
import {makeForwarder} from '../../src/host/forwarder.ts';
import {runProgram} from '../../src/host/run-program.ts';
import {siteFilesIn} from '../../src/host/site-files.ts';
import {features, screens} from '../../src/screens/features.ts';
import {makeRegistry} from '../../src/state/app/registry.ts';
import {makeEffectRunner} from '../../src/state/app/run-effects.ts';
import {type AppStore, initialState, makeAppStore} from '../../src/state/app/store.ts';
import {pressKey} from '../../src/state/keys/route-key.ts';
import {keysOf} from '../../src/state/keys/terminal-input.ts';
import type {PersistScope} from '../../src/state/model/plain-events.ts';
import {type AppState, currentLocation, currentView} from '../../src/state/model/state.ts';
import type {Action, AppEvent} from '../../src/state/model/transition.ts';
import {attentionPanel} from '../../src/state/views/home/home-lines.ts';
import {visibleRows} from '../../src/state/views/list/rows.ts';
import type {ListView} from '../../src/state/views/list/state.ts';
import {nowMs} from './app-world.ts';
import {fakeHost} from './fake-host.ts';
import {noServer} from './no-server.ts';
import {stillWorld} from './still-world.ts';

/** The app without a screen: its state, and keys as a user presses them. */
export interface AppHarness {
  readonly app: AppStore;
  readonly clients: Partial<Record<Service, Client>>;
  readonly copied: string[];
  /** What earlier sessions kept, by name; give it before the app is made with `options.kept`. */
  readonly kept: Map<string, string>;
  /** Files that were written, by path. */
  readonly saved: Map<string, string>;
  /** Clients of the tracker through other profiles, by name; may be set. */
  others: Readonly<Record<string, Client>>;
  /** The outcome of a sign-in. @default every service rejects it */
  signIn: (
    request: SignInRequest,
    onUrl: (url: string, isOpen: boolean) => void,
  ) => SignInOutcome | Promise<SignInOutcome>;
  /** Files of the user's, by their path. */
  files: Readonly<Record<string, Uint8Array>>;
  /** The audit log there is; may be set. */
  auditLog: {path: string; text: string} | undefined;
  /** Every switch of the mouse. */
  readonly mouse: boolean[];
  readonly quits: number[];
  /** What rang the bell. */
  readonly rung: string[];
  /** Profiles that were asked to be connected. */
  readonly switched: string[];
  /** Addresses a browser was asked to open. */
  readonly browsed: string[];
  /** Errors of the program itself; a test fails when there is one it did not take out. */
  readonly faults: unknown[];
  /** Times the screen was drawn anew or given away. */
  readonly drawn: string[];
  /** What the user's editor makes of a text; may be set. */
  editor: (text: string, suffix: string) => {text: string} | {problem: string};
  state(): AppState;
  do(act: Action): void;
  dispatch(event: AppEvent): void;
  /** Press keys; a text for the prompt is one string, such as `press('/', 'ann', 'enter')`. */
  press(...keys: readonly string[]): void;
  /** Let everything that was started finish. */
  settle(): Promise<void>;
}

const sequences: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  down: '\x1b[B',
  up: '\x1b[A',
  backspace: '\x7f',
  right: '\x1b[C',
  'shift+tab': '\x1b[Z',
  left: '\x1b[D',
  f1: '\x1bOP',
  f2: '\x1bOQ',
  f3: '\x1bOR',
  f4: '\x1bOS',
  'alt+up': '\x1b[1;3A',
  'alt+down': '\x1b[1;3B',
  'alt+enter': '\x1b\r',
  'ctrl+c': '\x03',
  'ctrl+e': '\x05',
  'ctrl+k': '\x0b',
  'ctrl+n': '\x0e',
  'ctrl+o': '\x0f',
  'ctrl+s': '\x13',
  'ctrl+y': '\x19',
  'ctrl+u': '\x15',
  pgdn: '\x1b[6~',
};

/** Make the app, connected. */
export function makeHarness(
  options: {
    /** @default none: the test fails when it is asked */
    readonly tracker?: Client | undefined;
    /** @default none: the test fails when it is asked */
    readonly content?: Client | undefined;
    /** Whether a browser can be opened. @default true */
    readonly browser?: boolean;
    /** Longest text the terminal's clipboard takes. @default no limit */
    readonly clipboard?: number;
    readonly columns?: number;
    readonly rows?: number;
    readonly connect?: boolean;
    /** Whether the home screen asks for its counts, some forty requests. @default false */
    readonly counts?: boolean;
    /** Whether it asks what the account may do. @default false */
    readonly permissions?: boolean;
    /** Whether what waits for a moment goes on waiting for ever. @default true */
    readonly waits?: boolean;
    /** @default one that stands still, and whose moments never come */
    readonly clock?: Clock;
    readonly kept?: Readonly<Record<string, string>>;
    /** What the reads of some names wait for. */
    readonly slow?: Readonly<Record<string, Promise<void>>>;
  } = {},
): AppHarness {
  const clients: Partial<Record<Service, Client>> = {
    tracker: options.tracker ?? noServer('tracker'),
    content: options.content ?? noServer('content'),
  };
  const copied: string[] = [];
  const kept = new Map(Object.entries(options.kept ?? {}));
  const scopes = new Map<string, PersistScope>();
  /** A file that is read from another place than it is written to is never found. */
  const checkScope = (name: string, scope: PersistScope): void => {
    const known = scopes.get(name) ?? scope;
    scopes.set(name, known);
    if (known !== scope) throw new Error(`${name} is persisted by ${known} and by ${scope}`);
  };
  const saved = new Map<string, string>();
  const mouse: boolean[] = [];
  const quits: number[] = [];
  const faults: unknown[] = [];
  const rung: string[] = [];
  const switched: string[] = [];
  const drawn: string[] = [];
  const browsed: string[] = [];
  const performer = makeEffectRunner({
    client(service) {
      const client = clients[service];
      if (client === undefined) throw new Error('no client');
      return client;
    },
    clock: options.clock ?? {
      now: () => nowMs,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (ms === 0 || options.waits === false) setImmediate(resolve);
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    },
    dispatch: event => app.dispatch(event),
    fault: error => app.fault(error),
    flags: service => app.store.getState().session.flags[service],
    copy(text) {
      if (text.length > (options.clipboard ?? Number.POSITIVE_INFINITY)) return false;
      copied.push(text);
      return true;
    },
    saveFile(path, text) {
      const exists = saved.has(path);
      if (!exists) saved.set(path, text);
      return Promise.resolve({path, exists});
    },
    clientOf: profile => {
      const other = harness.others[profile];
      return other ? Promise.resolve(other) : Promise.reject(new Error(`no profile ${profile}`));
    },
    readFile: path => {
      const text = saved.get(path);
      const bytes = harness.files[path] ?? (text && new TextEncoder().encode(text));
      return bytes
        ? Promise.resolve({path, bytes})
        : Promise.reject(new Failure('validation_error', `${path}: file not found.`));
    },
    listFolder: folder => {
      const below = Object.keys(harness.files).filter(path => path.startsWith(folder));
      const names = below.map(path => path.slice(folder.length).replace(/\/.*/, '/'));
      return Promise.resolve([...new Set(names)].sort());
    },
    siteFiles: siteFilesIn,
    auditLog: () => Promise.resolve(harness.auditLog),
    forward: makeForwarder(fakeHost()),
    exec: async (argv, input, signal) => (await runProgram(argv, input, {signal})).problem,
    ring: text => rung.push(text),
    persisted: {
      read(name, scope) {
        checkScope(name, scope);
        return (options.slow?.[name] ?? Promise.resolve()).then(() => kept.get(name));
      },
      write(name, scope, text) {
        checkScope(name, scope);
        kept.set(name, text);
        return Promise.resolve();
      },
      append(name, scope, line) {
        checkScope(name, scope);
        kept.set(name, `${kept.get(name) ?? ''}${line}\n`);
        return Promise.resolve();
      },
      session: 'test',
    },
    mouse: on => mouse.push(on),
    connect: profile => switched.push(profile),
    signIn: async (request, _, onUrl) => harness.signIn(request, onUrl),
    browse(url) {
      browsed.push(url);
      return Promise.resolve(options.browser ?? true);
    },
    redraw: () => drawn.push('redraw'),
    suspend: () => drawn.push('suspend'),
    edit: (text, suffix) => Promise.resolve(harness.editor(text, suffix)),
    quit: () => quits.push(1),
  });
  const app = makeAppStore(
    initialState(
      options.columns ?? 80,
      options.rows ?? 24,
      nowMs,
      'Connecting…',
      options.counts ? screens : withoutCounts,
    ),
    makeRegistry(features),
    effect => {
      const asksPermissions = effect.kind === 'task' && effect.slot === 'own permissions';
      if (!asksPermissions || options.permissions) performer.perform(effect);
    },
    async error => {
      faults.push(error);
      return 'logged';
    },
  );
  const harness: AppHarness = {
    app,
    clients,
    copied,
    kept,
    others: {},
    signIn: () => ({services: [], field: 'token', problem: 'rejected'}),
    files: {},
    auditLog: undefined,
    saved,
    mouse,
    quits,
    rung,
    switched,
    drawn,
    browsed,
    faults,
    editor: () => ({problem: 'no editor'}),
    state: () => app.store.getState(),
    do: act => app.dispatch({kind: 'act', act}),
    dispatch: event => app.dispatch(event),
    press(...keys) {
      // One at a time: a word typed at once may be looked for where its letters would do verbs.
      for (const sequence of keys) {
        for (const key of keysOf(sequences[sequence] ?? sequence)) pressKey(app, key);
      }
    },
    async settle() {
      for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
    },
  };
  if (options.connect !== false) connect(harness);
  // What goes on by itself would go on beside all the tests that follow.
  if (TestRunner.getCurrentTest() !== undefined) {
    onTestFinished(() => {
      performer.stop();
      const [fault] = faults;
      if (fault !== undefined) throw fault;
    });
  }
  return harness;
}

/** What can be shown, but the home screen asks for nothing. */
const withoutCounts = {
  ...screens,
  indexed: [],
  home: screens.home.map(({call: _, ...entry}) => ({...entry, count: 'items' as const})),
};

/** Tell the app that both services are there. */
export function connect(
  harness: AppHarness,
  flags: AppState['session']['flags'] = {tracker: ['-p', 'test'], content: ['-p', 'test']},
): void {
  const {tracker, content} = harness.clients;
  harness.dispatch({
    kind: 'connected',
    connection: {
      status: 'ready',
      identities: {
        ...(tracker && {tracker: tracker.identity}),
        ...(content && {content: content.identity}),
      },
      whyDenied: operation => harness.clients[operation.service]?.whyDenied?.(operation),
      deniesWrites: deniesWrites(harness.clients),
      troubles: {},
    },
    session: {
      sandbox: false,
      profile: 'test',
      profiles: [
        {name: 'prod', tracker: 'https://prod.example', protected: true},
        {name: 'test', tracker: 'https://site.example', protected: false},
      ],
      shell: [],
      flags,
    },
  });
}

/** Press keys one after the other, each when all is settled. */
export async function press(harness: AppHarness, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    harness.press(keyMeant(key, harness));
    await harness.settle();
  }
}

/** `tab Roles` is the key of that tab, whatever its number is; other keys are themselves. */
export function keyMeant(key: string, harness: AppHarness): string {
  const title = /^tab (.+)$/.exec(key)?.[1];
  if (title === undefined) return key;
  const titles = currentLocation(harness.state()).tabs.map(tab => tab.title);
  if (!titles.includes(title)) throw new Error(`no tab ${title} among ${titles.join(', ')}`);
  return String(titles.indexOf(title) + 1);
}

/** The list on the screen. */
export function listOf(harness: AppHarness): ListView {
  const view = currentView(harness.state());
  if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

/** The items of home that need attention. */
export function attentionOf(harness: AppHarness): readonly string[] {
  const {rows} = attentionPanel.body(harness.state(), 120);
  return rows.map(({cells}) => cells.map(({text}) => text).join(' '));
}

/** Names of the rows shown. */
export function namesOf(harness: AppHarness): string[] {
  return visibleRows(listOf(harness)).rows.map(row => row.name);
}

/** The app with the list of projects on the screen: those of the sandbox, where it is not given. */
export async function openProjects(harness = makeHarness(stillWorld())): Promise<AppHarness> {
  harness.press('enter');
  await harness.settle();
  return harness;
}
