import {readRule, ruleForms} from '../../../api/watch/alerts.ts';
import {parseDuration} from '../../../base/duration.ts';
import {splitWords} from '../../../base/shell-words.ts';
import {timeText} from '../../../base/times.ts';
import {showNotice} from '../../../state/model/notice.ts';
import type {AppState} from '../../../state/model/state.ts';
import type {Transition} from '../../../state/model/transition.ts';
import type {PaletteCommand} from '../../../state/overlays/palette/palette-command.ts';
import {liveList, rowAtCursor} from '../../../state/views/list/list-update.ts';
import {alertsOf, applyAlertSettings} from './alert-state.ts';
import {addressOf} from './live-list.ts';
import {monitorOf, serverNow, withMonitor} from './monitor-state.ts';

function withAlerts(state: AppState, text: string, tone: 'good' | 'warn' = 'good'): Transition {
  const {effects} = applyAlertSettings(state);
  // The next poll saves the state of the new rules.
  const next = withMonitor(state, {...monitorOf(state), persistedMs: 0});
  return {state: showNotice(next, text, tone), effects};
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
    about: `Ring and show an alert on home: ${ruleForms}. Saved per profile.`,
    problem(_, words) {
      if (words.length === 0) return `needs ${ruleForms}, or off`;
      const wrong = words.find(word => word !== 'off' && readRule(word) === undefined);
      return wrong === undefined ? undefined : `"${wrong}" is not a rule; use ${ruleForms}`;
    },
    run(state, words) {
      const rules = words.includes('off') ? [] : [...new Set(words)];
      const next = alertsOf.with(state, {...alertsOf.of(state), rules});
      return withAlerts(next, rules.length === 0 ? 'alerts off' : `alerts: ${rules.join(', ')}`);
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
      const {exec: before, ...rest} = alertsOf.of(state);
      const split = splitWords(words.join(' '));
      if ('problem' in split) return {state: showNotice(state, split.problem, 'bad'), effects: []};
      const isOff = words.join(' ') === 'off';
      const monitor = monitorOf(state);
      const unprocessed = isOff || before === undefined ? [] : monitor.unprocessed;
      const cleared = withMonitor(state, {...monitor, unprocessed});
      const next = alertsOf.with(cleared, isOff ? rest : {...rest, exec: split.words});
      return withAlerts(
        next,
        isOff ? 'no program runs for alerts' : `each alert runs ${split.words[0]}`,
      );
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
      return withAlerts(next, `alerts of ${address} muted until ${timeText(untilMs)}`);
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
      return withAlerts(alertsOf.with(state, {...before, mutes}), `alerts of ${address} unmuted`);
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
      return withAlerts(
        next,
        count === 1 ? '1 alert acknowledged' : `${count} alerts acknowledged`,
      );
    },
  },
];
