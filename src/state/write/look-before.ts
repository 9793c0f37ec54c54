import {type InverseRead, inversesOf, operationOfInverse} from '../../api/inverse.ts';
import {elementsOfUpdate, idsOfElements} from '../../api/known-elements.ts';
import {readerAt} from '../../api/look-first.ts';
import type {Operation} from '../../api/operation.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {optionsFor} from '../ask/ask.ts';
import {troubleLine} from '../ask/trouble.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {Ports, Task} from '../model/step.ts';
import type {CountedThing} from './counts.ts';
import {nameIn, objectOf} from './object-of.ts';
import type {Before, WriteEvent} from './state.ts';

/** Objects that are read before a write at most; beyond that nobody reads the table. */
export const lookedAtMost = 50;

/** Objects read at a time. */
const readAtOnce = 4;

/** A read, and one that follows it with what it answered: `{/pointer}`. The last answer counts. */
export interface Look extends ResolvedCall {
  readonly next?: {
    readonly operation: Operation;
    readonly inputs: Readonly<Record<string, string>>;
  };
}

/** The call that follows a look, filled from what it answered; undefined where that lacks something. */
function nextLook({next}: Look, answer: JsonValue): ResolvedCall | undefined {
  if (next === undefined) return undefined;
  const inputs = Object.entries(next.inputs).map(([name, template]) => {
    const pointer = /^\{(\/.*)\}$/.exec(template)?.[1];
    const text = pointer === undefined ? template : String(readPointer(answer, pointer) ?? '');
    return [name, [text]] as const;
  });
  if (inputs.some(([, [text]]) => text === '')) return undefined;
  return {operation: next.operation, given: {inputs: Object.fromEntries(inputs)}};
}

/**
 * The read that tells what a write finds: that of its own path, of what takes something away that
 * of the object. Undefined of what makes something new, and where no operation reads one object.
 */
export function lookOf(call: ResolvedCall): Look | undefined {
  const {operation, given} = call;
  const {service, path, effect, readFirst} = operation;
  if (effect === 'read') return undefined;
  const reads = inversesOf(operation).find(one => one.reads !== undefined)?.reads;
  if (reads !== undefined) return lookFor(reads, call);
  const elements = elementsOfUpdate(operation);
  if (elements !== undefined) {
    const ids = [...idsOfElements(elements, given.inputs).values()];
    const reader = ids.length === 0 ? undefined : readerAt(service, path, {id: ids});
    return reader && {operation: reader.operation, given: {inputs: reader.inputs}};
  }
  if (effect === 'create') return undefined;
  const own = path.includes('}') ? readerAt(service, path, given.inputs) : undefined;
  const reader = own ?? objectOf(call).reader;
  if (reader === undefined || reader.operation.items !== undefined) return undefined;
  const query = Object.entries(readFirst?.query ?? {}).map(([name, text]) => [name, [text]]);
  return {
    operation: reader.operation,
    given: {inputs: {...reader.inputs, ...Object.fromEntries(query)}},
  };
}

/** The read of a rule; undefined where the write was not given what that needs. */
function lookFor({operation: title, inputs, next}: InverseRead, call: ResolvedCall) {
  const {operation, given} = call;
  const filled = Object.entries(inputs).map(([name, template]) => {
    const own = /^\{(.*)\}$/.exec(template)?.[1];
    return [name, own === undefined ? [template] : (given.inputs[own] ?? [])] as const;
  });
  if (filled.some(([, texts]) => texts.length === 0)) return undefined;
  return {
    operation: operationOfInverse(operation, title),
    given: {inputs: Object.fromEntries(filled)},
    ...(next && {
      next: {operation: operationOfInverse(operation, next.operation), inputs: next.inputs},
    }),
  };
}

/** Reads what is there now, for each call of a plan that it is wanted for: a few at a time, in their order. */
export function lookTask(looks: readonly {readonly call: ResolvedCall; readonly by: Look}[]): Task {
  return async (ports, {signal}) => {
    const tell = tellIn(ports, signal);
    const queue = [...looks];
    const work = async (): Promise<void> => {
      for (let look = queue.shift(); look !== undefined; look = queue.shift()) {
        tell({kind: 'looked', call: look.call, before: await readObject(look.by, ports, signal)});
      }
    };
    await Promise.all(Array.from({length: readAtOnce}, work));
  };
}

/** Reads what things count, before a write or after it. */
export function countTask(things: readonly CountedThing[], when: 'before' | 'after'): Task {
  return async (ports, {signal}) => {
    const tell = tellIn(ports, signal);
    for (const {by} of things) {
      const found = await readObject(by, ports, signal);
      tell({kind: 'counted', by, when, text: 'text' in found ? found.text : ''});
    }
  };
}

/** Reads what the object of a plan is called. */
export function nameTask(by: ResolvedCall): Task {
  return async (ports, {signal}) => {
    const found = await readObject(by, ports, signal);
    // Without it its id confirms it as well; what is wrong with it, sending tells.
    const name = 'text' in found ? nameIn(parseJsonValue(found.text)) : undefined;
    if (name !== undefined) tellIn(ports, signal)({kind: 'named', by, name});
  };
}

function tellIn({dispatch}: Ports, signal: AbortSignal): (event: WriteEvent) => void {
  return event => {
    if (!signal.aborted) dispatch({kind: 'write', event});
  };
}

async function readObject(by: Look, ports: Ports, signal: AbortSignal): Promise<Before> {
  try {
    const options = optionsFor(by, ports, signal);
    const client = ports.client(by.operation.service);
    const {text} = await client.request(client.plan(by.operation, by.given, options), options);
    if (by.next === undefined) return {text};
    const next = nextLook(by, parseJsonValue(text));
    if (next === undefined) return {problem: 'it does not say where to look'};
    return await readObject(next, ports, signal);
  } catch (thrown) {
    return {problem: troubleLine(thrown)};
  }
}
