import {elementsOfUpdate} from '../known-elements.ts';
import {isPermanent} from '../permanence.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {mayUndo} from '../undo.ts';
import {readOfUpdate} from './refetch.ts';

/** Whether a write can be undone, as far as its call determines. */
export function canUndo(call: ResolvedCall): boolean {
  return !isPermanent(call.operation, call.given) && (mayUndo(call) || isPlainUpdate(call));
}

/**
 * Whether a write is an update whose fields can be read at the same path, so that their old values
 * undo it.
 */
export function isPlainUpdate(call: ResolvedCall): boolean {
  const {effect, irreversible} = call.operation;
  if ((effect !== 'update' && effect !== 'replaceAll') || irreversible) return false;
  return elementsOfUpdate(call.operation) !== undefined || readOfUpdate(call) !== undefined;
}
