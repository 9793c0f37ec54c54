import {trackerPages} from '../../api/site-page.ts';
import {daysLeftText, toMs} from '../../base/times.ts';
import {timeKind} from '../../output/column-kind.ts';
import {trackerCall} from '../../state/model/call.ts';
import {columnOf, recordColumns} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';
import type {Verb} from '../../state/model/verb.ts';

const dayMs = 86_400_000;
const lifeDays = 30;
const longestBar = 10;
/** `expired !` */
const longestText = 9;

/** A point in time as the days left until it, behind a bar of 30 days: `██████░░░░ 18d`. */
export const daysLeft = columnOf(
  timeKind((ms, {nowMs, columns}) => daysBarText(ms, nowMs, columns), {
    tone: (value, nowMs) => {
      const ms = toMs(value);
      if (ms === undefined) return 'dim';
      const days = (ms - nowMs) / dayMs;
      return days < 3 ? 'bad' : days < 7 ? 'warn' : 'good';
    },
    width: 20,
    solid: 'bar',
  }),
);

/** Without the bar where there is no room. */
function daysBarText(ms: number | undefined, nowMs: number, columns: number): string {
  const text = daysLeftText(ms, nowMs);
  const width = Math.min(longestBar, columns - longestText - 1);
  if (ms === undefined || width < 4) return text;
  const share = Math.max(0, Math.min(1, (ms - nowMs) / (lifeDays * dayMs)));
  const filled = share > 0 ? Math.max(1, Math.round(share * width)) : 0;
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${text}`;
}

/** Refreshing webhooks, of which one request takes many: unknown ids are ignored silently, so the list is read again. */
const refreshing: Omit<Verb, 'id' | 'rows' | 'words'> = {
  service: 'tracker',
  operation: 'webhook refresh',
  body: '{"webhookIds":[{/id}]}',
  rowsPerRequest: 100,
  unit: 'id',
  check: {
    list: trackerCall('webhook get-dynamic-webhooks-for-app'),
    identity: '/id',
    value: '/expirationDate',
    word: 'extended',
  },
};
const refreshChosen: Verb = {
  ...refreshing,
  id: 'refresh',
  words: 'Refresh',
  key: 'R',
  rows: 'many',
};
const refreshExpiring: Verb = {
  ...refreshing,
  id: 'refresh-expiring',
  words: 'Refresh all that expire within N days…',
  title: 'Refresh {object}',
  key: 'A',
  rows: {withinDays: 7, pointer: '/expirationDate'},
};

const remove: Verb = {
  id: 'delete',
  words: 'Delete',
  key: 'D',
  rows: 'many',
  service: 'tracker',
  operation: 'webhook delete-by-id',
  body: '{"webhookIds":[{/id}]}',
  rowsPerRequest: 100,
  unit: 'id',
  undo: 'Cannot be undone: a webhook that is registered again has another id.',
};

/** Webhooks the calling app registered, soonest to expire first. */
export const webhooks = list({
  id: 'webhooks',
  page: trackerPages.webhooks,
  title: 'Webhooks',
  noun: 'webhook',
  service: 'tracker',
  aliases: ['webhook', 'wh', 'hooks', 'registered'],
  sources: [trackerCall('webhook get-dynamic-webhooks-for-app')],
  name: ['/id'],
  columns: recordColumns('webhook get-dynamic-webhooks-for-app', {
    id: [daysLeft('LEFT', '/expirationDate', {min: 16, worth: 0})],
  }),
  sort: {column: 'left', reverse: false},
  verbs: [refreshChosen, refreshExpiring, remove],
  empty:
    'This app has registered no webhooks. Register some: jr webhook register-dynamic --body @webhooks.json',
  about:
    'A webhook dies 30 days after it was registered or refreshed. jr webhook refresh extends it.',
});
