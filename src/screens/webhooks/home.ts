import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {targetOf} from '../../api/watch/delivery-facts.ts';
import {counted} from '../../base/counted.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {type JsonValue, parseJsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {dayMs, hourMs, parseInstantMs} from '../../base/times.ts';
import {type Attention, type Count, type HomeEntry, homeLine} from '../../state/model/count.ts';
import {numberText, readItems} from '../../state/views/home/count-entry.ts';
import {refreshProblems} from './auto-refresh.ts';
import {latestAlerts} from './monitor/alert-state.ts';
import {failedUrls} from './monitor/lists.ts';
import {webhooks} from './webhooks.ts';

const soonMs = 3 * dayMs;

const allWebhooks = trackerRef('webhook get-dynamic-webhooks-for-app');
const failedSince72h = trackerRef('webhook get-failed', {
  after: '{hoursAgo/72}',
  maxResults: '1000',
});

/** Count of failed deliveries on the home screen. */
export const failuresHome = homeLine('Webhooks', failedUrls, 'failed in the last 72 h', {
  title: 'Failed deliveries',
  call: failedSince72h,
  // The first pages may be the oldest, so request the last hour separately if there are more.
  async count(_, ask) {
    const {items, more} = await readItems(failedSince72h, ask);
    const now = ask.now();
    const lastHour: OperationRef = {
      ...failedSince72h,
      inputs: {after: '{hoursAgo/1}', maxResults: '1000'},
    };
    if (more) ask.beside(lastHour);
    const latest = more ? await readItems(lastHour, ask) : {items, more};
    const recent = latest.items.filter(item => {
      const ms = parseInstantMs(readPointer(parseJsonValue(item), '/failureTime'));
      return ms !== undefined && now - ms < hourMs;
    }).length;
    const moreRecent = more && latest.more;
    return failuresCount({all: items.length, more, recent, moreRecent, nowMs: now});
  },
  attention: {calm: 'no delivery failed in the last hour', order: 3, more: latestAlerts},
});

/**
 * Lines of the home screen: registered webhooks, with those about to expire, and failed deliveries.
 */
export const webhooksHome: readonly HomeEntry[] = [
  homeLine('Webhooks', webhooks, 'days until expiry', {
    call: allWebhooks,
    async count(_, ask) {
      const {items, more} = await readItems(allWebhooks, ask);
      const now = ask.now();
      const soon = items.map(parseJsonValue).flatMap(webhook => {
        const ms = parseInstantMs(readPointer(webhook, '/expirationDate'));
        return ms !== undefined && ms - now < soonMs ? [{webhook, ms}] : [];
      });
      const text = numberText(items.length, more);
      if (soon.length === 0) return {status: 'ready', text};
      const looks = soon
        .sort((one, other) => one.ms - other.ms)
        .map(({webhook, ms}) => expiring(webhook, ms - now));
      const note = `${numberText(soon.length, more)} ${soon.length === 1 && !more ? 'expires' : 'expire'} soon`;
      return {status: 'ready', text, note, tone: 'warn', looks};
    },
    attention: {calm: 'no webhook expires in the next 3 days', order: 2, more: refreshProblems},
  }),
  failuresHome,
];

function expiring(webhook: JsonValue, leftMs: number): Attention {
  const id = textAt(webhook, '/id');
  const url = readPointer(webhook, '/url');
  const hours = Math.floor(leftMs / hourMs);
  const left =
    leftMs <= 0
      ? 'has expired'
      : hours < 48
        ? `expires in ${hours} h`
        : `expires in ${counted(Math.floor(hours / 24), 'day')}`;
  const isNamed = typeof url === 'string' && url !== '';
  return {
    name: isNamed ? targetOf(url) : `webhook ${id}`,
    text: isNamed ? `webhook ${id} ${left}` : left,
    tone: leftMs <= 0 ? 'bad' : 'warn',
    screen: 'webhooks',
    params: {},
    filter: 'left<3',
  };
}

/** Counts of failed deliveries in the 72 hours that the service lists. */
interface Failures {
  readonly all: number;
  /** Whether there are more than `all`. */
  readonly more: boolean;
  /** Of the last hour. */
  readonly recent: number;
  readonly moreRecent: boolean;
  /** Milliseconds since the UNIX epoch. */
  readonly nowMs: number;
}

/** Format the count of failed deliveries for the home screen. */
export function failuresCount({all, more, recent, moreRecent, nowMs}: Failures): Count {
  const text = `${groupedNumber(all)}${more ? '+' : ''}`;
  if (recent === 0) return {status: 'ready', text};
  const number = `${groupedNumber(recent)}${moreRecent ? '+' : ''}`;
  const look = {
    text: `${number} failed ${recent === 1 ? 'delivery' : 'deliveries'} in the last hour`,
    tone: 'bad',
    screen: 'failed-records',
    params: {from: String(nowMs - hourMs), to: String(nowMs + hourMs)},
    filter: '',
  } as const;
  return {status: 'ready', text, note: `${number} in the last hour`, tone: 'bad', looks: [look]};
}
