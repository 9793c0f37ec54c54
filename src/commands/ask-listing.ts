import type {Operation} from '../api/operation.ts';
import type {InputValues} from '../api/request-plan.ts';
import type {JqFilter} from '../output/select.ts';
import {subjectOf, withAudit} from './audited.ts';
import {globalsOfMany} from './command-client.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {type CompletedRequest, completeRequest, requestJobOf} from './prepare-request.ts';
import type {Scanned} from './scan.ts';

/** Settings shared by the requests of a command that sends several. */
export interface SenderSettings {
  readonly line: Scanned;
  readonly globals: GlobalValues;
  /** --jq, compiled; applies to the command's output. */
  readonly filter?: JqFilter;
}

/**
 * Make a function that sends operations like a one-shot command does: with policy, cache, audit
 * log, --verbose and retries.
 *
 * @returns sends an operation; resolves to undefined if only the request was printed (--dry-run)
 */
export function makeSender({line, globals: own, filter}: SenderSettings, context: CommandContext) {
  const globals = globalsOfMany(own);
  return (operation: Operation, given: InputValues): Promise<CompletedRequest | undefined> =>
    withAudit(subjectOf(operation), line, context, trail =>
      completeRequest(
        requestJobOf(operation, {given, ...(filter && {filter})}, globals, trail),
        context,
      ),
    );
}
