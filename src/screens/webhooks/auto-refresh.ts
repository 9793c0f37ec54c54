import {findJson, isObject, readFirstOf} from '../../base/json-value.ts';
import {quoteWord} from '../../base/shell-words.ts';
import {
  clockText,
  dayMs,
  daysLeftText,
  hourMs,
  minuteMs,
  parseInstantMs,
  timeText,
} from '../../base/times.ts';
import {fetchPages} from '../../state/ask/ask.ts';
import {errorLine} from '../../state/ask/error-summary.ts';
import type {Attention} from '../../state/model/count.ts';
import {openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type AppState, slice} from '../../state/model/state.ts';
import {
  type Action,
  afterEvents,
  andThen,
  noEffects,
  type PersistedState,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {type PaletteCommand, switchCommand} from '../../state/overlays/palette/palette-command.ts';
import {makeRow} from '../../state/views/list/rows.ts';
import {planOfVerb} from '../../state/write/make-plan.ts';
import {whyNotSent} from '../../state/write/permissions.ts';
import {planRequests, whyNotPlanned} from '../../state/write/start-write.ts';
import type {Checked, Outcome} from '../../state/write/state.ts';
import {webhooks} from './webhooks.ts';

/** Days of remaining validity below which webhooks are refreshed. */
const refreshWithinDays = 7;
const everyMs = 6 * hourMs;
/** Milliseconds until the next attempt after a failure. */
const retryMs = 5 * minuteMs;
/** Less than this left: a failure to refresh rings. */
const urgentMs = 3 * dayMs;
const name = 'webhook-refresh';

interface AutoRefresh {
  /** Refresh expiring webhooks while steward runs. */
  readonly on: boolean;
  /** Time of the last refresh, in epoch milliseconds. */
  readonly atMs?: number | undefined;
  /** When the first of the expiring webhooks expires. */
  readonly firstMs?: number;
  /** The last refresh failed. */
  readonly trouble?: {
    readonly reason: string;
    /** It rang, since a webhook is about to expire. */
    readonly isReported: boolean;
    /** When it is tried again, at the usual time if absent. */
    readonly nextMs?: number;
  };
  /** Keys of the write runs started by auto-refresh; their results are shown as notices. */
  readonly runs: readonly number[];
}

/** Auto-refresh setting and the time of the last refresh. */
export const autoRefresh = slice<AutoRefresh>(name, {on: false, runs: []});

/** Restore the setting of an earlier session. */
function restoreAutoRefresh(state: AppState, text: string): AppState {
  const value = findJson(text);
  // Treat an unreadable file as absent: auto-refresh stays off.
  if (!isObject(value)) return state;
  const {on, at} = value;
  const atMs = typeof at === 'number' ? at : undefined;
  return autoRefresh.with(state, {...autoRefresh.of(state), on: on === true, atMs});
}

/** Auto-refresh setting, persisted per account. */
export const persistedAutoRefresh: PersistedState = {
  name,
  scope: 'account',
  value: autoRefresh.of,
  text(state) {
    const {on, atMs} = autoRefresh.of(state);
    return JSON.stringify({on, at: atMs});
  },
  restore: restoreAutoRefresh,
  onRestore: refreshWhenDue,
};

/** Switch auto-refresh on or off. */
function switchRefresh(state: AppState, on: boolean): Transition {
  const next = autoRefresh.with(state, {...autoRefresh.of(state), on});
  const text = on
    ? `webhooks with less than ${refreshWithinDays} days left are refreshed while steward runs`
    : 'webhooks are no longer refreshed automatically';
  return refreshWhenDue(showNotice(next, text, on ? 'good' : 'warn'));
}

/**
 * At startup and once a minute: if enabled, check for webhooks that expire soon, at most every six
 * hours and only while writes are allowed.
 */
function refreshWhenDue(state: AppState): Transition {
  const {nowMs, connection} = state;
  const setting = autoRefresh.of(state);
  const isReady = connection.status === 'ready' && connection.identities.tracker !== undefined;
  const isDue = nowMs >= (setting.trouble?.nextMs ?? (setting.atMs ?? 0) + everyMs);
  if (!setting.on || !isReady || !isDue || whyNotSent(state)) return noEffects(state);
  const {trouble} = setting;
  // The next attempt, unless this one succeeds.
  const again = trouble && {trouble: {...trouble, nextMs: nowMs + retryMs}};
  const next = autoRefresh.with(state, {...setting, atMs: nowMs, ...again});
  return {state: next, effects: [{kind: 'task', slot: name, run: findExpiring}]};
}

/** Read all webhooks, independently of the list on the screen. */
const findExpiring: Task = async (ports, {signal}) => {
  const [list] = webhooks.sources;
  if (list === undefined) return;
  try {
    const items: string[] = [];
    for await (const page of fetchPages(list, {}, ports, signal)) {
      for (const item of page.items) items.push(item);
    }
    ports.dispatch({kind: 'taskResult', take: refreshExpiring(items, ports.clock.now())});
  } catch (thrown) {
    if (signal.aborted) return;
    const reason = `could not list expiring webhooks: ${errorLine(thrown)}`;
    ports.dispatch({kind: 'taskResult', take: state => reportFailure(state, reason, true)});
  }
};

/** Refresh the expiring webhooks without confirmation; the write is journalled. */
function refreshExpiring(items: readonly string[], atMs: number): Action {
  return state => {
    const verb = webhooks.verbs?.find(one => one.id === 'refresh');
    const setting = autoRefresh.of(state);
    // Auto-refresh may have been switched off, or writing locked, during the read.
    if (!verb || !setting.on || whyNotSent(state)) return noEffects(state);
    const rows = items
      .map(text => makeRow(webhooks, text))
      .filter(row => {
        const left =
          (parseInstantMs(readFirstOf(row.value, ['/expirationDate'])) ?? Infinity) - atMs;
        return left < refreshWithinDays * dayMs;
      });
    if (rows.length === 0) return noEffects(withoutTrouble(state));
    const plan = planOfVerb({verb, noun: webhooks.noun, rows, params: {}}, state);
    // No user is present: do not send what the profile denies.
    const {requests, trouble} = planRequests(plan.requests, state);
    if (trouble || whyNotPlanned(state, plan)) return noEffects(state);
    const run = state.nextKey;
    const only = requests.map((_, i) => i);
    const planned = {...plan, requests};
    const ends = rows.map(
      ({value}) => parseInstantMs(readFirstOf(value, ['/expirationDate'])) ?? Infinity,
    );
    const runs = [...setting.runs, run];
    const next = autoRefresh.with(state, {...setting, runs, firstMs: Math.min(...ends)});
    return {
      state: {...next, nextKey: run + 1},
      effects: [
        {kind: 'write', effect: {kind: 'send', run, plan: planned, only, by: 'auto-refresh'}},
      ],
    };
  };
}

/** Check once a minute, and report the result of each refresh. */
export const runAutoRefresh = afterEvents(['clock', 'write'], (_, step, event) => {
  if (event.kind === 'clock') {
    return andThen(step, refreshWhenDue);
  }
  if (!('run' in event.event)) return step;
  if (!autoRefresh.of(step.state).runs.includes(event.event.run)) return step;
  const {event: write} = event;
  if (write.kind === 'ended') return andThen(step, state => reportSent(state, write.outcome));
  if (write.kind === 'checked') return andThen(step, state => checked(state, write.checked));
  return step;
});

function withoutTrouble(state: AppState): AppState {
  const {trouble: _, firstMs: __, ...rest} = autoRefresh.of(state);
  return autoRefresh.with(state, rest);
}

/** Report that webhooks were not refreshed; ring once if one is about to expire. */
function reportFailure(state: AppState, reason: string, isPassing: boolean): Transition {
  const setting = autoRefresh.of(state);
  const {firstMs, trouble} = setting;
  const isUrgent = firstMs !== undefined && firstMs - state.nowMs < urgentMs;
  const isReported = isUrgent || trouble?.isReported === true;
  const nextMs = isPassing ? {nextMs: state.nowMs + retryMs} : {};
  const next = autoRefresh.with(state, {...setting, trouble: {reason, isReported, ...nextMs}});
  const rings = isUrgent && trouble?.isReported !== true;
  const text = rings ? `a webhook expires in ${leftText(firstMs, state.nowMs)}: ${reason}` : reason;
  return {state: showNotice(next, text, 'bad'), effects: rings ? [{kind: 'ring', text}] : []};
}

function leftText(ms: number, nowMs: number): string {
  return daysLeftText(ms, nowMs).replace(/ !$/, '');
}

/** The failure of the last refresh, for the attention panel. */
export function refreshProblems(own: AppState['own']): readonly Attention[] {
  const {trouble} = autoRefresh.of({own});
  if (trouble === undefined) return [];
  const {reason, nextMs} = trouble;
  const next = nextMs === undefined ? '' : `next attempt ${clockText(nextMs).slice(0, 5)}, `;
  const text = `${next}${reason}`;
  return [{name: 'auto-refresh', text, tone: 'bad', screen: webhooks.id, params: {}, filter: ''}];
}

/** Report a failed refresh; a success is reported after the check. */
function reportSent(state: AppState, {state: how, text}: Outcome): Transition {
  if (how === 'done') return noEffects(state);
  return reportFailure(state, `expiring webhooks not refreshed: ${text}`, true);
}

function checked(before: AppState, found: Checked): Transition {
  const state = withoutTrouble(before);
  if (found.problem !== undefined) {
    const text = `webhooks refreshed, but the result could not be checked: ${found.problem}`;
    return noEffects(showNotice(state, text, 'warn'));
  }
  if (found.ignored.length > 0) {
    const ids = found.ignored.join(', ');
    return reportFailure(
      before,
      `expiring webhooks not refreshed: the service ignored ${ids}`,
      false,
    );
  }
  const until = found.time === undefined ? '' : ` until ${timeText(found.time)}`;
  const text = `refreshed ${found.changed.length} expiring webhooks automatically${until}; :journal`;
  return noEffects(showNotice(state, text, 'good'));
}

/** `:refresh-webhooks on|off` and `:cron`. */
export const webhookCommands: readonly PaletteCommand[] = [
  switchCommand(
    'refresh-webhooks',
    [
      `While steward runs, refresh webhooks with less than ${refreshWithinDays} days left.`,
      'Stop refreshing webhooks automatically.',
    ],
    switchRefresh,
    ['webhook-refresh'],
  ),
  {
    name: 'cron',
    aliases: ['crontab'],
    args: '',
    about: 'Show a crontab line that refreshes expiring webhooks without steward.',
    run: openCron,
  },
];

/** Open the cron recipe as a text; Y copies its line. */
function openCron(state: AppState): Transition {
  const recipe = cronRecipe(state.session);
  const sent = [{service: 'tracker', command: recipe.crontab} as const];
  const text = JSON.stringify(recipe);
  const spec = {kind: 'text', form: 'describe', text, sent} as const;
  return openLocation(state, {crumb: 'crontab', tabs: [{title: 'Crontab', spec}], tab: 0});
}

/** Build the text of `:cron`: a crontab line, and its command to try in a shell. */
export function cronRecipe({flags}: Pick<AppState['session'], 'flags'>) {
  const own = flags.tracker.map(word => ` ${quoteWord(word)}`).join('');
  const shell = `jr webhook refresh --expiring ${refreshWithinDays}d${own}`;
  return {
    about: `Every night, refreshes webhooks with less than ${refreshWithinDays} days left. Y copies the line; paste it with crontab -e.`,
    // A per cent sign would end the command.
    crontab: `17 3 * * * ${shell} > /dev/null`.replaceAll('%', '\\%'),
    shell,
    how: 'Cron runs without your shell environment: use the full path of jr if cron cannot find jr, and store the token in the profile (jr configure). A failure prints one JSON line, which cron mails.',
  };
}
