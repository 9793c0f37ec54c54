import {describe, expect, test} from 'vitest';
import {bodyOf} from '../../src/api/body-of.ts';
import {allOperations} from '../../src/api/catalogue.ts';
import type {Shape, TextShape} from '../../src/api/field.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {operationId} from '../../src/api/operation.ts';

/** Every text with known values below a shape, with its path. */
function textsIn(shape: Shape, path: string): readonly (readonly [string, TextShape])[] {
  switch (shape.type) {
    case 'text':
      return shape.values === undefined ? [] : [[path, shape]];
    case 'list':
      return textsIn(shape.items, `${path}[]`);
    case 'object':
      return shape.fields.flatMap(field => textsIn(field, `${path}.${field.name}`));
    case 'map':
      return textsIn(shape.values, `${path}{}`);
    case 'json':
      return shape.as === undefined ? [] : textsIn(shape.as, path);
    default:
      return [];
  }
}

const ofBodies = allOperations().flatMap(operation => {
  const shape = bodyOf(operation);
  return shape === undefined ? [] : textsIn(shape, operationId(operation));
});
const closedInputs = allOperations().flatMap(operation =>
  inputsOf(operation)
    .filter(({enforced, complete}) => enforced || complete)
    .map(input => [`${operationId(operation)} --${input.name}`, input] as const),
);

/**
 * Values that are no keys: a word as people write it, and paths of icons, which the service takes
 * no longer.
 */
const isPlain = (value: string): boolean => /^[A-Z]?[a-z]+$/.test(value) || value.startsWith('/');
/** Members of responses and names of formats, which have no other name. */
const named = ['issuesstatus', 'atlas_doc_format', 'doc_format'];

describe('the known values of a field', () => {
  test('have words where they are keys', () => {
    const raw = [...ofBodies, ...closedInputs].flatMap(([path, {values = [], labels}]) =>
      values
        .filter(value => !isPlain(value) && !named.includes(value))
        .filter(value => labels?.[value] === undefined)
        .map(value => `${path}: ${value}`),
    );
    expect(closedInputs.length).toBeGreaterThan(20);
    expect(raw).toEqual([]);
  });

  test('are told apart by their words, which need no comma where several are given', () => {
    for (const [path, {labels, values = []}] of [...ofBodies, ...closedInputs]) {
      if (labels === undefined) continue;
      expect(Object.keys(labels), path).toEqual(values);
      const words = Object.values(labels).map(one => one.toLowerCase());
      expect(new Set(words).size, path).toBe(words.length);
      if (path.endsWith('[]')) expect(words.join(''), path).not.toContain(',');
    }
  });
});
