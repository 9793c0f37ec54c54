import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {bodies} from '../../src/api/bodies/bodies.ts';
import {bodyOf, isOpaque} from '../../src/api/body-of.ts';
import type {Field, Shape} from '../../src/api/field.ts';
import {operationId} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';

/**
 * A field tree in the notation of the facts: see `bodies.facts.json`, made by tools/transcribe.mjs.
 */
type Tree = string | readonly [Tree] | TreeObject;
interface TreeObject {
  readonly fields?: Readonly<Record<string, Tree>>;
  readonly required?: readonly string[];
  readonly readOnly?: readonly string[] | 'all';
  readonly deprecated?: readonly string[];
  readonly enum?: readonly string[];
  readonly type?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly nullable?: boolean;
  readonly array?: Tree;
  readonly map?: Tree;
  readonly oneOf?: readonly [Tree, Tree];
}

const facts = JSON.parse(
  readFileSync(new URL('../fixtures/bodies.facts.json', import.meta.url), 'utf8'),
) as Record<
  'operations' | 'extraOperations',
  readonly {readonly id: string; readonly required: boolean; readonly body: Tree}[]
>;
const rows = [...facts.operations, ...facts.extraOperations];

/**
 * Where a record says other than the facts, and why: operation, place in its body, what is said,
 * reason. A line that explains nothing fails.
 */
const differences: readonly (readonly [string, string, string, string])[] = [
  ...['create', 'update'].flatMap(
    verb =>
      [
        [
          `permissionscheme ${verb}-permission-scheme`,
          'scope',
          'is no field',
          'every member of it is read-only',
        ],
        ...['holder', 'permission'].map(
          name =>
            [
              `permissionscheme ${verb}-permission-scheme`,
              `permissions/${name}`,
              'is required',
              'a grant consists of both (services T2.2)',
            ] as const,
        ),
        ...[
          ['name', 255],
          ['description', 255],
          ['data', 50_000],
        ].map(
          ([name, most]) =>
            [
              `uiModifications ${verb}-ui-modification`,
              String(name),
              `takes at most ${most}`,
              'services W4.12',
            ] as const,
        ),
        ...['projectId', 'issueTypeId', 'viewType'].map(
          name =>
            [
              `uiModifications ${verb}-ui-modification`,
              `contexts/${name}`,
              'may be null',
              'a wildcard (services W4.16)',
            ] as const,
        ),
        [`version ${verb}`, 'name', 'takes at most 255', 'services W4.12'],
        [`project ${verb}`, 'key', 'takes at most 10', 'services W4.12'],
      ] as const,
  ),
  ...(['holder', 'permission'] as const).map(
    name =>
      [
        'permissionscheme create-permission-grant',
        name,
        'is required',
        'a grant consists of both (services T2.2)',
      ] as const,
  ),
  ['version create', 'name', 'is required', 'services W4.12'],
  ['version create', 'projectId', 'is required', 'services W4.12'],
  ['version update-related-work', 'relatedWorkId', 'is read-only', 'services T2.5'],
  ['version update-related-work', 'relatedWorkId', 'is required', 'services T2.5'],
  [
    'project create',
    'projectTemplateKey',
    'has no com.atlassian.jira-core-project-templates:jira-core-simplified-task-',
    'cut off in the description of the service (services W4.23)',
  ],
  ['group add-user-to', 'accountId', 'is required', 'without it nobody is added'],
  ...['create-project', 'fully-update-project'].map(
    name => [`role ${name}`, 'name', 'is required', 'services W7'] as const,
  ),
  ['role fully-update-project', 'description', 'is required', 'services W7'],
  ['projectCategory create-project-category', 'name', 'is required', 'services W7'],
  ['component create', 'name', 'is required', 'services W7'],
  ['component create', 'project', 'is required', 'services W7'],
  ['statuses update', 'statuses/name', 'takes at most 255', 'services W4.12'],
  ...['resolution', 'priority'].map(
    group => [`${group} set-default`, 'id', 'may be null', 'services W4.11'] as const,
  ),
  ...[
    'whiteboards update-property-by-id',
    'blogposts update-property-by-id',
    'custom-content update-custom-content-property-by-id',
    'custom-content update-custom-content',
    'blogposts update-blog-post',
  ].map(title => [title, 'version/number', 'is required', 'services W4.18'] as const),
  ...['blogposts update-blog-post', 'custom-content update-custom-content'].flatMap(title =>
    ['id', 'status', 'title', 'body', 'version', ...(title.startsWith('blog') ? [] : ['type'])].map(
      name => [title, name, 'is not required', 'taken from the item that is read first'] as const,
    ),
  ),
];
const used = new Set<string>();

