import {inversesOf, operationOfInverse} from '../../api/inverse.ts';
import {readerAt} from '../../api/look-first.ts';
import type {ResolvedCall} from '../model/call.ts';
import {objectOf} from './object-of.ts';

/** Objects that are read before a write at most; beyond that nobody reads the table. */
export const lookedAtMost = 50;

/**
 * The read that tells what a write finds: that of its own path, of what takes something away that
 * of the object. Undefined of what makes something new, and where no operation reads one object.
 */
export function lookOf(call: ResolvedCall): ResolvedCall | undefined {
  const {operation, given} = call;
  const {service, path, effect, readFirst} = operation;
  if (effect === 'read') return undefined;
  const reads = inversesOf(operation).find(one => one.reads !== undefined)?.reads;
  if (reads !== undefined) {
    const inputs = Object.entries(reads.inputs).map(([name, text]) => [name, [text]] as const);
    const reading = operationOfInverse(operation, reads.operation);
    return {operation: reading, given: {inputs: Object.fromEntries(inputs)}};
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
