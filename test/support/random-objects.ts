import {operationNamed} from '../../src/api/catalogue.ts';
import type {EntityKind} from '../../src/api/field.ts';
import {offeredValues} from '../../src/api/given-values.ts';
import {findInput, inputsOf} from '../../src/api/inputs-of.ts';
import {findNameList, listingInputs, readEntities} from '../../src/api/naming/name-listing.ts';
import type {Input, Operation} from '../../src/api/operation.ts';
import {
  contentRef,
  fillInputs,
  type OperationRef,
  trackerRef,
} from '../../src/api/operation-ref.ts';
import {findJson, listAt, readPointer} from '../../src/base/json-value.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {operations} from './operations.ts';
import type {Pick} from './random-lines.ts';
import type {OwnWorld} from './still-world.ts';

/** Flags of a command line with their values; none for a flag alone. */
export type Flags = Readonly<Record<string, readonly string[]>>;

/** The flags of an operation's example. */
export function exampleFlags(operation: Operation): Flags {
  const split = splitWords(exampleLines(operation)[0] ?? '');
  if ('problem' in split) throw new Error(split.problem);
  const flags: Record<string, string[]> = {};
  let name = '';
  for (const word of split.words.slice(3)) {
    if (word.startsWith('--')) {
      name = word.slice(2);
      flags[name] ??= [];
    } else flags[name]?.push(word);
  }
  return flags;
}

/** A list of objects: the operation, the list in its response, the id of an item. */
type Listing = readonly [ref: OperationRef, at: string, id: string];

const customContent: Listing = [
  contentRef('custom-content get-custom-content-by-type', {type: 'ac:risk-register:risk'}),
  '/results',
  '/id',
];

/** Kinds that cannot be found by name; `{owner}` is the object of the first path parameter. */
const listings: Readonly<Partial<Record<EntityKind, readonly Listing[]>>> = {
  'permission grant': [
    [
      trackerRef('permissionscheme get-permission-scheme-grants', {schemeId: '{owner}'}),
      '/permissions',
      '/id',
    ],
  ],
  notification: [
    [
      trackerRef('notificationscheme get-notification-scheme', {id: '{owner}', expand: 'all'}),
      '/notificationSchemeEvents/0/notifications',
      '/id',
    ],
  ],
  user: [[trackerRef('users get-all'), '', '/accountId']],
  version: [[trackerRef('project get-versions', {projectIdOrKey: 'HPAY'}), '', '/id']],
  component: [[trackerRef('project get-components', {projectIdOrKey: 'HPAY'}), '', '/id']],
  'custom content': [customContent],
  // Labels are of all kinds of content.
  page: [
    [contentRef('labels get-pages', {id: '{label}', limit: '100'}), '/results', '/id'],
    [contentRef('blogposts get-blog-posts', {limit: '100'}), '/results', '/id'],
    customContent,
  ],
};

/**
 * Replace the objects that flags name by other existing ones of the same kind, and perhaps choose a
 * value of a closed list; a kind that nothing lists is left as it is.
 */
export async function withRandomObjects(
  world: OwnWorld,
  operation: Operation,
  flags: Flags,
  pick: Pick,
): Promise<Flags> {
  const drawn: Record<string, readonly string[]> = {...flags};
  for (const input of inputsOf(operation)) {
    if (flags[input.name] === undefined || input.names === undefined) continue;
    const [owner = ''] = drawn[inputsOf(operation)[0]?.name ?? ''] ?? [];
    const ids = await idsOf(world, operation, input, owner, pick);
    if (ids.length > 0) drawn[input.name] = [pick(ids)];
  }
  const chosen = inputsOf(operation).filter(one => offeredValues(one).length > 1 && one.enforced);
  if (chosen.length > 0 && pick([true, false])) {
    const input = pick(chosen);
    drawn[input.name] = [pick(offeredValues(input))];
  }
  return drawn;
}

async function idsOf(
  world: OwnWorld,
  operation: Operation,
  input: Input,
  owner: string,
  pick: Pick,
): Promise<readonly string[]> {
  const {service} = operation;
  const {names: kind = 'project'} = input;
  const properties = operations.find(
    ({path, method}) => method === 'GET' && `${path}/{property-id}` === operation.path,
  );
  const [own] = properties?.inputs ?? [];
  const place = {owner, label: pick(await labelsOf(world))};
  const known: readonly Listing[] | undefined =
    kind === 'content property' && own !== undefined && properties !== undefined
      ? [
          [
            contentRef(`${properties.group} ${properties.name}`, {[own.name]: '{owner}'}),
            '/results',
            '/id',
          ],
        ]
      : listings[kind];
  if (known !== undefined) {
    const [ref, at, id] = pick(known);
    const {given} = fillInputs(ref, {
      place: pointer => place[pointer.slice(1) as keyof typeof place],
    });
    const {text} = await world.send({operation: operationNamed(ref), given});
    return listAt(findJson(text) ?? null, at).map(item => String(readPointer(item, id)));
  }
  const list = findNameList(service, kind);
  if (list === undefined) return [];
  const isWithin = list.within?.required === true;
  if (isWithin && findInput(operation, list.within?.name ?? '')?.names !== list.within?.names)
    return [];
  const given = listingInputs(list, isWithin ? {within: owner} : {});
  const {text} = await world.send({operation: list.operation, given});
  const entities = readEntities(list, text);
  return entities.map(({id, key = id, title}) =>
    input.type === 'integer' || input.by === 'id' ? id : input.by === 'name' ? title : key,
  );
}

let labels: readonly string[] = [];

async function labelsOf(world: OwnWorld): Promise<readonly string[]> {
  if (labels.length > 0) return labels;
  const ref = contentRef('labels get');
  const {text} = await world.send({operation: operationNamed(ref), given: {inputs: {}}});
  labels = listAt(findJson(text) ?? null, '/results').map(item => String(readPointer(item, '/id')));
  return labels;
}
