import {render, renderToString} from 'ink';
import {toAscii} from './base/ascii.ts';
import {pinColumns} from './base/pin-columns.ts';
import {safeText} from './base/safe-text.ts';
import {minuteMs} from './base/times.ts';
import {describeCrash} from './host/crash.ts';
import type {Host, ProcessHost} from './host/host.ts';
import {
  colorsOf,
  guardTerminal,
  keepScrollback,
  mouseSequence,
  queryBackground,
  translatedStdout,
} from './host/terminal.ts';
import {readUiConfigFile} from './host/ui-state.ts';
import {features} from './screens/features.ts';
import {Root} from './screens/frame/App.tsx';
import type {TerminalControl} from './screens/frame/KeyRouter.tsx';
import {PlainFrame} from './screens/frame/PlainFrame.tsx';
import {makeSession, type SandboxAddress, type Session, type SessionOptions} from './session.ts';
import {keyTableOf} from './state/app/key-table.ts';
import {makeRegistry} from './state/app/registry.ts';
import {type AppStore, pacedApp} from './state/app/store.ts';
import {type ResolvedAppearance, resolveAppearance} from './state/look/ui-config.ts';
import {type AppState, viewOf} from './state/model/state.ts';

const plainFrameWaitMs = 8_000;

/**
 * Run the terminal UI until the user quits: host → clients → store → screens → restored terminal.
 *
 * @param startSandbox starts the embedded sandbox; called only if the options request it
 * @returns the exit code: 0 after quitting, 1 after an internal error
 */
export async function runTerminalUi(
  options: SessionOptions,
  host: ProcessHost,
  startSandbox: () => Promise<SandboxAddress>,
): Promise<number> {
  const file = await readUiConfigFile(host);
  const ui = resolveAppearance(options.look, options.color, host.env, file, keyTableOf(features));
  if (options.look?.checkKeys) return printAppearanceProblems(ui, host);
  const session = makeSession(options, host, startSandbox, makeRegistry(features, ui.config.keys));
  session.app.store.setState({look: ui.config.look});
  return options.plainFrame
    ? printPlainFrame(session, options, host, ui)
    : runScreen(session, host, ui);
}

/** Run `steward --check-keys`: print the problems of the user's file, one per line. */
function printAppearanceProblems({path, problems}: ResolvedAppearance, host: Host): number {
  const lines = problems.map(problem => `${path}: ${problem}`);
  const all = lines.length === 0 ? [`${path}: no problems`] : lines;
  host.stdout.write(`${all.map(safeText).join('\n')}\n`);
  return lines.length === 0 ? 0 : 1;
}

/** Run the live screen until the user quits or an internal error occurs. */
async function runScreen(
  session: Session,
  host: ProcessHost,
  {ascii, isScreenReader, problems}: ResolvedAppearance,
): Promise<number> {
  const {app} = session;
  let crash: {readonly error: unknown} | undefined;
  let quit = (): void => undefined;
  const hasQuit = new Promise<void>(resolve => {
    quit = resolve;
  });
  session.onQuit = quit;
  const fail = (error: unknown): void => {
    // Only the first error is printed, after the terminal is restored; later ones are consequences
    // of it.
    crash ??= {error};
    quit();
  };
  session.onFail = fail;
  let stopDrawing = (): void => undefined;
  const guard = guardTerminal({
    fd: 1,
    alternate: !isScreenReader,
    stopDrawing: () => stopDrawing(),
    onCrash: fail,
  });
  const control: TerminalControl = {};
  let isAway = false;
  session.away = use => {
    // Ignore another ctrl+l before the first redraw has finished.
    if (isAway || control.suspend === undefined) return;
    isAway = true;
    const back = (): void => {
      isAway = false;
    };
    control.suspend(use).then(back, fail);
  };
  const stdout = translatedStdout(text => {
    const frame = keepScrollback(ascii === 'no' ? text : toAscii(text, ascii === 'strict'));
    return isScreenReader ? frame : pinColumns(frame);
  });
  const instance = render(
    <Root
      app={pacedApp(app, host.clock)}
      control={control}
      clock={host.clock}
      colors={colorsOf(host.env)}
      isScreenReader={isScreenReader}
    />,
    {
      stdout,
      alternateScreen: !isScreenReader,
      incrementalRendering: !isScreenReader,
      maxFps: 60,
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
    },
  );
  stopDrawing = () => instance.unmount();
  // An error in a component makes Ink exit and reject this promise.
  instance.waitUntilExit().catch(fail);
  const stopWatching = watchTerminal(app, host);
  const {look} = app.store.getState();
  if (!look.colorless && !isScreenReader) queryBackground(host.env);
  if (look.mouse && !isScreenReader) host.stdout.write(mouseSequence(true), 'all');
  session.connect().catch(fail);
  const [problem] = problems;
  if (problem !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const text = `ui.json: ${problem}${more}; run steward --check-keys for details`;
    app.dispatch({kind: 'notice', notice: {text, tone: 'bad'}});
  }
  await hasQuit;
  stopWatching();
  guard.restore();
  if (crash !== undefined) host.stderr.write(await describeCrash(crash.error, host));
  guard.release();
  await session.stop();
  return crash === undefined ? 0 : 1;
}

/** Dispatch resize events, and a clock event every minute. */
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
  // Aborting the clock makes `sleep` throw.
  tick().catch(() => undefined);
  return () => {
    stop.abort();
    unsubscribe();
  };
}

/** Print one frame and a line with usage instructions. */
async function printPlainFrame(
  session: Session,
  options: SessionOptions,
  host: Host,
  {ascii}: ResolvedAppearance,
): Promise<number> {
  await session.connect();
  await waitForCounts(session.app, host);
  const frame = renderToString(<PlainFrame state={session.app.store.getState()} />, {columns: 100});
  const text = `${frame}\n\n${usageHint(options)}\n`;
  host.stdout.write(ascii === 'no' ? text : toAscii(text, ascii === 'strict'), 'style');
  await session.stop();
  return 0;
}

function usageHint(options: SessionOptions): string {
  return options.sandbox
    ? 'Run the same command in a terminal to browse. In scripts, use jr and cf (jr --help), or start a server with jr sandbox.'
    : 'Run steward in a terminal to browse; steward --sandbox needs no account. In scripts, use jr and cf (jr --help).';
}

/** Wait a few seconds at most until all counts of the home screen are loaded. */
async function waitForCounts(app: AppStore, host: Host): Promise<void> {
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
  const loaded = new Promise<void>(resolve => {
    const unsubscribe = app.store.subscribe(state => {
      if (!done(state)) return;
      unsubscribe();
      resolve();
    });
  });
  // Aborting the limit makes `sleep` throw.
  const timeout = host.clock.sleep(plainFrameWaitMs, limit.signal).catch(() => undefined);
  await Promise.race([loaded, timeout]);
  limit.abort();
}
