import {
  type Alert,
  type AlertEvent,
  alertJson,
  alertStep,
  freshMemory,
  readRule,
  rulesTyped,
} from '../../../api/watch/alerts.ts';
import {parseDuration} from '../../../base/duration.ts';
import {splitWords} from '../../../base/shell-words.ts';
import {timeText} from '../../../base/times.ts';
import {say} from '../../../state/model/notice.ts';
import type {AppState} from '../../../state/model/state.ts';
import {after, type Effect, type Task, type Transition} from '../../../state/model/transition.ts';
import type {PaletteCommand} from '../../../state/overlays/palette/palette-command.ts';
import {liveList, rowAtCursor} from '../../../state/views/list/list-update.ts';
import {alertsOf, keepAlerts} from './alert-state.ts';
import type {BufferedFailure} from './buffer.ts';
import {addressOf} from './live-list.ts';
import {monitorOf, refusalOf, serverNow} from './monitor-state.ts';

/** Most alerts passed to the program per event. */
const mostRun = 10;

function kept(state: AppState, text: string, tone: 'good' | 'warn' = 'good'): Transition {
  return {state: say(state, text, tone), effects: [keepAlerts(state)]};
}

function addressHere(state: AppState): string | undefined {
  const view = liveList(state);
  const row = view && rowAtCursor(view);
  return row && addressOf(view, row, state);
}

/** `:alert`, `:alert-exec`, `:mute`, `:unmute` and `:ack`. */
export const alertCommands: readonly PaletteCommand[] = [
  {
    name: 'alert',
    aliases: ['alerts'],
    args: 'RULE…|off',
    about: `Ring and show an alert on home: ${rulesTyped}. Saved per profile.`,
    problem(_, words) {
      if (words.length === 0) return `needs ${rulesTyped}, or off`;
      const wrong = words.find(word => word !== 'off' && readRule(word) === undefined);
      return wrong === undefined ? undefined : `"${wrong}" is not a rule; use ${rulesTyped}`;
    },
    run(state, words) {
      const rules = words.includes('off') ? [] : [...new Set(words)];
      const next = alertsOf.with(state, {...alertsOf.of(state), rules});
      return kept(next, rules.length === 0 ? 'alerts off' : `alerts: ${rules.join(', ')}`);
    },
  },
  {
    name: 'alert-exec',
    aliases: [],
    args: 'PROGRAM…|off',
    about:
      'Run a program for each alert, without a shell, with the alert as JSON on standard input.',
    problem: (_, words) => (words.length === 0 ? 'needs a program, or off' : undefined),
    run(state, words) {
      const {exec: _, ...rest} = alertsOf.of(state);
      const split = splitWords(words.join(' '));
      if ('problem' in split) return {state: say(state, split.problem, 'bad'), effects: []};
      const isOff = words.join(' ') === 'off';
      const next = alertsOf.with(state, isOff ? rest : {...rest, exec: split.words});
      return kept(next, isOff ? 'no program runs for alerts' : `each alert runs ${split.words[0]}`);
    },
  },
  {
    name: 'mute',
    aliases: ['snooze'],
    args: 'TIME NOTE',
    about: 'Mute alerts of the address under the cursor for a time such as 2h, with a note.',
    problem(state, [time = '']) {
      if (addressHere(state) === undefined) return 'choose an address first (:wh failed)';
      return parseDuration(time) ? undefined : 'needs a duration, such as 30m or 8h, and a note';
    },
    run(state, [time = '', ...words]) {
      const address = addressHere(state) ?? '';
      const untilMs = serverNow(state) + (parseDuration(time) ?? 0);
      const before = alertsOf.of(state);
      const mutes = new Map([...before.mutes, [address, {untilMs, note: words.join(' ')}]]);
      const open = before.open.filter(alert => alert.address !== address);
      const next = alertsOf.with(state, {...before, mutes, open});
      return kept(next, `alerts of ${address} muted until ${timeText(untilMs)}`);
    },
  },
  {
    name: 'unmute',
    aliases: [],
    args: '',
    about: 'Unmute alerts of the address under the cursor.',
    problem: state => (addressHere(state) === undefined ? 'choose an address first' : undefined),
    run(state) {
      const before = alertsOf.of(state);
      const address = addressHere(state) ?? '';
      const mutes = new Map([...before.mutes].filter(([one]) => one !== address));
      return kept(alertsOf.with(state, {...before, mutes}), `alerts of ${address} unmuted`);
    },
  },
  {
    name: 'ack',
    aliases: ['acknowledge'],
    args: '',
    about: 'Acknowledge all alerts, which removes them from home and the top line.',
    problem: state => (alertsOf.of(state).open.length === 0 ? 'no open alerts' : undefined),
    run(state) {
      const before = alertsOf.of(state);
      const count = before.open.length;
      const next = alertsOf.with(state, {...before, open: []});
      return kept(next, count === 1 ? '1 alert acknowledged' : `${count} alerts acknowledged`);
    },
  },
];

