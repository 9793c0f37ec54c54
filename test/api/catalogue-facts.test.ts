import {describe, expect, test} from 'vitest';
import type {InputRule} from '../../src/api/field.ts';
import type {Input, Operation, Paging} from '../../src/api/operation.ts';
import {
  documents,
  facts,
  type InputFacts,
  type OperationFacts,
  paired,
  type RuleFacts,
} from './catalogue-fixtures.ts';

/**
 * Where a record differs from the facts about the public service, and why: operation, input or
 * property, what the record has there.
 */
const differences: readonly (readonly [string, string, unknown, string])[] = [
  [
    'custom-content create-custom-content',
    'space-id',
    {required: undefined},
    'a page, a post or another item can hold it instead',
  ],
  [
    'custom-content update-custom-content',
    'body',
    {requiredByService: undefined},
    'filled from the item that is read first (contract 2.6)',
  ],
  [
    'custom-content update-custom-content',
    'title',
    {requiredByService: undefined},
    'filled from the item that is read first (contract 2.6)',
  ],
  [
    'custom-content update-custom-content',
    'type',
    {requiredByService: undefined},
    'filled from the item that is read first (contract 2.6)',
  ],
  [
    'labels remove',
    'label',
    {never: {character: ',', why: 'one label per request'}},
    'the service takes a list for one name, removes nothing and answers as if it had',
  ],
  [
    'project get-default-project-classification',
    'answer',
    'body',
    'the service describes its answer by an example only',
  ],
];

const used = new Set<number>();

function differing(operation: string, what: string): unknown {
  const index = differences.findIndex(([o, w]) => o === operation && w === what);
  if (index < 0) return undefined;
  used.add(index);
  return differences[index]?.[2];
}

/** Enumerations that the client enforces (contract 2.4). */
const enforced = ['statusCategory', 'operation', 'principal-type'];

/** Ids of the content service are digit strings, which may exceed 2^53 (services W3.4). */
function scalar({service}: OperationFacts, name: string, type: string): string {
  const isId = service === 'content' && /(^|-)id$/.test(name);
  return isId && type === 'integer' ? 'id' : type;
}

function textOf(value: InputFacts['default']): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Place and type of an input, as the facts have it. */
function formOf(operation: OperationFacts, input: InputFacts): Record<string, unknown> {
  if (input.bodyField !== undefined) {
    const text = input.name === 'body' ? 'storage' : 'string';
    return {
      place: 'field',
      type: input.type === 'array' ? 'list' : text,
      pointer: input.bodyField,
      implies: input.implies,
    };
  }
  if (input.in === 'body') {
    // The documents say in words which inputs crop the image.
    const crop = {size: 'size', left: 'x', top: 'y'};
    return {place: 'body', ...(input.type === 'binary' ? {type: 'image', crop} : {type: 'json'})};
  }
  if (input.type === 'array') {
    const items = scalar(operation, input.name, input.items ?? 'string');
    return {place: input.in, type: 'list', items, style: input.arrayStyle};
  }
  return {place: input.in, type: scalar(operation, input.name, input.type)};
}

