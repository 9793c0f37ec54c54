import {render, renderToString} from 'ink';
import type {Service} from './api/operation.ts';
import {toAscii} from './base/ascii.ts';
import {safeText} from './base/safe-text.ts';
import type {AuditFlags} from './host/audit.ts';
import {
  type Connected,
  connectServer,
  connectServices,
  flagsFor,
  listProfiles,
} from './host/connect.ts';
import {describeCrash} from './host/crash.ts';
import {editText} from './host/edit-text.ts';
import {makeForwarder} from './host/forwarder.ts';
import type {Host} from './host/host.ts';
import {openUrl} from './host/open-url.ts';
import {saveFile} from './host/save-file.ts';
import type {SettingsFlags} from './host/settings.ts';
import {
  askBackground,
  clipboardSequence,
  guardTerminal,
  isRichTerminal,
  keepScrollback,
  mouseSequence,
  notificationSequence,
  stopProcess,
  translatedStdout,
} from './host/terminal.ts';
import {fileUiState, readUiConfigFile, sessionUiState} from './host/ui-state.ts';
import {families, screens} from './screens/families.ts';
import type {FieldGate} from './screens/frame/KeyRouter.tsx';
import {PlainFrame} from './screens/frame/PlainFrame.tsx';
import {Root} from './screens/frame/Root.tsx';
import {keyTableOf} from './state/app/key-table.ts';
import {type AppParts, partsOf} from './state/app/parts.ts';
import {makePerformer} from './state/app/perform.ts';
import {type AppStore, initialState, makeAppStore} from './state/app/store.ts';
import {troubleOf} from './state/ask/trouble.ts';
import {type AskedLook, type ResolvedLook, resolveLook} from './state/look/ui-config.ts';
import {type AppState, currentView} from './state/model/state.ts';

const minuteMs = 60_000;
const plainFrameWaitMs = 8_000;

/** An embedded sandbox, as the terminal UI needs it. */
export interface SandboxAddress {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
  stop(): Promise<void>;
}

/** What the terminal UI is opened with. */
export interface TerminalUiOptions {
  readonly program: 'jr' | 'cf' | 'steward';
  readonly flags: SettingsFlags;
  /** What the command line says of the audit log, to which writes go. */
  readonly audit?: AuditFlags;
  /** Whether colours are used; `auto` asks the environment. */
  readonly color: 'auto' | 'always' | 'never';
  /** How it looks where the user's file says otherwise. */
  readonly look?: AskedLook & {readonly checkKeys?: boolean};
  /** Start a sandbox and run on it. */
  readonly sandbox: boolean;
  /** There is no terminal: print one frame and how to go on. */
  readonly plainFrame: boolean;
}

/**
 * Run the terminal UI until it is left: host → clients → store → screens → terminal given back.
 *
 * @param startSandbox starts the embedded sandbox; called only when the options ask for it
 * @returns the exit code: 0 when it was left, 1 when it broke
 */
export async function runTerminalUi(
  options: TerminalUiOptions,
  host: Host,
  startSandbox: () => Promise<SandboxAddress>,
): Promise<number> {
  const file = await readUiConfigFile(host);
  const ui = resolveLook(options.look, options.color, host.env, file, keyTableOf(families));
  if (options.look?.checkKeys) return reportLook(ui, host);
  const session = makeSession(options, host, startSandbox, partsOf(families, ui.config.keys));
  session.app.store.setState({look: ui.config.look});
  return options.plainFrame
    ? printPlainFrame(session, options, host, ui)
    : runScreen(session, host, ui);
}

/** `steward --check-keys`: what is wrong with the user's file, one line each. */
function reportLook({path, problems}: ResolvedLook, host: Host): number {
  const lines = problems.map(problem => `${path}: ${problem}`);
  const all = lines.length === 0 ? [`${path}: all is well`] : lines;
  host.stdout.write(`${all.map(safeText).join('\n')}\n`);
  return lines.length === 0 ? 0 : 1;
}

/** The app with what it runs on. */
interface Session {
  readonly app: AppStore;
  connect(): Promise<void>;
  stop(): Promise<void>;
  /** Give the terminal away while something else uses it, then draw all again. */
  away: (use: () => Promise<void>) => void;
  /** Called when the user leaves. */
  onQuit: () => void;
  /** Called when something breaks that should not. */
  onFail: (error: unknown) => void;
}

