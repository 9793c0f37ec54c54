import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {Shape} from '../../src/api/field.ts';
import {operationId} from '../../src/api/operation.ts';
import {itemOf, responseOf} from '../../src/api/response-of.ts';
import {responses} from '../../src/api/responses/responses.ts';
import {operations} from '../support/operations.ts';

type Tree = string | readonly Tree[] | {readonly [member: string]: Tree};

interface Facts {
  readonly operations: Readonly<
    Record<string, {readonly success?: readonly {readonly body?: Tree}[] | null}>
  >;
  readonly schemas: Readonly<Record<string, Tree>>;
}

/** Answers as field trees, from the facts about the services and from nothing else. */
const facts = (['tracker', 'content'] as const).map(
  name =>
    JSON.parse(
      readFileSync(new URL(`../fixtures/${name}-shapes.json`, import.meta.url), 'utf8'),
    ) as Facts,
);

const rows = facts.flatMap(({operations: all, schemas}) =>
  Object.entries(all).flatMap(([id, {success}]) => {
    const body = success?.find(one => one.body !== undefined)?.body;
    const operation = operations.find(one => operationId(one) === id);
    return body === undefined || body === 'any' || !operation
      ? []
      : [{id, operation, body, schemas}];
  }),
);

describe('the answers', () => {
  test('there are as many as the facts show, and more of related operations', () => {
    expect(rows.length).toBeGreaterThan(120);
    const names = operations.map(({group, name}) => `${group} ${name}`);
    expect(Object.keys(responses).filter(name => !names.includes(name))).toEqual([]);
  });

  test('each has a row in tracker-shapes.json or content-shapes.json', () => {
    const known = new Set(facts.flatMap(({operations: all}) => Object.keys(all)));
    const shaped = operations.filter(one => responseOf(one) !== undefined).map(operationId);
    expect(shaped.filter(id => !known.has(id))).toEqual([]);
  });

  test.each(rows)('of $id have the members of the facts', ({operation, body, schemas}) => {
    const shape = responseOf(operation);
    if (shape === undefined) throw new Error('no entry in src/api/responses');
    expect(differences(shape, body, schemas, '')).toEqual([]);
  });

  test('every list whose answer is known is where the record says', () => {
    const lists = operations.filter(
      one => one.items !== undefined && responseOf(one) !== undefined,
    );
    expect(lists.length).toBeGreaterThan(60);
    expect(lists.filter(one => itemOf(one) === undefined).map(operationId)).toEqual([]);
  });
});

const types: Readonly<Record<string, Shape['type']>> = {
  string: 'text',
  'string(date)': 'date',
  'string(date-time)': 'time',
  integer: 'integer',
  boolean: 'boolean',
};

/**
 * Where a shape is not as a tree says. References are followed; the same tree twice on the way ends
 * it.
 */
function differences(
  shape: Shape,
  tree: Tree,
  schemas: Facts['schemas'],
  place: string,
  way: readonly string[] = [],
): string[] {
  const wrong = (what: string): string[] => [`${place} is ${shape.type}, not ${what}`];
  if (typeof tree === 'string') {
    const plain = tree.replace('|null', '');
    const name = /^@(\w+)$/.exec(plain)?.[1];
    if (name !== undefined) {
      if (way.includes(name)) return shape.type === 'json' ? [] : wrong('itself again');
      return differences(shape, schemas[name] ?? 'any', schemas, place, [...way, name]);
    }
    const kind = types[plain] ?? types[plain.replace(/\((?!date).*/, '')] ?? 'json';
    return shape.type === kind ? [] : wrong(kind);
  }
  if (isList(tree)) return listDifferences(shape, tree[0] ?? 'any', schemas, place, way);
  if (tree.allOf !== undefined) {
    const parts = isList(tree.allOf) ? tree.allOf : [];
    return parts.flatMap(part => differences(shape, part, schemas, place, way));
  }
  if (tree.oneOf !== undefined && isList(tree.oneOf)) {
    return differences(shape, tree.oneOf[0] ?? 'any', schemas, place, way);
  }
  if (tree.array !== undefined) return listDifferences(shape, tree.array, schemas, place, way);
  if (tree.map !== undefined) {
    return shape.type === 'map'
      ? differences(shape.values, tree.map, schemas, `${place}/*`, way)
      : wrong('a map');
  }
  if (tree.enum !== undefined) {
    const values = shape.type === 'text' ? shape.values : undefined;
    return JSON.stringify(values) === JSON.stringify(tree.enum) ? [] : wrong('its choices');
  }
  if (tree.fields === undefined) return differences(shape, tree.type ?? 'any', schemas, place, way);
  if (shape.type !== 'object') return wrong('an object');
  return Object.entries(tree.fields).flatMap(([name, member]) => {
    const field = shape.fields.find(one => one.name === name);
    return field === undefined
      ? [`${place}/${name} is missing`]
      : differences(field, member, schemas, `${place}/${name}`, way);
  });
}

function listDifferences(
  shape: Shape,
  items: Tree,
  schemas: Facts['schemas'],
  place: string,
  way: readonly string[],
): string[] {
  if (shape.type !== 'list') return [`${place} is ${shape.type}, not a list`];
  return differences(shape.items, items, schemas, `${place}/-`, way);
}

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

describe('a member of a write’s response that lists errors of its items', () => {
  /** Pointers below the items of a shape to members named like errors. */
  function errorsIn(shape: Shape | undefined, path = ''): readonly string[] {
    if (shape?.type === 'list') return errorsIn(shape.items, `${path}/-`);
    if (shape?.type !== 'object') return [];
    return shape.fields.flatMap(field => {
      const own = `${path}/${field.name}`;
      return /^(?:errors?|errorMessages|failures|failed)$/i.test(field.name)
        ? [own]
        : errorsIn(field, own);
    });
  }

  test('is named by the record', () => {
    const found = operations.flatMap(operation =>
      operation.effect === 'read'
        ? []
        : errorsIn(responseOf(operation)).map(pointer => `${operation.name} ${pointer}`),
    );
    const named = operations.flatMap(({name, items, itemErrors}) =>
      itemErrors === undefined ? [] : [`${name} ${items}/-${itemErrors.pointer}`],
    );
    expect(named).toContain('register-dynamic /webhookRegistrationResult/-/errors');
    expect(named).toEqual(found);
  });
});
