import {pointerOf, pointerSteps} from '../base/json-pointer.ts';
import {memoizeFor} from '../base/memoize-for.ts';
import {bodyOf, fieldsOf, shapeAt} from './body-of.ts';
import type {Field, Shape} from './field.ts';
import type {FieldInput, Input, Operation} from './operation.ts';

/**
 * Everything an operation takes, each an input: those of its record, and the top-level fields of its
 * body (contract 11.1). A field whose name another input has is called `body.NAME`. Path inputs come first, then the fields, those required before the others and what
 * is deprecated last, then the rest.
 */
export const inputsOf: (operation: Operation) => readonly Input[] = memoizeFor(operation => {
  const shape = bodyOf(operation);
  if (shape === undefined) return operation.inputs;
  const own = operation.inputs.map(input => completed(input, shape));
  const declared = own.filter(input => input.place === 'field');
  const taken = new Set(own.map(({name}) => name));
  const derived = fieldsOf(shape)
    .map(field => inputOfField(flagOf(field.name, taken), pointerOf([field.name]), field))
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

/** What lies beside a declared field deeper in the body, and is a single value too. */
function siblingsOf(declared: readonly FieldInput[], shape: Shape): readonly FieldInput[] {
  return declared.flatMap(({pointer}) => {
    const steps = pointerSteps(pointer).slice(0, -1);
    if (steps.length === 0 || steps.includes('-')) return [];
    return fieldsOf(shapeAt(shape, steps))
      .map(field => inputOfField(field.name, pointerOf([...steps, field.name]), field))
      .filter(one => one.pointer !== pointer && one.type === 'string');
  });
}

function flagOf(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? `${bodyPrefix}${name}` : name;
}

/** Prefix of flags for nested body fields: `--body.scope.type`. */
const bodyPrefix = 'body.';

/**
 * The input of that name, `body.a.b` for what lies deeper in the body; undefined when there is none.
 * A number in such a way is the index of a list's element, from 0.
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

/** Names that could be meant by a way into the body that leads nowhere, with their prefix. */
export function namesBeside(operation: Operation, name: string): readonly string[] {
  const steps = name.slice(bodyPrefix.length).split('.');
  const known = steps.findIndex(
    (_, index) => shapeAt(bodyOf(operation), steps.slice(0, index + 1)) === undefined,
  );
  const before = steps.slice(0, Math.max(known, 0));
  const parent = shapeAt(bodyOf(operation), before);
  return fieldsOf(parent).map(field => `${bodyPrefix}${[...before, field.name].join('.')}`);
}

/** Whether a name is a way into the body: `body.scope.type`. */
export function isWayIntoBody(name: string): boolean {
  return name.startsWith(bodyPrefix);
}

/** An input of the record, merged with the facts of the body's shape. */
function completed(input: Input, body: Shape): Input {
  switch (input.place) {
    case 'path':
    case 'query':
      return input;
    case 'body': {
      if (input.type !== 'json' || fieldsOf(body).length === 0) return input;
      // The required fields may be given as flags.
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
    ...('refused' in scalar && scalar.refused && {refused: scalar.refused}),
    ...('closed' in scalar && scalar.closed && {enforced: true}),
    ...('complete' in scalar && scalar.complete && {complete: true}),
    ...('names' in scalar && scalar.names !== undefined && {names: scalar.names}),
    ...('by' in scalar && scalar.by !== undefined && {by: scalar.by}),
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
