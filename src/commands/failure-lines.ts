import type {Failure} from '../base/failure.ts';
import {safeText} from '../base/safe-text.ts';

/** What is added to a failure that is none of the user's. */
export const hintOfBug = 'This is a bug of the program; please report it.';

/**
 * A failure for people at a terminal: what happened, what is wrong with which input, what to do, and
 * which request it was (contract 3.6). Safe to show.
 */
export function failureLines(failure: Failure): readonly string[] {
  const {kind, message, details} = failure;
  const {status, errors = {}, hint, request, requestId, retryAfterSeconds, attempts = 0} = details;
  const fields = Object.entries(errors).filter(([, why]) => !message.includes(why));
  const facts = [
    status === undefined ? kind : `${kind}, ${status}`,
    ...(request ? [`${request.method} ${request.path}`] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(retryAfterSeconds === undefined ? [] : [`again in ${retryAfterSeconds} s`]),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
  ];
  const lines = [
    `error: ${message}`,
    ...fields.map(([name, why]) => `  ${name}: ${why}`),
    ...(hint === undefined ? [] : [`  ${hint}`]),
    `  (${facts.join('; ')})`,
    ...(kind === 'bug' ? [`  ${hintOfBug}`, ...(stackOf(failure)?.split('\n') ?? [])] : []),
  ];
  return lines.map(safeText);
}

/** Where a fault of the program was found. */
export function stackOf(failure: Failure): string | undefined {
  const {cause} = failure.details;
  return cause instanceof Error ? cause.stack : failure.stack;
}
