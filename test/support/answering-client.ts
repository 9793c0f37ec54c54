import type {Client} from '../../src/api/client.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {makeClient} from '../../src/api/make-client.ts';
import {type Operation, operationId, type Paging, type Service} from '../../src/api/operation.ts';
import {queryInteger} from '../../src/api/paging.ts';
import type {InputValues, RequestPlan, ResolvedCall} from '../../src/api/request-plan.ts';
import type {Send, WireRequest, WireResponse} from '../../src/api/send.ts';
import {Failure} from '../../src/base/failure.ts';
import {findJson, readPointer} from '../../src/base/json-value.ts';

/** What the wire answers an operation with: pages of items, an object, or a failure. */
export type TableAnswer =
  | {
      readonly pages: readonly (readonly unknown[])[];
      readonly total?: number;
      /** The first page, where it is more than its items. */
      readonly object?: unknown;
    }
  | {readonly object: unknown}
  /** With a status the answer that makes it, else that no answer comes. */
  | {readonly failure: Failure}
  /** Never answers. */
  | {readonly silent: true};

/** A client whose wire answers by operation id; remembers what it was asked. */
export interface AnsweringClient extends Client {
  /** Why the sandbox would not do. */
  readonly because: string;
  readonly asked: string[];
  /** What a plan was made from. */
  callOf(plan: RequestPlan): ResolvedCall;
  answers: Record<string, TableAnswer | ((given: InputValues) => TableAnswer)>;
}

/**
 * Make the real client on a wire that answers from a table; what is not in it is "not found".
 *
 * @param because what of its answers the sandbox would not give: a sentence
 */
export function answeringClient(
  service: Service,
  because: string,
  answers: AnsweringClient['answers'],
): AnsweringClient {
  const asked: string[] = [];
  const calls = new WeakMap<RequestPlan, ResolvedCall>();
  const identity = {
    service,
    profile: 'test',
    baseUrl: service === 'tracker' ? 'https://site.example' : 'https://site.example/wiki/api/v2',
    authType: 'basic',
    user: 'ann@example.com',
    protected: false,
  } as const;
  const sending = (send: Send): Client =>
    makeClient(identity, {
      credentials: {type: 'basic', user: identity.user, token: 't'},
      clock: tickingClock(),
      send,
    });
  const ask = (plan: RequestPlan): Client => {
    const {operation, given} = client.callOf(plan);
    asked.push(operationId(operation));
    return sending(async wire => {
      // As on a real wire, an answer never comes at once, and answers come one by one.
      await new Promise(resolve => setImmediate(resolve));
      const found = client.answers[operationId(operation)] ?? notThere;
      const answer = typeof found === 'function' ? found(given) : found;
      return 'silent' in answer ? nothing(wire) : wireAnswer(operation, answer, wire);
    });
  };
  const client: AnsweringClient = {
    because,
    asked,
    answers,
    identity,
    callOf(plan) {
      return calls.get(plan) ?? callOfPlan(plan);
    },
    plan(operation, given, options) {
      const plan = sending(nothing).plan(operation, given, options);
      calls.set(plan, {operation, given});
      return plan;
    },
    planRaw: (request, options) => sending(nothing).planRaw(request, options),
    request: (plan, options) => ask(plan).request(plan, options),
    pages: (plan, options) => ask(plan).pages(plan, options),
  };
  return client;
}

/** The call of a write, which is planned without a client: what its path, query and body say. */
function callOfPlan({title, url, operation, body}: RequestPlan): ResolvedCall {
  if (operation === undefined) throw new Error(`${title} is no operation`);
  const {pathname, searchParams} = new URL(url);
  const segments = pathname.split('/').reverse();
  const template = operation.path.split('/').reverse();
  const inputs: Record<string, readonly string[]> = {};
  for (const {name, wireName = name, place} of operation.inputs) {
    const at = template.indexOf(`{${wireName}}`);
    if (place === 'path') inputs[name] = [decodeURIComponent(segments[at] ?? '')];
    const texts = searchParams.getAll(wireName);
    if (place === 'query' && texts.length > 0) inputs[name] = texts;
  }
  const sent = typeof body?.content === 'string' ? findJson(body.content) : undefined;
  for (const input of inputsOf(operation)) {
    const value = input.place === 'field' && sent ? readPointer(sent, input.pointer) : undefined;
    if (value !== undefined) inputs[input.name] = [value].flat().map(String);
  }
  return {operation, given: {inputs, ...(body && {body: body.content})}};
}

