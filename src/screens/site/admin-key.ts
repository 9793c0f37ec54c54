import {contentRef, type OperationRef} from '../../api/operation-ref.ts';
import {isFailure} from '../../base/failure.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {minuteMs, parseInstantMs, timeText} from '../../base/times.ts';
import type {HomeEntry} from '../../state/model/count.ts';
import type {Line, Span, TextReader} from '../../state/model/line.ts';
import {ofKind} from '../../state/model/location.ts';
import {findView} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type AppState, slice, viewOf} from '../../state/model/state.ts';
import {
  type AppEvent,
  afterEvents,
  afterEveryEvent,
  type Effect,
} from '../../state/model/transition.ts';
import {wrappedText} from '../../state/show/line-shape.ts';
import {countEntries} from '../../state/views/home/count-entry.ts';

const secondMs = 1000;
const amberMs = 2 * minuteMs;

/** Read the user's admin key; the absence of a key is not an error. */
export const readAdminKey: OperationRef = contentRef('admin-key get-admin-key', {}, {orElse: '{}'});

/** Home line of the user's admin key; an active key needs attention. */
export const adminKeyHome: HomeEntry = {
  id: 'admin-key',
  feature: 'Site',
  title: 'Admin key',
  screen: 'admin-key',
  about: 'enabled or not',
  call: readAdminKey,
  async count(_, ask) {
    try {
      const untilMs = adminKeyUntil(parseJsonValue(await ask.text(readAdminKey)));
      if (untilMs === undefined || untilMs <= ask.now()) return {status: 'ready', text: 'off'};
      const look = {
        text: 'admin key active',
        tone: 'warn',
        screen: 'admin-key',
        params: {},
        filter: '',
      } as const;
      return {status: 'ready', text: '1', note: 'active', tone: 'warn', looks: [look], untilMs};
    } catch (thrown) {
      const status = isFailure(thrown) ? thrown.details.status : undefined;
      // 404 without an active key, and 403 for users without access to it.
      if (status === 404 || status === 403) return {status: 'ready', text: 'off'};
      throw thrown;
    }
  },
  attention: {calm: 'no admin key is enabled', order: 5},
};

/** The expiry of an admin key in milliseconds since the UNIX epoch; undefined if there is none. */
function adminKeyUntil(answer: JsonValue): number | undefined {
  return parseInstantMs(readPointer(answer, '/expirationTime'));
}

function readsAdminKey(call: OperationRef | undefined): boolean {
  return call?.operation === readAdminKey.operation;
}

/** The expiry of the user's admin key in milliseconds since the UNIX epoch. */
const adminKeySlice = slice<{readonly untilMs?: number | undefined}>('admin-key', {});

/** Return the milliseconds until the admin key expires; undefined if none is active. */
function adminKeyLeft(state: AppState): number | undefined {
  const {untilMs} = adminKeySlice.of(state);
  if (untilMs === undefined || untilMs <= state.nowMs) return undefined;
  return untilMs - state.nowMs;
}

/** Whether seconds are shown: on the admin key screen, and everywhere in the last minute. */
function countsSeconds(state: AppState): boolean {
  const left = adminKeyLeft(state);
  if (left === undefined) return false;
  return left <= minuteMs || readsAdminKey(viewOf(state, 'text')?.call);
}

/** `ADMIN KEY 08:41`, or whole minutes if seconds are not shown; undefined without a key. */
export function adminKeyBadge(state: AppState): Span | undefined {
  const left = adminKeyLeft(state);
  if (left === undefined) return undefined;
  const text = countsSeconds(state) ? clockLeft(left) : minutesLeft(left);
  return {text: `ADMIN KEY ${text}`, tone: left < amberMs ? 'warn' : 'title'};
}