function differs(operation: string, place: string, said: string): boolean {
  const line = differences.find(([o, p, s]) => o === operation && p === place && s === said);
  if (line) used.add(line.slice(0, 3).join());
  return line !== undefined;
}

describe('the bodies', () => {
  test('are known for every operation with a JSON body, and for no other', () => {
    const takers = operations.filter(operation => bodyOf(operation) !== undefined);
    const names = takers.map(({group, name}) => `${group} ${name}`);
    expect([...names].sort()).toEqual(Object.keys(bodies).sort());
    const withBody = operations.filter(({inputs}) =>
      inputs.some(({place, type}) => place === 'field' || (place === 'body' && type === 'json')),
    );
    expect(withBody.filter(operation => bodyOf(operation) === undefined)).toEqual([]);
    expect(takers.filter(({extra}) => !extra)).toHaveLength(51);
  });

  test('are opaque exactly where the facts have no shape', () => {
    const known = new Set(rows.map(({id}) => id));
    const opaque = operations.filter(operation => {
      const shape = bodyOf(operation);
      return shape !== undefined && isOpaque(shape);
    });
    expect(opaque.map(operationId).filter(id => known.has(id))).toEqual([]);
    expect(opaque.map(({name}) => name)).toEqual([
      'add-blog-post-permissions',
      'add-permissions',
      'set-permissions',
      'set-restriction-state',
    ]);
  });

  test('have a row in bodies.facts.json, but for those that are opaque', () => {
    const known = new Set(rows.map(({id}) => id));
    const unknown = operations.filter(operation => {
      const shape = bodyOf(operation);
      return shape !== undefined && !isOpaque(shape) && !known.has(operationId(operation));
    });
    expect(unknown.map(operationId)).toEqual([]);
  });

  test.each(rows.filter(({id}) => operations.some(o => operationId(o) === id)))(
    'of $id says what the facts say',
    ({id, body}) => {
      const operation = operations.find(one => operationId(one) === id);
      const shape = operation && bodyOf(operation);
      if (operation === undefined || shape === undefined) throw new Error(`no body of ${id}`);
      const title = `${operation.group} ${operation.name}`;
      const found = problemsOf(shape, body, '', differ => !differs(title, ...differ));
      expect(found).toEqual([]);
    },
  );

  test('every difference is met', () => {
    expect(differences.filter(line => !used.has(line.slice(0, 3).join()))).toEqual([]);
  });
});

type Keep = (differ: readonly [string, string]) => boolean;

/** What of a shape is not as the facts say, as `[place, what]`. */
function problemsOf(shape: Shape, tree: Tree, place: string, keep: Keep): unknown[] {
  const wrong: (readonly [string, string])[] = [];
  const {type, plain} = plainOf(tree);
  if (!fits(shape, type)) wrong.push([place, `is ${shape.type}, not ${type}`]);
  if (shape.type === 'text') wrong.push(...textProblems(shape, plain, place));
  const low = shape.type === 'integer' ? shape.min : undefined;
  if (plain.minimum !== undefined && plain.minimum !== low)
    wrong.push([place, 'has another minimum']);
  const deeper =
    shape.type === 'list'
      ? problemsOf(shape.items, itemsOf(tree), place, keep)
      : shape.type === 'map'
        ? problemsOf(shape.values, plain.map ?? 'any', `${place}/*`, keep)
        : shape.type === 'object'
          ? objectProblems(shape.fields, shape.ignored ?? [], plain, place, keep)
          : [];
  return [...wrong.filter(keep), ...deeper];
}

