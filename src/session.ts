import {accountOf} from './api/account.ts';
import type {Client} from './api/client.ts';
import type {Service} from './api/operation.ts';
import {defined} from './base/defined.ts';
import type {AuditFlags} from './host/audit.ts';
import {readAuditLog} from './host/audit-tail.ts';
import {
  type Connected,
  callerOf,
  connectionFlags,
  connectServer,
  connectServices,
  deniesWrites,
  isNothingConfigured,
  listProfiles,
  type ServerAddress,
  type ServerCaller,
  serverProfiles,
} from './host/connect.ts';
import {logCrash} from './host/crash.ts';
import {editText} from './host/edit-text.ts';
import {makeForwarder} from './host/forwarder.ts';
import type {Host} from './host/host.ts';
import {openUrl} from './host/open-url.ts';
import {runProgram} from './host/run-program.ts';
import type {SettingsFlags} from './host/settings.ts';
import {signIn} from './host/sign-in.ts';
import {siteFilesIn, sitePath} from './host/site-files.ts';
import {
  clipboardSequence,
  lendInput,
  mouseSequence,
  notificationSequence,
  stopProcess,
} from './host/terminal.ts';
import {accountOwner, fileUiState, sessionUiState, type UiState} from './host/ui-state.ts';
import {listUserFolder, readUserFile, saveFile} from './host/user-files.ts';
import {screens} from './screens/features.ts';
import {resumeTour, tourName} from './screens/tour/tour.ts';
import type {AppRegistry} from './state/app/registry.ts';
import {makeEffectRunner} from './state/app/run-effects.ts';
import {type AppStore, initialState, makeAppStore} from './state/app/store.ts';
import {summarizeError} from './state/ask/error-summary.ts';
import type {RequestedAppearance} from './state/look/ui-config.ts';
import type {PersistScope} from './state/model/plain-events.ts';
import type {AppState} from './state/model/state.ts';
import type {Ports} from './state/model/transition.ts';

/** An embedded sandbox, with the addresses that the terminal UI uses. */
export interface SandboxAddress extends ServerAddress {
  stop(): Promise<void>;
}

/** Options of the terminal UI. */
export interface SessionOptions {
  readonly program: 'jr' | 'cf' | 'steward';
  readonly flags: SettingsFlags;
  /** Audit log settings from the command line; writes are logged there. */
  readonly audit?: AuditFlags;
  /** Longest wait of a request for the rate limit, milliseconds. */
  readonly maxWaitMs?: number | undefined;
  /** Whether to use colours; `auto` depends on the environment. */
  readonly color: 'auto' | 'always' | 'never';
  /** Appearance settings that override the user's file. */
  readonly look?: RequestedAppearance & {readonly checkKeys?: boolean};
  /** Start a sandbox and connect to it. */
  readonly sandbox: boolean;
  /** Start the tour of the sandbox. @default false */
  readonly tour?: boolean;
  /** Without a terminal: print one frame and usage instructions. */
  readonly plainFrame: boolean;
}

/** The app with its connections. */
export interface Session {
  readonly app: AppStore;
  connect(): Promise<void>;
  stop(): Promise<void>;
  /** Lend the terminal to another program, then redraw the screen. */
  away: (use: () => Promise<void>) => void;
  /** Called when the user quits. */
  onQuit: () => void;
  /** Called on an internal error. */
  onFail: (error: unknown) => void;
}

/** Create the app; nothing is connected before `connect` is called. */
export function makeSession(
  options: SessionOptions,
  host: Host,
  startSandbox: () => Promise<SandboxAddress>,
  registry: AppRegistry,
): Session {
  let connected: Connected = {clients: {}, failures: {}, warnings: [], auditLogs: []};
  let flags = options.flags;
  let sandbox: SandboxAddress | undefined;
  let usesSandbox = options.sandbox;
  const files = fileUiState(host);
  let persistedState = usesSandbox ? sessionUiState() : files;
  // Progress in the tour outlives the sandbox.
  const storeOf = (name: string): UiState => (name === tourName ? files : persistedState);
  const readState = async (name: string, scope: PersistScope): Promise<string | undefined> => {
    const text = await storeOf(name).read(name, ownerOf(scope));
    return options.tour && name === tourName ? resumeTour(text) : text;
  };
  const ownerOf = (scope: PersistScope): readonly string[] => {
    if (scope === 'user') return [];
    const [tracker, content] = [connected.clients.tracker, connected.clients.content];
    const identity = (tracker ?? content)?.identity;
    // Without a profile, the URL identifies the site.
    const profile = identity?.profile || identity?.baseUrl || '';
    const accounts = [tracker, content].map(client => client && accountOf(client.identity));
    return scope === 'profile' ? [profile] : accountOwner(profile, accounts);
  };
  const performer = makeEffectRunner({
    ...hostPorts(host),
    maxWaitMs: options.maxWaitMs,
    client: service => clientIn(connected, service),
    dispatch: event => session.app.dispatch(event),
    fault: error => session.app.fault(error),
    flags: service => session.app.store.getState().session.flags[service],
    clientOf: async (profile, service) =>
      clientIn(
        sandbox
          ? connectServer(sandbox, host, profile)
          : await connectServices(options.program, {profile}, host),
        service,
      ),
    auditLog: () => readAuditLog(connected.auditLogs),
    persisted: {
      read: readState,
      write: (name, scope, text) => storeOf(name).write(name, text, ownerOf(scope)),
      append: (name, scope, line) => storeOf(name).append(name, line, ownerOf(scope)),
      session: host.random().toString(36).slice(2, 10),
    },
    connect(profile, isSandbox = false) {
      if (isSandbox !== usesSandbox) {
        usesSandbox = isSandbox;
        persistedState = isSandbox ? sessionUiState() : files;
        void sandbox?.stop();
        sandbox = undefined;
      }
      flags = {profile};
      session.connect().catch(error => session.onFail(error));
    },
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
      const requestedFlags = flags;
      const warn = (text: string): void =>
        session.app.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
      if (usesSandbox) sandbox ??= await startSandbox();
      const connection = sandbox
        ? connectServer(sandbox, host, requestedFlags.profile)
        : await connectServices(options.program, requestedFlags, host, options.audit, warn);
      const profiles = sandbox ? serverProfiles(sandbox) : await listProfiles(host);
      const isUnconfigured = !sandbox && (await isNothingConfigured(connection, host));
      // Drop a slow connection if the user has switched to another profile meanwhile. The rest is
      // synchronous, so that the screen shows the target of its writes at once.
      if (requestedFlags !== flags) return;
      connected = connection;
      session.app.dispatch({
        kind: 'connected',
        connection: readyConnection(connection, isUnconfigured),
        session: describeSession(options.program, requestedFlags, connection, sandbox, profiles),
      });
      const [warning] = connection.warnings;
      if (warning !== undefined) warn(warning);
    },
    async stop() {
      performer.stop();
      await sandbox?.stop();
    },
  };
  return session;
}

