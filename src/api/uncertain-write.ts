import {Failure, type FailureKind} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import {quoteWord} from '../base/shell-words.ts';
import {allOperations, findNamed} from './catalogue.ts';
import {type Operation, placeholders, programOf, type Service} from './operation.ts';
import type {InputValues, RequestPlan, ResolvedCall} from './request-plan.ts';

/** Failures after which the result of a write is unknown, unless nothing was sent. */
export const uncertainKinds: ReadonlySet<FailureKind> = new Set([
  'connection_error',
  'timeout_error',
  'interrupted',
  'server_error',
  'invalid_response',
  'too_large',
]);

/** Check whether a plan changes data. */
export function isWrite({operation, method}: Pick<RequestPlan, 'operation' | 'method'>): boolean {
  return operation === undefined
    ? !['GET', 'HEAD', 'OPTIONS'].includes(method)
    : operation.effect !== 'read';
}

/**
 * Mark a failure after which a write may have succeeded, and add how to check: after an interrupted
 * connection, a timeout, an interruption, a 5xx or an unreadable response. Other failures are
 * returned unchanged.
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
 * Explain what to do after a write with an unknown result: check first, with a command if the
 * catalogue has one.
 *
 * @param flags flags that select the profile, such as `-p staging`; never a secret
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
  const found = findCheckingRead(plan, operation);
  if (found === undefined) return undefined;
  const inputs = Object.entries(found.given.inputs).flatMap(([name, texts]) =>
    texts.map(text => `--${name}=${text}`),
  );
  return command([found.operation.group, found.operation.name, ...inputs]);
}

/**
 * Find the read that shows whether a write succeeded: of its object, or of the list it creates in.
 */
export function findCheckingRead(plan: RequestPlan, write: Operation): ResolvedCall | undefined {
  return findReader(write, givenOf(plan, write)) ?? listBelow(write, bodyOf(plan));
}

/**
 * Find the read that shows the object of a write: that of the same path or of its longest readable
 * part, otherwise one of its group without other required inputs. Undefined without any.
 */
export function findReader(
  write: Operation,
  inputs: InputValues['inputs'],
): ResolvedCall | undefined {
  for (let path = write.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const found = findReadOperation(write.service, path, inputs);
    if (found !== undefined) return found;
  }
  const own = reads().filter(
    read => read.service === write.service && read.group === write.group && !read.deprecated,
  );
  const known = own.flatMap(read => filled(read, read.path, inputs) ?? []);
  const isGiven = ({given}: ResolvedCall) => Object.keys(given.inputs).length > 0;
  return known.find(isGiven) ?? known.find(({operation}) => operation.paging !== undefined);
}

/**
 * Find the read of a path, whatever the names of its placeholders.
 *
 * @param inputs values of the path's placeholders and of the query, by name
 */
export function findReadOperation(
  service: Service,
  path: string,
  inputs: InputValues['inputs'],
): ResolvedCall | undefined {
  const same = reads().filter(
    read => read.service === service && shapeOfPath(read.path) === shapeOfPath(path),
  );
  return same.flatMap(read => filled(currentOf(read), path, inputs) ?? [])[0];
}

function reads(): readonly Operation[] {
  return allOperations().filter(({effect}) => effect === 'read');
}

/**
 * Find the list of the objects a write creates, if it is below an object in the body: versions
 * below the `projectIdOrKey` that is their `projectId` or `project`.
 */
function listBelow(write: Operation, body: ReadonlyMap<string, string>): ResolvedCall | undefined {
  const kind = write.path.slice(write.path.lastIndexOf('/'));
  for (const operation of allOperations()) {
    const {service, paging, path} = operation;
    if (service !== write.service || !paging || !path.endsWith(`}${kind}`)) continue;
    const found = operation.inputs
      .filter(input => input.required)
      .map(({name}) => [name, [...body].find(([member]) => name.startsWith(member))?.[1]] as const);
    const inputs = found.flatMap(([name, text]) => (text ? [[name, [text]] as const] : []));
    if (inputs.length === found.length) {
      return {operation, given: {inputs: Object.fromEntries(inputs)}};
    }
  }
  return undefined;
}

/** Return the top-level strings and numbers of a JSON object body. */
function bodyOf({body}: RequestPlan): ReadonlyMap<string, string> {
  const value = typeof body?.content === 'string' ? findJson(body.content) : undefined;
  const members = Object.entries(isObject(value) ? value : {});
  return new Map(
    members.flatMap(([name, one]) =>
      typeof one === 'string' || typeof one === 'number' ? [[name, String(one)] as const] : [],
    ),
  );
}

/** Replace the placeholders of a path by nameless ones. */
export function shapeOfPath(path: string): string {
  return path.replace(/\{[^}]+\}/g, '{}');
}

/** Return the successor of a deprecated operation. */
function currentOf(read: Operation): Operation {
  const successor = read.deprecated?.successor ?? '';
  return findNamed({service: read.service, operation: successor}) ?? read;
}

/** Fill a read with the inputs of a write: those of the path by position, others by name. */
function filled(
  read: Operation,
  path: string,
  inputs: InputValues['inputs'],
): ResolvedCall | undefined {
  const theirs = placeholders(path);
  const found: Record<string, readonly string[]> = {};
  for (const input of read.inputs) {
    const at = placeholders(read.path).indexOf(input.wireName ?? input.name);
    const name = input.place === 'path' ? (theirs[at] ?? input.name) : input.name;
    const given = inputs[name] ?? [];
    const wanted = input.place === 'path' || input.required || input.type === 'list';
    if (given.length > 0 && wanted) found[input.name] = given;
    else if ('statesOfWrites' in input) found[input.name] = input.statesOfWrites ?? [];
    if (given.length === 0 && input.required) return undefined;
  }
  return {operation: read, given: {inputs: found}};
}

/** Extract the inputs in the path and query of a planned request. */
function givenOf({path, url}: RequestPlan, operation: Operation): InputValues['inputs'] {
  const found: Record<string, string[]> = {};
  const texts = path.split('?')[0]?.split('/').reverse() ?? [];
  // Compared from the end, since the plan's path is relative to a root.
  for (const [i, part] of operation.path.split('/').reverse().entries()) {
    const [name] = placeholders(part);
    if (name !== undefined) found[name] = [decodeURIComponent(texts[i] ?? '')];
  }
  for (const [name, text] of new URL(url).searchParams)
    found[name] = [...(found[name] ?? []), text];
  return found;
}
