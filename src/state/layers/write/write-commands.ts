import {
  autoRefreshName,
  autoRefreshText,
  refreshWhenDue,
  refreshWithinDays,
} from '../../../screens/webhooks/auto-refresh.ts';
import {cronRecipe} from '../../../screens/webhooks/cron.ts';
import {say} from '../../model/notice.ts';
import {changeView, openPlace} from '../../model/places.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Step, stay} from '../../model/step.ts';
import {isProtectedSession, openMinutes} from '../../write/gate.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import {confirmName} from './confirm-kept.ts';

const minuteMs = 60_000;
const onOff = () => ['on', 'off'];

function isOnOff([word]: readonly string[]): string | undefined {
  return word === 'on' || word === 'off' ? undefined : 'needs on or off';
}

/** Settings of writing, and the recipe for doing without steward. */
export const writeCommands: readonly PaletteCommand[] = [
  {
    name: 'write',
    aliases: [],
    args: 'on|off',
    about: `Let a protected profile be written to for ${openMinutes} minutes.`,
    choices: onOff,
    problem: (state, args) =>
      isProtectedSession(state)
        ? isOnOff(args)
        : 'this profile is not protected: it can be written to',
    run: (state, [word]) => stay(word === 'on' ? opened(state) : shut(state)),
  },
  {
    name: 'dry',
    aliases: ['dry-run'],
    args: 'on|off',
    about: 'Every write of this session stops at its preview.',
    choices: onOff,
    problem: (_, args) => isOnOff(args),
    run(state, [word]) {
      const dry = word === 'on';
      const next = {...state, writing: {...state.writing, dry}};
      const text = dry ? 'dry: every write stops at its preview' : 'writes are sent again';
      return stay(say(next, text, dry ? 'warn' : 'good'));
    },
  },
  {
    name: 'confirm',
    aliases: [],
    args: '1|2|3',
    about: 'What every write of this profile asks at least: 1 enter, 2 a dialog, 3 the name.',
    choices: () => ['1', '2', '3'],
    problem: (_, [word = '']) => (/^[123]$/.test(word) ? undefined : 'needs 1, 2 or 3'),
    run(state, [word]) {
      const atLeast = word === '3' ? 3 : word === '2' ? 2 : 1;
      const next = {...state, writing: {...state.writing, atLeast} as const};
      const text =
        atLeast === 1 ? 'writes ask by their own risk' : `every write asks as risk ${atLeast}`;
      const keep = {kind: 'keep', name: confirmName, text: String(atLeast)} as const;
      return {state: say(next, text, 'good'), effects: [keep]};
    },
  },
  {
    name: 'refresh-webhooks',
    aliases: ['webhook-refresh'],
    args: 'on|off',
    about: `While steward runs, refresh webhooks with less than ${refreshWithinDays} days left.`,
    choices: onOff,
    problem: (_, args) => isOnOff(args),
    run: (state, [word]) => switchRefresh(state, word === 'on'),
  },
  {
    name: 'cron',
    aliases: ['crontab'],
    args: '',
    about: 'The line for a crontab that refreshes expiring webhooks without steward.',
    run: openCron,
  },
];

function opened(state: AppState): AppState {
  const openUntilMs = state.nowMs + openMinutes * minuteMs;
  const next = {...state, writing: {...state.writing, openUntilMs}};
  return say(next, `this protected profile can be written to for ${openMinutes} minutes`, 'warn');
}

function shut(state: AppState): AppState {
  const next = {...state, writing: {...state.writing, openUntilMs: undefined}};
  return say(next, 'read-only again', 'good');
}

function switchRefresh(state: AppState, isOn: boolean): Step {
  const next = {...state, writing: {...state.writing, refreshesWebhooks: isOn}};
  const text = isOn
    ? `webhooks with less than ${refreshWithinDays} days left are refreshed while steward runs`
    : 'webhooks are no longer refreshed by themselves';
  const due = refreshWhenDue(say(next, text, isOn ? 'good' : 'warn'));
  const keep = {kind: 'keep', name: autoRefreshName, text: autoRefreshText(next)} as const;
  return {state: due.state, effects: [keep, ...due.effects]};
}

/** The recipe as a text; Y copies its line. */
function openCron(state: AppState): Step {
  const recipe = cronRecipe(state.session);
  const text = JSON.stringify(recipe);
  const spec = {kind: 'text', form: 'describe', text} as const;
  const step = openPlace(state, {crumb: 'crontab', tabs: [{title: 'Crontab', spec}], tab: 0});
  const sent = [{service: 'tracker', command: recipe.crontab} as const];
  const view = currentView(step.state);
  return {...step, state: changeView(step.state, view.key, v => ({...v, sent}))};
}
