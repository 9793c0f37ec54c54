import {isRecord} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import {checkRules} from './check-rules.ts';
import type {
  Field,
  InputRule,
  IntegerShape,
  ListShape,
  ObjectShape,
  Shape,
  TextShape,
} from './field.ts';

/** What was found at one place of a value. */
export interface ShapeFinding {
  /** Names of members and indexes of lists on the way there. */
  readonly steps: readonly string[];
  /** A sentence without its subject: `must be true or false, not 3`. */
  readonly message: string;
  /** Only worth a note: it is sent as it is. */
  readonly isNote?: true;
  /** Of a note: it is to be told unasked. */
  readonly isWarning?: true;
  /** The rule between members that is broken; its message calls them by their names. */
  readonly rule?: InputRule;
  /** Of the rule's members, those that are there. */
  readonly there?: readonly string[];
  /** Something is not there. */
  readonly isMissing?: true;
}

/**
 * Hold a value against its shape: types, limits, closed choices, required members, rules between
 * members, and members nobody knows (contract 11.3).
 *
 * @param value as JSON.parse gives it
 */
export function checkShape(
  value: unknown,
  shape: Shape,
  steps: readonly string[] = [],
): ShapeFinding[] {
  const at = (message: string): ShapeFinding[] => [{steps, message}];
  const wrongType = (what: string) => at(`must be ${what}, not ${shown(value)}`);
  switch (shape.type) {
    case 'json':
      return [];
    case 'text':
      return typeof value === 'string'
        ? checkText(value, shape, steps)
        : textOfOther(value, shape, steps);
    case 'storage':
      return typeof value === 'string' ? [] : wrongType('text');
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrongType('true or false');
    case 'date':
      return isDay(value) ? [] : wrongType('a day as YYYY-MM-DD');
    case 'time':
      return isTime(value) ? [] : wrongType('a time such as 2026-12-01T09:00:00Z');
    case 'integer':
      return checkInteger(value, shape, steps);
    case 'list':
      return Array.isArray(value) ? checkList(value, shape, steps) : wrongType('a list');
    case 'map':
      if (!isRecord(value)) return wrongType('an object');
      return Object.entries(value).flatMap(([name, one]) =>
        checkShape(one, shape.values, [...steps, name]),
      );
    case 'object':
      return isRecord(value) ? checkObject(value, shape, steps) : wrongType('an object');
  }
}

function checkObject(
  value: Readonly<Record<string, unknown>>,
  {fields, ignored = [], rules = []}: ObjectShape,
  steps: readonly string[],
): ShapeFinding[] {
  const names = fields.map(({name}) => name);
  const unknown = Object.keys(value).flatMap((name): ShapeFinding[] => {
    if (names.includes(name)) return [];
    const there = [...steps, name];
    if (ignored.includes(name)) {
      return [{steps: there, message: 'is ignored by the service', isNote: true}];
    }
    const near = nearestNames(name, names);
    const offer = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    return [{steps: there, message: `is not known${offer}`}];
  });
  const isThere = (name: string): boolean => value[name] !== undefined;
  const broken = rules.flatMap(rule => {
    const [problem] = checkRules({rules: [rule]}, isThere, name => name);
    const there = Object.keys(value).filter(isThere);
    return problem ? [{steps, message: problem.message, rule, there}] : [];
  });
  return [
    ...fields
      .filter(({name, unless}) => isThere(name) || unless === undefined || !isThere(unless))
      .flatMap(field => checkField(value[field.name], field, [...steps, field.name])),
    ...unknown,
    ...broken,
  ];
}

function checkField(value: unknown, field: Field, steps: readonly string[]): ShapeFinding[] {
  if (value === undefined)
    return field.required ? [{steps, message: 'is required', isMissing: true}] : [];
  if (value === null) {
    // null is "not given" wherever it is nothing else.
    const isWrong = field.required && field.nullable === undefined;
    return isWrong ? [{steps, message: 'is required, and cannot be null'}] : [];
  }
  const found = checkShape(value, field, steps);
  if (field.required && !field.emptyToo && value === '') found.push({steps, message: 'is empty'});
  if (field.deprecated === undefined) return found;
  const message = `is deprecated: ${field.deprecated}`;
  return [...found, {steps, message, isNote: true, ...(field.gone && {isWarning: true})}];
}