function makeSession(
  options: TerminalUiOptions,
  host: Host,
  startSandbox: () => Promise<SandboxAddress>,
  parts: AppParts,
): Session {
  let connected: Connected = {clients: {}, failures: {}, warnings: []};
  let flags = options.flags;
  let sandbox: SandboxAddress | undefined;
  const kept = options.sandbox ? sessionUiState() : fileUiState(host);
  // Without a profile the address tells one site's memory from another's.
  const profileName = (): string => {
    const identity = (connected.clients.tracker ?? connected.clients.content)?.identity;
    return identity?.profile || identity?.baseUrl || '';
  };
  const performer = makePerformer({
    client(service) {
      const client = connected.clients[service];
      if (client !== undefined) return client;
      throw connected.failures[service] ?? new Error(`no client for the ${service}`);
    },
    clock: host.clock,
    dispatch: event => session.app.dispatch(event),
    flags: service => session.app.store.getState().session.flags[service],
    copy(text) {
      const sequence = clipboardSequence(text, host.env);
      if (sequence === undefined) return false;
      host.stdout.write(sequence);
      return true;
    },
    saveFile: (path, text) => saveFile(path, text, host),
    forward: makeForwarder(host),
    ring: text => host.stdout.write(notificationSequence(text)),
    kept: {
      read: (name, scope) => kept.read(name, scope === 'profile' ? profileName() : undefined),
      write: (name, scope, text) =>
        kept.write(name, text, scope === 'profile' ? profileName() : undefined),
      append: (name, scope, line) =>
        kept.append(name, line, scope === 'profile' ? profileName() : undefined),
      session: host.random().toString(36).slice(2, 10),
    },
    mouse: on => host.stdout.write(mouseSequence(on)),
    connect(profile) {
      flags = {profile};
      session.connect().catch(error => session.onFail(error));
    },
    browse: url => openUrl(url, host.env, host.platform),
    redraw: () => session.away(async () => undefined),
    suspend: () => session.away(() => stopProcess().then(() => undefined)),
    edit: (text, suffix) =>
      new Promise((resolve, reject) => {
        session.away(() => editText(text, suffix, host).then(resolve, reject));
      }),
    quit: () => session.onQuit(),
  });
  const waiting = options.sandbox ? 'Starting the sandbox…' : 'Connecting…';
  const initial = initialState(
    host.stdout.columns ?? 80,
    host.stdout.rows ?? 24,
    host.clock.now(),
    waiting,
    screens,
  );
  const session: Session = {
    app: makeAppStore(initial, parts, effect => performer.perform(effect)),
    away: () => undefined,
    onQuit: () => undefined,
    onFail: () => undefined,
    async connect() {
      if (options.sandbox) {
        sandbox ??= await startSandbox();
        connected = connectServer(sandbox, host);
      } else {
        const warn = (text: string): void =>
          session.app.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
        connected = await connectServices(options.program, flags, host, options.audit, warn);
      }
      const {clients, failures, warnings} = connected;
      session.app.dispatch({
        kind: 'connected',
        connection: {
          status: 'ready',
          identities: {
            ...(clients.tracker && {tracker: clients.tracker.identity}),
            ...(clients.content && {content: clients.content.identity}),
          },
          troubles: {
            ...(failures.tracker !== undefined && {tracker: troubleOf(failures.tracker)}),
            ...(failures.content !== undefined && {content: troubleOf(failures.content)}),
          },
        },
        session: describeSession(
          options.program,
          flags,
          connected,
          sandbox,
          sandbox ? [] : await listProfiles(host),
        ),
      });
      const [warning] = warnings;
      if (warning === undefined) return;
      session.app.dispatch({kind: 'notice', notice: {text: warning, tone: 'warn'}});
    },
    async stop() {
      performer.stop();
      await sandbox?.stop();
    },
  };
  return session;
}

/** Flags and shell lines so that the commands shown do the same in a shell; never a stored secret. */
function describeSession(
  program: TerminalUiOptions['program'],
  flags: SettingsFlags,
  {clients}: Connected,
  sandbox: SandboxAddress | undefined,
  profiles: AppState['session']['profiles'],
): AppState['session'] {
  const identity = (clients.tracker ?? clients.content)?.identity;
  const words = (service: Service) => wordsFor(flagsFor(service, program, flags));
  const shell = sandbox
    ? [
        `export JR_BASE_URL=${sandbox.trackerBaseUrl} JR_AUTH_USER=${sandbox.authUser} JR_AUTH_TOKEN=${sandbox.authToken}`,
        `export CF_BASE_URL=${sandbox.contentBaseUrl} CF_AUTH_USER=${sandbox.authUser} CF_AUTH_TOKEN=${sandbox.authToken}`,
      ]
    : [];
  return {
    sandbox: sandbox !== undefined,
    profile: identity?.profile ?? '',
    profiles,
    shell,
    flags: {tracker: words('tracker'), content: words('content')},
  };
}

/** The flags of this session as words of a command; user names and tokens are left to the environment. */
function wordsFor({profile, baseUrl}: SettingsFlags): string[] {
  return [...(profile ? ['-p', profile] : []), ...(baseUrl ? ['--base-url', baseUrl] : [])];
}

