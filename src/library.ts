import {allOperations, findOperation} from './api/catalogue.ts';
import {clearTexts, isBlank} from './api/clear-texts.ts';
import type {CallOptions, Client, ClientIdentity, Reply} from './api/client.ts';
import {acceptsList, isFromBody} from './api/given-values.ts';
import {findInput} from './api/inputs-of.ts';
import type {FieldInput, Input, Operation, Service} from './api/operation.ts';
import {inputFailure} from './api/plan.ts';
import type {InputValues, RequestPlan, ResolvedCall} from './api/request-plan.ts';
import {isWrite} from './api/uncertain-write.ts';
import {Failure, type FailureDetails, type FailureKind, isFailure} from './base/failure.ts';
import {nearestNames} from './base/nearest.ts';
import {clientFor} from './host/client.ts';
import {sendJournaled, startRun} from './host/journaled-request.ts';
import {makeHost} from './host/make-host.ts';
import {protectedClient} from './host/policy.ts';
import {readCredentials, resolveTarget} from './host/settings.ts';

export type {ClientIdentity, FailureDetails, FailureKind, RequestPlan, Service};
export {Failure, isFailure};

/** A single value of an input; pass long ids as strings or bigints. */
export type InputValue = string | number | bigint | boolean;

/**
 * Inputs by name; a body is a string (JSON, or storage XML), the bytes of an image, or any JSON
 * value.
 */
export type Inputs = Readonly<Record<string, unknown>>;

/** Per-call settings. */
export interface LibraryCallOptions extends Omit<CallOptions, 'partial'> {
  /** Allow writes through a protected profile. @default that of the client */
  readonly write?: boolean;
  /** Texts of the body to empty on purpose, by name; without it, an empty `body` is refused. */
  readonly clear?: readonly string[];
}

/**
 * The server and account to use; absent members are read from the environment, then from the
 * configuration.
 */
export interface LibraryOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly authType?: 'basic' | 'bearer' | 'oauth2' | 'app';
  readonly user?: string;
  readonly token?: string;
  /** Allow writes through a protected profile (contract 8.8). @default false */
  readonly write?: boolean;
  /**
   * Record writes in the journal of the profile, which `jr journal` lists and `jr undo` undoes;
   * `undoable` also reads each object before the write, so that its values can be restored.
   *
   * @default false
   */
  readonly journal?: boolean | 'undoable';
}

/**
 * A client of one service; operations are named as on the command line: `version get`. All methods
 * throw Failure, with the cause in `kind` and `details`.
 */
export interface LibraryClient<
  Operations = Readonly<Record<string, Inputs>>,
  Answers extends Readonly<Record<keyof Operations, unknown>> = Readonly<
    Record<keyof Operations, unknown>
  >,
  Items extends Readonly<Record<keyof Operations, unknown>> = Answers,
> {
  readonly identity: ClientIdentity;
  /** Warnings to show before the first request; later also that the journal cannot be written. */
  readonly warnings: readonly string[];
  /**
   * Call an operation; returns the parsed response, for a list with all its pages. Numbers beyond
   * 2^53 lose digits.
   */
  call<Name extends keyof Operations & string>(
    operation: Name,
    inputs: Operations[Name],
    options?: LibraryCallOptions,
  ): Promise<Answers[Name]>;
  /** Call an operation and return the JSON text from the server unchanged. */
  text<Name extends keyof Operations & string>(
    operation: Name,
    inputs: Operations[Name],
    options?: LibraryCallOptions,
  ): Promise<string>;
  /** Yield the items of a list one by one; pages are read on demand. */
  items<Name extends keyof Operations & string>(
    operation: Name,
    inputs: Operations[Name],
    options?: LibraryCallOptions,
  ): AsyncIterable<Items[Name]>;
  /** Return the request that would be sent, without credentials; sends nothing. */
  plan<Name extends keyof Operations & string>(
    operation: Name,
    inputs: Operations[Name],
    options?: LibraryCallOptions,
  ): RequestPlan;
}

/** An operation as a method: equivalent to `call` with its name. */
type LibraryMethod = (inputs?: Inputs, options?: LibraryCallOptions) => Promise<unknown>;

/**
 * Create a client of the issue tracker or the content service.
 *
 * @throws Failure 'config_error' or 'auth_error' if the server or account is not configured, or if
 * the profile requires an audit log, which only the commands write
 */
export async function createClient(
  service: Service,
  options: LibraryOptions = {},
): Promise<LibraryClient> {
  const host = makeHost();
  const {user, token, write = false, journal = false, ...where} = options;
  const flags = {
    ...where,
    ...(user !== undefined && {authUser: user}),
    ...(token !== undefined && {authToken: token}),
  };
  const target = await resolveTarget(service, flags, host);
  if (target.audit.required) throw noAudit(target.profile);
  const settings = {...target, credentials: await readCredentials(target, host)};
  const warnings = [...target.warnings, ...target.writeWarnings];
  const client = clientFor(settings, host);
  const warn = (text: string): void => {
    warnings.push(text);
  };
  const run = startRun();
  const send: SendWrite = (call, plan, sender, sending) => {
    if (journal === false) return sender.request(plan, sending);
    const recording = {by: 'library', run, readsFirst: journal === 'undoable', warn} as const;
    return sendJournaled({plan, call}, sending, sender, recording, host);
  };
  return libraryClient(service, client, {write, warnings, send});
}