function objectProblems(
  fields: readonly Field[],
  ignored: readonly string[],
  tree: TreeObject,
  place: string,
  keep: Keep,
): unknown[] {
  const wrong: (readonly [string, string])[] = [];
  const there = (name: string) => (place === '' ? name : `${place}/${name}`);
  const all = Object.keys(tree.fields ?? {});
  const readOnly = tree.readOnly === 'all' ? all : (tree.readOnly ?? []);
  const names = fields.map(({name}) => name);
  for (const name of all) {
    if (!names.includes(name) && !ignored.includes(name)) wrong.push([there(name), 'is missing']);
    if (!names.includes(name) && !readOnly.includes(name)) wrong.push([there(name), 'is no field']);
    if (names.includes(name) && readOnly.includes(name)) wrong.push([there(name), 'is read-only']);
  }
  for (const name of [...names, ...ignored]) {
    if (!all.includes(name)) wrong.push([there(name), 'is not known']);
  }
  for (const {name, required, deprecated, nullable} of fields) {
    const own = tree.fields?.[name];
    if (own !== undefined && mayBeNull(own) !== (nullable !== undefined)) {
      wrong.push([there(name), nullable === undefined ? 'is never null' : 'may be null']);
    }
    const isRequired = tree.required?.includes(name) ?? false;
    if (isRequired !== (required ?? false)) {
      wrong.push([there(name), required ? 'is required' : 'is not required']);
    }
    if (tree.deprecated?.includes(name) && deprecated === undefined) {
      wrong.push([there(name), 'is not deprecated']);
    }
  }
  const deeper = fields.flatMap(field => {
    const own = tree.fields?.[field.name];
    return own === undefined ? [] : problemsOf(field, own, there(field.name), keep);
  });
  return [...wrong.filter(keep), ...deeper];
}

function textProblems(
  shape: Extract<Shape, {type: 'text'}>,
  tree: TreeObject,
  place: string,
): (readonly [string, string])[] {
  const wrong: (readonly [string, string])[] = [];
  for (const value of tree.enum ?? []) {
    const isKnown = shape.values?.includes(value) || shape.refused?.[value] !== undefined;
    if (!isKnown) wrong.push([place, `has no ${value}`]);
  }
  if (shape.maxLength !== tree.maxLength) wrong.push([place, `takes at most ${shape.maxLength}`]);
  return wrong;
}

/** A tree as an object, with what type it is in words; a choice of two is what both allow. */
function plainOf(tree: Tree): {readonly type: string; readonly plain: TreeObject} {
  if (typeof tree === 'string') return {type: tree.replace(/\|null$/, ''), plain: {}};
  if (!isObject(tree)) return {type: 'list', plain: {}};
  if (tree.oneOf) {
    const [one, other] = tree.oneOf;
    if (!isObject(one)) return plainOf(one);
    const fields = {...one.fields, ...(isObject(other) && other.fields)};
    return {type: 'object', plain: {fields}};
  }
  if (tree.fields) return {type: 'object', plain: tree};
  if (tree.array) return {type: 'list', plain: tree};
  if (tree.map) return {type: 'map', plain: tree};
  return {type: tree.type ?? 'string', plain: tree};
}

function mayBeNull(tree: Tree): boolean {
  return typeof tree === 'string'
    ? tree.endsWith('|null')
    : isObject(tree) && tree.nullable === true;
}

function itemsOf(tree: Tree): Tree {
  if (typeof tree === 'string') return 'any';
  if (!isObject(tree)) return tree[0];
  return tree.array ?? itemsOf(tree.oneOf?.[0] ?? 'any');
}

function isObject(tree: Tree): tree is TreeObject {
  return typeof tree === 'object' && !Array.isArray(tree);
}

function fits(shape: Shape, type: string): boolean {
  const expected: Readonly<Record<Shape['type'], RegExp>> = {
    text: /^string(?:\(uri\))?$/,
    storage: /^string$/,
    date: /^string\(date\)$/,
    time: /^string(?:\(date-time\))?$/,
    integer: /^integer/,
    boolean: /^boolean$/,
    list: /^list$/,
    object: /^object$/,
    map: /^map$/,
    json: /^any$/,
  };
  return expected[shape.type].test(type);
}
