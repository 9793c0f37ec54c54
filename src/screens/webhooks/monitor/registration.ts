import {targetOf} from '../../../api/watch/delivery-facts.ts';
import {isArray, type JsonObject, readPointer} from '../../../base/json-value.ts';
import {daysLeftText, parseInstantMs} from '../../../base/times.ts';
import {type KeyBinding, key} from '../../../state/keys/binding.ts';
import type {ReadAt} from '../../../state/model/line.ts';
import {listOfShownRow, openLocation} from '../../../state/model/locations.ts';
import {showNotice} from '../../../state/model/notice.ts';
import {changeListTab} from '../../../state/model/object-screen.ts';
import type {Row} from '../../../state/model/row.ts';
import {tabsOf} from '../../../state/model/screens.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {noEffects, type Transition} from '../../../state/model/transition.ts';
import {needsRow, rowAtCursor} from '../../../state/views/list/list-update.ts';
import {makeRow} from '../../../state/views/list/rows.ts';
import type {ListView} from '../../../state/views/list/state.ts';
import {addressOf} from './live-list.ts';
import {monitorOf} from './monitor-state.ts';
import {factsOfRecord} from './record-names.ts';

/** Prefix removed from event names. */
const prefix = /^jira:/;

/** Return the current list, or the one behind the open text, with its row. */
function here(state: AppState): {readonly list?: ListView; readonly row?: Row} {
  const read = viewOf(state, 'text');
  const list = read ? listOfShownRow(state) : viewOf(state, 'list');
  const row = list && (read ? makeRow(list.resource, read.text) : rowAtCursor(list));
  return {...(list && {list}), ...(row && {row})};
}

/** Go from failures to the webhooks registered for their URL. */
function toWebhook(state: AppState): Transition {
  const {list, row} = here(state);
  const address = list && row && addressOf(list, row, state);
  if (address === undefined)
    return noEffects(showNotice(state, 'the address is no longer known', 'warn'));
  const filter = `url:${quoted(address)}`;
  return openLocation(state, changeListTab(tabsOf(state.screens, 'webhooks', {}), {filter}));
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text;
}

/** Go from a registered webhook to the failures of its URL. */
function toFailures(state: AppState): Transition {
  const {row} = here(state);
  const url = row && readPointer(row.value, '/url');
  if (typeof url !== 'string')
    return noEffects(showNotice(state, 'the webhook has no address', 'warn'));
  return openLocation(state, tabsOf(state.screens, 'failed-records', {url: targetOf(url)}));
}

/** `w` switches between a failing URL and its registration. */
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
 * Explain the failures of a webhook's URL in a sentence or two; empty while not watching or without
 * failures.
 */
export function explainFailures(webhook: JsonObject, {nowMs, own = {}}: ReadAt): JsonObject {
  const {url, events, expirationDate} = webhook;
  if (typeof url !== 'string') return {};
  const target = targetOf(url);
  const {buffered, skewMs, caughtUp} = monitorOf({own});
  if (!caughtUp) return {};
  const failed = new Map<string, number>();
  for (const record of buffered) {
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
        ? `All ${asked.length} of its events fail.`
        : asked.length === 1
          ? 'Its only event fails.'
          : `${hit.length} of its ${asked.length} events fail: ${hit.slice(0, 3).join(', ')}.`,
    );
  }
  if (others.length > 0) {
    const some = others.slice(0, 3).join(', ');
    sentences.push(`Not subscribed to ${some}: those failures are of another webhook, or older.`);
  }
  const [endMs, serverMs] = [parseInstantMs(expirationDate), nowMs + skewMs];
  if (failed.size > 0 && endMs !== undefined) {
    const left = daysLeftText(endMs, serverMs);
    sentences.push(
      endMs <= serverMs
        ? 'Expired: nothing is delivered any more, so nothing fails either.'
        : `Deliveries stop in ${left.replace(/ !$/, '')} unless the webhook is refreshed.`,
    );
  }
  return sentences.length === 0 ? {} : {meaning: sentences.join(' ')};
}
