import {type Failure, toFailure} from '../../base/failure.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import {findInput} from '../inputs-of.ts';
import type {ResolvedCall} from '../request-plan.ts';
import type {JournalEntry} from './entry.ts';
import {nameIn, objectOf} from './object-of.ts';

/**
 * Describe the object of a write for its entry.
 *
 * @param texts JSON texts that may have its name: the response, the object before the write
 */
export function describeWrite(
  call: ResolvedCall,
  texts: readonly (string | undefined)[] = [],
): Pick<JournalEntry, 'operation' | 'ids' | 'name'> {
  const {group, name, effect} = call.operation;
  const [answer] = texts;
  const own = objectOf(call).ids.filter(id => id !== group);
  const made = effect === 'create' ? idIn(answer) : undefined;
  const named = texts.map(text => nameIn(findJson(text) ?? null)).find(one => one !== undefined);
  return {
    operation: `${group} ${name}`,
    ids: made === undefined ? own : [made],
    ...(named !== undefined && {name: named}),
  };
}

/** Find the id that a response gives a new object. */
export function idIn(answer: string | undefined): string | undefined {
  const value = findJson(answer);
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const {id} = value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Format the name that a write gives: `: 2.5` for a new object, ` → 2.5` for a renamed one. */
export function newNameOf({operation, given}: ResolvedCall, about: string): string {
  const isName = (one: string): boolean =>
    /^(?:.*\.0\.)?(?:name|title)$/.test(one) && findInput(operation, one)?.place === 'field';
  const [text = ''] = given.inputs[Object.keys(given.inputs).find(isName) ?? ''] ?? [];
  const ownText = text || nameOfBody(given.body);
  if (ownText === '' || about.endsWith(` ${ownText}`)) return '';
  return operation.effect === 'create' ? `: ${ownText}` : ` → ${ownText}`;
}

/** Find the name in a whole JSON body. */
function nameOfBody(body: string | Uint8Array | undefined): string {
  const value = typeof body === 'string' ? findJson(body) : undefined;
  const name = readPointer(value, '/name') ?? readPointer(value, '/title');
  return typeof name === 'string' ? name : '';
}

/** The result of a failed request: it may have succeeded, in part or completely, or not. */
export function resultOfFailure(thrown: unknown): 'unclear' | 'partly' | 'failed' {
  const {details}: Failure = toFailure(thrown);
  return details.mayBeDone ? 'unclear' : details.partial ? 'partly' : 'failed';
}
