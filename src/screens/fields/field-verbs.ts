import {trackerVerb, type Verb} from '../../state/model/verb.ts';

const isOfAll = {
  pointer: '/scope/type',
  isNot: ['PROJECT'],
  reason: 'project status: change it in the workflow editor of the project',
} as const;

export const statusVerbs: readonly Verb[] = [
  trackerVerb.edit(
    'statuses update',
    {'body.statuses.0.id': '{row/id}'},
    {
      'body.statuses.0.name': '{row/name}',
      'body.statuses.0.statusCategory': '{row/statusCategory}',
      'body.statuses.0.description': '{row/description}',
    },
    {words: 'Rename or describe…', title: 'Change {object}', when: [isOfAll]},
  ),
  trackerVerb.delete(
    'statuses delete-by-id',
    {id: '{row/id}'},
    {
      when: [isOfAll],
      rowsPerRequest: 50,
      notes: ['Statuses that a workflow uses cannot be deleted.'],
    },
  ),
  trackerVerb.create(
    'New status…',
    'statuses create',
    {'body.scope.type': 'GLOBAL'},
    {
      'body.statuses.0.name': '',
      'body.statuses.0.statusCategory': 'TODO',
      'body.statuses.0.description': '',
    },
  ),
];

const ofId = {id: '{row/id}'};
/** Pointers to whether it is the default. */
const defaultAt = {resolution: '/default', priority: '/isDefault'} as const;

function ordered(group: 'resolution' | 'priority'): readonly Verb[] {
  const pointer = defaultAt[group];
  return [
    trackerVerb.one('default', 'Set as default', `${group} set-default`, ofId, {
      title: 'Set {object} as the default',
      key: 'F',
      when: [{pointer, isNot: ['true'], reason: 'already the default'}],
    }),
    trackerVerb.one(
      'no-default',
      'Clear default',
      `${group} set-default`,
      {id: 'null'},
      {
        title: 'Clear the default, now {object}',
        when: [{pointer, is: ['true'], reason: 'not the default'}],
      },
    ),
    trackerVerb.many(
      'move',
      'Reorder…',
      `${group} move`,
      {ids: '{row/id}'},
      {
        title: 'Reorder {object}',
        key: 'm',
        asks: {after: '', position: ''},
        reorders: {after: '/id'},
        rowsPerRequest: 100,
      },
    ),
  ];
}

const resolution = {name: '', description: ''};

export const resolutionVerbs: readonly Verb[] = [
  trackerVerb.edit('resolution update', ofId, resolution, {
    words: 'Rename or describe…',
    title: 'Change {object}',
  }),
  ...ordered('resolution'),
  trackerVerb.delete('resolution delete', ofId, {
    words: 'Delete and replace…',
    title: 'Delete {object} and replace it',
    rows: 'one',
    asks: {replaceWith: ''},
  }),
  trackerVerb.create('New resolution…', 'resolution create', {}, resolution),
];

export const priorityVerbs: readonly Verb[] = [
  trackerVerb.edit(
    'priority update',
    ofId,
    {name: '', statusColor: '', description: ''},
    {words: 'Rename, colour or describe…', title: 'Change {object}'},
  ),
  ...ordered('priority'),
  trackerVerb.delete('priority delete', ofId, {rows: 'one'}),
  trackerVerb.create(
    'New priority…',
    'priority create',
    {},
    {name: '', statusColor: '', avatarId: '', description: ''},
  ),
];

const ofModification = {uiModificationId: '{row/id}'};

export const modificationVerbs: readonly Verb[] = [
  trackerVerb.edit('uiModifications update-ui-modification', ofModification, {
    name: '{row/name}',
    description: '{row/description}',
    data: '{row/data}',
  }),
  trackerVerb.delete('uiModifications delete-ui-modification', ofModification),
  trackerVerb.create(
    'New UI modification…',
    'uiModifications create-ui-modification',
    {},
    {name: '', description: '', data: ''},
  ),
];
