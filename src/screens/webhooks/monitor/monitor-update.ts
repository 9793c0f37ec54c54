import {minuteMs} from '../../../base/times.ts';
import type {Trouble} from '../../../state/model/load.ts';
import {changeOf} from '../../../state/model/locations.ts';
import {bodyLines} from '../../../state/model/room.ts';
import {type AppState, currentView, viewOf} from '../../../state/model/state.ts';
import {
  type Effect,
  type KeptThing,
  type Reaction,
  type Step,
  stay,
} from '../../../state/model/step.ts';
import {dashboardFrom} from '../../../state/views/home/home-lines.ts';
import {settleCursor} from '../../../state/views/list/list-update.ts';
import {failuresHome} from '../home.ts';
import {alertsOf} from './alert-state.ts';
import {refreshLive} from './live-list.ts';
import {withFailureCount} from './monitor-home.ts';
import {
  freshMonitor,
  holdFailures,
  lookedAtAll,
  type Monitor,
  monitorOf,
  noticedSkew,
  type Refusal,
  refusalOf,
  type ToldFailure,
  withMonitor,
} from './monitor-state.ts';
import {
  intervalMs,
  type KeptWatch,
  readKeptWatch,
  type WatchNews,
  watchTask,
} from './watch-deliveries.ts';
import type {Pace} from './watch-pacer.ts';

/** The slot in which the watch runs. */
export const watchSlot = 'monitor';
/** Names under which the place of the watch, and whether it rings, are kept. */
const watchName = 'monitor';
export const bellName = 'bell';

/** Tell the watch whether someone looks; `now` polls at once. */
export function paceOf(looked: boolean, now: boolean): Effect {
  const said: Pace = {looked, now};
  return {kind: 'tell', slot: watchSlot, said};
}

/** How often the place is kept while nothing happens. */
const keepEveryMs = minuteMs;

/** What the watch learned, taken in. */
export function takeDeliveries(state: AppState, news: WatchNews, atMs: number): Step {
  const monitor = monitorOf(state);
  switch (news.kind) {
    case 'records':
      return heldStep(state, holdFailures(monitor, news.records), news.records);
    case 'polled':
      return polled(state, news, atMs);
    case 'gap': {
      const gaps = [...monitor.gaps, news.gap].slice(-gapsKept);
      return stay(withMonitor(state, {...monitor, gaps}));
    }
    case 'waiting': {
      const {kind, reason, nextAtMs, trouble, refusal} = news;
      const status = {kind, reason, nextAtMs, trouble, ...(refusal && {refusal})};
      const next = withMonitor(state, {...monitor, status});
      return refusal === undefined ? stay(next) : refused(next, refusal, refusalOf(monitor));
    }
    case 'ended': {
      const status = {kind: 'ended', trouble: news.trouble} as const;
      const next = {...monitor, status};
      // It would end the next time too: it does not begin by itself again.
      const effects = [keepWatch(next, false), ...ringOf(monitor, news.trouble)];
      return {state: withMonitor(state, next), effects};
    }
  }
}

const gapsKept = 100;

/** The first refusal of a series rings; a watch that never told anything does not begin by itself again. */
function refused(state: AppState, now: Refusal, before: Refusal | undefined): Step {
  const monitor = monitorOf(state);
  const isNews = before === undefined || before.status !== now.status;
  const isHopeless = monitor.polledMs === undefined && monitor.lookedMs === undefined;
  const effects: Effect[] = isHopeless ? [keepWatch(monitor, false)] : [];
  return {state, effects: isNews ? [...effects, ...ringOf(monitor, now.trouble)] : effects};
}

function ringOf({bell}: Monitor, {title}: Trouble): Effect[] {
  return bell ? [{kind: 'ring', text: `Failed deliveries are not watched: ${title}`}] : [];
}

function polled(state: AppState, news: Extract<WatchNews, {kind: 'polled'}>, atMs: number): Step {
  const monitor = monitorOf(state);
  const held = holdFailures(monitor, news.records);
  const {lagMs: _, ...rest} = held;
  const next: Monitor = {
    ...rest,
    status: {kind: 'running'},
    caughtUp: true,
    polledMs: atMs,
    nextAtMs: news.nextAtMs,
    skewMs: news.skewMs === undefined ? monitor.skewMs : noticedSkew(news.skewMs),
    ...(news.lagMs !== undefined && held.held.length > 0 && {lagMs: news.lagMs}),
  };
  const step = heldStep(state, next, news.records);
  const isDue = news.records.length > 0 || atMs - monitor.keptMs >= keepEveryMs;
  if (!isDue) return step;
  const kept = {...monitorOf(step.state), keptMs: atMs};
  return {
    state: withMonitor(step.state, kept),
    effects: [...step.effects, keepWatch(kept, true)],
  };
}

/** Records came in: a URL that never failed before rings, when that is switched on. */
function heldStep(state: AppState, next: Monitor, told: readonly ToldFailure[]): Step {
  const monitor = monitorOf(state);
  const after = withMonitor(state, next);
  // Rules of the profile say more, and ring themselves.
  const isRuled = alertsOf.of(state).rules.length > 0;
  if (!monitor.bell || isRuled || !monitor.caughtUp || told.length === 0) return stay(after);
  const gone = monitor.letGo.get('url')?.keys() ?? [];
  const known = new Set([...gone, ...monitor.held.map(({target}) => target)]);
  const added = [...new Set(told.map(({target}) => target))].filter(url => !known.has(url));
  if (added.length === 0) return stay(after);
  const more = added.length > 1 ? ` and ${added.length - 1} more` : '';
  const text = `Webhook deliveries fail: ${added[0] ?? ''}${more}`;
  return {state: after, effects: [{kind: 'ring', text}]};
}