function checkText(value: string, shape: TextShape, steps: readonly string[]): ShapeFinding[] {
  const {maxLength, maxBytes, pattern} = shape;
  const found: ShapeFinding[] = [];
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    found.push({steps, message: `takes at most ${maxLength} characters, not ${length}`});
  }
  const bytes = maxBytes === undefined ? 0 : new TextEncoder().encode(value).length;
  if (maxBytes !== undefined && bytes > maxBytes) {
    found.push({steps, message: `takes at most ${maxBytes} bytes, not ${bytes}`});
  }
  if (pattern !== undefined && value !== '' && !new RegExp(`^(?:${pattern.source})$`).test(value)) {
    found.push({steps, message: `must be ${pattern.says}, not ${shown(value)}`});
  }
  return [...found, ...checkChoice(value, shape, steps)];
}

function checkChoice(value: string, shape: TextShape, steps: readonly string[]): ShapeFinding[] {
  const {values = [], closed, refused} = shape;
  const why = refused?.[value];
  if (why !== undefined) {
    return [{steps, message: `is refused by the public service as ${value}: ${why}`, isNote: true}];
  }
  if (values.length === 0 || values.includes(value) || value === '') return [];
  const list = values.length > 12 ? `${values.slice(0, 12).join(', ')} …` : values.join(', ');
  return closed
    ? [{steps, message: `must be one of ${list}, not ${shown(value)}`}]
    : [
        {
          steps,
          message: `is sent as typed; the documents know ${list}, not ${shown(value)}`,
          isNote: true,
        },
      ];
}

/** An id that is written as a number means the same; nothing else that is no text does. */
function textOfOther(value: unknown, shape: TextShape, steps: readonly string[]): ShapeFinding[] {
  const isId = shape.names !== undefined && typeof value === 'number' && Number.isInteger(value);
  return isId
    ? [{steps, message: 'is a number where the service has text', isNote: true}]
    : [{steps, message: `must be text, not ${shown(value)}`}];
}

function checkInteger(
  value: unknown,
  shape: IntegerShape,
  steps: readonly string[],
): ShapeFinding[] {
  const isDigits = typeof value === 'string' && /^-?\d+$/.test(value);
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (!isDigits && !isWhole) {
    return [{steps, message: `must be a whole number, not ${shown(value)}`}];
  }
  const {min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY} = shape;
  const number = Number(value);
  const found: ShapeFinding[] = [];
  if (number < min) found.push({steps, message: `must be at least ${min}, not ${value}`});
  if (number > max) found.push({steps, message: `must be at most ${max}, not ${value}`});
  if (isDigits)
    found.push({steps, message: 'is text where the service has a number', isNote: true});
  return found;
}

function checkList(
  value: readonly unknown[],
  {items, minItems = 0, maxItems = Number.POSITIVE_INFINITY}: ListShape,
  steps: readonly string[],
): ShapeFinding[] {
  const found: ShapeFinding[] = [];
  if (value.length < minItems) {
    found.push({
      steps,
      message: `takes at least ${minItems} values, not ${value.length}`,
      ...(value.length === 0 && {isMissing: true}),
    });
  }
  if (value.length > maxItems) {
    found.push({steps, message: `takes at most ${maxItems} values, not ${value.length}`});
  }
  return [
    ...found,
    // The services pass over null in a list.
    ...value.flatMap((one, index) =>
      one === null ? [] : checkShape(one, items, [...steps, String(index)]),
    ),
  ];
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(value) &&
    isDay(value.slice(0, 10))
  );
}

function shown(value: unknown): string {
  if (isRecord(value)) return 'an object';
  if (Array.isArray(value)) return 'a list';
  const text = typeof value === 'string' && value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return JSON.stringify(text) ?? String(value);
}