const notThere: TableAnswer = {failure: new Failure('not_found', 'nothing here', {status: 404})};

/** Each exchange takes 12 ms; waits take none. */
function tickingClock() {
  let nowMs = 0;
  return {
    now() {
      nowMs += 12;
      return nowMs;
    },
    sleep: () => Promise.resolve(),
  };
}

function nothing({signal}: WireRequest): Promise<WireResponse> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Failure('interrupted', 'stopped')));
  });
}

function wireAnswer(
  operation: Operation,
  answer: Exclude<TableAnswer, {readonly silent: true}>,
  {url}: WireRequest,
): WireResponse {
  if ('failure' in answer) return refusal(answer.failure);
  if (!('pages' in answer)) return json(answer.object);
  return json(pageOf(operation, answer, url));
}

function json(value: unknown, status = 200, headers: Record<string, string> = {}): WireResponse {
  return {status, headers, body: new TextEncoder().encode(JSON.stringify(value))};
}

function refusal(failure: Failure): WireResponse {
  const {status, retryAfterSeconds} = failure.details;
  if (status === undefined) throw failure;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : {'retry-after': String(retryAfterSeconds)};
  return json({errorMessages: [failure.message]}, status, headers);
}

/** The page that starts where the URL says, in the form the record declares. */
function pageOf(
  operation: Operation,
  {pages, total, object}: Extract<TableAnswer, {readonly pages: unknown}>,
  url: string,
): unknown {
  const {paging, items: place = paging?.items} = operation;
  if (place === undefined) throw new Error(`${operationId(operation)} has no pages`);
  const all = pages.flat();
  if (paging === undefined) return object ?? withAt({}, place, all);
  const from = startOf(paging, all, url);
  const size = sizeOf(paging, pages, from, url);
  const items = all.slice(from, from + size);
  if (paging.kind === 'window') return items;
  const to = from + items.length;
  const isLast = to >= all.length;
  const page = from === 0 && object !== undefined ? object : withAt({}, place, items);
  const next = paging.kind === 'token' && !isLast ? withAt(page, paging.next, String(to)) : page;
  return Object.assign(
    {},
    next,
    {
      offset: {startAt: from, maxResults: size, ...(total === undefined ? {isLast} : {total})},
      token: {},
      after: {maxResults: size},
      cursor: isLast ? {} : {_links: {next: `/x?cursor=${to}`}},
      cut: {},
    }[paging.kind],
  );
}

function startOf(paging: Paging, all: readonly unknown[], url: string): number {
  switch (paging.kind) {
    case 'offset':
    case 'window':
      return queryInteger(url, 'startAt') ?? 0;
    case 'token':
      return queryInteger(url, paging.next.slice(1)) ?? 0;
    case 'cursor':
      return queryInteger(url, 'cursor') ?? 0;
    case 'cut':
      return 0;
    case 'after': {
      const after = queryInteger(url, 'after') ?? 0;
      return all.filter(one => (one as {failureTime: number}).failureTime <= after).length;
    }
  }
}

/** Pages are as long as those of the table; where the caller says how long they are, so long. */
function sizeOf(
  paging: Paging,
  pages: readonly (readonly unknown[])[],
  from: number,
  url: string,
): number {
  if (paging.kind === 'window') return queryInteger(url, paging.size) ?? paging.sizeDefault;
  if (paging.kind === 'after') return queryInteger(url, paging.size) ?? 100;
  let start = 0;
  for (const {length} of pages) {
    if (start === from) return length;
    start += length;
  }
  return pages[0]?.length ?? 0;
}

/** A copy with a value at a pointer; '' is the whole. */
function withAt(object: unknown, pointer: string, value: unknown): unknown {
  const [, name, ...rest] = pointer.split('/');
  if (name === undefined) return value;
  const inner = (object as Record<string, unknown>)[name] ?? {};
  const below = rest.map(step => `/${step}`).join('');
  return Object.assign({}, object, {[name]: withAt(inner, below, value)});
}
