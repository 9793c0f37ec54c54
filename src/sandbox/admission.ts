import {type Caller, type Operation, operationId} from '../api/operation.ts';
import {serviceError} from './errors.ts';
import type {SandboxCaller} from './route.ts';
import {appOnlyOperations, openOperations} from './tracker/admission-lists.ts';

/**
 * Refuse callers an operation is not for: nobody where it needs somebody (401), and the wrong kind of
 * app (403). Its lists are the sandbox's own reading of the documents, so that a slip in the
 * catalogue shows as a disagreement.
 *
 * @throws SandboxError 401 or 403
 */
export function admitCaller(operation: Operation, caller: SandboxCaller): void {
  const id = operationId(operation);
  const {root} = operation;
  if (caller.accountId === undefined && !openOperations.has(id)) {
    throw serviceError(root, 401, 'Client must be authenticated to access this resource.');
  }
  const kinds: readonly Caller[] | undefined = appOnlyOperations[id];
  if (kinds === undefined || caller.all) return;
  if (!kinds.some(kind => caller.kinds.includes(kind))) {
    throw serviceError(root, 403, `The caller is not one of: ${kinds.join(', ')}.`);
  }
}