/** Remember where the watch stands, for the next session. */
export function keepWatch({polledMs, skewMs, lookedMs}: Monitor, on: boolean): Effect {
  const kept: KeptWatch = {
    on,
    ...(polledMs !== undefined && {polledMs: polledMs + skewMs}),
    ...(lookedMs !== undefined && {lookedMs}),
  };
  return {kind: 'keep', name: watchName, scope: 'profile', text: JSON.stringify(kept)};
}

/** The watch begins anew. */
export function startWatch(state: AppState): Step {
  const before = monitorOf(state);
  const {lookedMs} = before;
  const monitor: Monitor = {
    ...anew(before),
    status: {kind: 'running'},
    ...(lookedMs !== undefined && {lookedMs}),
  };
  const run = watchTask(looksAtMonitor(state), takeDeliveries);
  return {state: withMonitor(state, monitor), effects: [{kind: 'task', slot: watchSlot, run}]};
}

/** Where the watch stood; one that was on begins again. */
export const watchKept: KeptThing = {
  name: watchName,
  scope: 'profile',
  recalled(state, text) {
    const kept = readKeptWatch(text);
    const monitor = monitorOf(state);
    if (kept === undefined || monitor.caughtUp) return state;
    const {on, lookedMs} = kept;
    const isOff = monitor.status.kind === 'off' && !on;
    return withMonitor(state, {
      ...monitor,
      ...(isOff && {status: {kind: 'off', stays: true}}),
      ...(lookedMs !== undefined && {lookedMs}),
    });
  },
  begins(state, text) {
    const isOff = monitorOf(state).status.kind === 'off';
    return isOff && readKeptWatch(text)?.on ? startWatch(state) : stay(state);
  },
};

/** Whether a new URL rings; kept for the user. */
export const bellKept: KeptThing = {
  name: bellName,
  scope: 'user',
  recalled: (state, text) => withMonitor(state, {...monitorOf(state), bell: text === 'true'}),
};

/** Whether a list of the monitor is on the screen. */
export function looksAtMonitor(state: AppState): boolean {
  return viewOf(state, 'list')?.resource.scope === 'monitor';
}

/**
 * What the monitor needs after any event: it begins when it is looked at first, what is on the
 * screen follows it, home too, and the watch is told whether someone looks.
 */
export const monitorFollows: Reaction = (before, step, event) => {
  // What was chosen for the lists is not of a profile.
  const chosen = event.kind === 'connected' && withMonitor(step.state, anew(monitorOf(before)));
  const current = chosen ? {...step, state: chosen} : step;
  const {state, effects} = withDashboard(withLookedAt(before, current));
  return {state: withFailureCount(state), effects};
};

/** The dashboard shows failures live: the watch begins with it, once failures could be counted. */
function withDashboard(step: Step): Step {
  const {state} = step;
  const {status} = monitorOf(state);
  if (status.kind !== 'off' || status.stays || state.columns < dashboardFrom) return step;
  if (viewOf(state, 'home')?.counts[failuresHome.id]?.status !== 'ready') return step;
  const begun = startWatch(state);
  return {state: begun.state, effects: [...step.effects, ...begun.effects]};
}

/** A monitor that has not begun, with what was chosen for its lists. */
function anew({window, groupedBy, bell}: Monitor): Monitor {
  return {...freshMonitor, window, groupedBy, bell};
}

function withLookedAt(before: AppState, step: Step): Step {
  const looks = looksAtMonitor(step.state);
  const looked = looksAtMonitor(before);
  if (!looks && !looked) return step;
  const {connection} = step.state;
  const monitor = monitorOf(step.state);
  const isReady = connection.status === 'ready';
  const begin = looks && isReady && monitor.status.kind === 'off';
  const begun = begin ? startWatch(step.state) : stay(step.state);
  const effects = [...step.effects, ...begun.effects];
  if (looks !== looked || begin) effects.push(paceOf(looks, false));
  if (!looks) {
    // Before its first poll it would keep less than is kept.
    const isPolled = monitor.status.kind === 'running' && monitor.polledMs !== undefined;
    if (isPolled) effects.push(keepWatch(monitor, true));
    return {state: begun.state, effects};
  }
  const now = monitorOf(begun.state);
  const opened = looked
    ? begun.state
    : withMonitor(begun.state, {...now, openedSeq: now.lookedSeq});
  return {state: shown(opened, looked), effects};
}

/** The list on the screen made of what the monitor holds now, all of it looked at. */
function shown(state: AppState, lookedBefore: boolean): AppState {
  const {key} = currentView(state);
  const next = changeOf(state, 'list', key, view => {
    const fresh = refreshLive(view, state);
    const lines = bodyLines(state);
    // With the first failures comes the chart: the list has fewer lines.
    return fresh.cursor < fresh.top + lines ? fresh : settleCursor(fresh, lines);
  });
  const monitor = monitorOf(next);
  const seen = lookedAtAll(monitor);
  const sooner = lookedBefore ? seen : soonerPoll(seen);
  return sooner === monitor ? next : withMonitor(next, sooner);
}

/** Someone came to look: the next poll is at most one interval after the last. */
function soonerPoll(monitor: Monitor): Monitor {
  const {status, polledMs, nextAtMs} = monitor;
  if (status.kind !== 'running' || polledMs === undefined || nextAtMs === undefined) return monitor;
  const soonest = polledMs + intervalMs;
  return soonest < nextAtMs ? {...monitor, nextAtMs: soonest} : monitor;
}