/** `08:41`; hours are shown as minutes. */
function clockLeft(ms: number): string {
  const seconds = Math.ceil(ms / secondMs);
  const pad = (n: number): string => String(n).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** `9 min`, rounded up. */
function minutesLeft(ms: number): string {
  return `${Math.ceil(ms / minuteMs)} min`;
}

const effectText =
  'An admin key lets an organization or site admin access restricted content. The key works for the calling user only and expires after 10 minutes unless you choose another duration. Enabling it again issues a new key with a new expiry.';

function indented(text: string, columns: number): Line[] {
  return wrappedText(text, Math.max(20, columns - 2), 'plain', '  ');
}

/**
 * Render the response about the admin key.
 *
 * @param columns width of the screen
 * @param nowMs milliseconds since the UNIX epoch
 */
function adminKeyLines(answer: JsonValue, columns: number, nowMs: number): Line[] {
  const until = adminKeyUntil(answer);
  const left = until === undefined ? 0 : until - nowMs;
  const label = (text: string): Span => ({text: text.padEnd(12), tone: 'dim'});
  const state: Span =
    left > 0
      ? {text: `active, ${clockLeft(left)} left`, tone: left < amberMs ? 'warn' : 'good'}
      : {text: until === undefined ? 'not enabled' : 'expired', tone: 'title'};
  const account = readPointer(answer, '/accountId');
  return [
    [label('Admin key'), state],
    [label('Expires'), {text: until === undefined ? '—' : timeText(until)}],
    [label('User'), {text: typeof account === 'string' ? account : 'the calling user'}],
    [],
    [{text: 'What it does', tone: 'accent'}],
    ...indented(effectText, columns),
    [],
    [{text: 'Enable it for 30 minutes; the request is shown before it is sent', tone: 'accent'}],
    [{text: '  :adminkey on 30', tone: 'title'}],
    [{text: '  cf admin-key enable-admin-key --body \'{"durationInMinutes":30}\'', tone: 'good'}],
    [],
    [{text: 'Disable it at once', tone: 'accent'}],
    [{text: '  :adminkey off', tone: 'title'}],
    [{text: '  cf admin-key disable-admin-key', tone: 'good'}],
  ];
}

/** Renders the response about the admin key; the remaining time is updated each second. */
export const adminKeyReader: TextReader = {
  lines: (text, {columns, nowMs}) => adminKeyLines(parseJsonValue(text), columns, nowMs),
  stepMs: secondMs,
};

const tickSlot = 'admin-key';

/** Update the admin key after events, and count seconds while they are shown. */
export const updateAdminKey = afterEveryEvent((before, step, event) => {
  const state = withAdminKey(step.state, event);
  const again = readAgain(state, event);
  if (again !== undefined) return {state, effects: [...step.effects, again]};
  const counts = countsSeconds(state);
  const begins = counts && (event.kind === 'clock' || !countsSeconds(before));
  if (begins) {
    const tick = {kind: 'tick', slot: tickSlot, ms: 1000} as const;
    return {state, effects: [...step.effects, tick]};
  }
  return state === step.state ? step : {...step, state};
});

/** After a request that enabled or disabled a key, read it again. */
function readAgain(state: AppState, event: AppEvent): Effect | undefined {
  if (event.kind !== 'exchange') return undefined;
  const {method, url, status = 0} = event.exchange;
  const isWrite = method === 'POST' || method === 'DELETE';
  if (!isWrite || status >= 300 || status < 200 || !/\/admin-key$/.test(url)) return undefined;
  const home = ofKind(state.locations[0]?.views[0], 'home');
  if (home === undefined) return undefined;
  const run = countEntries(home.key, [adminKeyHome]);
  return {kind: 'task', slot: 'admin-key-read', run, asks: true};
}

function withAdminKey(state: AppState, event: AppEvent): AppState {
  if (event.kind === 'count' && event.entry === adminKeyHome.id) {
    if (event.count.status !== 'ready') return state;
    return adminKeySlice.with(state, {untilMs: event.count.untilMs});
  }
  if (event.kind === 'response') {
    const view = ofKind(findView(state, event.view), 'text');
    if (!readsAdminKey(view?.call)) return state;
    return adminKeySlice.with(state, {untilMs: adminKeyUntil(parseJsonValue(event.text))});
  }
  return state;
}

/** Milliseconds in which quitting again leaves the key enabled. */
const asksMs = 6000;

/** Warn on quit while an admin key is enabled; a second quit exits. */
export const warnOfAdminKey = afterEvents(['act', 'prompt', 'mouse'], (before, step) => {
  const {state, effects} = step;
  const left = adminKeyLeft(state);
  if (!state.quitting || before.quitting || before.interrupted || left === undefined) return step;
  const text = `an admin key stays enabled for ${minutesLeft(left)}; :adminkey off disables it, quit again to leave`;
  return {
    state: showNotice({...state, quitting: false, interrupted: true}, text, 'warn'),
    effects: [
      ...effects.filter(({kind}) => kind !== 'quit'),
      {kind: 'timer', slot: 'interrupted', ms: asksMs, event: {kind: 'calm'}},
    ],
  };
});
