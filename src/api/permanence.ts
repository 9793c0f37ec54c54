import type {Operation, OperationEffect} from './operation.ts';
import type {InputValues} from './request-plan.ts';

/**
 * Report what a call does: a deletion to the trash is a plain deletion where an input makes it
 * permanent.
 */
export function effectOf(
  {effect, permanentWhen = []}: Operation,
  {inputs}: Pick<InputValues, 'inputs'>,
): OperationEffect {
  return permanentWhen.some(({input, value}) => inputs[input]?.at(-1) === value)
    ? 'delete'
    : effect;
}

/** Report whether a call removes or replaces something that no operation restores. */
export function isPermanent(operation: Operation, given: Pick<InputValues, 'inputs'>): boolean {
  return operation.irreversible === true || effectOf(operation, given) !== operation.effect;
}
