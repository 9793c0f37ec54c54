import type {Condition, Verb} from '../../state/model/verb.ts';

const service = 'tracker' as const;
const ofKey = {projectIdOrKey: '{/key}'};
const ofProject = {projectIdOrKey: '{project}'};

const isThere: Condition = {
  pointer: '/archived',
  isNot: ['true'],
  reason: 'it is archived: restore it first',
};

/** What can be done to projects, and a new one. */
export const projectVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    when: [isThere],
    service,
    operation: 'project update',
    inputs: ofKey,
    asks: {name: '', description: '', url: '', assigneeType: '', categoryId: ''},
  },
  {
    id: 'lead',
    words: 'Change lead…',
    title: 'Change the lead of {object}',
    key: 'L',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project update',
    inputs: ofKey,
    asks: {leadAccountId: ''},
  },
  {
    id: 'permissions',
    words: 'Assign permission scheme…',
    title: 'Give {object} another permission scheme',
    key: 'P',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project assign-permission-scheme',
    inputs: {projectKeyOrId: '{/key}'},
    asks: {id: ''},
  },
  {
    id: 'notifications',
    words: 'Assign notification scheme…',
    title: 'Give {object} another notification scheme',
    key: 'N',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project update',
    inputs: ofKey,
    asks: {notificationScheme: ''},
  },
  {
    id: 'category',
    words: 'Change category…',
    title: 'Put {object} into another category',
    key: 'C',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project update',
    inputs: ofKey,
    asks: {categoryId: ''},
  },
  {
    id: 'archive',
    words: 'Archive',
    key: 'A',
    rows: 'many',
    when: [{...isThere, reason: 'it is archived already'}],
    service,
    operation: 'project archive',
    inputs: ofKey,
  },
  {
    id: 'restore',
    words: 'Restore',
    key: 'R',
    rows: 'many',
    when: [{pointer: '/archived', is: ['true'], reason: 'it is not archived'}],
    service,
    operation: 'project restore',
    inputs: ofKey,
  },
  {
    id: 'sender',
    words: 'Change sender address…',
    title: 'Change the sender address of {object}',
    key: 'S',
    rows: 'one',
    when: [isThere],
    service,
    operation: 'project update-email',
    inputs: {projectId: '{/id}'},
    asks: {emailAddress: ''},
  },
  {
    id: 'classification',
    words: 'Set default classification…',
    title: 'Set the default classification of {object}',
    rows: 'one',
    when: [isThere],
    service,
    operation: 'project update-default-project-classification',
    inputs: ofKey,
    asks: {id: ''},
  },
  {
    id: 'no-classification',
    words: 'Clear default classification',
    title: 'Clear the default classification of {object}',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project remove-default-project-classification',
    inputs: ofKey,
  },
  {
    id: 'delete',
    words: 'Move to the bin',
    title: 'Move {object} to the bin',
    key: 'D',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project delete',
    inputs: {...ofKey, enableUndo: 'true'},
    undo: 'It stays in the bin for 60 days, and can be restored from there.',
  },
  {
    id: 'delete-for-good',
    words: 'Delete for good',
    title: 'Delete {object} for good',
    rows: 'many',
    when: [isThere],
    service,
    operation: 'project delete-asynchronously',
    inputs: ofKey,
    atLeast: 3,
    notes: ['It is not in the bin afterwards; the service deletes it as a task.'],
  },
  {
    id: 'create',
    words: 'New project…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'project create',
    asks: {
      name: '',
      key: '',
      projectTypeKey: '',
      projectTemplateKey: '',
      leadAccountId: '',
      permissionScheme: '',
      notificationScheme: '',
    },
    validates: {
      key: {operation: 'projectvalidate get-valid-project-key', input: 'key'},
      name: {operation: 'projectvalidate get-valid-project-name', input: 'name'},
    },
  },
];

/** What can be done to projects in the bin. */
export const binVerbs: readonly Verb[] = projectVerbs
  .filter(({id}) => id === 'restore')
  .map(verb => ({...verb, when: []}));

