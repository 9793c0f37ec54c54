import {quoteWord} from '../base/shell-words.ts';
import {isClearable} from './clear-texts.ts';
import {acceptsFileReference, isFileReference, splitValues} from './given-values.ts';
import {findInput} from './inputs-of.ts';
import {type FieldInput, type Input, type Operation, programOf} from './operation.ts';
import type {ResolvedCall} from './request-plan.ts';

/** The command of an operation, such as `jr version get`. */
export function commandName(operation: Operation): string {
  return `${programOf(operation.service)} ${operation.group} ${operation.name}`;
}

/**
 * The one-shot command that makes the same request. Never contains a secret: it names the profile,
 * not the token.
 *
 * @param flags flags that select the session, such as `-p staging`; never a secret
 */
export function commandFor(resolved: ResolvedCall, flags: readonly string[]): string {
  const {operation, given} = resolved;
  const words = [commandName(operation)];
  const body = given.bodyFrom === undefined ? given.body : `@${given.bodyFrom}`;
  const texts = typeof body === 'string' ? {...given.inputs, body: [body]} : given.inputs;
  for (const [name, values] of Object.entries(texts)) {
    const input = findInput(operation, name);
    if (input?.type === 'list') {
      words.push(...listFlags(input, values));
      continue;
    }
    if (input?.place === 'field' && name === 'body' && values.some(isFileReference)) {
      words.push(...intoBody({[input.pointer]: values[0] ?? '', ...impliedBy(input, resolved)}));
      continue;
    }
    if (input && isClearable(input) && values.length > 0 && values.join() === '') {
      words.push('--clear', name);
      continue;
    }
    const isSwitch = input?.type === 'boolean';
    for (const value of values) words.push(...(isSwitch ? onOff(name, value) : flag(name, value)));
  }
  if (resolved.firstPage) words.push('--no-paginate');
  words.push(...flags.map(quoteWord));
  return words.join(' ');
}

/** Join texts into one list flag; repeat the flag if a text contains the separator. */
function listFlags(input: Input, texts: readonly string[]): string[] {
  const {name} = input;
  const joined = texts.join(',');
  const runsOn = texts.slice(0, -1).some(text => text.endsWith('\\'));
  const isRead = runsOn ? texts.some(isFileReference) : isFileReference(joined);
  if (isRead && acceptsFileReference(input)) return flag(name, JSON.stringify(splitValues(texts)));
  return runsOn ? texts.flatMap(text => flag(name, text)) : flag(name, joined);
}

/** Constants that a body field implies and that were not given: pointer → text. */
function impliedBy(field: FieldInput, {operation, given}: ResolvedCall): Record<string, string> {
  const filled = Object.keys(given.inputs).map(name => {
    const input = findInput(operation, name);
    return input?.place === 'field' ? input.pointer : '';
  });
  const implied = Object.entries(field.implies ?? {});
  return Object.fromEntries(implied.filter(([pointer]) => !filled.includes(pointer)));
}

/** Flags that set members of the body to a text, unparsed: pointer → text. */
function intoBody(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([pointer, text]) =>
    flag(`body${pointer.replaceAll('/', '.')}`, text),
  );
}

/** A boolean accepts a value only after `=`; the bare flag means true. */
function onOff(name: string, value: string): string[] {
  return [value === 'true' ? `--${name}` : `--${name}=${quoteWord(value)}`];
}

/** A value that starts with a dash must follow `=` (contract 1). */
export function flag(name: string, value: string): string[] {
  if (value.startsWith('-') || value === '') return [`--${name}=${quoteWord(value)}`];
  return [`--${name}`, quoteWord(value)];
}