/** Apply the alert rules to an event: ring, notify, list on home and run the program. */
export const raiseAlerts = after(
  ['taskResult', 'clock', 'act', 'prompt'],
  (before, step, event) => {
    const {rules} = alertsOf.of(step.state);
    if (rules.length === 0) return step;
    const events = eventsOf(before, step.state, event.kind === 'clock');
    return events.reduce((so, one) => told(so, one), step);
  },
);

function eventsOf(before: AppState, now: AppState, isClock: boolean): readonly AlertEvent[] {
  const [was, is] = [monitorOf(before), monitorOf(now)];
  if (is.status.kind === 'off') return [];
  const events: AlertEvent[] = [];
  const toFailure = ({target: address, timeMs, text: record}: BufferedFailure) => ({
    address,
    timeMs,
    record,
  });
  // Rules added during a watch start from the failures known so far.
  if (alertsOf.of(now).memory === freshMemory && was.seq > 0) {
    const gone = [...(was.letGo.get('url') ?? [])].map(([address, {lastMs}]) => ({
      address,
      timeMs: lastMs,
      record: '{}',
    }));
    events.push({kind: 'failures', failures: [...gone, ...was.held.map(toFailure)], isOld: true});
  }
  if (is.seq > was.seq) {
    const failures = is.held.filter(({seq}) => seq > was.seq).map(toFailure);
    events.push({kind: 'failures', failures, isOld: !was.caughtUp});
  }
  if (is.status !== was.status && is.status.kind === 'waiting') {
    const {reason} = is.status;
    events.push({kind: 'unanswered', reason, isRefused: refusalOf(is) !== undefined});
  }
  if (is.status !== was.status && is.status.kind === 'ended') {
    events.push({kind: 'unanswered', reason: is.status.trouble.title, isRefused: true});
  }
  if (is.polledMs !== was.polledMs && is.polledMs !== undefined) events.push({kind: 'answered'});
  if (isClock) events.push({kind: 'time'});
  return events;
}

function told(step: Transition, event: AlertEvent): Transition {
  const {state} = step;
  const before = alertsOf.of(state);
  const {rules, mutes} = before;
  const {memory, alerts} = alertStep(before.memory, event, {
    rules,
    mutes,
    nowMs: serverNow(state),
  });
  const open = [...before.open, ...alerts].slice(-50);
  const next = alertsOf.with(state, {...before, memory, open});
  const [first] = alerts;
  if (first === undefined) return {...step, state: next};
  const more = alerts.length > 1 ? ` And ${alerts.length - 1} more.` : '';
  const text = `${first.text}${more}`;
  const {exec} = before;
  const ran: Effect[] =
    exec === undefined
      ? []
      : [{kind: 'task', slot: `alert:${first.rule}:${first.atMs}`, run: execTask(exec, alerts)}];
  return {
    state: say(next, text, 'bad'),
    effects: [...step.effects, {kind: 'ring', text}, keepAlerts(next), ...ran],
  };
}

/** Run the program once per alert, in turn and with a limit, so a burst cannot start hundreds. */
function execTask(argv: readonly string[], alerts: readonly Alert[]): Task {
  return async (ports, {signal}) => {
    for (const alert of alerts.slice(0, mostRun)) {
      const problem = await ports.exec(argv, `${alertJson(alert)}\n`, signal);
      if (signal.aborted) return;
      if (problem === undefined) continue;
      ports.dispatch({kind: 'notice', notice: {text: `alert: ${problem}`, tone: 'bad'}});
    }
  };
}
