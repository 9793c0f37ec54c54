import {describe, expect, it} from 'vitest';
import {bodyOf} from '../../src/api/body-of.ts';
import {exampleOf} from '../../src/api/example.ts';
import type {ObjectShape, Shape} from '../../src/api/field.ts';
import {type Operation, operationId} from '../../src/api/operation.ts';
import {readBody} from '../../src/sandbox/body.ts';
import {SandboxError} from '../../src/sandbox/errors.ts';
import {operations} from '../support/operations.ts';

/** What the sandbox's reader makes of a body, or the status of its refusal with what it names. */
function read(operation: Operation, body: unknown): unknown {
  try {
    return readBody({
      operation,
      params: {},
      query: new URLSearchParams(),
      headers: {'content-type': 'application/json'},
      body: new TextEncoder().encode(JSON.stringify(body)),
      caller: {accountId: undefined, all: true, kinds: []},
      origin: '',
      target: '',
      now: 0,
    });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return [error.status, JSON.stringify(error.content.json)];
  }
}

/** A value of another type than the shape's; undefined when every type will do. */
function wrongFor(shape: Shape): unknown {
  if (shape.type === 'json') return undefined;
  return shape.type === 'boolean' ? 'yes' : true;
}

const known = operations.flatMap(operation => {
  const shape = bodyOf(operation);
  return shape?.type === 'object' ? [{operation, shape, id: operationId(operation)}] : [];
});

/** An example with all that is needed, so that nothing but what a test changes is wrong with it. */
function goodBody(shape: ObjectShape): Readonly<Record<string, unknown>> {
  return JSON.parse(exampleOf(shape));
}

describe('the reader of bodies', () => {
  it('knows the bodies of most operations that take one', () => {
    expect(known.length).toBeGreaterThan(40);
  });

  it.each(known)('takes the example of $id', ({operation, shape}) => {
    expect(read(operation, goodBody(shape))).not.toBeInstanceOf(Array);
  });

  it.each(known)('refuses a value of another type in every field of $id, naming it', parts => {
    const {operation, shape} = parts;
    for (const field of shape.fields) {
      const wrong = wrongFor(field);
      if (wrong === undefined) continue;
      const refusal = read(operation, {...goodBody(shape), [field.name]: wrong});
      expect(refusal).toEqual([400, expect.stringContaining(field.name)]);
    }
  });

  it.each(known)('refuses $id without a required field', ({operation, shape}) => {
    for (const {name, required, unless} of shape.fields) {
      if (required === undefined) continue;
      const {[name]: _, [unless ?? name]: __, ...rest} = goodBody(shape);
      expect(read(operation, rest)).toEqual([400, expect.stringContaining(name)]);
    }
  });

  it('gives ids as texts and leaves null out of lists, whatever was sent', () => {
    const operation = operations.find(one => operationId(one) === 'tracker/webhook/refresh');
    if (operation === undefined) throw new Error('no such operation');
    expect(read(operation, {webhookIds: [1, null, '2']})).toEqual({webhookIds: ['1', '2']});
  });
});