/** The ports that depend on the machine alone. */
function hostPorts(host: Host) {
  return {
    clock: host.clock,
    copy(text) {
      const sequence = clipboardSequence(text, host.env);
      if (sequence === undefined) return false;
      host.stdout.write(sequence, 'all');
      return true;
    },
    saveFile: (path, text) => saveFile(path, text, host),
    readFile: path => readUserFile(path, host),
    listFolder: path => listUserFolder(path, host),
    siteFiles: folder => siteFilesIn(sitePath(folder, host)),
    forward: makeForwarder(host),
    exec: async (argv, input, signal) => (await runProgram(argv, input, {signal})).problem,
    ring: text => host.stdout.write(notificationSequence(text, host.env), 'all'),
    mouse: on => host.stdout.write(mouseSequence(on), 'all'),
    signIn: (request, signal, onUrl) => signIn(request, host, signal, {onUrl}),
    browse: url => openUrl(url, host.env, host.platform),
  } satisfies Partial<Ports>;
}

/** The state of the services once they are connected. */
function readyConnection(
  {clients, failures}: Connected,
  isUnconfigured: boolean,
): AppState['connection'] {
  return {
    status: 'ready',
    identities: {
      ...(clients.tracker && {tracker: clients.tracker.identity}),
      ...(clients.content && {content: clients.content.identity}),
    },
    whyDenied: operation => clients[operation.service]?.whyDenied?.(operation),
    isUnconfigured,
    deniesWrites: deniesWrites(clients),
    troubles: {
      ...(failures.tracker !== undefined && {tracker: summarizeError(failures.tracker)}),
      ...(failures.content !== undefined && {content: summarizeError(failures.content)}),
    },
  };
}

/** Return the client of a service. @throws the reason why there is none */
function clientIn({clients, failures}: Connected, service: Service): Client {
  const client = clients[service];
  if (client !== undefined) return client;
  throw failures[service] ?? new Error(`no client for the ${service}`);
}

/**
 * Build the flags and shell lines with which the displayed commands work in a shell; never includes
 * a stored secret.
 */
function describeSession(
  program: SessionOptions['program'],
  flags: SettingsFlags,
  {clients}: Connected,
  sandbox: SandboxAddress | undefined,
  profiles: AppState['session']['profiles'],
): AppState['session'] {
  const identity = (clients.tracker ?? clients.content)?.identity;
  const words = (service: Service) =>
    sandbox ? [] : wordsFor(connectionFlags(service, program, flags));
  const shell = sandbox
    ? [
        exportLine('JR', sandbox.trackerBaseUrl, callerOf(sandbox, flags.profile)),
        exportLine('CF', sandbox.contentBaseUrl, callerOf(sandbox, flags.profile)),
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

/** Build the shell line with which commands use a caller of the sandbox. */
function exportLine(prefix: 'JR' | 'CF', url: string, caller: ServerCaller): string {
  const {auth_type: type, user, token} = caller;
  const settings = defined({
    BASE_URL: url,
    AUTH_TYPE: type === 'bearer' ? type : undefined,
    AUTH_USER: user,
    AUTH_TOKEN: token,
  });
  const words = Object.entries(settings).map(([name, value]) => `${prefix}_${name}=${value}`);
  return `export ${words.join(' ')}`;
}

/**
 * Build the flags of this session as words of a command; user names and tokens come from the
 * environment.
 */
function wordsFor({profile, baseUrl}: SettingsFlags): string[] {
  return [...(profile ? ['-p', profile] : []), ...(baseUrl ? ['--base-url', baseUrl] : [])];
}
