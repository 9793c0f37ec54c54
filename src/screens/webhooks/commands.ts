import {needsOnOff, type PaletteCommand} from '../../state/layers/palette/palette-command.ts';
import {openPlace} from '../../state/model/places.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Step} from '../../state/model/step.ts';
import {refreshWithinDays, switchRefresh} from './auto-refresh.ts';
import {cronRecipe} from './cron.ts';

/** `:refresh-webhooks on|off` and `:cron`. */
export const webhookCommands: readonly PaletteCommand[] = [
  {
    name: 'refresh-webhooks',
    aliases: ['webhook-refresh'],
    args: 'on|off',
    about: `While steward runs, refresh webhooks with less than ${refreshWithinDays} days left.`,
    choices: () => ['on', 'off'],
    problem: (_, args) => needsOnOff(args),
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

/** The recipe as a text; Y copies its line. */
function openCron(state: AppState): Step {
  const recipe = cronRecipe(state.session);
  const sent = [{service: 'tracker', command: recipe.crontab} as const];
  const text = JSON.stringify(recipe);
  const spec = {kind: 'text', form: 'describe', text, sent} as const;
  return openPlace(state, {crumb: 'crontab', tabs: [{title: 'Crontab', spec}], tab: 0});
}
