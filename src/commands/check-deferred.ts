import {inputFailure} from '../api/plan.ts';
import {Failure} from '../base/failure.ts';
import type {BatchItem, DeferredItem} from './batch-input.ts';
import {placeholderValues} from './batch-refs.ts';
import type {CommandContext} from './context.ts';

/** A command that is valid as far as known: its placeholders have plausible values. */
interface AcceptedCommand {
  readonly command: BatchItem;
  /** The values of the placeholders, as JSON texts. */
  readonly values: readonly string[];
}

/**
 * Check a command with unknown values without sending anything. Each placeholder is tried as a
 * text, a number, a date and so on until it is accepted; if none is, problems of the placeholder
 * are ignored.
 *
 * @param run runs a command to its end, and returns its failure
 */
export async function checkWithPlaceholders(
  {refs, fill}: DeferredItem,
  run: (command: BatchItem, context: CommandContext) => Promise<Failure | undefined>,
  context: CommandContext,
): Promise<AcceptedCommand | {readonly failure: Failure}> {
  const isArg = (input: string): boolean =>
    refs.some(({arg}) => arg === 'body' || input === arg || input.startsWith(`${arg}.`));
  const stop = new Failure('interrupted', 'Rehearsed.');
  const admit = () => Promise.reject(stop);
  const choices = refs.map(placeholderValues);
  const most = Math.max(...choices.map(({length}) => length));
  let first: AcceptedCommand | undefined;
  let last: Failure | undefined;
  for (let round = 0; round < most; round++) {
    const values = choices.map(texts => texts[Math.min(round, texts.length - 1)] ?? 'null');
    const command = fill(values);
    if (!('words' in command)) return {failure: command};
    first ??= {command, values};
    const failure = await run(command, {...context, admit, isCheckOnly: true});
    if (failure === stop || failure === undefined) return {command, values};
    const problems = Object.entries(failure.details.errors ?? {});
    const others = problems.filter(([input]) => !isArg(input));
    if (failure.kind !== 'validation_error' || problems.length === 0) return {failure};
    if (others.length > 0) {
      const own = others.map(([input, message]) => ({input, message}));
      return {failure: inputFailure(command.operation, own)};
    }
    last = failure;
  }
  return first ?? {failure: last ?? stop};
}