/** What can be done to roles of a project, from their list. */
export const roleVerbs: readonly Verb[] = [
  {
    id: 'add',
    words: 'Add people or groups…',
    title: 'Add people or groups to {object}',
    key: 'a',
    rows: 'one',
    service,
    operation: 'project add-actor-users',
    inputs: {...ofProject, id: '{/id}'},
    asks: {user: '', groupId: ''},
  },
  {
    id: 'set',
    words: 'Replace everybody…',
    title: 'Replace everybody in {object}',
    rows: 'one',
    service,
    operation: 'project set-actors',
    inputs: {...ofProject, id: '{/id}'},
    asks: {categorisedActors: ''},
  },
];

/** What can be done to those who are in a role. */
export const actorVerbs: readonly Verb[] = [
  {
    id: 'remove-user',
    words: 'Take out of the role',
    title: 'Take {object} out of the role',
    key: 'D',
    rows: 'many',
    when: [{pointer: '/actorUser/accountId', isNot: [''], reason: 'it is a group'}],
    service,
    operation: 'project delete-actor',
    inputs: {...ofProject, id: '{role}', user: '{/actorUser/accountId}'},
    undo: 'They can be added again.',
  },
  {
    id: 'remove-group',
    words: 'Take the group out of the role',
    title: 'Take {object} out of the role',
    key: 'O',
    rows: 'many',
    when: [{pointer: '/actorGroup/groupId', isNot: [''], reason: 'it is a person'}],
    service,
    operation: 'project delete-actor',
    inputs: {...ofProject, id: '{role}', groupId: '{/actorGroup/groupId}'},
    undo: 'It can be added again.',
  },
  {
    id: 'add',
    words: 'Add people or groups…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'project add-actor-users',
    inputs: {...ofProject, id: '{role}'},
    asks: {user: '', groupId: ''},
  },
];

/** What can be done to the pictures a project can have. */
export const avatarVerbs: readonly Verb[] = [
  {
    id: 'show',
    words: 'Show this one',
    title: 'Show {object}',
    key: 'S',
    rows: 'one',
    when: [{pointer: '/isSelected', isNot: ['true'], reason: 'it is shown now'}],
    service,
    operation: 'project update-avatar',
    inputs: {...ofProject, id: '{/id}'},
  },
  {
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    when: [{pointer: '/isDeletable', is: ['true'], reason: 'it is the system’s'}],
    service,
    operation: 'project delete-avatar',
    inputs: {...ofProject, id: '{/id}'},
  },
  {
    id: 'upload',
    words: 'Upload a picture…',
    title: 'Upload a picture for the project',
    key: 'a',
    rows: 'none',
    service,
    operation: 'project create-avatar',
    inputs: ofProject,
    asks: {body: '', size: '', x: '', y: ''},
    notes: ['The one that is shown stays until another is chosen (S).'],
  },
];

const feature = {...ofProject, featureKey: '{/feature}'};

const isFree: Condition = {
  pointer: '/toggleLocked',
  isNot: ['true'],
  reason: 'it is locked: nobody switches it',
};

/** What can be done to the features of a project. */
export const featureVerbs: readonly Verb[] = [
  {
    id: 'on',
    words: 'Switch on',
    key: 'S',
    rows: 'many',
    when: [
      isFree,
      {pointer: '/state', isNot: ['ENABLED', 'COMING_SOON'], reason: 'it is on, or to come'},
    ],
    service,
    operation: 'project toggle-feature-for',
    inputs: {...feature, state: 'ENABLED'},
  },
  {
    id: 'off',
    words: 'Switch off',
    key: 'O',
    rows: 'many',
    when: [isFree, {pointer: '/state', is: ['ENABLED'], reason: 'it is not on'}],
    service,
    operation: 'project toggle-feature-for',
    inputs: {...feature, state: 'DISABLED'},
  },
];

const property = {...ofProject, propertyKey: '{/key}'};

/** What can be done to what apps and people keep with a project. */
export const propertyVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    service,
    operation: 'project set-property',
    inputs: property,
    asks: {body: ''},
  },
  {
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    service,
    operation: 'project delete-property',
    inputs: property,
  },
  {
    id: 'add',
    words: 'New property…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'project set-property',
    inputs: ofProject,
    asks: {propertyKey: '', body: ''},
  },
];
