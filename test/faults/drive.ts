import type {Client} from '../../src/api/client.ts';
import {connectServer, type ServerAddress} from '../../src/host/connect.ts';
import {monitorOf} from '../../src/screens/webhooks/monitor/monitor-state.ts';
import {currentView} from '../../src/state/model/state.ts';
import {type AppHarness, connect, makeHarness} from '../support/app-harness.ts';
import {type FakeHost, fakeHost} from '../support/fake-host.ts';
import {failureOf, runCli} from '../support/run-cli.ts';
import {until} from '../support/until.ts';
import {beReady, isReported, stageOf} from '../support/write-steps.ts';
import type {OperationKind} from './table.ts';

/** How a cell came out, in the words of the table. */
export interface Seen {
  /** An error_type, or in the terminal UI its title; or `ok`, `goes on`. */
  readonly error: string;
  /** All that was said. */
  readonly text: string;
  /** What the operation was to give is there: of a list the page before the fault. */
  readonly came: boolean;
  readonly mayBeDone: boolean;
  readonly exit?: number;
  /** As the error line says. */
  readonly attempts?: unknown;
}

/**
 * Where each kind of operation is struck; a list by some faults on every page, else from the second
 * on.
 */
export function struckPath(kind: OperationKind, onEveryPage: boolean): string {
  switch (kind) {
    case 'read':
      return 'GET /rest/api/3/project/10000';
    case 'list':
      return `GET /rest/api/3/resolution/search${onEveryPage ? '' : '?*startAt=2'}`;
    case 'write':
      return 'POST /rest/api/3/resolution';
    case 'watch':
      return 'GET /rest/api/3/webhook/failed';
  }
}

let written = 0;

function wordsOf(kind: OperationKind): string[] {
  switch (kind) {
    case 'read':
      return ['project', 'get', '--projectIdOrKey', '10000'];
    case 'list':
      return ['resolution', 'search', '--maxResults', '2'];
    case 'write':
      written += 1;
      return ['resolution', 'create', '--body', `{"name":"Struck${written}"}`];
    case 'watch':
      return ['watch', 'webhook', 'get-failed', '--after', '71h', '--max-events', '1'];
  }
}

/** The command in the shell; its waits take no time. */
export async function driveShell(
  kind: OperationKind,
  server: ServerAddress,
  timeoutMs: number,
): Promise<Seen> {
  const limits = ['--timeout', `${timeoutMs}ms`, '--max-answer', '64MiB'];
  let host: FakeHost | undefined;
  let sleeps = 0;
  const result = await runCli('jr', [...wordsOf(kind), ...limits], {
    env: {
      JR_BASE_URL: server.trackerBaseUrl,
      JR_AUTH_TYPE: 'basic',
      JR_AUTH_USER: server.authUser,
      JR_AUTH_TOKEN: server.authToken,
    },
    onHost: own => {
      host = own;
    },
    // A watch that never gets through is ended after a while.
    onSleep: () => {
      sleeps += 1;
      if (kind === 'watch' && sleeps === 40) host?.signal('SIGINT');
    },
  });
  const {exit, stdout, stderr} = result;
  const came = stdout !== '';
  if (exit !== 0) {
    const {error_type: error, message, hint, attempts} = failureOf(result);
    const mayBeDone = String(hint).startsWith('The request may have succeeded.');
    return {error: String(error), text: `${message} ${hint}`, came, mayBeDone, exit, attempts};
  }
  const goesOn = kind === 'watch' && stderr.includes('Retrying in');
  return {error: goesOn ? 'goes on' : 'ok', text: stderr, came, mayBeDone: false, exit};
}

/**
 * The four kinds one after the other in one terminal UI: typed commands, then the monitor.
 *
 * @param ended told as each has come out, before the next begins
 */
export async function driveScreen(
  server: ServerAddress,
  timeoutMs: number,
  ended: (kind: OperationKind, seen: Seen) => Promise<void>,
): Promise<void> {
  const {clients} = connectServer(server, fakeHost());
  const tracker = clients.tracker && hurried(clients.tracker, timeoutMs);
  const harness = makeHarness({tracker, content: clients.content, connect: false});
  connect(harness, {tracker: [], content: []});
  const type = (kind: OperationKind) => {
    const words = wordsOf(kind).map(word => (word.startsWith('{') ? `'${word}'` : word));
    harness.press(':', `jr ${words.join(' ')}`, 'enter');
  };
  type('read');
  await ended('read', await readEnd(harness));
  type('list');
  await ended('list', await listEnd(harness));
  type('write');
  beReady(harness);
  harness.press('enter');
  await ended('write', await writeEnd(harness));
  harness.press('esc', ':', 'wh failed', 'enter');
  await ended('watch', await watchEnd(harness));
}

/** A client that waits for no attempt longer than the cell does. */
function hurried(client: Client, timeoutMs: number): Client {
  return {
    ...client,
    request: (plan, options) => client.request(plan, {...options, timeoutMs}),
    pages: (plan, options) => client.pages(plan, {...options, timeoutMs}),
  };
}

async function readEnd(harness: AppHarness): Promise<Seen> {
  const load = () => currentView(harness.state()).load;
  await until(() => load().status === 'ready' || load().status === 'failed', load);
  const ended = load();
  if (ended.status !== 'failed') return {error: 'ok', text: '', came: true, mayBeDone: false};
  const {title, text, advice} = ended.trouble;
  const said = [text, ...advice].join('\n');
  return {error: title, text: said, came: false, mayBeDone: false};
}

/** A page that fails after others leaves their rows, and is told in the notice. */
async function listEnd(harness: AppHarness): Promise<Seen> {
  const rows = () => {
    const view = currentView(harness.state());
    return view.kind === 'list' && view.load.status === 'ready' ? view : undefined;
  };
  const failed = () => currentView(harness.state()).load.status === 'failed';
  const notice = () => harness.state().notice?.text;
  const isOver = () => notice() !== undefined || rows()?.more === false || failed();
  await until(isOver, () => currentView(harness.state()).load);
  const text = notice();
  if (failed()) return {...(await readEnd(harness)), came: false};
  const came = (rows()?.rows.length ?? 0) > 0;
  if (text === undefined) return {error: 'ok', text: '', came, mayBeDone: false};
  return {error: text, text, came, mayBeDone: false};
}

async function writeEnd(harness: AppHarness): Promise<Seen> {
  const stage = () => harness.state().write?.stage;
  await until(
    () => isReported(harness),
    () => [stage(), harness.state().notice],
  );
  const [outcome] = stageOf(harness, 'report').outcomes;
  const text = outcome?.text ?? '';
  const isDone = outcome?.state === 'done';
  const mayBeDone = outcome?.state === 'unclear';
  return {error: isDone ? 'ok' : text, text, came: isDone, mayBeDone};
}

/**
 * The watch waits on a clock that stands still: how it stands after its first poll is how it goes
 * on.
 */
async function watchEnd(harness: AppHarness): Promise<Seen> {
  const monitor = () => monitorOf(harness.state());
  const isOver = () => monitor().status.kind !== 'running' || monitor().polledMs !== undefined;
  await until(isOver, () => monitor().status);
  const {status, polledMs} = monitor();
  const came = polledMs !== undefined;
  switch (status.kind) {
    case 'waiting':
      return {error: 'goes on', text: status.reason, came, mayBeDone: false};
    case 'ended': {
      const {title, text} = status.trouble;
      return {error: title, text, came, mayBeDone: false};
    }
    default:
      return {error: 'ok', text: '', came, mayBeDone: false};
  }
}
