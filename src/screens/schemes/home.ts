import {counted} from '../../base/counted.ts';
import {type JsonValue, listAt, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {trackerCall} from '../../state/model/call.ts';
import {type Count, type CountAsk, type HomeEntry, homeLine} from '../../state/model/count.ts';
import {firstPage, numberText, readItems} from '../../state/views/home/count-entry.ts';
import {findingRows} from './grant-findings.ts';
import {notificationSchemes} from './notification-schemes.ts';
import {permissionSchemes} from './permission-schemes.ts';
import {listPermissionSchemes} from './scheme-calls.ts';

const firstSchemes = trackerCall('notificationscheme get-notification-schemes', {
  maxResults: '50',
  expand: 'notificationSchemeEvents',
});

/** Schemes on the home screen, with what is odd about them. */
export const schemesHome: readonly HomeEntry[] = [
  homeLine('Schemes', permissionSchemes, 'who may do what', {
    call: listPermissionSchemes,
    count: countFindings,
  }),
  homeLine('Schemes', notificationSchemes, 'who is told what', {
    call: firstSchemes,
    count: countSilent,
  }),
];

/** What is only a note is told where the scheme is looked at. */
async function countFindings(_: HomeEntry, ask: CountAsk): Promise<Count> {
  const {items, more} = await readItems(listPermissionSchemes, ask);
  const severities = items
    .flatMap(item => findingRows(parseJsonValue(item)))
    .map(finding => readPointer(finding, '/severity'))
    .filter(severity => severity !== 'note');
  const text = numberText(items.length, more);
  if (severities.length === 0) return {status: 'ready', text};
  const note = counted(severities.length, 'finding');
  return {status: 'ready', text, note, tone: severities.includes('serious') ? 'warn' : 'dim'};
}

async function countSilent(_: HomeEntry, ask: CountAsk): Promise<Count> {
  const {items = [], total, last = true} = (await firstPage(ask.pages(firstSchemes))) ?? {};
  const silent = items.map(parseJsonValue).flatMap(eventsToNobody).length;
  const text = total === undefined ? numberText(items.length, !last) : numberText(total, false);
  if (silent === 0) return {status: 'ready', text};
  return {status: 'ready', text, note: `${counted(silent, 'event')} to nobody`};
}

function eventsToNobody(scheme: JsonValue): readonly JsonValue[] {
  return listAt(scheme, '/notificationSchemeEvents').filter(
    event => listAt(event, '/notifications').length === 0,
  );
}
