import {type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import type {Verb} from '../../state/model/verb.ts';
import {grantHolder, newNotification} from './holders.ts';
import {recipientOf} from './notification-matrix.ts';
import {holderOfGrant} from './permission-matrix.ts';

const tracker = {service: 'tracker'} as const;

/** The grants of a scheme without what is its own: ids and addresses. */
function grantsOf(scheme: JsonValue): string {
  const grants = listAt(scheme, '/permissions').map(grant => ({
    holder: grantHolder(holderOfGrant(grant)),
    permission: readPointer(grant, '/permission'),
  }));
  return JSON.stringify(grants);
}

/** The events of a scheme with who is told; plain addresses are refused in a new one (services W4.13). */
function eventsOf(scheme: JsonValue): string {
  const events = listAt(scheme, '/notificationSchemeEvents').map(event => ({
    event: {id: String(readPointer(event, '/event/id') ?? '')},
    notifications: listAt(event, '/notifications')
      .map(recipientOf)
      .filter(({type}) => type !== 'EmailAddress')
      .map(newNotification),
  }));
  return JSON.stringify(events.filter(({notifications}) => notifications.length > 0));
}

/** What can be done to permission schemes. */
export const permissionVerbs: readonly Verb[] = [
  {
    ...tracker,
    id: 'create',
    words: 'Create…',
    title: 'Create a permission scheme',
    key: 'a',
    rows: 'none',
    operation: 'permissionscheme create-permission-scheme',
    asks: {name: '', description: ''},
  },
  {
    ...tracker,
    id: 'copy',
    words: 'Copy with all its grants…',
    title: 'Copy {object}',
    key: 'C',
    rows: 'one',
    operation: 'permissionscheme create-permission-scheme',
    asks: {name: 'Copy of {/name}', description: '{/description}'},
    made: {permissions: grantsOf},
  },
  {
    ...tracker,
    id: 'edit',
    words: 'Rename or describe…',
    title: 'Rename {object}',
    key: 'e',
    rows: 'one',
    operation: 'permissionscheme update-permission-scheme',
    inputs: {schemeId: '{/id}'},
    asks: {name: '{/name}', description: '{/description}'},
    notes: ['The grants stay as they are.'],
  },
  {
    ...tracker,
    id: 'assign',
    words: 'Give it to a project…',
    title: 'Give {object} to a project',
    key: 'p',
    rows: 'one',
    operation: 'project assign-permission-scheme',
    inputs: {id: '{/id}'},
    asks: {projectKeyOrId: ''},
  },
  {
    ...tracker,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'permissionscheme delete-permission-scheme',
    inputs: {schemeId: '{/id}'},
  },
];

/** What can be done to the grants of one. */
export const grantVerbs: readonly Verb[] = [
  {
    ...tracker,
    id: 'delete',
    words: 'Take away',
    key: 'D',
    rows: 'many',
    operation: 'permissionscheme delete-permission-scheme-entity',
    inputs: {schemeId: '{scheme}', permissionId: '{/id}'},
  },
];

/** What can be done to notification schemes. */
export const notificationVerbs: readonly Verb[] = [
  {
    ...tracker,
    id: 'create',
    words: 'Create…',
    title: 'Create a notification scheme',
    key: 'a',
    rows: 'none',
    operation: 'notificationscheme create-notification-scheme',
    asks: {name: '', description: ''},
  },
  {
    ...tracker,
    id: 'copy',
    words: 'Copy with all its entries…',
    title: 'Copy {object}',
    key: 'C',
    rows: 'one',
    operation: 'notificationscheme create-notification-scheme',
    asks: {name: 'Copy of {/name}', description: '{/description}'},
    made: {notificationSchemeEvents: eventsOf},
    notes: ['Plain e-mail addresses are not copied: the service takes none any more.'],
  },
  {
    ...tracker,
    id: 'edit',
    words: 'Rename or describe…',
    title: 'Rename {object}',
    key: 'e',
    rows: 'one',
    operation: 'notificationscheme update-notification-scheme',
    inputs: {id: '{/id}'},
    asks: {name: '{/name}', description: '{/description}'},
  },
  {
    ...tracker,
    id: 'assign',
    words: 'Give it to a project…',
    title: 'Give {object} to a project',
    key: 'p',
    rows: 'one',
    operation: 'project update',
    inputs: {notificationScheme: '{/id}'},
    asks: {projectIdOrKey: ''},
  },
  {
    ...tracker,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'notificationscheme delete-notification-scheme',
    inputs: {notificationSchemeId: '{/id}'},
  },
];