/** Sends a write through a client. */
type SendWrite = (
  call: ResolvedCall,
  plan: RequestPlan,
  client: Client,
  options: LibraryCallOptions | undefined,
) => Promise<Reply>;

function libraryClient(
  service: Service,
  client: Client,
  {
    write,
    warnings,
    send,
  }: {
    readonly write: boolean;
    readonly warnings: readonly string[];
    readonly send: SendWrite;
  },
): LibraryClient {
  const careful = protectedClient(client, '{write: true}');
  const clientWith = (options?: LibraryCallOptions): Client =>
    (options?.write ?? write) ? client : careful;
  const text = async (
    name: string,
    inputs: Inputs,
    options?: LibraryCallOptions,
  ): Promise<string> => {
    const operation = operationNamed(service, name);
    const given = inputValuesOf(operation, inputs, options);
    const plan = client.plan(operation, given, options);
    const sender = clientWith(options);
    const reply = await (isWrite(plan)
      ? send({operation, given}, plan, sender, options)
      : sender.request(plan, options));
    // An incomplete list is an error here; `items` yields the items read before a failure.
    if (reply.failure !== undefined) throw reply.failure;
    return reply.text;
  };
  const call = async (
    name: string,
    inputs: Inputs,
    options?: LibraryCallOptions,
  ): Promise<unknown> => JSON.parse(await text(name, inputs, options));
  return {
    ...operationGroups(service, call),
    identity: client.identity,
    warnings,
    text,
    call,
    async *items(name, inputs, options) {
      const operation = operationNamed(service, name);
      const plan = client.plan(operation, inputValuesOf(operation, inputs, options), options);
      for await (const page of clientWith(options).pages(plan, options)) {
        for (const item of page.items) yield JSON.parse(item);
      }
    },
    plan(name, inputs, options) {
      const operation = operationNamed(service, name);
      return client.plan(operation, inputValuesOf(operation, inputs, options), options);
    },
  };
}

/** Build the operations as methods of their groups. */
function operationGroups(
  service: Service,
  call: LibraryClient['call'],
): Readonly<Record<string, Readonly<Record<string, LibraryMethod>>>> {
  const groups: Record<string, Record<string, LibraryMethod>> = {};
  for (const {group, name} of allOperations().filter(one => one.service === service)) {
    const methods = groups[group] ?? {};
    groups[group] = methods;
    methods[name] = (inputs = {}, options) => call(`${group} ${name}`, inputs, options);
  }
  return groups;
}

function noAudit(profile: string): Failure {
  return new Failure(
    'config_error',
    `The profile "${profile}" sets "audit_required", which the library does not support.`,
    {
      hint: 'Only the commands write the audit log: use jr and cf, or another profile.',
      attempts: 0,
    },
  );
}

function operationNamed(service: Service, title: string): Operation {
  const [group = '', name = '', ...rest] = title.split(' ');
  const operation = rest.length === 0 ? findOperation(service, group, name) : undefined;
  if (operation !== undefined) return operation;
  const own = allOperations().filter(one => one.service === service);
  const near = nearestNames(
    title,
    own.map(one => `${one.group} ${one.name}`),
  );
  throw new Failure('command_error', `Unknown operation "${title}".`, {
    ...(near.length > 0 && {hint: `Did you mean ${near.join(' or ')}?`}),
    attempts: 0,
  });
}

/** Convert values to texts as on the command line; the check refuses unknown names. */
function inputValuesOf(
  operation: Operation,
  values: Inputs,
  {clear = []}: LibraryCallOptions = {},
): InputValues {
  const inputs: Record<string, readonly string[]> = {};
  let body: string | Uint8Array | undefined;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const input = findInput(operation, name);
    if (input && isFromBody(input)) body = bodyOf(input, value);
    else inputs[name] = textsOf(input, name, value);
  }
  if (typeof body === 'string' && isBlank(body)) {
    throw wrongValue('body', "content; to empty the body on purpose, call with {clear: ['body']}");
  }
  const inputValues = {inputs, ...(body !== undefined && {body})};
  const {given, problems} = clearTexts(operation, inputValues, clear);
  if (problems.length > 0) throw inputFailure(operation, problems);
  return given;
}

function bodyOf({type}: Input, value: unknown): string | Uint8Array {
  if (typeof value === 'string' || (type === 'image' && value instanceof Uint8Array)) return value;
  if (type === 'json') return JSON.stringify(value);
  throw wrongValue('body', type === 'image' ? 'the bytes of an image' : 'a string');
}

function textsOf(input: Input | undefined, name: string, value: unknown): readonly string[] {
  if (input?.place === 'field' && !input.pointer.includes('/-/')) return [fieldText(input, value)];
  const isList = input !== undefined && acceptsList(input);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!all.every(isInputValue)) throw wrongValue(name, 'strings, numbers and booleans');
  const texts = all.map(String);
  // In an array, a comma is part of the text.
  return isList && Array.isArray(value) ? texts.map(one => one.replaceAll(',', '\\,')) : texts;
}

/** Convert a body value to its form on the command line; other values than text become JSON. */
function fieldText({shape}: FieldInput, value: unknown): string {
  if (typeof value === 'string' && shape?.type !== 'json') return value;
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
}

function isInputValue(value: unknown): value is InputValue {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function wrongValue(name: string, expected: string): Failure {
  const message = `${name} takes ${expected}`;
  return new Failure('validation_error', message, {errors: {[name]: message}, attempts: 0});
}
