import {allOperations} from './catalogue.ts';
import {type Operation, operationId, placeholders} from './operation.ts';
import {shapeOfPath} from './uncertain-write.ts';

/** A read with inputs filled from the inputs of a write: `{name}`. */
export interface InverseRead {
  readonly operation: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** A second read, filled from the first response: `{/pointer}`. Its response is used. */
  readonly next?: {readonly operation: string; readonly inputs: Readonly<Record<string, string>>};
}

/**
 * How a write is taken back, as data. In `inputs` and `body`, `{name}` stands for what the write was
 * given, `{before/…}` for what its object held before, `{answer/…}` for its answer, by JSON pointer; in the body
 * as JSON. An input that comes out empty is left out.
 */
export interface Inverse {
  /** The operation that does it: `group name` of the same service. */
  readonly by: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Only where the object held that text there: JSON pointer, text. */
  readonly where?: readonly [string, string];
  /** Not where the write was given that text: input, text. */
  readonly unless?: readonly [string, string];
  /** Only where the write was given this input. */
  readonly given?: string;
  /** Not where the write was given this input. */
  readonly without?: string;
  /**
   * It is put back behind the one it came after: input that says which, the list in what was read,
   * and what of the one before it says where. @default `/id`
   */
  readonly order?: {readonly of: string; readonly items: string; readonly after?: string};
  /** What tells what was there before, where that is not the read of the write's own path. */
  readonly reads?: InverseRead;
  /**
   * One call for each text that the write was given for an input, `{each}`, but for those that were
   * in a list before: the list in what was read, the name in its items.
   */
  readonly each?: {
    readonly input: string;
    readonly items: string;
    readonly name: string;
  };
  /**
   * One call for each id, `{each}`, that is there afterwards and was not before: pointers to lists
   * in lists, and to the id in an item of the last. What is read is read once more after the write.
   */
  readonly news?: {readonly lists: readonly string[]; readonly id: string};
  /**
   * What the write took away by its id, found in what was read: `{0/…}` is the item of the first
   * list, `{1/…}` that of the list in it.
   */
  readonly gone?: {readonly lists: readonly string[]; readonly id: string; readonly of: string};
}

const project = {projectIdOrKey: '{projectIdOrKey}'};
const actor = {...project, id: '{id}', user: '{user}', group: '{group}', groupId: '{groupId}'};
/** Restore the previous default, or clear the default if there was none. */
const byDefault = (group: string): readonly Inverse[] => {
  const rule = {
    by: `${group} set-default`,
    reads: {operation: `${group} search`, inputs: {onlyDefault: 'true'}},
  };
  return [
    {...rule, inputs: {id: 'null'}, where: ['/values/0/id', '']},
    {...rule, inputs: {id: '{before/values/0/id}'}},
  ];
};
const property = {...project, propertyKey: '{propertyKey}'};

const inOrder = (group: string): Inverse => ({
  by: `${group} move`,
  inputs: {ids: '{ids}'},
  order: {of: 'ids', items: '/values'},
  reads: {operation: `${group} search`, inputs: {}},
});

/** Undo a grant of read or update: restore the previous permissions. */
const permission = (group: string, add: string, list: string, remove: string) => {
  const entry = 'body.permissions.0';
  const who = {
    'principal-type': `{${entry}.principalType}`,
    'principal-id': `{${entry}.principalId}`,
  };
  const reads = {operation: `${group} ${list}`, inputs: {id: '{id}', ...who}};
  const alone = {reads, given: `${entry}.principalId`, without: 'body.permissions.1.principalId'};
  const back = (type: string, id: string, operation: string): Pick<Inverse, 'by' | 'inputs'> => ({
    by: `${group} ${add}`,
    inputs: {
      id: '{id}',
      [`${entry}.principalType`]: type,
      [`${entry}.principalId`]: id,
      [`${entry}.operation`]: operation,
    },
  });
  const held = '{before/results/0';
  return {
    [`content/${group}/${add}`]: [
      {
        ...alone,
        by: `${group} ${remove}`,
        inputs: {id: '{id}', ...who, operation: `{${entry}.operation}`},
        where: ['/results/0/operation', ''],
      },
      {
        ...alone,
        ...back(`${held}/principalType}`, `${held}/principalId}`, `${held}/operation}`),
      },
    ],
    [`content/${group}/${remove}`]: [
      {...back('{principal-type}', '{principal-id}', '{operation}'), given: 'operation'},
    ],
  } satisfies Readonly<Record<string, readonly Inverse[]>>;
};

const notifications = ['/notificationSchemeEvents', '/notifications'];
const schemeWith = (id: string): InverseRead => ({
  operation: 'notificationscheme get-notification-scheme',
  inputs: {id, expand: 'all'},
});
const feature = {projectIdOrKey: '{projectIdOrKey}', featureKey: '{featureKey}'};

