import type {Operation} from '../api/operation.ts';
import type {InputValues} from '../api/request-plan.ts';
import type {JqFilter} from '../output/select.ts';
import {withAudit} from './audited.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {jobOf, subjectOf} from './run-operation.ts';
import {type CompletedRequest, completeRequest} from './run-request.ts';
import type {Scanned} from './scan.ts';

/** What the requests of a command that sends several share. */
export interface AskSettings {
  readonly line: Scanned;
  readonly globals: GlobalValues;
  /** --jq, compiled; for what the command prints. */
  readonly filter?: JqFilter;
}

/**
 * Operations asked in the way of the one-shot commands, each with the profile's policy, the cache,
 * the audit log, --verbose and retries.
 *
 * @returns asks an operation; undefined when all that was asked for is printed (--dry-run)
 */
export function makeAsk({line, globals, filter}: AskSettings, context: CommandContext) {
  return (operation: Operation, given: InputValues): Promise<CompletedRequest | undefined> =>
    withAudit(subjectOf(operation), line, context, trail =>
      completeRequest(jobOf(operation, {given, ...(filter && {filter})}, globals, trail), context),
    );
}
