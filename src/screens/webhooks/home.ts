import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {toMs} from '../../base/times.ts';
import {type Call, trackerCall} from '../../state/model/call.ts';
import type {Count, CountAsk, HomeEntry} from '../../state/model/count.ts';
import {counted} from '../../state/show/count-text.ts';
import {numberText, readItems} from '../../state/views/home/count-entry.ts';
import {failuresCount} from './failures-count.ts';

const hourMs = 3_600_000;
const soonMs = 3 * 24 * hourMs;

/** Deliveries given up, on the home screen. */
export const failuresHome: HomeEntry = {
  id: 'failed-webhooks',
  family: 'Webhooks',
  title: 'Failed webhooks',
  screen: 'failed-webhooks',
  about: 'deliveries given up in the last 72 hours',
  call: trackerCall('webhook get-failed', {after: '{hoursAgo:72}', maxResults: '1000'}),
  count: countFailures,
  attention: {calm: 'no delivery failed in the last hour', order: 2},
};

/** Webhooks on the home screen: those registered with those about to expire, and deliveries given up. */
export const webhooksHome: readonly HomeEntry[] = [
  {
    id: 'webhooks',
    family: 'Webhooks',
    title: 'Webhooks',
    screen: 'webhooks',
    about: 'registered, with days left',
    call: trackerCall('webhook get-dynamic-webhooks-for-app'),
    count: countExpiring,
    attention: {calm: 'no webhook expires in the next 3 days', order: 1},
  },
  failuresHome,
];

async function countExpiring(entry: HomeEntry, ask: CountAsk): Promise<Count> {
  const {items, more} = await readItems(entry.call, ask);
  const now = ask.now();
  const soon = items.filter(text => {
    const ms = toMs(readPointer(parseJsonValue(text), '/expirationDate'));
    return ms !== undefined && ms - now < soonMs;
  }).length;
  const text = numberText(items.length, more);
  if (soon === 0) return {status: 'ready', text};
  const verb = soon === 1 ? 'expires' : 'expire';
  const note = `${soon} ${verb} in < 3 days`;
  const attention = {
    text: `${counted(soon, 'webhook')} ${verb} in < 3 days`,
    tone: 'warn',
    screen: 'webhooks',
    params: {},
    filter: 'left<3',
  } as const;
  return {status: 'ready', text, note, tone: 'warn', attention};
}

/** The first pages may be the oldest: with more of them the last hour is asked for by itself. */
async function countFailures(entry: HomeEntry, ask: CountAsk): Promise<Count> {
  const {items, more} = await readItems(entry.call, ask);
  const now = ask.now();
  const lastHour: Call = {...entry.call, inputs: {after: '{hoursAgo:1}', maxResults: '1000'}};
  if (more) ask.beside(lastHour);
  const latest = more ? await readItems(lastHour, ask) : {items, more};
  const recent = latest.items.filter(item => {
    const ms = toMs(readPointer(parseJsonValue(item), '/failureTime'));
    return ms !== undefined && now - ms < hourMs;
  }).length;
  const moreRecent = more && latest.more;
  return failuresCount({all: items.length, more, recent, moreRecent, nowMs: now});
}
