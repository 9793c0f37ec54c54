import {Failure} from '../base/failure.ts';
import {findJson, listAt, readPointer} from '../base/json-value.ts';
import {readErrorBody} from './error-body.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * Number of failed items whose reasons are in the message; `errors` of the failure has all of them.
 */
const maxQuoted = 3;

/**
 * Extract the failures of single items from a 2xx response (contract 15.2): which items of the body
 * failed and why, with the response as the failure's body.
 *
 * @returns undefined when every item succeeded, or the record defines no location of such failures
 */
export function itemFailure(
  {operation, like, method, path}: RequestPlan,
  {
    status,
    text,
    attempts,
  }: {readonly status: number; readonly text: string; readonly attempts: number},
): Failure | undefined {
  const {items, itemErrors} = operation ?? like ?? {};
  if (itemErrors === undefined || items === undefined) return undefined;
  const results = listAt(findJson(text), items);
  const failed = results.flatMap((item, i): (readonly [string, string])[] => {
    const errors = readPointer(item, itemErrors.pointer);
    const {message} = readErrorBody(JSON.stringify({errors: errors ?? null}));
    return message === undefined ? [] : [[`${itemErrors.of}.${i}`, message]];
  });
  if (failed.length === 0) return undefined;
  const reasons = failed.slice(0, maxQuoted).map(([name, message]) => `${name}: ${message}`);
  const more = failed.length > maxQuoted ? [`${failed.length - maxQuoted} more`] : [];
  const isPartial = failed.length < results.length;
  return new Failure(
    'validation_error',
    `${failed.length} of ${results.length} ${itemErrors.of} failed: ${[...reasons, ...more].join('; ')}`,
    {
      status,
      errors: Object.fromEntries(failed),
      ...(isPartial && {
        partial: true,
        hint: 'Retry only the failed items; the others succeeded.',
      }),
      request: {method, path},
      attempts,
      body: text,
    },
  );
}
