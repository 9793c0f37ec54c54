import {describe, expect, test} from 'vitest';
import {bodyOf} from '../../src/api/body-of.ts';
import {allOperations} from '../../src/api/catalogue.ts';
import {checkGiven, checkInputs} from '../../src/api/check.ts';
import type {Shape, TextShape} from '../../src/api/field.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {operationId} from '../../src/api/operation.ts';
import type {Problem} from '../../src/api/request-plan.ts';

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
/** The closed lists of each body: operation, path to the text, its shape. */
const closedInBodies = allOperations().flatMap(operation => {
  const shape = bodyOf(operation);
  // A shape that is assumed is not checked.
  const texts = shape === undefined || shape.type === 'json' ? [] : textsIn(shape, '');
  return texts
    .filter(([, {closed, complete}]) => closed || complete)
    .map(([path, text]) => ({operation, path, text}));
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

/** A body with a text at a path such as `.statuses[].statusCategory`. */
function bodyWith(path: string, text: string): unknown {
  const [, name, rest = ''] = /^(\.\w+|\[\]|\{\})(.*)$/.exec(path) ?? [];
  if (name === undefined) return text;
  const inner = bodyWith(rest, text);
  if (name === '[]') return [inner];
  return {[name === '{}' ? 'any' : name.slice(1)]: inner};
}

/** The last value or its words with a letter missing. */
const mistyped = ({values = [], labels}: TextShape): string =>
  (labels?.[values.at(-1) ?? ''] ?? values.at(-1) ?? '').replace(/.$/, '');

describe('a value that a closed list does not have', () => {
  test('is refused in every body, with the nearest value, but for --unchecked', () => {
    expect(closedInBodies.length).toBeGreaterThan(20);
    for (const {operation, path, text} of closedInBodies) {
      const title = `${operationId(operation)} ${path}`;
      const steps = path.slice(1).replace('[]', '[0]').replace(/^\./, '');
      const isWhole = operation.inputs.some(({place}) => place === 'body');
      const messages = (value: string, unchecked = false) => {
        const given = isWhole
          ? {inputs: {}, body: JSON.stringify(bodyWith(path, value))}
          : {inputs: {[`body${path}`]: [value]}};
        const {problems} = checkGiven(operation, {...given, ...(unchecked && {unchecked})});
        return problems.map(({message}) => message).filter(one => one.includes('must be one of'));
      };
      expect([title, messages(mistyped(text))]).toEqual([
        title,
        [expect.stringMatching(/; did you mean .*\?$/)],
      ]);
      expect([title, messages(mistyped(text))[0]]).toEqual([
        title,
        expect.stringContaining(text.values?.at(-1) ?? ''),
      ]);
      expect([title, messages('zzz')[0]]).toEqual([
        title,
        expect.stringContaining(steps.split('.')[0] ?? ''),
      ]);
      expect([title, messages('zzz', true)]).toEqual([title, []]);
      expect([title, messages(text.values?.[0] ?? '')]).toEqual([title, []]);
    }
  });

  test('is refused in every flag, but not where it was read from the service', () => {
    for (const [title, input] of closedInputs) {
      const operation = allOperations().find(one => title.startsWith(`${operationId(one)} --`));
      if (operation === undefined) throw new Error(title);
      const given = {inputs: {[input.name]: ['zzz']}};
      const own = ({input: name, message}: Problem) =>
        name === input.name && message.includes('must be');
      expect([title, checkGiven(operation, given).problems.filter(own)]).toEqual([
        title,
        [expect.objectContaining({message: expect.stringMatching(/must be/)})],
      ]);
      expect([title, checkInputs(operation, given).problems.filter(own).length]).toEqual([
        title,
        input.complete ? 0 : 1,
      ]);
    }
  });
});
