import type {Operation} from '../api/operation.ts';
import {planRequest} from '../api/plan.ts';
import type {Given} from '../api/request-plan.ts';
import type {Filter} from '../output/select.ts';
import {withAudit} from './audited.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {type AnsweredRequest, answerRequest} from './run-request.ts';

/** Asks an operation; undefined when all that was asked for is printed (--dry-run). */
export type Ask = (operation: Operation, given: Given) => Promise<AnsweredRequest | undefined>;

/** What the requests of a command that sends several share. */
export interface AskSettings {
  /** The whole command line. */
  readonly argv: readonly string[];
  readonly globals: GlobalValues;
  /** --jq, compiled; for what the command prints. */
  readonly filter?: Filter;
}

/**
 * Operations asked in the way of the one-shot commands, each with the profile's policy, the cache,
 * the audit log, --verbose and retries.
 */
export function makeAsk({argv, globals, filter}: AskSettings, context: CommandContext): Ask {
  return async (operation, given) => {
    const {group, name, method, path} = operation;
    const title = `${group} ${name}`;
    let answered: AnsweredRequest | undefined;
    await withAudit({title, method, path}, argv, context, async trail => {
      answered = await answerRequest(
        {
          title,
          operation,
          globals,
          ...(filter && {filter}),
          notes: [],
          trail,
          plan: (baseUrl, options) => planRequest(operation, given, {baseUrl}, options),
        },
        context,
      );
    });
    return answered;
  };
}
