import {bodyOf} from '../../../api/body-of.ts';
import {checkInputs} from '../../../api/check.ts';
import {describeRule} from '../../../api/check-rules.ts';
import {acceptsList} from '../../../api/given-values.ts';
import {findInput, inputsOf} from '../../../api/inputs-of.ts';
import {makeBody} from '../../../api/make-body.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import type {InputValues} from '../../../api/request-plan.ts';
import {nearestValues, wordsOf} from '../../../api/worded-values.ts';
import {pluralOf} from '../../../base/counted.ts';
import {pointerSteps} from '../../../base/json-pointer.ts';
import {labelOf} from './field-label.ts';
import {fileOf, nameAt, textsOf} from './form-fields.ts';
import {withStorage} from './markdown-texts.ts';
import type {FilledForm, FormValues} from './state.ts';
import {unknownFieldsIn} from './unknown-fields.ts';

/**
 * The values of a form as inputs of its operation. An update sends only required and changed
 * fields: with the effect `update` omitted members stay unchanged, which is not true of
 * `replaceAll`; a changed member of the body is sent completely.
 */
export function inputValuesOf(filled: FilledForm): InputValues {
  const view = withStorage(filled);
  const {operation, values, before} = view;
  const changed = new Set(
    Object.keys(values)
      .filter(name => String(values[name]) !== String(before[name] ?? []))
      .map(name => memberOf(operation, name)),
  );
  const body = bodyOf(operation);
  const isWhole = body?.type === 'object' && body.whole === true;
  const isSent = (name: string): boolean =>
    operation.effect !== 'update' ||
    isWhole ||
    before[name] === undefined ||
    changed.has(memberOf(operation, name)) ||
    findInput(operation, name)?.required === true;
  const sent = {operation, values: valuesWhere(view, isSent), before: {}};
  return allGiven(view.checked ? {...sent, checked: view.checked} : sent);
}

/** All values of a form, including current ones that would not be sent. */
function allGiven(view: FilledForm): InputValues {
  const {operation} = view;
  const inputs: Record<string, readonly string[]> = {};
  let body: Pick<InputValues, 'body' | 'bodyFrom'> = {};
  for (const [name, texts] of Object.entries(valuesWhere(view, () => true))) {
    const input = findInput(operation, name);
    const [text = ''] = texts;
    const file = fileOf(view, name, text);
    if (file !== undefined) body = {body: file.bytes, bodyFrom: file.path};
    else if (input?.place !== 'body') inputs[name] = texts;
    else if (input.type !== 'image') body = {body: text};
  }
  return {inputs, ...body};
}

/** The body with all values of a form, as JSON text; `{}` if there are none. */
export function bodyText(view: FilledForm): string {
  return makeBody(view.operation, allGiven(withStorage(view))).text ?? '{}';
}

/** The values that pass, in the order of the inputs. */
function valuesWhere(view: FilledForm, isWanted: (name: string) => boolean): FormValues {
  const {operation, values, before} = view;
  const order = inputsOf(operation).map(({name}) => memberOf(operation, name));
  const rank = (name: string): number => order.indexOf(memberOf(operation, name));
  const names = [...new Set([...Object.keys(before), ...Object.keys(values)])]
    .filter(name => textsOf(view, name).length > 0 && isWanted(name))
    .sort((one, other) => one.localeCompare(other, 'en', {numeric: true}))
    .sort((one, other) => rank(one) - rank(other));
  return Object.fromEntries(names.map(name => [name, textsOf(view, name)]));
}

/** The top-level member of the body that a field belongs to; other inputs are their own. */
function memberOf(operation: Operation, name: string): string {
  const input = findInput(operation, name);
  return input?.place === 'field' ? `/${pointerSteps(input.pointer)[0] ?? ''}` : name;
}