/** The live screen, until the user leaves or something breaks. */
async function runScreen(
  session: Session,
  host: Host,
  {ascii, spoken, problems}: ResolvedLook,
): Promise<number> {
  const {app} = session;
  let crash: {readonly error: unknown} | undefined;
  let leave = (): void => undefined;
  const left = new Promise<void>(resolve => {
    leave = resolve;
  });
  session.onQuit = leave;
  const fail = (error: unknown): void => {
    // Told when the terminal is given back; what breaks after it is of the same fault.
    crash ??= {error};
    leave();
  };
  session.onFail = fail;
  let stopDrawing = (): void => undefined;
  const guard = guardTerminal({
    fd: 1,
    alternate: !spoken,
    stopDrawing: () => stopDrawing(),
    onCrash: fail,
  });
  const gate: FieldGate = {open: false};
  let isAway = false;
  session.away = use => {
    // A second ctrl+l before the first redraw is done asks for nothing new.
    if (isAway || gate.suspend === undefined) return;
    isAway = true;
    const back = (): void => {
      isAway = false;
    };
    gate.suspend(use).then(back, fail);
  };
  const stdout = translatedStdout(text =>
    keepScrollback(ascii === 'no' ? text : toAscii(text, ascii === 'strict')),
  );
  const instance = render(
    <Root app={app} gate={gate} rich={isRichTerminal(host.env)} spoken={spoken} />,
    {
      stdout,
      alternateScreen: !spoken,
      incrementalRendering: !spoken,
      maxFps: 60,
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
    },
  );
  stopDrawing = () => instance.unmount();
  // A component that breaks ends Ink, which tells it here.
  instance.waitUntilExit().catch(fail);
  const stopWatching = watchTerminal(app, host);
  if (app.store.getState().look.theme === 'auto' && !spoken) askBackground(host.env);
  if (app.store.getState().look.mouse && !spoken) host.stdout.write(mouseSequence(true));
  session.connect().catch(fail);
  const [problem] = problems;
  if (problem !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const text = `ui.json: ${problem}${more}; steward --check-keys tells more`;
    app.dispatch({kind: 'notice', notice: {text, tone: 'bad'}});
  }
  await left;
  stopWatching();
  guard.restore();
  if (crash !== undefined) host.stderr.write(await describeCrash(crash.error, host));
  guard.release();
  await session.stop();
  return crash === undefined ? 0 : 1;
}

/** Size and clock: a frame is drawn when the terminal changes and once a minute. */
function watchTerminal(app: AppStore, host: Host): () => void {
  const stop = new AbortController();
  const resized = (): void => {
    const {columns = 80, rows = 24} = host.stdout;
    app.dispatch({kind: 'resized', columns, rows});
  };
  const unsubscribe = host.stdout.onResize(resized);
  const tick = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const now = host.clock.now();
      await host.clock.sleep(minuteMs - (now % minuteMs), stop.signal);
      app.dispatch({kind: 'clock', nowMs: host.clock.now()});
    }
  };
  // The clock ends by being aborted, which sleep reports as a failure.
  tick().catch(() => undefined);
  return () => {
    stop.abort();
    unsubscribe();
  };
}

/** One frame on standard output and one line on how to go on. */
async function printPlainFrame(
  session: Session,
  options: TerminalUiOptions,
  host: Host,
  {ascii}: ResolvedLook,
): Promise<number> {
  await session.connect();
  await countsArrived(session.app, host);
  const frame = renderToString(<PlainFrame state={session.app.store.getState()} />, {columns: 100});
  const text = `${frame}\n\n${howToGoOn(options)}\n`;
  host.stdout.write(ascii === 'no' ? text : toAscii(text, ascii === 'strict'));
  await session.stop();
  return 0;
}

function howToGoOn(options: TerminalUiOptions): string {
  return options.sandbox
    ? 'Run the same in a terminal to browse it; in scripts use jr and cf (jr --help), or start a server with jr sandbox.'
    : 'Run steward in a terminal to browse; steward --sandbox needs no account; in scripts use jr and cf (jr --help).';
}

/** Wait until every count of the home screen is known, or for a few seconds. */
async function countsArrived(app: AppStore, host: Host): Promise<void> {
  const done = (state: AppState): boolean => {
    if (state.connection.status !== 'ready') return false;
    const {troubles} = state.connection;
    const view = currentView(state);
    return (
      view.kind === 'home' &&
      view.entries
        .filter(({call}) => call === undefined || troubles[call.service] === undefined)
        .every(entry => view.counts[entry.id] !== undefined)
    );
  };
  if (done(app.store.getState())) return;
  const limit = new AbortController();
  const arrived = new Promise<void>(resolve => {
    const unsubscribe = app.store.subscribe(state => {
      if (!done(state)) return;
      unsubscribe();
      resolve();
    });
  });
  // The limit ends by being aborted, which sleep reports as a failure.
  const late = host.clock.sleep(plainFrameWaitMs, limit.signal).catch(() => undefined);
  await Promise.race([arrived, late]);
  limit.abort();
}
