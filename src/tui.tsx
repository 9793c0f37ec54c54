import {render, renderToString} from 'ink';
import {toAscii} from './base/ascii.ts';
import {safeText} from './base/safe-text.ts';
import {minuteMs} from './base/times.ts';
import {describeCrash} from './host/crash.ts';
import type {Host} from './host/host.ts';
import {
  askBackground,
  colorsOf,
  guardTerminal,
  keepScrollback,
  mouseSequence,
  translatedStdout,
} from './host/terminal.ts';
import {readUiConfigFile} from './host/ui-state.ts';
import {features} from './screens/features.ts';
import {Root} from './screens/frame/App.tsx';
import type {FieldGate} from './screens/frame/KeyRouter.tsx';
import {PlainFrame} from './screens/frame/PlainFrame.tsx';
import {makeSession, type SandboxAddress, type Session, type TerminalUiOptions} from './session.ts';
import {keyTableOf} from './state/app/key-table.ts';
import {makeRegistry} from './state/app/registry.ts';
import {type AppStore, pacedApp} from './state/app/store.ts';
import {type ResolvedAppearance, resolveAppearance} from './state/look/ui-config.ts';
import {type AppState, viewOf} from './state/model/state.ts';

const plainFrameWaitMs = 8_000;

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
  const ui = resolveAppearance(options.look, options.color, host.env, file, keyTableOf(features));
  if (options.look?.checkKeys) return reportLook(ui, host);
  const session = makeSession(options, host, startSandbox, makeRegistry(features, ui.config.keys));
  session.app.store.setState({look: ui.config.look});
  return options.plainFrame
    ? printPlainFrame(session, options, host, ui)
    : runScreen(session, host, ui);
}

/** `steward --check-keys`: what is wrong with the user's file, one line each. */
function reportLook({path, problems}: ResolvedAppearance, host: Host): number {
  const lines = problems.map(problem => `${path}: ${problem}`);
  const all = lines.length === 0 ? [`${path}: no problems`] : lines;
  host.stdout.write(`${all.map(safeText).join('\n')}\n`);
  return lines.length === 0 ? 0 : 1;
}

/** The live screen, until the user leaves or something breaks. */
async function runScreen(
  session: Session,
  host: Host,
  {ascii, spoken, problems}: ResolvedAppearance,
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
    <Root
      app={pacedApp(app, host.clock)}
      gate={gate}
      clock={host.clock}
      colors={colorsOf(host.env)}
      spoken={spoken}
    />,
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
  const {look} = app.store.getState();
  if (!look.colorless && !spoken) askBackground(host.env);
  if (look.mouse && !spoken) host.stdout.write(mouseSequence(true), 'all');
  session.connect().catch(fail);
  const [problem] = problems;
  if (problem !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const text = `ui.json: ${problem}${more}; run steward --check-keys for details`;
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
  {ascii}: ResolvedAppearance,
): Promise<number> {
  await session.connect();
  await countsArrived(session.app, host);
  const frame = renderToString(<PlainFrame state={session.app.store.getState()} />, {columns: 100});
  const text = `${frame}\n\n${howToGoOn(options)}\n`;
  host.stdout.write(ascii === 'no' ? text : toAscii(text, ascii === 'strict'), 'style');
  await session.stop();
  return 0;
}

function howToGoOn(options: TerminalUiOptions): string {
  return options.sandbox
    ? 'Run the same command in a terminal to browse. In scripts, use jr and cf (jr --help), or start a server with jr sandbox.'
    : 'Run steward in a terminal to browse; steward --sandbox needs no account. In scripts, use jr and cf (jr --help).';
}

/** Wait until every count of the home screen is known, or for a few seconds. */
async function countsArrived(app: AppStore, host: Host): Promise<void> {
  const done = (state: AppState): boolean => {
    if (state.connection.status !== 'ready') return false;
    const {troubles} = state.connection;
    const home = viewOf(state, 'home');
    return (
      home?.entries
        .filter(({call}) => call === undefined || troubles[call.service] === undefined)
        .every(entry => home.counts[entry.id] !== undefined) === true
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
