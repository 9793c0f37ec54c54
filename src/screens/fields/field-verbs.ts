import type {Verb} from '../../state/model/verb.ts';

const service = 'tracker' as const;

const oneStatus = {'body.statuses.0.id': '{/id}'};
const isOfAll = {
  pointer: '/scope/type',
  isNot: ['PROJECT'],
  reason: 'it belongs to a project, whose workflow editor changes it',
} as const;

/** What can be done to statuses, and a new one. */
export const statusVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Rename or describe…',
    title: 'Change {object}',
    key: 'e',
    rows: 'one',
    when: [isOfAll],
    service,
    operation: 'statuses update',
    inputs: oneStatus,
    asks: {
      'body.statuses.0.name': '{/name}',
      'body.statuses.0.statusCategory': '{/statusCategory}',
      'body.statuses.0.description': '{/description}',
    },
  },
  {
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    when: [isOfAll],
    service,
    operation: 'statuses delete-by-id',
    inputs: {id: '{/id}'},
    rowsPerRequest: 50,
    notes: ['A status that a workflow uses is not deleted.'],
  },
  {
    id: 'create',
    words: 'New status…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'statuses create',
    inputs: {'body.scope.type': 'GLOBAL'},
    asks: {
      'body.statuses.0.name': '',
      'body.statuses.0.statusCategory': 'TODO',
      'body.statuses.0.description': '',
    },
  },
];

const ofId = {id: '{/id}'};
/** Where each says whether it is the default. */
const defaultAt = {resolution: '/default', priority: '/isDefault'} as const;

/** What resolutions and priorities have in common, of the group they are in. */
function ordered(group: 'resolution' | 'priority'): readonly Verb[] {
  const pointer = defaultAt[group];
  return [
    {
      id: 'default',
      words: 'Make it the default',
      title: 'Make {object} the default',
      key: 'F',
      rows: 'one',
      when: [{pointer, isNot: ['true'], reason: 'it is the default already'}],
      service,
      operation: `${group} set-default`,
      inputs: ofId,
    },
    {
      id: 'no-default',
      words: 'Have no default',
      title: 'Have no default, rather than {object}',
      rows: 'one',
      when: [{pointer, is: ['true'], reason: 'it is not the default'}],
      service,
      operation: `${group} set-default`,
      inputs: {id: 'null'},
    },
    {
      id: 'move',
      words: 'Move in the order…',
      title: 'Move {object} in the order',
      key: 'm',
      rows: 'many',
      service,
      operation: `${group} move`,
      inputs: {ids: '{/id}'},
      asks: {after: '', position: ''},
      carries: {after: '/id'},
      rowsPerRequest: 100,
    },
  ];
}

/** What can be done to resolutions, and a new one. */
export const resolutionVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Rename or describe…',
    title: 'Change {object}',
    key: 'e',
    rows: 'one',
    service,
    operation: 'resolution update',
    inputs: ofId,
    asks: {name: '', description: ''},
  },
  ...ordered('resolution'),
  {
    id: 'delete',
    words: 'Delete and replace…',
    title: 'Delete {object}, and put another in its place',
    key: 'D',
    rows: 'one',
    service,
    operation: 'resolution delete',
    inputs: ofId,
    asks: {replaceWith: ''},
  },
  {
    id: 'create',
    words: 'New resolution…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'resolution create',
    asks: {name: '', description: ''},
  },
];

/** What can be done to priorities, and a new one. */
export const priorityVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Rename, colour or describe…',
    title: 'Change {object}',
    key: 'e',
    rows: 'one',
    service,
    operation: 'priority update',
    inputs: ofId,
    asks: {name: '', statusColor: '', description: ''},
  },
  ...ordered('priority'),
  {
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'one',
    service,
    operation: 'priority delete',
    inputs: ofId,
  },
  {
    id: 'create',
    words: 'New priority…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'priority create',
    asks: {name: '', statusColor: '', avatarId: '', description: ''},
  },
];

const ofModification = {uiModificationId: '{/id}'};

/** What can be done to UI modifications, and a new one. */
export const modificationVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    service,
    operation: 'uiModifications update-ui-modification',
    inputs: ofModification,
    asks: {name: '{/name}', description: '{/description}', data: '{/data}'},
  },
  {
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    service,
    operation: 'uiModifications delete-ui-modification',
    inputs: ofModification,
  },
  {
    id: 'create',
    words: 'New UI modification…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'uiModifications create-ui-modification',
    asks: {name: '', description: '', data: ''},
  },
];
