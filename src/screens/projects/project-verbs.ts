import {trackerRef} from '../../api/operation-ref.ts';
import {type Condition, trackerVerb, type Verb} from '../../state/model/verb.ts';
import {makeProjectKey} from './project-key.ts';

const ofKey = {projectIdOrKey: '{row/key}'};
const ofProject = {projectIdOrKey: '{project}'};

const isThere: Condition = {
  pointer: '/archived',
  isNot: ['true'],
  reason: 'archived: restore the project first',
};
const when = [isThere];

const restore = trackerVerb.many('restore', 'Restore', 'project restore', ofKey, {
  key: 'V',
  when: [{pointer: '/archived', is: ['true'], reason: 'not archived'}],
  changes: {field: 'State', before: 'archived', after: 'active'},
});

/** Make a verb that changes one field of the selected projects. */
const change = (id: string, words: string, title: string, field: string, key?: string): Verb =>
  trackerVerb.many(id, words, 'project update', ofKey, {
    title,
    ...(key !== undefined && {key}),
    when,
    asks: {[field]: ''},
  });

export const projectVerbs: readonly Verb[] = [
  trackerVerb.edit(
    'project update',
    ofKey,
    {name: '', description: '', url: '', assigneeType: '', categoryId: ''},
    {when},
  ),
  change('lead', 'Change lead…', 'Change the lead of {object}', 'leadAccountId', 'H'),
  trackerVerb.many(
    'permissions',
    'Assign permission scheme…',
    'project assign-permission-scheme',
    {projectKeyOrId: '{row/key}'},
    {title: 'Assign a permission scheme to {object}', key: 'K', when, asks: {id: ''}},
  ),
  change(
    'notifications',
    'Assign notification scheme…',
    'Assign a notification scheme to {object}',
    'notificationScheme',
    'B',
  ),
  change('category', 'Change category…', 'Change the category of {object}', 'categoryId'),
  trackerVerb.many('archive', 'Archive', 'project archive', ofKey, {
    key: 'A',
    when: [{...isThere, reason: 'already archived'}],
    changes: {field: 'State', before: 'active', after: 'archived'},
  }),
  restore,
  trackerVerb.one(
    'sender',
    'Change sender address…',
    'project update-email',
    {projectId: '{row/id}'},
    {title: 'Change the sender address of {object}', when, asks: {emailAddress: ''}},
  ),
  trackerVerb.one(
    'classification',
    'Set default classification…',
    'project update-default-project-classification',
    ofKey,
    {title: 'Set the default classification of {object}', when, asks: {id: ''}},
  ),
  trackerVerb.many(
    'no-classification',
    'Clear default classification',
    'project remove-default-project-classification',
    ofKey,
    {
      title: 'Clear the default classification of {object}',
      when,
      changes: {field: 'Default classification', after: 'none'},
    },
  ),
  trackerVerb.delete(
    'project delete',
    {...ofKey, enableUndo: 'true'},
    {
      words: 'Move to trash',
      title: 'Move {object} to trash',
      when,
      undo: 'Can be restored from the trash for 60 days.',
    },
  ),
  trackerVerb.many(
    'delete-permanently',
    'Delete permanently',
    'project delete-asynchronously',
    ofKey,
    {
      title: 'Permanently delete {object}',
      when,
      atLeast: 3,
      notes: ['Skips the trash: a background task deletes the project.'],
    },
  ),
  trackerVerb.create(
    'New project…',
    'project create',
    {},
    {
      name: '',
      key: '',
      projectTypeKey: '',
      projectTemplateKey: '',
      leadAccountId: '',
      permissionScheme: '',
      notificationScheme: '',
    },
    {
      suggests: {key: {from: 'name', make: makeProjectKey}},
      validates: {
        key: trackerRef('projectvalidate get-valid-project-key', {key: '{text}'}),
        name: trackerRef('projectvalidate get-valid-project-name', {name: '{text}'}),
      },
    },
  ),
];

