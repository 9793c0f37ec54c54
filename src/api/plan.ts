import {Failure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {joinBase, pathBelowRoot} from './base-url.ts';
import {findOperation} from './catalogue.ts';
import {checkInputs} from './check.ts';
import {mergeJson} from './compose.ts';
import {givenTexts, isGiven, splitValues, takesMany} from './given-values.ts';
import {imageTypeOf} from './image.ts';
import {makeBody} from './make-body.ts';
import {type Input, type Operation, programOf, type ReadFirst} from './operation.ts';
import {joinQuery, percentEncode} from './percent.ts';
import type {InputValues, PlannedBody, Problem, RequestPlan} from './request-plan.ts';

/** Where a request goes. */
export interface Target {
  readonly baseUrl: string;
}

/** What shapes a request beside the operation's own inputs. */
export interface PlanOptions {
  /** Comma-separated; sent last, as `fields=`, on GET only (contract 3.5). */
  readonly fields?: string;
  /**
   * All pages will be read: content lists and user searches then ask for the largest page when no
   * size was given (contract 6.2).
   *
   * @default true
   */
  readonly paginate?: boolean;
}

type QueryPair = readonly [name: string, encoded: string];

/**
 * The request an operation makes with what was given: pure, and what --dry-run prints.
 *
 * @throws Failure 'validation_error' with all problems, 'config_error' for an unusable base URL
 */
export function planRequest(
  operation: Operation,
  given: InputValues,
  target: Target,
  options: PlanOptions = {},
): RequestPlan {
  const {problems} = checkInputs(operation, given);
  if (problems.length > 0) throw refusal(operation, problems);
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

/** The headers of a request without credentials. */
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

/** The value of `fields=`: names separated by commas, each encoded. */
export function fieldsQuery(method: string, fields: string | undefined): QueryPair[] {
  if (method !== 'GET' || fields === undefined) return [];
  const names = fields.split(',').map(name => name.trim());
  const encoded = names.filter(name => name !== '').map(percentEncode);
  return encoded.length > 0 ? [['fields', encoded.join(',')]] : [];
}

/** A refused request: every problem in the message and under its input. */
export function refusal(
  operation: Pick<Operation, 'service' | 'group' | 'name' | 'inputs'> | undefined,
  problems: readonly Problem[],
): Failure {
  const isOwn = (name: string) => operation?.inputs.some(input => input.name === name);
  const lacksFields =
    isOwn('body') &&
    problems.some(({input, message}) => message.endsWith(' is required') && !isOwn(input));
  const errors: Record<string, string> = {};
  for (const {input, message} of problems) {
    errors[input] = errors[input] === undefined ? message : `${errors[input]}; ${message}`;
  }
  return new Failure('validation_error', problems.map(({message}) => message).join('; '), {
    errors,
    ...(operation && {
      hint: `${programOf(operation.service)} ${operation.group} ${operation.name} --help lists the flags${lacksFields ? '; --body takes the whole body' : ''}.`,
    }),
    attempts: 0,
  });
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
      const own = input.sends ?? largestPage(operation, input, options);
      return own === undefined ? [] : [[name, percentEncode(own)]];
    });
  return [...pairs, ...fieldsQuery(operation.method, options.fields)];
}

function pairsOf(name: string, input: Input, texts: readonly string[]): QueryPair[] {
  if (!takesMany(input)) return texts.map(text => [name, percentEncode(text)]);
  const values = splitValues(texts).map(percentEncode);
  return input.place === 'query' && input.style === 'comma'
    ? [[name, values.join(',')]]
    : values.map(value => [name, value]);
}

/** The size to ask for when all pages are read: the largest, where the record tells it. */
function largestPage(
  {paging}: Operation,
  input: Input,
  {paginate = true}: PlanOptions,
): string | undefined {
  const asksAll = paging?.kind === 'cursor' || paging?.kind === 'window' || paging?.kind === 'cut';
  if (!paginate || !asksAll) return undefined;
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
  const there = makeLookup(text);
  const sets = Object.entries(operation.readFirst?.sets ?? {})
    .filter(([pointer]) => !there.span(pointer))
    .map(([pointer, value]) => ({pointer, json: JSON.stringify(value)}));
  return {contentType: 'application/json', content: mergeJson(text, sets)};
}

/** Whether a body holds all that the item would be read for, its next version too: a draft is found by no plain read. */
function isWhole({readFirst}: Operation, body: PlannedBody | undefined): boolean {
  if (readFirst === undefined || typeof body?.content !== 'string') return false;
  const there = makeLookup(body.content);
  const wanted = [...Object.keys(readFirst.fills), readFirst.increments];
  return wanted.every(pointer => there.span(pointer) !== undefined);
}

/** The request whose answer completes the body: same path inputs, the record's own query. */
function planReading(
  operation: Operation,
  given: InputValues,
  target: Target,
): RequestPlan | undefined {
  const {readFirst} = operation;
  if (readFirst === undefined) return undefined;
  const reads = findOperation(operation.service, operation.group, readFirst.operation);
  if (reads === undefined) {
    throw new Failure('bug', `There is no operation ${operation.group} ${readFirst.operation}.`);
  }
  const inputs: Record<string, readonly string[]> = {};
  for (const {place, name} of operation.inputs) {
    if (place === 'path') inputs[name] = given.inputs[name] ?? [];
  }
  for (const [name, value] of Object.entries(readFirst.query)) inputs[name] = [value];
  return planRequest(reads, {inputs}, target);
}

/** What --dry-run says of the body's parts that only the answer to the first request gives. */
function notesOn(
  readFirst: ReadFirst,
  reading: RequestPlan,
  body: PlannedBody | undefined,
): string[] {
  const there = makeLookup(typeof body?.content === 'string' ? body.content : '{}');
  const filled = Object.keys(readFirst.fills).filter(pointer => !there.span(pointer));
  return [
    `The item is read first: ${reading.method} ${reading.path}.`,
    `Copied from the item if set: ${filled.map(dotted).join(', ')}.`,
    `${dotted(readFirst.increments)} is the item’s current number plus 1.`,
  ];
}

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
