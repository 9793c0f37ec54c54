import {Failure, type FailureKind} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import {quoteWord} from '../base/shell-words.ts';
import {allOperations, findNamed} from './catalogue.ts';
import {type Operation, placeholders, programOf, type Service} from './operation.ts';
import type {InputValues, RequestPlan} from './request-plan.ts';

/** Failures after which nobody knows whether a write was carried out, unless nothing was sent. */
export const uncertainKinds: ReadonlySet<FailureKind> = new Set([
  'connection_error',
  'timeout_error',
  'interrupted',
  'server_error',
  'invalid_response',
  'too_large',
]);

/** Whether a plan changes something. */
export function isWrite({operation, method}: Pick<RequestPlan, 'operation' | 'method'>): boolean {
  return operation === undefined
    ? !['GET', 'HEAD', 'OPTIONS'].includes(method)
    : operation.effect !== 'read';
}

/**
 * A failure after which a write may have been carried out all the same says so, and how to look: one
 * that was cut, timed out, was interrupted, answered 5xx or in a way that cannot be read. Any other is given back as it is.
 */
export function markUncertainWrite(plan: RequestPlan, failure: Failure): Failure {
  const {kind, message, details} = failure;
  const isSent = details.attempts !== 0 && details.unsent !== true;
  if (!isWrite(plan) || !isSent || !uncertainKinds.has(kind)) return failure;
  return new Failure(kind, message, {
    ...details,
    hint: hintAfterUncertainWrite(plan),
    mayBeDone: true,
  });
}

/**
 * What to do after a write of which nobody knows whether it was carried out: look first, and by
 * which command where the catalogue has one.
 *
 * @param flags words that choose the session, such as `-p staging`; never a secret
 */
export function hintAfterUncertainWrite(plan: RequestPlan, flags: readonly string[] = []): string {
  const command = lookCommand(plan, flags);
  const look =
    command === undefined ? 'Check before retrying.' : `Check before retrying: ${command}`;
  return `The request may have succeeded. ${look}`;
}

function lookCommand(plan: RequestPlan, flags: readonly string[]): string | undefined {
  const {operation, service} = plan;
  const command = (words: readonly string[]) =>
    [programOf(service), ...words, ...flags].map(quoteWord).join(' ');
  if (operation === undefined) return command(['raw', 'GET', plan.path]);
  const found = readerOf(operation, givenOf(plan, operation)) ?? listBelow(operation, bodyOf(plan));
  if (found === undefined) return undefined;
  const inputs = Object.entries(found.inputs).flatMap(([name, texts]) =>
    texts.map(text => `--${name}=${text}`),
  );
  return command([found.operation.group, found.operation.name, ...inputs]);
}

/** A read, with what it is to be given. */
export interface Reader {
  readonly operation: Operation;
  readonly inputs: InputValues['inputs'];
}

/**
 * The read that shows what a write is about, from the catalogue: that of the same path or of the
 * longest part of it that can be read, else one of its group that needs nothing more. Undefined
 * when there is none.
 */
function readerOf(write: Operation, inputs: InputValues['inputs']): Reader | undefined {
  for (let path = write.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const found = readerAt(write.service, path, inputs);
    if (found !== undefined) return found;
  }
  const own = reads().filter(
    read => read.service === write.service && read.group === write.group && !read.deprecated,
  );
  const known = own.flatMap(read => filled(read, read.path, inputs) ?? []);
  const isGiven = (reader: Reader) => Object.keys(reader.inputs).length > 0;
  return known.find(isGiven) ?? known.find(({operation}) => operation.paging !== undefined);
}

/**
 * The read of a path, whatever its placeholders are called there.
 *
 * @param inputs what the path's own placeholders and the query are given, by name
 */
export function readerAt(
  service: Service,
  path: string,
  inputs: InputValues['inputs'],
): Reader | undefined {
  const same = reads().filter(
    read => read.service === service && shapeOfPath(read.path) === shapeOfPath(path),
  );
  return same.flatMap(read => filled(currentOf(read), path, inputs) ?? [])[0];
}

function reads(): readonly Operation[] {
  return allOperations().filter(({effect}) => effect === 'read');
}

/**
 * The list of what a write makes where that stands below something its body names: a version below
 * the `projectIdOrKey` that is its `projectId` or `project`.
 */
function listBelow(write: Operation, body: ReadonlyMap<string, string>): Reader | undefined {
  const kind = write.path.slice(write.path.lastIndexOf('/'));
  for (const operation of allOperations()) {
    const {service, paging, path} = operation;
    if (service !== write.service || !paging || !path.endsWith(`}${kind}`)) continue;
    const found = operation.inputs
      .filter(input => input.required)
      .map(({name}) => [name, [...body].find(([member]) => name.startsWith(member))?.[1]] as const);
    const inputs = found.flatMap(([name, text]) => (text ? [[name, [text]] as const] : []));
    if (inputs.length === found.length) return {operation, inputs: Object.fromEntries(inputs)};
  }
  return undefined;
}

/** The texts and numbers at the top of a body that is a JSON object. */
function bodyOf({body}: RequestPlan): ReadonlyMap<string, string> {
  const value = typeof body?.content === 'string' ? findJson(body.content) : undefined;
  const members = Object.entries(isObject(value) ? value : {});
  return new Map(
    members.flatMap(([name, one]) =>
      typeof one === 'string' || typeof one === 'number' ? [[name, String(one)] as const] : [],
    ),
  );
}

/** A path with its placeholders without names. */
export function shapeOfPath(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}');
}

/** What is to be used in place of a deprecated operation. */
function currentOf(read: Operation): Operation {
  const successor = read.deprecated?.successor ?? '';
  return findNamed({service: read.service, operation: successor}) ?? read;
}

/** A read given what the write was: by place in the path, whatever it is called there, and by name. */
function filled(read: Operation, path: string, inputs: InputValues['inputs']): Reader | undefined {
  const theirs = placeholders(path);
  const found: Record<string, readonly string[]> = {};
  for (const input of read.inputs) {
    const at = placeholders(read.path).indexOf(input.wireName ?? input.name);
    const name = input.place === 'path' ? (theirs[at] ?? input.name) : input.name;
    const given = inputs[name] ?? [];
    const wanted = input.place === 'path' || input.required || input.type === 'list';
    if (given.length > 0 && wanted) found[input.name] = given;
    if (given.length === 0 && input.required) return undefined;
  }
  return {operation: read, inputs: found};
}

/** What a planned request holds in its path and query. */
function givenOf({path, url}: RequestPlan, operation: Operation): InputValues['inputs'] {
  const found: Record<string, string[]> = {};
  const texts = path.split('?')[0]?.split('/').reverse() ?? [];
  // From the end: the plan's path is that below a root.
  for (const [i, part] of operation.path.split('/').reverse().entries()) {
    const [name] = placeholders(part);
    if (name !== undefined) found[name] = [decodeURIComponent(texts[i] ?? '')];
  }
  for (const [name, text] of new URL(url).searchParams)
    found[name] = [...(found[name] ?? []), text];
  return found;
}
