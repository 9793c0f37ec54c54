import {Failure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {joinBase, pathBelowRoot} from './base-url.ts';
import {operationNamed} from './catalogue.ts';
import {checkInputs} from './check.ts';
import {mergeJson} from './compose.ts';
import {acceptsList, givenTexts, isGiven, splitValues} from './given-values.ts';
import {imageTypeOf} from './image.ts';
import {makeBody} from './make-body.ts';
import {type Input, type Operation, programOf, type ReadBeforeUpdate} from './operation.ts';
import {fillInputs, sourceOf} from './operation-ref.ts';
import {joinQuery, percentEncode} from './percent.ts';
import type {InputValues, PlannedBody, Problem, RequestPlan} from './request-plan.ts';

/** The destination of a request. */
export interface PlanTarget {
  readonly baseUrl: string;
}

/** Options of a request besides the operation's inputs. */
export interface PlanOptions {
  /** Comma-separated; sent last, as `fields=`, on GET only (contract 3.5). */
  readonly fields?: string;
  /**
   * All pages will be read: content lists and user searches then request the largest page unless a
   * size is set (contract 6.2).
   *
   * @default true
   */
  readonly paginate?: boolean;
}

type QueryPair = readonly [name: string, encoded: string];

/**
 * Build the request of an operation from its inputs: pure, and printed by --dry-run.
 *
 * @throws Failure 'validation_error' with all problems, 'config_error' for an unusable base URL
 */
export function planRequest(
  operation: Operation,
  given: InputValues,
  target: PlanTarget,
  options: PlanOptions = {},
): RequestPlan {
  const {problems} = checkInputs(operation, given);
  if (problems.length > 0) throw inputFailure(operation, problems);
  const query = joinQuery(queryOf(operation, given, options));
  const path = fillPath(operation, given) + query;
  const body = planBody(operation, given, target.baseUrl);
  const reading = isWhole(operation, body) ? undefined : planReading(operation, given, target);
  return {
    service: operation.service,
    title: `${operation.group} ${operation.name}`,
    method: operation.method,
    url: joinBase(operation.root, target.baseUrl, path),
    path: pathBelowRoot(operation.root, path),
    headers: planHeaders(body, operation.headers),
    ...(body && {body}),
    ...(operation.paging && {paging: operation.paging}),
    operation,
    ...(given.unchecked && {isUnchecked: true}),
    ...(reading && {reading}),
    notes: reading && operation.readFirst ? notesOn(operation.readFirst, reading, body) : [],
  };
}

/** Build the headers of a request without credentials. */
export function planHeaders(
  body: PlannedBody | undefined,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(body && {'Content-Type': body.contentType}),
    'User-Agent': 'steward',
    ...more,
  };
}

/** Build the value of `fields=`: names separated by commas, each encoded. */
export function fieldsQuery(method: string, fields: string | undefined): QueryPair[] {
  if (method !== 'GET' || fields === undefined) return [];
  const names = fields.split(',').map(name => name.trim());
  const encoded = names.filter(name => name !== '').map(percentEncode);
  return encoded.length > 0 ? [['fields', encoded.join(',')]] : [];
}

/**
 * Create the failure for invalid inputs: every problem in the message and under its input.
 *
 * @param command the command that runs the operation and has flags of its own, such as `watch`
 */
export function inputFailure(
  operation: Pick<Operation, 'service' | 'group' | 'name' | 'inputs'> | undefined,
  problems: readonly Problem[],
  command?: string,
): Failure {
  const isDeclared = (name: string) => operation?.inputs.some(input => input.name === name);
  const lacksFields =
    isDeclared('body') && problems.some(({input, isMissing}) => isMissing && !isDeclared(input));
  const errors: Record<string, string> = {};
  for (const {input, message} of problems) {
    errors[input] = errors[input] === undefined ? message : `${errors[input]}; ${message}`;
  }
  return new Failure('validation_error', problems.map(({message}) => message).join('; '), {
    errors,
    ...(operation && {
      hint: `${helpOf(operation, command)} the flags${lacksFields ? '; --body takes the whole body' : ''}.`,
    }),
    attempts: 0,
  });
}

function helpOf(
  {service, group, name}: Pick<Operation, 'service' | 'group' | 'name'>,
  command: string | undefined,
): string {
  const program = programOf(service);
  const own = `${program} ${group} ${name} --help`;
  return command === undefined ? `${own} lists` : `${program} ${command} --help and ${own} list`;
}

