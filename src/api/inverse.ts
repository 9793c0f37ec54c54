import {allOperations, findOperation} from './catalogue.ts';
import {shapeOfPath} from './look-first.ts';
import {type Operation, operationId} from './operation.ts';

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
  /** It is put back behind the one it came after: input that says which, the list in what was read. */
  readonly order?: {readonly of: string; readonly items: string};
  /** What tells what was there before, where that is not the read of the write's own path. */
  readonly reads?: {readonly operation: string; readonly inputs: Readonly<Record<string, string>>};
}

const project = {projectIdOrKey: '{projectIdOrKey}'};
const actor = {...project, id: '{id}', user: '{user}', group: '{group}', groupId: '{groupId}'};
const byDefault = (group: string): Inverse => ({
  by: `${group} set-default`,
  inputs: {id: '{before/values/0/id}'},
  reads: {operation: `${group} search`, inputs: {onlyDefault: 'true'}},
});
const property = {...project, propertyKey: '{propertyKey}'};

const inOrder = (group: string): Inverse => ({
  by: `${group} move`,
  inputs: {ids: '{ids}'},
  order: {of: 'ids', items: '/values'},
  reads: {operation: `${group} search`, inputs: {}},
});

/** Inverses that do not follow from paths and effects, by operation. */
const inverses: Readonly<Record<string, readonly Inverse[]>> = {
  'tracker/project/archive': [{by: 'project restore', inputs: project}],
  'tracker/project/restore': [
    {by: 'project archive', inputs: project, where: ['/archived', 'true']},
    {by: 'project delete', inputs: project, where: ['/deleted', 'true']},
  ],
  'tracker/project/delete': [
    {by: 'project restore', inputs: project, unless: ['enableUndo', 'false']},
  ],
  'tracker/project/add-actor-users': [{by: 'project delete-actor', inputs: actor}],
  'tracker/project/delete-actor': [{by: 'project add-actor-users', inputs: actor}],
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
  'tracker/priority/set-default': [byDefault('priority')],
  'tracker/resolution/set-default': [byDefault('resolution')],
  'tracker/priority/move': [inOrder('priority')],
  'tracker/resolution/move': [inOrder('resolution')],
  'content/admin-key/enable-admin-key': [{by: 'admin-key disable-admin-key'}],
};

/** The inverses of a write that do not follow from the object's own fields, the likely one first. */
export function inversesOf(write: Operation): readonly Inverse[] {
  return inverses[operationId(write)] ?? deletionOf(write);
}

/** What was made is deleted: by the deletion below the path it was made at. */
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
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => {
    const input = inputs.find(one => (one.wireName ?? one.name) === name);
    return input?.name ?? name;
  });
}

/** The operation of an inverse, or of what it reads. */
export function operationOfInverse({service}: Operation, title: string): Operation {
  const [group = '', name = ''] = title.split(' ');
  const found = findOperation(service, group, name);
  if (found === undefined) throw new Error(`no such operation: ${title}`);
  return found;
}