/** Verbs of projects in the trash. */
export const trashVerbs: readonly Verb[] = [
  {...restore, when: [], changes: {field: 'State', before: 'in the trash', after: 'active'}},
];

const ofRole = {...ofProject, id: '{row/id}'};
const toAdd = {user: '', groupId: ''};

export const roleVerbs: readonly Verb[] = [
  trackerVerb.one('add', 'Add people or groups…', 'project add-actor-users', ofRole, {
    title: 'Add people or groups to {object}',
    key: 'a',
    asks: toAdd,
  }),
  trackerVerb.one('set', 'Replace all members…', 'project set-actors', ofRole, {
    title: 'Replace all members of {object}',
    asks: {categorisedActors: ''},
  }),
];

const inRole = {...ofProject, id: '{role}'};

/** Verbs of role members. */
export const actorVerbs: readonly Verb[] = [
  trackerVerb.many(
    'remove-user',
    'Remove from role',
    'project delete-actor',
    {...inRole, user: '{row/actorUser/accountId}'},
    {
      title: 'Remove {object} from the role',
      key: 'D',
      when: [{pointer: '/actorUser/accountId', isNot: [''], reason: 'only for users'}],
      undo: 'The user can be added again.',
    },
  ),
  trackerVerb.many(
    'remove-group',
    'Remove group from role',
    'project delete-actor',
    {...inRole, groupId: '{row/actorGroup/groupId}'},
    {
      title: 'Remove {object} from the role',
      when: [{pointer: '/actorGroup/groupId', isNot: [''], reason: 'only for groups'}],
      undo: 'The group can be added again.',
    },
  ),
  trackerVerb.create('Add people or groups…', 'project add-actor-users', inRole, toAdd, {
    id: 'add',
  }),
];

const avatar = {...ofProject, id: '{row/id}'};

export const avatarVerbs: readonly Verb[] = [
  trackerVerb.one('show', 'Use this avatar', 'project update-avatar', avatar, {
    title: 'Use {object}',
    key: 'F',
    when: [{pointer: '/isSelected', isNot: ['true'], reason: 'already in use'}],
  }),
  trackerVerb.delete('project delete-avatar', avatar, {
    when: [{pointer: '/isDeletable', is: ['true'], reason: 'system avatars cannot be deleted'}],
  }),
  trackerVerb.create(
    'Upload a picture…',
    'project create-avatar',
    ofProject,
    {body: '', size: '', x: '', y: ''},
    {
      id: 'upload',
      title: 'Upload a picture for the project',
      notes: ['The current avatar stays in use until you choose another one (S).'],
    },
  ),
];

const feature = {...ofProject, featureKey: '{row/feature}'};

const isFree: Condition = {
  pointer: '/toggleLocked',
  isNot: ['true'],
  reason: 'the feature is locked',
};

const toggle = (id: string, words: string, state: string, key: string, on: Condition): Verb =>
  trackerVerb.many(
    id,
    words,
    'project toggle-feature-for',
    {...feature, state},
    {key, when: [isFree, on]},
  );

/** Verbs of project features. */
export const featureVerbs: readonly Verb[] = [
  toggle('on', 'Enable', 'ENABLED', 'I', {
    pointer: '/state',
    isNot: ['ENABLED', 'COMING_SOON'],
    reason: 'already enabled or coming soon',
  }),
  toggle('off', 'Disable', 'DISABLED', 'O', {
    pointer: '/state',
    is: ['ENABLED'],
    reason: 'not enabled',
  }),
];

const property = {...ofProject, propertyKey: '{row/key}'};

export const propertyVerbs: readonly Verb[] = [
  trackerVerb.edit('project set-property', property, {body: ''}),
  trackerVerb.delete('project delete-property', property),
  trackerVerb.create(
    'New property…',
    'project set-property',
    ofProject,
    {propertyKey: '', body: ''},
    {id: 'add'},
  ),
];