/** The problems of a form: per field, and between fields. */
export interface FormProblems {
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

/**
 * Validate a form against the record, like the one-shot command (contract 2.4).
 *
 * @param all include missing values
 */
export function formProblems(view: FilledForm, all: boolean): FormProblems {
  const {operation} = view;
  const fields: Record<string, string> = {};
  const others: string[] = [];
  const given = inputValuesOf(view);
  for (const [name, text] of unlistedValues(view)) fields[name] ??= text;
  for (const {input, message, at} of checkInputs(operation, given).problems) {
    const isThere = textsOf(view, input).length > 0;
    // A problem inside a value given as one text is reported there.
    const name = at === undefined || isThere ? input : nameAt(operation, at.pointer);
    const known = findInput(operation, name);
    const isField = known !== undefined && at?.pointer !== '';
    // Current values that stay unchanged cause no problem by themselves.
    const isSent = given.inputs[name] !== undefined || known?.place === 'body';
    const isEmpty = isField && (textsOf(view, name).length === 0 || !isSent);
    if (!all && (isEmpty || !isField)) continue;
    const text = at !== undefined && !isThere ? at.message : fromStart(message, `--${input} `);
    if (isField) fields[name] ??= text;
    else others.push(message);
  }
  for (const [name, {text, problem}] of Object.entries(view.checked ?? {})) {
    if (textsOf(view, name)[0] !== text) continue;
    // Problems of a file are unknown until it is read; the user can continue typing.
    const isRead = findInput(operation, name)?.type !== 'image' || fileOf(view, name, text);
    if (!isRead) delete fields[name];
    const said = problem ?? (!isRead && all ? 'is still loading' : undefined);
    if (said !== undefined) fields[name] ??= said;
  }
  // A name is never sent as an id: an unresolved one is a problem.
  const unknown = all ? unknownFieldsIn(view).filter(({stops}) => stops) : [];
  for (const {name, names, text, isAmbiguous} of unknown) {
    const found = isAmbiguous ? `several ${pluralOf(names)}` : `no ${names}`;
    fields[name] ??= `matches ${found}: '${text}'`;
  }
  return {fields, others};
}

/** Fields of an enumeration with another value, each with the closest values. */
function unlistedValues({
  operation,
  values: typed,
}: FilledForm): readonly (readonly [string, string])[] {
  return Object.keys(typed).flatMap(name => {
    const {complete, enforced, values = [], labels} = findInput(operation, name) ?? {};
    const isClosed = complete || (enforced && labels !== undefined);
    const odd = isClosed
      ? typed[name]?.find(text => text !== '' && !values.includes(text))
      : undefined;
    if (odd === undefined) return [];
    const near = nearestValues(odd, {values, ...(labels && {labels})});
    const meant = near.map(value => labels?.[value] ?? value).join(', ');
    return [
      [name, `does not take '${odd}'${meant === '' ? '' : `; did you mean ${meant}?`}`] as const,
    ];
  });
}

function fromStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}

/** A rule between inputs, in the words of the form. */
export function ruleText(rule: Parameters<typeof describeRule>[0], operation: Operation): string {
  const label = (name: string) => labelOf(findInput(operation, name) ?? {name});
  // Two inputs for the same object, such as a group and its id, would have one label.
  const isTwice = new Set(rule.inputs.map(label)).size < rule.inputs.length;
  return describeRule(rule, name => (isTwice ? labelOf({name}) : label(name)).toLowerCase());
}

/** How a field is edited. */
export type FieldEntry =
  /** Enter cycles through its values. */
  | {readonly kind: 'choice'; readonly choices: readonly string[]}
  /** Text on one line. */
  | {readonly kind: 'line'}
  | {readonly kind: 'day' | 'time'}
  /** Text on several lines. */
  | {readonly kind: 'lines'};

const steppedAtMost = 5;

/** Derive from its record how a field is edited. */
export function entryOf(input: Input): FieldEntry {
  const {type, values = []} = input;
  if (type === 'boolean') return {kind: 'choice', choices: ['true', 'false']};
  const isStepped = input.enforced && values.length <= steppedAtMost && !acceptsList(input);
  if (isStepped && values.length > 0) return {kind: 'choice', choices: values};
  if (type === 'date') return {kind: 'day'};
  if (type === 'time') return {kind: 'time'};
  const isLong = input.place === 'field' && input.shape?.type === 'text' && input.shape.multiline;
  return {kind: isLong || type === 'storage' || type === 'json' ? 'lines' : 'line'};
}

/** The text for a default value. */
export function defaultText(value: string): string {
  return `${value} (default)`;
}

/** A short description of what a field accepts. */
export function fieldFacts(input: Input): string {
  const shape = input.place === 'field' ? input.shape : undefined;
  const facts: string[] = [
    acceptsList(input) ? 'several values, one per line' : typeTexts[input.type],
  ];
  const words = (input.values ?? []).map(value => wordsOf(input, value));
  const listed = words.length > 8 ? `${words.slice(0, 8).join('; ')} …` : words.join(', ');
  const isClosed = input.enforced || input.complete;
  if (words.length > 0) facts.push(`${isClosed ? 'one of' : 'for example'} ${listed}`);
  const limits = {...input, ...shape} as Readonly<Record<string, unknown>>;
  const limit = (name: string, words: (value: unknown) => string): void => {
    if (limits[name] !== undefined) facts.push(words(limits[name]));
  };
  limit('min', n => `at least ${n}`);
  limit('max', n => `at most ${n}`);
  limit('maxItems', n => `at most ${n}`);
  limit('maxLength', n => `at most ${n} characters`);
  limit('maxBytes', n => `at most ${n} bytes`);
  limit('nullable', says => `null: ${says}`);
  limit('deprecated', why => `deprecated: ${why}`);
  if (input.default !== undefined) facts.push(`default ${wordsOf(input, input.default)}`);
  return facts.join('; ');
}

const typeTexts: Readonly<Record<Input['type'], string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  date: 'a date: 2026-12-01, tomorrow, +2w, in two weeks',
  time: 'a time: 2026-12-01T09:00:00Z, now, tomorrow 9:30',
  storage: 'Markdown, or storage XML if the text starts with <',
  json: 'JSON',
  id: 'an id',
  image: 'the path of an image: JPEG, GIF or PNG; ~ is your home directory',
  string: 'text',
  list: 'text',
};

/** Whether a form has a body that can be shown and edited as JSON. */
export function hasBody(operation: Operation): boolean {
  return bodyOf(operation) !== undefined;
}
