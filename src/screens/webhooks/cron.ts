import {quoteWord} from '../../base/shell-words.ts';
import type {AppState} from '../../state/model/state.ts';
import {refreshWithinDays} from './auto-refresh.ts';

/** The recipe for refreshing expiring webhooks by cron, as it is shown. */
export interface CronRecipe {
  readonly about: string;
  /** One line of a crontab. */
  readonly crontab: string;
  /** The same in a shell, to try it. */
  readonly shell: string;
  readonly how: string;
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
export function refreshRecipe(flags: readonly string[]): string {
  const own = flags.map(word => ` ${quoteWord(word)}`).join('');
  const list = `jr webhook get-dynamic-webhooks-for-app${own} --jq ${quoteWord(filter)}`;
  const refresh = `xargs -I IDS jr webhook refresh${own} --body '{"webhookIds":[IDS]}'`;
  return `${list} | ${refresh}`;
}

/** What `:cron` shows. */
export function cronRecipe({flags}: Pick<AppState['session'], 'flags'>): CronRecipe {
  const shell = refreshRecipe(flags.tracker);
  return {
    about: `Refreshes every night the webhooks with less than ${refreshWithinDays} days left. Y copies the line; crontab -e takes it.`,
    crontab: `17 3 * * * ${shell}`,
    shell,
    how: 'Cron knows little of your shell: give the full path of jr where it is not found, and the token in the profile (jr configure). A failure is one JSON line, which cron mails.',
  };
}
