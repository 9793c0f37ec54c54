import {
  grantHolder,
  holderOfGrant,
  newNotification,
  recipientOf,
} from '../../api/access/holders.ts';
import {type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {trackerVerb, type Verb} from '../../state/model/verb.ts';

/** The grants of a scheme without their ids and URLs. */
function grantsOf(scheme: JsonValue): string {
  const grants = listAt(scheme, '/permissions').map(grant => ({
    holder: grantHolder(holderOfGrant(grant)),
    permission: readPointer(grant, '/permission'),
  }));
  return JSON.stringify(grants);
}

/**
 * The events of a scheme with recipients; a new scheme does not accept plain addresses (services
 * W4.13).
 */
function eventsOf(scheme: JsonValue): string {
  const events = listAt(scheme, '/notificationSchemeEvents').map(event => ({
    event: {id: textAt(event, '/event/id')},
    notifications: listAt(event, '/notifications')
      .map(recipientOf)
      .filter(({type}) => type !== 'EmailAddress')
      .map(newNotification),
  }));
  return JSON.stringify(events.filter(({notifications}) => notifications.length > 0));
}

const unnamed = {name: '', description: ''};
const asRead = {name: '{row/name}', description: '{row/description}'};
const asCopy = {...asRead, name: 'Copy of {row/name}'};
const rename = {words: 'Rename or describe…', title: 'Rename {object}'};

/** Make the verb that assigns a scheme to a project chosen in its form. */
const assign = (operation: string, inputs: Verb['inputs'], asks: Required<Verb>['asks']): Verb =>
  trackerVerb.one('assign', 'Assign to a project…', operation, inputs, {
    title: 'Assign {object} to a project',
    key: 'K',
    asks,
  });

const createPermissions = 'permissionscheme create-permission-scheme';

/** Verbs of permission schemes. */
export const permissionVerbs: readonly Verb[] = [
  trackerVerb.create('Create…', createPermissions, {}, unnamed, {
    title: 'Create a permission scheme',
  }),
  trackerVerb.one(
    'copy',
    'Copy with all its grants…',
    createPermissions,
    {},
    {title: 'Copy {object}', key: '+', asks: asCopy, made: {permissions: grantsOf}},
  ),
  trackerVerb.edit('permissionscheme update-permission-scheme', {schemeId: '{row/id}'}, asRead, {
    ...rename,
    notes: ['Grants are not changed.'],
  }),
  assign('project assign-permission-scheme', {id: '{row/id}'}, {projectKeyOrId: ''}),
  trackerVerb.delete('permissionscheme delete-permission-scheme', {schemeId: '{row/id}'}),
];

export const grantVerbs: readonly Verb[] = [
  trackerVerb.delete(
    'permissionscheme delete-permission-scheme-entity',
    {schemeId: '{scheme}', permissionId: '{row/id}'},
    {words: 'Remove'},
  ),
];

const createNotifications = 'notificationscheme create-notification-scheme';

/** Verbs of notification schemes. */
export const notificationVerbs: readonly Verb[] = [
  trackerVerb.create('Create…', createNotifications, {}, unnamed, {
    title: 'Create a notification scheme',
  }),
  trackerVerb.one(
    'copy',
    'Copy with all its entries…',
    createNotifications,
    {},
    {
      title: 'Copy {object}',
      key: '+',
      asks: asCopy,
      made: {notificationSchemeEvents: eventsOf},
      notes: ['Plain e-mail addresses are not copied: the service no longer accepts them.'],
    },
  ),
  trackerVerb.edit(
    'notificationscheme update-notification-scheme',
    {id: '{row/id}'},
    asRead,
    rename,
  ),
  assign('project update', {notificationScheme: '{row/id}'}, {projectIdOrKey: ''}),
  trackerVerb.delete('notificationscheme delete-notification-scheme', {
    notificationSchemeId: '{row/id}',
  }),
];
