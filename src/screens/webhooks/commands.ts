import {quoteWord} from '../../base/shell-words.ts';
import {type PaletteCommand, switchCommand} from '../../state/layers/palette/palette-command.ts';
import {openLocation} from '../../state/model/locations.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Step} from '../../state/model/step.ts';
import {refreshWithinDays, switchRefresh} from './auto-refresh.ts';

/** `:refresh-webhooks on|off` and `:cron`. */
export const webhookCommands: readonly PaletteCommand[] = [
  switchCommand(
    'refresh-webhooks',
    `While steward runs, refresh webhooks with less than ${refreshWithinDays} days left.`,
    switchRefresh,
    ['webhook-refresh'],
  ),
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

/** The commands that list what expires soon and refresh it: nothing but `jr` and `xargs`. */
function refreshRecipe(flags: readonly string[]): string {
  const own = flags.map(word => ` ${quoteWord(word)}`).join('');
  const list = `jr webhook get-dynamic-webhooks-for-app${own} --jq ${quoteWord(filter)}`;
  const refresh = `xargs -I IDS jr webhook refresh${own} --body '{"webhookIds":[IDS]}'`;
  return `${list} | ${refresh}`;
}

/** What `:cron` shows: the line of a crontab, and the same in a shell, to try it. */
export function cronRecipe({flags}: Pick<AppState['session'], 'flags'>) {
  const shell = refreshRecipe(flags.tracker);
  return {
    about: `Refreshes every night the webhooks with less than ${refreshWithinDays} days left. Y copies the line; crontab -e takes it.`,
    crontab: `17 3 * * * ${shell}`,
    shell,
    how: 'Cron knows little of your shell: give the full path of jr where it is not found, and the token in the profile (jr configure). A failure is one JSON line, which cron mails.',
  };
}
