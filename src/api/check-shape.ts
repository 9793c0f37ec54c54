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
import {suggestionFor} from './worded-values.ts';

/** A finding at one path of a value. */
export interface ShapeFinding {
  /** Path to the value: names of members and indexes of lists. */
  readonly steps: readonly string[];
  /** A sentence without its subject: `must be true or false, not 3`. */
  readonly message: string;
  /** Not a problem: the value is sent unchanged. */
  readonly isNote?: true;
  /** A note that is always printed. */
  readonly isWarning?: true;
  /** A value that the API documentation does not list: a problem if the user gave it. */
  readonly isUnlisted?: true;
  /** The violated rule between members; its message contains their names. */
  readonly rule?: InputRule;
  /** The rule's members that are present. */
  readonly there?: readonly string[];
  /** The value is missing. */
  readonly isMissing?: true;
}

/**
 * Validate a value against its shape: types, limits, closed choices, required members, rules
 * between members, and unknown members (contract 11.3).
 *
 * @param value as returned by JSON.parse
 */
export function checkShape(value: unknown, shape: Shape): ShapeFinding[] {
  const wrongType = (expected: string) => [finding(`must be ${expected}, not ${quoted(value)}`)];
  switch (shape.type) {
    case 'json':
      return [];
    case 'text':
      return typeof value === 'string' ? checkText(value, shape) : [checkNonText(value, shape)];
    case 'storage':
      return typeof value === 'string' ? [] : wrongType('text');
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrongType('true or false');
    case 'date':
      return isDay(value) ? [] : wrongType('a day as YYYY-MM-DD');
    case 'time':
      return isTime(value) ? [] : wrongType('a time such as 2026-12-01T09:00:00Z');
    case 'integer':
      return checkInteger(value, shape);
    case 'list':
      return Array.isArray(value) ? checkList(value, shape) : wrongType('a list');
    case 'map':
      if (!isRecord(value)) return wrongType('an object');
      return Object.entries(value).flatMap(([name, one]) =>
        below(name, checkShape(one, shape.values)),
      );
    case 'object':
      return isRecord(value) ? checkObject(value, shape) : wrongType('an object');
  }
}

type FindingDetails = Omit<ShapeFinding, 'steps' | 'message'>;

/** Create a finding at the current path. */
function finding(message: string, more: FindingDetails = {}): ShapeFinding {
  return {steps: [], message, ...more};
}

/** Prefix the findings of a member or element with its step. */
function below(step: string, findings: readonly ShapeFinding[]): ShapeFinding[] {
  return findings.map(finding => ({...finding, steps: [step, ...finding.steps]}));
}

function checkObject(
  value: Readonly<Record<string, unknown>>,
  {fields, ignored = [], rules = []}: ObjectShape,
): ShapeFinding[] {
  const names = fields.map(({name}) => name);
  const unknown = Object.keys(value).flatMap(name => {
    if (names.includes(name)) return [];
    const near = nearestNames(name, names);
    const offer = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    const isIgnored = ignored.includes(name);
    return below(name, [
      isIgnored
        ? finding('is ignored by the service', {isNote: true})
        : finding(`is not a known field${offer}`),
    ]);
  });
  const isPresent = (name: string): boolean => value[name] !== undefined;
  const broken = rules.flatMap(rule => {
    const [problem] = checkRules({rules: [rule]}, isPresent, name => name);
    const present = Object.keys(value).filter(isPresent);
    return problem ? [finding(problem.message, {rule, there: present})] : [];
  });
  return [
    ...fields
      .filter(({name, unless}) => isPresent(name) || unless === undefined || !isPresent(unless))
      .flatMap(field => below(field.name, checkField(value[field.name], field))),
    ...unknown,
    ...broken,
  ];
}