function compact(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** An input without its help, as the facts have it. */
function expectedInput(operation: OperationFacts, input: InputFacts): Record<string, unknown> {
  const values = [...new Set([...(input.enum ?? []), ...(input.enumUpstream ?? [])])];
  const own = input.defaultSource === 'seed' ? 'sends' : 'default';
  const yes = (holds: boolean | undefined) => (holds ? true : undefined);
  return compact({
    name: input.name,
    ...formOf(operation, input),
    required: yes(input.required),
    requiredByService: yes(input.requiredUpstream && !input.required),
    unavailable: yes(input.unavailable),
    values: values.length > 0 ? values : undefined,
    enforced: yes(enforced.includes(input.name)),
    [own]: textOf(input.default),
    added: yes(input.seed === false),
    // A placeholder carries the input’s name, whatever it is called elsewhere.
    wireName: input.in === 'query' ? input.wireName : undefined,
    min: input.minimum,
    max: input.maximum,
    maxLength: input.maxLength,
    minItems: input.minItems,
    maxItems: input.maxItems,
    ...(differing(`${operation.group} ${operation.name}`, input.name) as object | undefined),
  });
}

/**
 * An input without what is the client's own: its help and example, the words for its values, what
 * its value names, that it counts, which times it takes, which states are read before a write.
 */
function withoutHelp(input: Input): Record<string, unknown> {
  const {
    help: _,
    example: _example,
    names: _named,
    by: _by,
    refused: _refused,
    labels: _labels,
    ...rest
  } = input;
  return compact({
    ...rest,
    counts: undefined,
    time: undefined,
    statesOfWrites: undefined,
    unavailable: rest.unavailable === undefined ? undefined : true,
  });
}

function expectedRule(rule: RuleFacts): InputRule {
  if ('exactlyOne' in rule) return {kind: 'exactlyOne', inputs: rule.exactlyOne};
  if ('notTogether' in rule) return {kind: 'notTogether', inputs: rule.notTogether};
  if ('atLeastOne' in rule) {
    const soft = rule.soft ? {soft: true as const} : {};
    return {kind: 'atLeastOne', inputs: rule.atLeastOne, ...soft};
  }
  return 'needs' in rule
    ? {kind: 'needs', input: rule.input, inputs: rule.needs}
    : {kind: 'needsOne', input: rule.input, inputs: rule.needsOne};
}

/** The last user a search looks at: "first 1000 users, then filtered" (services T8). */
const searchWindow = Number(
  documents.limits
    .find(row => row.limit === 'user search window')
    ?.value.match(/first (\d+) users/)?.[1],
);

/** A search looks at a window, which may be asked for whole, and finds one user by an exact id. */
function windowOf(counted: readonly string[] | undefined) {
  return counted === undefined
    ? {end: searchWindow, sizeMax: searchWindow, single: ['accountId']}
    : {end: counted};
}

/** `/` in the facts is the answer itself. */
function itemsOf({returns, returnsKind}: OperationFacts): string | undefined {
  if (returnsKind !== 'list') return undefined;
  return returns === '/' ? '' : (returns ?? undefined);
}

function expectedPaging(operation: OperationFacts): Paging | undefined {
  const {page, paginated, rules} = operation;
  if (page === undefined || paginated === 'none') return undefined;
  const size = page.sizeParam;
  const sizeDefault = page.sizeDefault;
  const items = itemsOf(operation);
  const counted = rules.flatMap(rule => ('exactlyOne' in rule ? [rule.exactlyOne] : []))[0];
  const forms = {
    offset:
      page.envelope === 'bare array'
        ? {kind: 'window', items, size, sizeDefault, ...windowOf(counted)}
        : {kind: 'offset', items, size, sizeDefault},
    token: {
      kind: 'token',
      items,
      next: page.nextPointer,
      size,
      sizeDefault,
      sizeMax: page.sizeMax,
    },
    after: {kind: 'after', items, size},
    cursor: {kind: 'cursor', items, size, sizeDefault, sizeMax: page.sizeMax},
  };
  return forms[paginated] as Paging;
}

/** The ten rows without a public shape (services W6): what their methods usually answer. */
const assumedSuccess = {GET: [200], POST: [200], PUT: [200], DELETE: [204]};

function expectedAnswer(operation: OperationFacts, success: readonly number[]): string {
  if (success.includes(303)) return 'task';
  const known = operation.returnsKind === 'empty' || success.includes(204);
  return known ? 'none' : 'body';
}

/** Everything the facts say of an operation. */
function expected(operation: OperationFacts, name: string): Record<string, unknown> {
  const success = operation.success ?? assumedSuccess[operation.method];
  const headers = operation.inputs.some(input => input.name === 'X-Tracker-Token')
    ? // The first is the documents', the second the public service's (services W2).
      {'X-Tracker-Token': 'no-check', 'X-Atlassian-Token': 'no-check'}
    : undefined;
  return {
    method: operation.method,
    path: operation.path,
    inputs: operation.inputs
      .filter(input => input.in !== 'header')
      .map(input => expectedInput(operation, input)),
    rules: operation.rules.map(expectedRule),
    anonymous: operation.anonymous,
    deprecated: operation.deprecated,
    experimental: operation.experimental,
    paging: expectedPaging(operation),
    items: itemsOf(operation),
    success,
    answer: differing(name, 'answer') ?? expectedAnswer(operation, success),
    headers,
  };
}

/** Where each root stands below the site (services W2). */
const roots = {tracker: '', content: '/wiki/api/v2', 'content-v1': '/wiki/rest/api'};

function recorded(record: Operation): Record<string, unknown> {
  return {
    method: record.method,
    path: roots[record.root] + record.path,
    inputs: record.inputs.map(withoutHelp),
    rules: record.rules ?? [],
    anonymous: record.anonymous === true,
    deprecated: record.deprecated !== undefined,
    experimental: record.experimental === true,
    paging: record.paging?.kind === 'cut' ? undefined : record.paging,
    items: record.items,
    success: record.success,
    answer: record.answer,
    headers: record.headers,
  };
}

describe('against the facts about the public services', () => {
  test.each([...new Set(facts.operations.map(o => o.group))])(
    'the records of %s are what the facts say',
    group => {
      for (const [name, row, record] of paired(facts.operations.filter(o => o.group === group))) {
        expect({name, ...recorded(record)}).toEqual({name, ...expected(row, name)});
      }
    },
  );

  test('every difference named above is one', () => {
    expect(differences.filter((_, index) => !used.has(index))).toEqual([]);
  });
});
