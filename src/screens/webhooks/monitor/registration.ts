import {targetOf} from '../../../api/watch/delivery-facts.ts';
import {isArray, type JsonObject, readPointer} from '../../../base/json-value.ts';
import {daysLeftText, toMs} from '../../../base/times.ts';
import {type KeyBinding, key} from '../../../state/keys/binding.ts';
import type {ReadAt} from '../../../state/model/line.ts';
import {listOfRead, openLocation} from '../../../state/model/locations.ts';
import {say} from '../../../state/model/notice.ts';
import {asList} from '../../../state/model/object-screen.ts';
import type {Row} from '../../../state/model/row.ts';
import {tabsOf} from '../../../state/model/screens.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {type Step, stay} from '../../../state/model/step.ts';
import {needsRow, rowAtCursor} from '../../../state/views/list/list-update.ts';
import {makeRow} from '../../../state/views/list/rows.ts';
import {factsOfRecord} from './delivery-facts.ts';
import {recordsOfRow} from './live-list.ts';
import {monitorOf} from './monitor-state.ts';

/** Names of events are told without this. */
const prefix = /^jira:/;

/** The address a row of the monitor is about, or the one that failed last of those it is about. */
function addressOf(row: Row, state: AppState): string | undefined {
  const url = readPointer(row.value, '/url');
  if (typeof url === 'string') return targetOf(url);
  const view = viewOf(state, 'list');
  return view && recordsOfRow(view, row, state).at(-1)?.target;
}

function rowHere(state: AppState): Row | undefined {
  const read = viewOf(state, 'text');
  const list = listOfRead(state);
  if (read && list) return makeRow(list.resource, read.text);
  const view = viewOf(state, 'list');
  return view && rowAtCursor(view);
}

/** From failures to the webhooks that are registered for their address. */
function toWebhook(state: AppState): Step {
  const row = rowHere(state);
  const address = row && addressOf(row, state);
  if (address === undefined) return stay(say(state, 'the address is not known any more', 'warn'));
  const filter = `url:${quoted(address)}`;
  return openLocation(state, asList(tabsOf(state.screens, 'webhooks', {}), {filter}));
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

/** From a registered webhook to the failures of its address. */
function toFailures(state: AppState): Step {
  const row = rowHere(state);
  const url = row && readPointer(row.value, '/url');
  if (typeof url !== 'string') return stay(say(state, 'the webhook has no address', 'warn'));
  return openLocation(state, tabsOf(state.screens, 'failed-records', {url: targetOf(url)}));
}

/** `w` between an address that fails and its registration. */
export const registrationKeys: readonly KeyBinding[] = [
  key('w', 'go to the webhooks registered for this address', toWebhook, {
    scopes: ['monitor', 'monitor row'],
    menu: 'Webhooks registered for this address',
    needs: needsRow,
  }),
  key('w', 'go to the failed deliveries of this address', toFailures, {
    scopes: ['webhooks', 'webhooks row'],
    menu: 'Failed deliveries of this address',
    needs: needsRow,
  }),
];

/**
 * What the failures of its address mean for a registered webhook, in a sentence or two; none while
 * nobody watches or nothing failed.
 */
export function meaningOf(webhook: JsonObject, {nowMs, own = {}}: ReadAt): JsonObject {
  const {url, events, expirationDate, jqlFilter} = webhook;
  if (typeof url !== 'string') return {};
  const target = targetOf(url);
  const {held, skewMs, caughtUp} = monitorOf({own});
  if (!caughtUp) return {};
  const failed = new Map<string, number>();
  for (const record of held) {
    if (record.target !== target) continue;
    const {event} = factsOfRecord(record);
    if (event !== '') failed.set(event, (failed.get(event) ?? 0) + 1);
  }
  const asked = (isArray(events) ? events : []).map(event => String(event).replace(prefix, ''));
  const sentences: string[] = [];
  const hit = asked.filter(event => failed.has(event));
  const others = [...failed.keys()].filter(event => !asked.includes(event));
  if (hit.length > 0) {
    const all = hit.length === asked.length;
    sentences.push(
      all && asked.length > 1
        ? `all ${asked.length} of its events fail`
        : `${hit.length} of its ${asked.length} events fail: ${hit.slice(0, 3).join(', ')}`,
    );
  }
  if (others.length > 0) {
    const some = others.slice(0, 3).join(', ');
    sentences.push(`it does not ask for ${some}: those are of another webhook, or from before`);
  }
  const leftMs = (toMs(expirationDate) ?? Number.NaN) - nowMs - skewMs;
  if (failed.size > 0 && Number.isFinite(leftMs)) {
    const left = daysLeftText(nowMs + skewMs + leftMs, nowMs + skewMs);
    sentences.push(
      leftMs <= 0
        ? 'it has expired: nothing is sent any more, so nothing fails either'
        : `nothing is sent to it after ${left.replace(/ !$/, '')} unless it is refreshed`,
    );
  }
  if (failed.size > 0 && typeof jqlFilter === 'string' && jqlFilter !== '') {
    sentences.push(`only issues of ${jqlFilter} are told of`);
  }
  return sentences.length === 0 ? {} : {meaning: `${sentences.join('; ')}.`};
}
