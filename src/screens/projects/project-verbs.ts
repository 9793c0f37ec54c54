import {type Condition, trackerVerb, type Verb} from '../../state/model/verb.ts';

const ofKey = {projectIdOrKey: '{/key}'};
const ofProject = {projectIdOrKey: '{project}'};

const isThere: Condition = {
  pointer: '/archived',
  isNot: ['true'],
  reason: 'it is archived: restore it first',
};
const when = [isThere];

const restore = trackerVerb.many('restore', 'Restore', 'project restore', ofKey, {
  key: 'R',
  when: [{pointer: '/archived', is: ['true'], reason: 'it is not archived'}],
});

/** Gives projects another value of one field. */
const change = (id: string, words: string, title: string, key: string, field: string): Verb =>
  trackerVerb.many(id, words, 'project update', ofKey, {title, key, when, asks: {[field]: ''}});

/** What can be done to projects, and a new one. */
export const projectVerbs: readonly Verb[] = [
  trackerVerb.edit(
    'project update',
    ofKey,
    {name: '', description: '', url: '', assigneeType: '', categoryId: ''},
    {when},
  ),
  change('lead', 'Change lead…', 'Change the lead of {object}', 'L', 'leadAccountId'),
  trackerVerb.many(
    'permissions',
    'Assign permission scheme…',
    'project assign-permission-scheme',
    {projectKeyOrId: '{/key}'},
    {title: 'Give {object} another permission scheme', key: 'P', when, asks: {id: ''}},
  ),
  change(
    'notifications',
    'Assign notification scheme…',
    'Give {object} another notification scheme',
    'N',
    'notificationScheme',
  ),
  change('category', 'Change category…', 'Put {object} into another category', 'C', 'categoryId'),
  trackerVerb.many('archive', 'Archive', 'project archive', ofKey, {
    key: 'A',
    when: [{...isThere, reason: 'it is archived already'}],
  }),
  restore,
  trackerVerb.one(
    'sender',
    'Change sender address…',
    'project update-email',
    {projectId: '{/id}'},
    {title: 'Change the sender address of {object}', key: 'S', when, asks: {emailAddress: ''}},
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
    {title: 'Clear the default classification of {object}', when},
  ),
  trackerVerb.delete(
    'project delete',
    {...ofKey, enableUndo: 'true'},
    {
      words: 'Move to the bin',
      title: 'Move {object} to the bin',
      when,
      undo: 'It stays in the bin for 60 days, and can be restored from there.',
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
      notes: ['It is not in the bin afterwards; the service deletes it as a task.'],
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
      validates: {
        key: {operation: 'projectvalidate get-valid-project-key', input: 'key'},
        name: {operation: 'projectvalidate get-valid-project-name', input: 'name'},
      },
    },
  ),
];

/** What can be done to projects in the bin. */
export const binVerbs: readonly Verb[] = [{...restore, when: []}];

const ofRole = {...ofProject, id: '{/id}'};
const toAdd = {user: '', groupId: ''};

/** What can be done to roles of a project, from their list. */
export const roleVerbs: readonly Verb[] = [
  trackerVerb.one('add', 'Add people or groups…', 'project add-actor-users', ofRole, {
    title: 'Add people or groups to {object}',
    key: 'a',
    asks: toAdd,
  }),
  trackerVerb.one('set', 'Replace everybody…', 'project set-actors', ofRole, {
    title: 'Replace everybody in {object}',
    asks: {categorisedActors: ''},
  }),
];

const inRole = {...ofProject, id: '{role}'};

/** What can be done to those who are in a role. */
export const actorVerbs: readonly Verb[] = [
  trackerVerb.many(
    'remove-user',
    'Take out of the role',
    'project delete-actor',
    {...inRole, user: '{/actorUser/accountId}'},
    {
      title: 'Take {object} out of the role',
      key: 'D',
      when: [{pointer: '/actorUser/accountId', isNot: [''], reason: 'it is a group'}],
      undo: 'They can be added again.',
    },
  ),
  trackerVerb.many(
    'remove-group',
    'Take the group out of the role',
    'project delete-actor',
    {...inRole, groupId: '{/actorGroup/groupId}'},
    {
      title: 'Take {object} out of the role',
      key: 'O',
      when: [{pointer: '/actorGroup/groupId', isNot: [''], reason: 'it is a person'}],
      undo: 'It can be added again.',
    },
  ),
  trackerVerb.create('Add people or groups…', 'project add-actor-users', inRole, toAdd, {
    id: 'add',
  }),
];

const avatar = {...ofProject, id: '{/id}'};

/** What can be done to the pictures a project can have. */
export const avatarVerbs: readonly Verb[] = [
  trackerVerb.one('show', 'Show this one', 'project update-avatar', avatar, {
    title: 'Show {object}',
    key: 'S',
    when: [{pointer: '/isSelected', isNot: ['true'], reason: 'it is shown now'}],
  }),
  trackerVerb.delete('project delete-avatar', avatar, {
    when: [{pointer: '/isDeletable', is: ['true'], reason: 'it is the system’s'}],
  }),
  trackerVerb.create(
    'Upload a picture…',
    'project create-avatar',
    ofProject,
    {body: '', size: '', x: '', y: ''},
    {
      id: 'upload',
      title: 'Upload a picture for the project',
      notes: ['The one that is shown stays until another is chosen (S).'],
    },
  ),
];

const feature = {...ofProject, featureKey: '{/feature}'};

const isFree: Condition = {
  pointer: '/toggleLocked',
  isNot: ['true'],
  reason: 'it is locked: nobody switches it',
};

const toggle = (id: string, words: string, state: string, key: string, on: Condition): Verb =>
  trackerVerb.many(
    id,
    words,
    'project toggle-feature-for',
    {...feature, state},
    {key, when: [isFree, on]},
  );

/** What can be done to the features of a project. */
export const featureVerbs: readonly Verb[] = [
  toggle('on', 'Switch on', 'ENABLED', 'S', {
    pointer: '/state',
    isNot: ['ENABLED', 'COMING_SOON'],
    reason: 'it is on, or to come',
  }),
  toggle('off', 'Switch off', 'DISABLED', 'O', {
    pointer: '/state',
    is: ['ENABLED'],
    reason: 'it is not on',
  }),
];

const property = {...ofProject, propertyKey: '{/key}'};

/** What can be done to what apps and people keep with a project. */
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
