import {findJson, isObject, readFirstOf} from '../../base/json-value.ts';
import {quoteWord} from '../../base/shell-words.ts';
import {dayMs, hourMs, timeText, toMs} from '../../base/times.ts';
import {askPages} from '../../state/ask/ask.ts';
import {errorLine} from '../../state/ask/error-summary.ts';
import {openLocation} from '../../state/model/locations.ts';
import {say} from '../../state/model/notice.ts';
import {type AppState, slice} from '../../state/model/state.ts';
import {
  type Action,
  after,
  andThen,
  type Effect,
  noEffects,
  type PersistedState,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {type PaletteCommand, switchCommand} from '../../state/overlays/palette/palette-command.ts';
import {makeRow} from '../../state/views/list/rows.ts';
import {planOfVerb} from '../../state/write/make-plan.ts';
import {planRequests} from '../../state/write/plan-requests.ts';
import {whyNotSent} from '../../state/write/risk.ts';
import {whyNotPlanned} from '../../state/write/start-write.ts';
import type {Checked, Outcome} from '../../state/write/state.ts';
import {webhooks} from './webhooks.ts';

/** Webhooks with less than this left are refreshed. */
const refreshWithinDays = 7;
const everyMs = 6 * hourMs;
const name = 'webhook-refresh';

interface AutoRefresh {
  /** Expiring webhooks are refreshed while steward runs. */
  readonly on: boolean;
  /** Time of the last refresh, in epoch milliseconds. */
  readonly atMs?: number | undefined;
  /** Keys of the write runs started by auto-refresh; their results are shown as notices. */
  readonly runs: readonly number[];
}

/** Auto-refresh setting and the time of the last refresh. */
export const autoRefresh = slice<AutoRefresh>(name, {on: false, runs: []});

function keep(state: AppState): Effect {
  const {on, atMs} = autoRefresh.of(state);
  return {kind: 'keep', name, scope: 'account', text: JSON.stringify({on, at: atMs})};
}

/** Restore the setting of an earlier session. */
function recalled(state: AppState, text: string): AppState {
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
  restore: recalled,
  onRestore: refreshWhenDue,
};

/** Switch auto-refresh on or off. */
function switchRefresh(state: AppState, on: boolean): Transition {
  const next = autoRefresh.with(state, {...autoRefresh.of(state), on});
  const text = on
    ? `webhooks with less than ${refreshWithinDays} days left are refreshed while steward runs`
    : 'webhooks are no longer refreshed automatically';
  const due = refreshWhenDue(say(next, text, on ? 'good' : 'warn'));
  return {state: due.state, effects: [keep(next), ...due.effects]};
}

/**
 * At the start and once a minute: look for webhooks that expire soon, where that is switched on, at
 * most every six hours and only while writing is allowed.
 */
function refreshWhenDue(state: AppState): Transition {
  const {nowMs, connection} = state;
  const setting = autoRefresh.of(state);
  const isReady = connection.status === 'ready' && connection.identities.tracker !== undefined;
  const isDue = nowMs - (setting.atMs ?? 0) >= everyMs;
  if (!setting.on || !isReady || !isDue || whyNotSent(state)) return noEffects(state);
  const next = autoRefresh.with(state, {...setting, atMs: nowMs});
  return {state: next, effects: [keep(next), {kind: 'task', slot: name, run: findExpiring}]};
}

/** Read all webhooks, independently of the list on the screen. */
const findExpiring: Task = async (ports, {signal}) => {
  const [list] = webhooks.sources;
  if (list === undefined) return;
  try {
    const items: string[] = [];
    for await (const page of askPages(list, {}, ports, signal)) {
      for (const item of page.items) items.push(item);
    }
    ports.dispatch({kind: 'taskResult', take: found(items, ports.clock.now())});
  } catch (thrown) {
    if (signal.aborted) return;
    const said = `could not list expiring webhooks: ${errorLine(thrown)}`;
    ports.dispatch({kind: 'notice', notice: {text: said, tone: 'warn'}});
  }
};

/** Refresh the expiring webhooks without confirmation; the write is journalled. */
function found(items: readonly string[], atMs: number): Action {
  return state => {
    const verb = webhooks.verbs?.find(one => one.id === 'refresh');
    const setting = autoRefresh.of(state);
    // Auto-refresh may have been switched off, or writing locked, during the read.
    if (!verb || !setting.on || whyNotSent(state)) return noEffects(state);
    const rows = items
      .map(text => makeRow(webhooks, text))
      .filter(row => {
        const left = (toMs(readFirstOf(row.value, ['/expirationDate'])) ?? Infinity) - atMs;
        return left < refreshWithinDays * dayMs;
      });
    if (rows.length === 0) return noEffects(state);
    const plan = planOfVerb({verb, noun: webhooks.noun, rows, params: {}}, state);
    // Nobody is at the keys: a profile that denies the refresh is sent nothing.
    const {requests, trouble} = planRequests(plan.requests, state);
    if (trouble || whyNotPlanned(state, plan)) return noEffects(state);
    const run = state.nextKey;
    const only = requests.map((_, i) => i);
    const planned = {...plan, requests};
    const next = autoRefresh.with(state, {...setting, runs: [...setting.runs, run]});
    return {
      state: {...next, nextKey: run + 1},
      effects: [
        {kind: 'write', effect: {kind: 'send', run, plan: planned, only, by: 'auto-refresh'}},
      ],
    };
  };
}

/** Check once a minute, and report the result of each refresh. */
export const runAutoRefresh = after(['clock', 'write'], (_, step, event) => {
  if (event.kind === 'clock') {
    return andThen(step, refreshWhenDue);
  }
  if (!('run' in event.event)) return step;
  if (!autoRefresh.of(step.state).runs.includes(event.event.run)) return step;
  if (event.event.kind === 'ended') {
    return {...step, state: sent(step.state, event.event.outcome)};
  }
  if (event.event.kind === 'checked') {
    return {...step, state: checked(step.state, event.event.checked)};
  }
  return step;
});

/** Report a failed refresh; a success is reported after the check. */
function sent(state: AppState, {state: how, text}: Outcome): AppState {
  return how === 'done' ? state : say(state, `expiring webhooks not refreshed: ${text}`, 'bad');
}

function checked(state: AppState, found: Checked): AppState {
  if (found.problem !== undefined) {
    return say(
      state,
      `webhooks refreshed, but the result could not be checked: ${found.problem}`,
      'warn',
    );
  }
  const ignored = found.ignored.length === 0 ? '' : `, ignored: ${found.ignored.join(', ')}`;
  const until = found.time === undefined ? '' : ` until ${timeText(found.time)}`;
  const text = `refreshed ${found.changed.length} expiring webhooks automatically${until}${ignored}; :journal`;
  return say(state, text, found.ignored.length === 0 ? 'good' : 'warn');
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

/** Ids in one request. */
const idsAtOnce = 100;

/**
 * Filter of jq: the ids of webhooks that expire soon, as lines of a hundred separated by commas; no
 * line when there are none, so that nothing is sent. It holds no per cent sign, which cron would cut.
 */
const filter = [
  `[.values[]|select(.expirationDate<(now+${refreshWithinDays}*86400)*1000)|.id]`,
  `range(0;length;${idsAtOnce}) as $i|.[$i:$i+${idsAtOnce}]|map(tostring)|join(",")`,
].join('|');

/** Build the shell pipeline that refreshes expiring webhooks, using only `jr` and `xargs`. */
function refreshRecipe(flags: readonly string[]): string {
  const own = flags.map(word => ` ${quoteWord(word)}`).join('');
  const list = `jr webhook get-dynamic-webhooks-for-app${own} --jq ${quoteWord(filter)}`;
  const refresh = `xargs -I IDS jr webhook refresh${own} --body '{"webhookIds":[IDS]}'`;
  return `${list} | ${refresh}`;
}

/** Build the text of `:cron`: a crontab line, and the pipeline to try in a shell. */
export function cronRecipe({flags}: Pick<AppState['session'], 'flags'>) {
  const shell = refreshRecipe(flags.tracker);
  return {
    about: `Every night, refreshes webhooks with less than ${refreshWithinDays} days left. Y copies the line; paste it with crontab -e.`,
    crontab: `17 3 * * * ${shell}`,
    shell,
    how: 'Cron runs without your shell environment: use the full path of jr if cron cannot find jr, and store the token in the profile (jr configure). A failure prints one JSON line, which cron mails.',
  };
}