function fillPath(operation: Operation, given: InputValues): string {
  return operation.path.replace(/\{([^}]+)\}/g, (placeholder, name: string) => {
    const input = operation.inputs.find(
      ({place, wireName, name: flag}) => place === 'path' && (wireName ?? flag) === name,
    );
    if (input === undefined) {
      throw new Failure('bug', `No path input fills ${placeholder} of ${operation.path}.`);
    }
    return percentEncode(givenTexts(input, given)[0] ?? '');
  });
}

function queryOf(operation: Operation, given: InputValues, options: PlanOptions): QueryPair[] {
  const pairs = operation.inputs
    .filter(input => input.place === 'query')
    .flatMap((input): QueryPair[] => {
      const name = input.wireName ?? input.name;
      if (isGiven(input, given)) return pairsOf(name, input, givenTexts(input, given));
      const defaultValue = input.sends ?? largestPage(operation, input, options);
      return defaultValue === undefined ? [] : [[name, percentEncode(defaultValue)]];
    });
  return [...pairs, ...fieldsQuery(operation.method, options.fields)];
}

function pairsOf(name: string, input: Input, texts: readonly string[]): QueryPair[] {
  if (!acceptsList(input)) return texts.map(text => [name, percentEncode(text)]);
  const values = splitValues(texts).map(percentEncode);
  return input.place === 'query' && input.style === 'comma'
    ? [[name, values.join(',')]]
    : values.map(value => [name, value]);
}

/** Return the size to request when all pages are read: the largest, if the record defines it. */
function largestPage(
  {paging}: Operation,
  input: Input,
  {paginate = true}: PlanOptions,
): string | undefined {
  const isSizable =
    paging?.kind === 'cursor' || paging?.kind === 'window' || paging?.kind === 'cut';
  if (!paginate || !isSizable) return undefined;
  const {size, sizeMax} = paging;
  return input.name === size && sizeMax !== undefined ? String(sizeMax) : undefined;
}

function planBody(
  operation: Operation,
  given: InputValues,
  baseUrl: string,
): PlannedBody | undefined {
  const {body} = given;
  const whole = operation.inputs.find(input => input.place === 'body');
  if (whole?.type === 'image') {
    return body instanceof Uint8Array
      ? {contentType: imageTypeOf(body) ?? '', content: body}
      : undefined;
  }
  const {text} = makeBody(operation, given, baseUrl);
  if (text === undefined) return undefined;
  const members = makeLookup(text);
  const sets = Object.entries(operation.readFirst?.sets ?? {})
    .filter(([pointer]) => !members.span(pointer))
    .map(([pointer, value]) => ({pointer, json: JSON.stringify(value)}));
  return {contentType: 'application/json', content: mergeJson(text, sets)};
}

/**
 * Check whether a body contains all members that would be read from the item, including the
 * version.
 */
function isWhole({readFirst}: Operation, body: PlannedBody | undefined): boolean {
  if (readFirst === undefined || typeof body?.content !== 'string') return false;
  const members = makeLookup(body.content);
  const pointers = [...Object.keys(readFirst.fills), readFirst.increments];
  return pointers.every(pointer => members.span(pointer) !== undefined);
}

/** Plan the read whose response completes the body. */
function planReading(
  {readFirst}: Operation,
  given: InputValues,
  target: PlanTarget,
): RequestPlan | undefined {
  if (readFirst === undefined) return undefined;
  const {reads} = readFirst;
  const filled = fillInputs(reads, {place: sourceOf(given.inputs)});
  return planRequest(operationNamed(reads), filled.given, target);
}

/** Build the notes of --dry-run about body members that depend on the read. */
function notesOn(
  readFirst: ReadBeforeUpdate,
  reading: RequestPlan,
  body: PlannedBody | undefined,
): string[] {
  const members = makeLookup(typeof body?.content === 'string' ? body.content : '{}');
  const filled = Object.keys(readFirst.fills).filter(pointer => !members.span(pointer));
  return [
    `The item is read first: ${reading.method} ${reading.path}.`,
    `Copied from the item if set: ${filled.map(dotted).join(', ')}.`,
    `${dotted(readFirst.increments)} is the item’s current number plus 1${readFirst.keepsNumberOf ? ', except for a draft' : ''}.`,
  ];
}

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
