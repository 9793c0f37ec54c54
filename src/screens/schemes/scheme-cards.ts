import {holderOf, holderOfGrant, recipientOf} from '../../api/access/holders.ts';
import {findPermissionName, permissionEffect} from '../../api/access/permission-names.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {count, number, text} from '../../base/column.ts';
import {counted} from '../../base/counted.ts';
import {
  isArray,
  type JsonObject,
  type JsonValue,
  listAt,
  readPointer,
  textAt,
} from '../../base/json-value.ts';
import {type Card, field, group, inPhrase, rows} from '../../state/model/card.ts';
import type {ReadAt} from '../../state/model/line.ts';
import {findingRows} from './grant-findings.ts';
import {readNotificationScheme, readPermissionScheme} from './scheme-calls.ts';
import {usageFacts} from './scheme-use.ts';

/** Card of a permission scheme: administrators, readers, and problems. */
export const permissionSchemeCard: Card = {
  call: readPermissionScheme(),
  title: [text('', '/name'), number('', '/id')],
  lines: [
    field('Description', text('', '/description')),
    field('Grants', count('', '/permissions'), inPhrase('to {}', text('', '/holders'))),
    group('Who may'),
    field('Administer', text('', '/administer')),
    field('Browse', text('', '/browse')),
    field('Delete issues', text('', '/deleteIssues')),
    group('Findings', number('', '/findingCount')),
    rows('/serious', [text('', '/words', {tone: 'bad'})]),
    rows('/toLookAt', [text('', '/words', {tone: 'warn'})]),
    rows('/notes', [text('', '/words', {tone: 'dim'})]),
    group('Used by', text('', '/useCount'), text('', '/useOf', {tone: 'dim'})),
    rows('/usedBy', [text('', '/key'), text('', '/name', {tone: 'dim'})], 8),
  ],
  adds: (scheme, at) => ({...grantFacts(scheme), ...usageFacts(scheme, at)}),
};

function grantFacts(scheme: JsonValue): JsonObject {
  const permissions = readPointer(scheme, '/permissions');
  if (!isArray(permissions)) return {};
  const holdersOf = (permission?: string): readonly string[] => [
    ...new Set(
      permissions
        .filter(one => permission === undefined || readPointer(one, '/permission') === permission)
        .map(one => holderOfGrant(one).label),
    ),
  ];
  const listed = (permission: string): string => holdersOf(permission).join(', ') || 'nobody';
  const findings = findingRows(scheme);
  const of = (finding: JsonValue, member: string): string => textAt(finding, `/${member}`);
  const told = (severity: string): JsonValue =>
    findings
      .filter(one => of(one, 'severity') === severity)
      .map(one => ({
        words: `${severity === 'serious' ? '! ' : ''}${of(one, 'permission')} of ${of(one, 'holder')}: ${of(one, 'finding')}`,
      }));
  return {
    holders: counted(holdersOf().length, 'holder'),
    administer: listed('ADMINISTER_PROJECTS'),
    browse: listed('BROWSE_PROJECTS'),
    deleteIssues: listed('DELETE_ISSUES'),
    findingCount: findings.length,
    serious: told('serious'),
    toLookAt: told('warning'),
    notes: told('note'),
  };
}

/** Card of a grant: permission and holder, in the words of the matrix. */
export const grantCard: Card = {
  title: [text('', '/permissionName'), text('', '/permission')],
  lines: [
    field('Granted to', text('', '/heldBy', {tones: {[holderOf('anyone', null).text]: 'warn'}})),
    field('Problem', text('', '/gone', {tone: 'bad'})),
    field('Unknown', text('', '/unknown', {tone: 'dim'})),
    field('Allows', text('', '/lets')),
    field('Category', text('', '/category')),
    field('Grant', number('', '/id')),
  ],
  adds(grant) {
    const key = textAt(grant, '/permission');
    const {name, category} = findPermissionName(key);
    const holder = holderOfGrant(grant);
    return {
      permissionName: name,
      heldBy: holder.text,
      gone: holder.gone ?? null,
      unknown: holder.isUnknown ? 'may no longer exist' : null,
      lets: effectWords[permissionEffect(key)],
      category,
    };
  },
};

const effectWords = {
  read: 'viewing only',
  write: 'making changes',
  unknown: 'defined by its app',
} as const;

/** Card of a notification scheme: where it is used, and events without recipients. */
export const notificationSchemeCard: Card = {
  call: {
    ...readNotificationScheme(),
    also: {
      mapped: trackerRef('notificationscheme get-notification-scheme-to-project-mappings', {
        notificationSchemeId: '{scheme}',
      }),
    },
    after: {
      usedBy: trackerRef('project search', {id: '{answer/mapped/values/-/projectId}'}),
    },
  },
  title: [text('', '/name'), number('', '/id')],
  lines: [
    field('Description', text('', '/description')),
    group('Events', count('', '/notificationSchemeEvents')),
    field('No recipient', text('', '/silent', {tone: 'warn'})),
    rows('/tellingEvents', [text('', '/event'), text('', '/told', {tone: 'dim'})], 10),
    group('Used by', count('', '/mapped/values')),
    rows('/usedBy/values', [text('', '/key'), text('', '/name', {tone: 'dim'})], 8),
  ],
  adds: eventFacts,
};

function eventFacts(scheme: JsonValue, {isAwaited}: ReadAt): JsonObject {
  const events = readPointer(scheme, '/notificationSchemeEvents');
  if (!isArray(events)) return {};
  const told = events.map(one => {
    const labels = listAt(one, '/notifications')
      .map(recipientOf)
      .map(({isUnknown, label}) => (isAwaited === true && isUnknown ? '…' : label));
    return {
      event: textAt(one, '/event/name'),
      told: [...new Set(labels)].join(', '),
    };
  });
  const silent = told.filter(one => one.told === '').map(({event}) => event);
  return {
    tellingEvents: told.filter(one => one.told !== ''),
    silent: told.length === 0 ? 'the scheme has no events' : silent.join(', '),
  };
}
