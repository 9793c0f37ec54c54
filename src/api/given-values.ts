import type {BodyInput, FieldInput, Input, ListInput} from './operation.ts';
import type {InputValues} from './request-plan.ts';

/** Inputs with several values: each text may hold several, separated by commas. */
export type ManyInput = ListInput | (FieldInput & {readonly type: 'list'});

/** Whether an input takes several values. */
export function takesMany(input: Input): input is ManyInput {
  return input.type === 'list';
}

/** The known values of an input that every service takes. */
export function offeredValues({values = [], refused = {}}: Input): readonly string[] {
  return values.filter(value => refused[value] === undefined);
}

/** Whether the value of an input is the body as read from text, file or standard input. */
export function isFromBody(input: Input): input is BodyInput | FieldInput {
  return input.place === 'body' || (input.place === 'field' && input.type === 'storage');
}

/**
 * The texts given for an input, in their order: for the body and storage XML what was read, for all
 * others what was typed; none when it was not given.
 */
export function givenTexts(input: Input, given: InputValues): readonly string[] {
  if (isFromBody(input) && given.body !== undefined) {
    return typeof given.body === 'string' ? [withoutMark(given.body)] : [];
  }
  return given.inputs[input.name] ?? [];
}

/** Whether anything was given for an input. */
export function isGiven(input: Input, given: InputValues): boolean {
  if (isFromBody(input) && given.body !== undefined) return true;
  return (given.inputs[input.name] ?? []).length > 0;
}

/**
 * The values of an input with several: flags repeated or texts separated by commas, `\,` standing
 * for a comma inside a value (contract 2.2).
 */
export function splitValues(texts: readonly string[]): string[] {
  return texts.flatMap(text => text.split(/(?<!\\),/).map(value => value.replaceAll('\\,', ',')));
}

/** Text without the byte order mark some editors put first; it is no part of the content. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Whether a body, or a field that takes JSON, names where its text is: `@file`, or `-` for standard input (contract 2.5). */
export function isSource(text: string): boolean {
  return text === '-' || text.startsWith('@');
}

/** Whether a text of a field may name a file that has it: of one that takes JSON, not a name for each element. */
export function readsSource(input: Input): boolean {
  if (input.place !== 'field' || (input.type !== 'json' && input.type !== 'list')) return false;
  return !input.pointer.includes('/-/');
}
