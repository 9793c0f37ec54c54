import {acceptsList, splitValues} from '../api/given-values.ts';
import {findInput} from '../api/inputs-of.ts';
import {valueOfEntity} from '../api/naming/match-name.ts';
import {findNameList} from '../api/naming/name-listing.ts';
import {isIdOrKey, resolveName, type SendListing} from '../api/naming/resolve-name.ts';
import type {Input} from '../api/operation.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {makeSender} from './ask-listing.ts';
import type {CommandContext} from './context.ts';
import type {Invocation} from './invocation.ts';
import type {Scanned} from './scan.ts';

/** A name in place of an id. */
interface NamedValue {
  readonly input: Input;
  readonly text: string;
}

/**
 * Replace names by ids in all inputs that identify an object (--names); a note reports each lookup.
 *
 * @throws Failure of `resolveName`, with the input
 */
export async function lookUpNames(
  invocation: Invocation,
  line: Scanned,
  context: CommandContext,
): Promise<Invocation> {
  const named = namesIn(invocation, context);
  if (named.length === 0) return invocation;
  const {timeout, retries, cache, verbose, write} = invocation.globals;
  const {admit: _, isCheckOnly = false, ...own} = context;
  const ask = makeSender({line, globals: {timeout, retries, cache, verbose, write}}, own);
  const send: SendListing = async (operation, given) => {
    const sent = await ask(operation, given);
    if (sent === undefined) throw new Failure('bug', 'A lookup had no response.');
    return sent.reply;
  };
  const found = new Map<string, string>();
  for (const one of named) {
    const key = keyOf(one);
    const known = context.names?.get(key) ?? idOf(one, send, context);
    context.names?.set(key, known);
    try {
      found.set(key, await known);
    } catch (error) {
      // The text may replace a value that is not known yet.
      if (!isCheckOnly) throw error;
    }
  }
  const inputs = Object.entries(invocation.inputs).map(([name, texts]) => {
    const input = findInput(invocation.operation, name);
    if (input === undefined) return [name, texts] as const;
    const replaced = valuesOf(input, texts).map(text => found.get(keyOf({input, text})) ?? text);
    const isChanged = named.some(one => one.input.name === name);
    return [name, isChanged ? replaced : texts] as const;
  });
  return {...invocation, inputs: Object.fromEntries(inputs)};
}

/**
 * Add a hint to a failure that a name in place of an id may explain; undefined if there is none.
 */
export function withNameHint(
  failure: Failure,
  invocation: Invocation,
  context: CommandContext,
): Failure {
  const {kind, message, details} = failure;
  if (invocation.globals.names || !['validation_error', 'not_found'].includes(kind)) return failure;
  const [first] = namesIn(invocation, context);
  if (first === undefined) return failure;
  const own = details.hint === undefined ? '' : `${details.hint} `;
  const hint = `${own}If "${first.text}" is a name, add --names to look it up.`;
  return new Failure(kind, message, {cause: failure, ...details, hint});
}

/** List the values that are not ids, of inputs that identify an object with a name. */
function namesIn(
  {operation, inputs}: Invocation,
  {service}: Pick<CommandContext, 'service'>,
): readonly NamedValue[] {
  return Object.entries(inputs).flatMap(([name, texts]) => {
    const input = findInput(operation, name);
    const list = input?.names === undefined ? undefined : findNameList(service, input.names);
    if (input === undefined || list === undefined) return [];
    const isUrl = (text: string): boolean => input.by === 'address' && URL.canParse(text);
    const values = valuesOf(input, texts).filter(
      text => text !== '' && !text.startsWith('@') && !isUrl(text),
    );
    return values.filter(text => !isIdOrKey(list, input.by, text)).map(text => ({input, text}));
  });
}

function valuesOf(input: Input, texts: readonly string[]): readonly string[] {
  return acceptsList(input) ? splitValues(texts) : texts;
}

function keyOf({input: {names, by}, text}: NamedValue): string {
  return JSON.stringify([names, by, text]);
}

async function idOf(
  {input, text}: NamedValue,
  send: SendListing,
  {service, host}: CommandContext,
): Promise<string> {
  const {names: kind, by, name} = input;
  if (kind === undefined) return text;
  try {
    const id = valueOfEntity(await resolveName(send, service, {kind, name: text}), by);
    host.reporter.note(`--${name}: ${kind} "${text}" is ${id}`);
    return id;
  } catch (error) {
    const {kind: why, message, details} = toFailure(error);
    throw new Failure(why, `--${name}: ${message}`, {cause: error, ...details});
  }
}