/** Inverses that do not follow from paths and effects, by operation. */
const inverses: Readonly<Record<string, readonly Inverse[]>> = {
  'tracker/project/archive': [{by: 'project restore', inputs: project}],
  'tracker/project/restore': [
    {by: 'project archive', inputs: project, where: ['/archived', 'true']},
    {by: 'project delete', inputs: project, where: ['/deleted', 'true']},
  ],
  'tracker/project/delete': [{by: 'project restore', inputs: project}],
  'tracker/project/add-actor-users': [{by: 'project delete-actor', inputs: actor}],
  'tracker/project/delete-actor': [{by: 'project add-actor-users', inputs: actor}],
  'tracker/project/create-avatar': [
    {by: 'project delete-avatar', inputs: {...project, id: '{answer/id}'}},
  ],
  'tracker/project/set-property': [
    {by: 'project set-property', inputs: property, body: '{before/value}'},
  ],
  'tracker/permissionscheme/delete-permission-scheme-entity': [
    {
      by: 'permissionscheme create-permission-grant',
      inputs: {
        schemeId: '{schemeId}',
        permission: '{before/permission}',
        'body.holder.type': '{before/holder/type}',
        'body.holder.value': '{before/holder/value}',
        'body.holder.parameter': '{before/holder/parameter}',
      },
    },
  ],
  'tracker/priority/set-default': byDefault('priority'),
  'tracker/resolution/set-default': byDefault('resolution'),
  'tracker/priority/move': [inOrder('priority')],
  'tracker/resolution/move': [inOrder('resolution')],
  'tracker/version/move': [
    {
      by: 'version move',
      inputs: {id: '{id}'},
      order: {of: 'id', items: '', after: '/self'},
      reads: {
        operation: 'version get',
        inputs: {id: '{id}'},
        next: {operation: 'project get-versions', inputs: {projectIdOrKey: '{/projectId}'}},
      },
    },
  ],
  'tracker/project/toggle-feature-for': [
    {
      by: 'project toggle-feature-for',
      inputs: {...feature, state: 'DISABLED'},
      unless: ['state', 'DISABLED'],
    },
    {
      by: 'project toggle-feature-for',
      inputs: {...feature, state: 'ENABLED'},
      unless: ['state', 'ENABLED'],
    },
  ],
  'tracker/notificationscheme/add-notifications': [
    {
      by: 'notificationscheme remove-notification-from-notification-scheme',
      inputs: {notificationSchemeId: '{id}', notificationId: '{each}'},
      reads: schemeWith('{id}'),
      news: {lists: notifications, id: '/id'},
    },
  ],
  'tracker/notificationscheme/remove-notification-from-notification-scheme': [
    {
      by: 'notificationscheme add-notifications',
      inputs: {
        id: '{notificationSchemeId}',
        'body.notificationSchemeEvents.0.event.id': '{0/event/id}',
        'body.notificationSchemeEvents.0.notifications.0.notificationType': '{1/notificationType}',
        'body.notificationSchemeEvents.0.notifications.0.parameter': '{1/parameter}',
      },
      reads: schemeWith('{notificationSchemeId}'),
      gone: {lists: notifications, id: '/id', of: 'notificationId'},
    },
  ],
  'content/labels/add': [
    {
      by: 'labels remove',
      inputs: {'page-id': '{page-id}', label: '{each}'},
      each: {input: 'label', items: '/results', name: '/name'},
      reads: {
        operation: 'blogposts get-blog-post-labels',
        inputs: {id: '{page-id}', limit: '250'},
      },
    },
  ],
  'content/labels/remove': [{by: 'labels add', inputs: {'page-id': '{page-id}', label: '{label}'}}],
  ...permission(
    'blogposts',
    'add-blog-post-permissions',
    'get-blog-post-permissions',
    'delete-blog-post-permissions',
  ),
  ...permission('whiteboards', 'add-permissions', 'get-permissions', 'delete-permissions'),
  'content/whiteboards/set-restriction-state': [
    {
      by: 'whiteboards set-restriction-state',
      inputs: {id: '{id}'},
      body: '{before/}',
    },
  ],
  'content/admin-key/enable-admin-key': [{by: 'admin-key disable-admin-key'}],
};

/** The inverses of a write that do not follow from the object's own fields, the likely one first. */
export function inversesOf(write: Operation): readonly Inverse[] {
  return inverses[operationId(write)] ?? deletionOf(write);
}

/** Undo a creation: delete the object with the deletion below the same path. */
function deletionOf(write: Operation): readonly Inverse[] {
  if (write.effect !== 'create') return [];
  const shape = `${shapeOfPath(write.path)}/{}`;
  const removal = allOperations().find(
    ({service, method, path, inputs}) =>
      service === write.service &&
      method === 'DELETE' &&
      shapeOfPath(path) === shape &&
      inputs.every(({required, place}) => !required || place === 'path'),
  );
  if (removal === undefined) return [];
  const names = pathInputs(removal);
  const own = pathInputs(write);
  const inputs = names.map((name, i) => [
    name,
    i < own.length ? `{${own[i]}}` : `{answer/id|${name}}`,
  ]);
  return [{by: `${removal.group} ${removal.name}`, inputs: Object.fromEntries(inputs)}];
}

function pathInputs({path, inputs}: Operation): readonly string[] {
  return placeholders(path).map(name => {
    const input = inputs.find(one => (one.wireName ?? one.name) === name);
    return input?.name ?? name;
  });
}