function checkField(value: unknown, field: Field): ShapeFinding[] {
  if (value === undefined) return field.required ? [finding('is required', {isMissing: true})] : [];
  if (value === null) {
    // null means absent unless the field defines it otherwise.
    const isWrong = field.required && field.nullable === undefined;
    return isWrong ? [finding('is required, and cannot be null')] : [];
  }
  const findings = checkShape(value, field);
  if (field.required && !field.emptyToo && value === '') findings.push(finding('is empty'));
  if (field.deprecated === undefined) return findings;
  const message = `is deprecated: ${field.deprecated}`;
  return [...findings, finding(message, {isNote: true, ...(field.gone && {isWarning: true})})];
}

function checkText(value: string, shape: TextShape): ShapeFinding[] {
  const {maxLength, maxBytes, pattern} = shape;
  const findings = checkChoice(value, shape);
  const length = [...value].length;
  const bytes = maxBytes === undefined ? 0 : new TextEncoder().encode(value).length;
  const wrong: string[] = [];
  if (maxLength !== undefined && length > maxLength) {
    wrong.push(`takes at most ${maxLength} characters, not ${length}`);
  }
  if (maxBytes !== undefined && bytes > maxBytes) {
    wrong.push(`takes at most ${maxBytes} bytes, not ${bytes}`);
  }
  if (pattern !== undefined && value !== '' && !new RegExp(`^(?:${pattern.source})$`).test(value)) {
    wrong.push(`must be ${pattern.description}, not ${quoted(value)}`);
  }
  return [...wrong.map(message => finding(message)), ...findings];
}

function checkChoice(value: string, shape: TextShape): ShapeFinding[] {
  const {values = [], closed, complete, refused} = shape;
  const why = refused?.[value];
  if (why !== undefined) {
    return [finding(`is ${value}, which the cloud service refuses: ${why}`, {isNote: true})];
  }
  if (values.length === 0 || values.includes(value) || value === '') return [];
  const list = values.length > 12 ? `${values.slice(0, 12).join(', ')} …` : values.join(', ');
  if (closed || complete) {
    const unlisted = {isNote: true, isUnlisted: true} as const;
    const message = `must be one of ${list}, not ${quoted(value)}${suggestionFor(value, shape)}`;
    return [finding(message, closed ? {} : unlisted)];
  }
  return [
    finding(`is sent unchanged; ${quoted(value)} is not among the documented values: ${list}`, {
      isNote: true,
    }),
  ];
}

/** Report a value other than text: a number is accepted as an id. */
function checkNonText(value: unknown, shape: TextShape): ShapeFinding {
  const isId = shape.names !== undefined && typeof value === 'number' && Number.isInteger(value);
  return isId
    ? finding('is a number, but the service expects text', {isNote: true})
    : finding(`must be text, not ${quoted(value)}`);
}

function checkInteger(value: unknown, {min, max}: IntegerShape): ShapeFinding[] {
  const isDigits = typeof value === 'string' && /^-?\d+$/.test(value);
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (!isDigits && !isWhole) return [finding(`must be a whole number, not ${quoted(value)}`)];
  const number = Number(value);
  return [
    ...(min !== undefined && number < min
      ? [finding(`must be at least ${min}, not ${value}`)]
      : []),
    ...(max !== undefined && number > max ? [finding(`must be at most ${max}, not ${value}`)] : []),
    ...(isDigits ? [finding('is text, but the service expects a number', {isNote: true})] : []),
  ];
}

function checkList(
  value: readonly unknown[],
  {items, minItems = 0, maxItems = Number.POSITIVE_INFINITY}: ListShape,
): ShapeFinding[] {
  const {length} = value;
  const few = `takes at least ${minItems} values, not ${length}`;
  return [
    ...(length < minItems ? [finding(few, length === 0 ? {isMissing: true} : {})] : []),
    ...(length > maxItems ? [finding(`takes at most ${maxItems} values, not ${length}`)] : []),
    // The services ignore null in a list.
    ...value.flatMap((one, index) =>
      one === null ? [] : below(String(index), checkShape(one, items)),
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

function quoted(value: unknown): string {
  if (isRecord(value)) return 'an object';
  if (Array.isArray(value)) return 'a list';
  const text = typeof value === 'string' && value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return JSON.stringify(text) ?? String(value);
}
