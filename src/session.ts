import {accountOf} from './api/account.ts';
import type {Client} from './api/client.ts';
import type {Service} from './api/operation.ts';
import type {AuditFlags} from './host/audit.ts';
import {readAuditLog} from './host/audit-tail.ts';
import {
  type Connected,
  connectServer,
  connectServices,
  deniesWrites,
  flagsFor,
  listProfiles,
  type ServerAddress,
} from './host/connect.ts';
import {logCrash} from './host/crash.ts';
import {editText} from './host/edit-text.ts';
import {makeForwarder} from './host/forwarder.ts';
import type {Host} from './host/host.ts';
import {openUrl} from './host/open-url.ts';
import {runProgram} from './host/run-program.ts';
import type {SettingsFlags} from './host/settings.ts';
import {
  clipboardSequence,
  lendInput,
  mouseSequence,
  notificationSequence,
  stopProcess,
} from './host/terminal.ts';
import {accountOwner, fileUiState, sessionUiState} from './host/ui-state.ts';
import {listUserFolder, readUserFile, saveFile} from './host/user-files.ts';
import {screens} from './screens/features.ts';
import type {AppRegistry} from './state/app/registry.ts';
import {makeEffectRunner} from './state/app/run-effects.ts';
import {type AppStore, initialState, makeAppStore} from './state/app/store.ts';
import {summarizeError} from './state/ask/error-summary.ts';
import type {RequestedAppearance} from './state/look/ui-config.ts';
import type {PersistScope} from './state/model/plain-events.ts';
import type {AppState} from './state/model/state.ts';

/** An embedded sandbox, as the terminal UI needs it. */
export interface SandboxAddress extends ServerAddress {
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
  readonly look?: RequestedAppearance & {readonly checkKeys?: boolean};
  /** Start a sandbox and run on it. */
  readonly sandbox: boolean;
  /** There is no terminal: print one frame and how to go on. */
  readonly plainFrame: boolean;
}

/** The app with what it runs on. */
export interface Session {
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

/** Make the app on the machine; nothing is connected before it is asked to. */
export function makeSession(
  options: TerminalUiOptions,
  host: Host,
  startSandbox: () => Promise<SandboxAddress>,
  registry: AppRegistry,
): Session {
  let connected: Connected = {clients: {}, failures: {}, warnings: [], auditLogs: []};
  let flags = options.flags;
  let sandbox: SandboxAddress | undefined;
  const kept = options.sandbox ? sessionUiState() : fileUiState(host);
  const ownerOf = (scope: PersistScope): readonly string[] => {
    if (scope === 'user') return [];
    const [tracker, content] = [connected.clients.tracker, connected.clients.content];
    const identity = (tracker ?? content)?.identity;
    // Without a profile the address tells one site from another.
    const profile = identity?.profile || identity?.baseUrl || '';
    const accounts = [tracker, content].map(client => client && accountOf(client.identity));
    return scope === 'profile' ? [profile] : accountOwner(profile, accounts);
  };
  const performer = makeEffectRunner({
    client: service => clientIn(connected, service),
    clock: host.clock,
    dispatch: event => session.app.dispatch(event),
    fault: error => session.app.fault(error),
    flags: service => session.app.store.getState().session.flags[service],
    copy(text) {
      const sequence = clipboardSequence(text, host.env);
      if (sequence === undefined) return false;
      host.stdout.write(sequence, 'all');
      return true;
    },
    saveFile: (path, text) => saveFile(path, text, host),
    clientOf: async (profile, service) =>
      clientIn(await connectServices(options.program, {profile}, host), service),
    readFile: path => readUserFile(path, host),
    listFolder: path => listUserFolder(path, host),
    auditLog: () => readAuditLog(connected.auditLogs),
    forward: makeForwarder(host),
    exec: async (argv, input, signal) => (await runProgram(argv, input, {signal})).problem,
    ring: text => host.stdout.write(notificationSequence(text, host.env), 'all'),
    persisted: {
      read: (name, scope) => kept.read(name, ownerOf(scope)),
      write: (name, scope, text) => kept.write(name, text, ownerOf(scope)),
      append: (name, scope, line) => kept.append(name, line, ownerOf(scope)),
      session: host.random().toString(36).slice(2, 10),
    },
    mouse: on => host.stdout.write(mouseSequence(on), 'all'),
    connect(profile) {
      flags = {profile};
      session.connect().catch(error => session.onFail(error));
    },
    browse: url => openUrl(url, host.env, host.platform),
    redraw: () => session.away(async () => undefined),
    suspend: () => session.away(() => stopProcess().then(() => undefined)),
    edit: (text, suffix) =>
      new Promise((resolve, reject) => {
        session.away(() => lendInput(() => editText(text, suffix, host).then(resolve, reject)));
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
    app: makeAppStore(
      initial,
      registry,
      effect => performer.perform(effect),
      async error => `${(await logCrash(error, host)).saved}.`,
    ),
    away: () => undefined,
    onQuit: () => undefined,
    onFail: () => undefined,
    async connect() {
      const asked = flags;
      const warn = (text: string): void =>
        session.app.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
      if (options.sandbox) sandbox ??= await startSandbox();
      const found = sandbox
        ? connectServer(sandbox, host)
        : await connectServices(options.program, asked, host, options.audit, warn);
      const profiles = sandbox ? [] : await listProfiles(host);
      // Another profile was switched to meanwhile: one that was slow must not take its place. Nothing
      // waits from here on: the screen says at once where its writes go.
      if (asked !== flags) return;
      connected = found;
      const {clients, failures, warnings} = found;
      session.app.dispatch({
        kind: 'connected',
        connection: {
          status: 'ready',
          identities: {
            ...(clients.tracker && {tracker: clients.tracker.identity}),
            ...(clients.content && {content: clients.content.identity}),
          },
          whyDenied: operation => clients[operation.service]?.whyDenied?.(operation),
          deniesWrites: deniesWrites(clients),
          troubles: {
            ...(failures.tracker !== undefined && {tracker: summarizeError(failures.tracker)}),
            ...(failures.content !== undefined && {content: summarizeError(failures.content)}),
          },
        },
        session: describeSession(options.program, asked, found, sandbox, profiles),
      });
      const [warning] = warnings;
      if (warning !== undefined) warn(warning);
    },
    async stop() {
      performer.stop();
      await sandbox?.stop();
    },
  };
  return session;
}

/** The client of a service, or why there is none. */
function clientIn({clients, failures}: Connected, service: Service): Client {
  const client = clients[service];
  if (client !== undefined) return client;
  throw failures[service] ?? new Error(`no client for the ${service}`);
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
