import {pointerOf, pointerSteps} from '../base/json-pointer.ts';
import {memoizeFor} from '../base/memoize-for.ts';
import {bodyOf, fieldsOf, shapeAt} from './body-of.ts';
import type {Field, Shape} from './field.ts';
import type {FieldInput, Input, Operation} from './operation.ts';

/**
 * List all inputs of an operation: those of its record, and the top-level fields of its body
 * (contract 11.1). A field whose name another input has is called `body.NAME`. Path inputs come
 * first, then required fields, other fields and deprecated ones, then the rest.
 */
export const inputsOf: (operation: Operation) => readonly Input[] = memoizeFor(operation => {
  const shape = bodyOf(operation);
  if (shape === undefined) return operation.inputs;
  const own = operation.inputs.map(input => completeInput(input, shape));
  const declared = own.filter(input => input.place === 'field');
  const usedNames = new Set(own.map(({name}) => name));
  const derived = fieldsOf(shape)
    .map(field => inputOfField(flagOf(field.name, usedNames), pointerOf([field.name]), field))
    .filter(({pointer}) => !declared.some(one => `${one.pointer}/`.startsWith(`${pointer}/`)));
  const fields = [...declared, ...derived, ...siblingsOf(declared, shape)];
  return [
    ...own.filter(({place}) => place === 'path'),
    ...fields.filter(({required}) => required),
    ...fields.filter(({required, deprecated}) => !required && deprecated === undefined),
    ...fields.filter(({deprecated}) => deprecated !== undefined),
    ...own.filter(({place}) => place === 'query' || place === 'body'),
  ];
});

/** List the text fields beside a declared field deeper in the body. */
function siblingsOf(declared: readonly FieldInput[], shape: Shape): readonly FieldInput[] {
  return declared.flatMap(({pointer}) => {
    const steps = pointerSteps(pointer).slice(0, -1);
    if (steps.length === 0 || steps.includes('-')) return [];
    return fieldsOf(shapeAt(shape, steps))
      .map(field => inputOfField(field.name, pointerOf([...steps, field.name]), field))
      .filter(one => one.pointer !== pointer && one.type === 'string');
  });
}

function flagOf(name: string, usedNames: ReadonlySet<string>): string {
  return usedNames.has(name) ? `${bodyPrefix}${name}` : name;
}

/** Prefix of flags for nested body fields: `--body.scope.type`. */
const bodyPrefix = 'body.';

/**
 * Find an input by name, `body.a.b` for one deeper in the body; undefined if not found. A number in
 * such a path is the index of a list element, from 0.
 */
export function findInput(operation: Operation, name: string): Input | undefined {
  const known = inputsOf(operation).find(input => input.name === name);
  if (known !== undefined || !name.startsWith(bodyPrefix)) return known;
  const steps = name.slice(bodyPrefix.length).split('.');
  const shape = steps.includes('-') ? undefined : shapeAt(bodyOf(operation), steps);
  if (shape === undefined) return undefined;
  const {required: _, ...input} = inputOfField(name, pointerOf(steps), shape);
  return input;
}

/** List the known names beside the unknown step of a body path, with their prefix. */
export function siblingNames(operation: Operation, name: string): readonly string[] {
  const steps = name.slice(bodyPrefix.length).split('.');
  const known = steps.findIndex(
    (_, index) => shapeAt(bodyOf(operation), steps.slice(0, index + 1)) === undefined,
  );
  const before = steps.slice(0, Math.max(known, 0));
  const parent = shapeAt(bodyOf(operation), before);
  return fieldsOf(parent).map(field => `${bodyPrefix}${[...before, field.name].join('.')}`);
}

/** Check for a path into the body: `body.scope.type`. */
export function isBodyPath(name: string): boolean {
  return name.startsWith(bodyPrefix);
}

/** Complete an input of the record from the body's shape. */
function completeInput(input: Input, body: Shape): Input {
  switch (input.place) {
    case 'path':
    case 'query':
      return input;
    case 'body': {
      if (input.type !== 'json' || fieldsOf(body).length === 0) return input;
      // Required fields may be set by flags.
      const {required: _, ...rest} = input;
      return {help: 'whole body as JSON; field flags override its fields', ...rest};
    }
    case 'field': {
      const shape = shapeAt(body, pointerSteps(input.pointer));
      if (shape === undefined || shape.type === 'json') return input;
      const {name, pointer, place, type} = input;
      return {...inputOfField(name, pointer, shape), ...input, name, pointer, place, type};
    }
  }
}

function inputOfField(name: string, pointer: string, field: Shape & Partial<Field>): FieldInput {
  const {help, required, deprecated, example} = field;
  const scalar = field.type === 'list' ? field.items : field;
  return {
    name,
    place: 'field',
    type: typeOf(field),
    pointer,
    shape: field,
    ...(help !== undefined && {help}),
    ...(required && {required}),
    ...(field.default !== undefined && {default: field.default}),
    ...(deprecated !== undefined && {deprecated}),
    ...(example !== undefined && {example}),
    ...('values' in scalar && scalar.type === 'text' && {values: scalar.values ?? []}),
    ...('labels' in scalar && scalar.labels && {labels: scalar.labels}),
    ...('refused' in scalar && scalar.refused && {refused: scalar.refused}),
    ...('closed' in scalar && scalar.closed && {enforced: true}),
    ...('complete' in scalar && scalar.complete && {complete: true}),
    ...('names' in scalar && scalar.names !== undefined && {names: scalar.names}),
    ...('by' in scalar && scalar.by !== undefined && {by: scalar.by}),
    ...('namesBy' in scalar && scalar.namesBy !== undefined && {namesBy: scalar.namesBy}),
  };
}

function typeOf(shape: Shape): FieldInput['type'] {
  switch (shape.type) {
    case 'text':
      return 'string';
    case 'list':
      return isScalar(shape.items) ? 'list' : 'json';
    case 'object':
    case 'map':
    case 'json':
      return 'json';
    case 'storage':
    case 'integer':
    case 'boolean':
    case 'date':
    case 'time':
      return shape.type;
  }
}

function isScalar({type}: Shape): boolean {
  return type === 'text' || type === 'integer';
}
