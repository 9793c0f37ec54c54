import type {BodyInput, FieldInput, Input, ListInput} from './operation.ts';
import type {InputValues} from './request-plan.ts';

/** Inputs with several values: each text may contain several, separated by commas. */
export type ManyInput = ListInput | (FieldInput & {readonly type: 'list'});

/** Check whether an input accepts several values. */
export function acceptsList(input: Input): input is ManyInput {
  return input.type === 'list';
}

/** List the known values of an input that every service accepts. */
export function offeredValues({values = [], refused = {}}: Input): readonly string[] {
  return values.filter(value => refused[value] === undefined);
}

/** Check whether the value of an input is the body as read from text, file or standard input. */
export function isFromBody(input: Input): input is BodyInput | FieldInput {
  return input.place === 'body' || (input.place === 'field' && input.type === 'storage');
}

/**
 * List the texts of an input in order: for the body and storage XML the read content, for others
 * the typed texts; empty if absent.
 */
export function givenTexts(input: Input, given: InputValues): readonly string[] {
  if (isFromBody(input) && given.body !== undefined) {
    return typeof given.body === 'string' ? [withoutMark(given.body)] : [];
  }
  return given.inputs[input.name] ?? [];
}

/** Check whether an input has a value. */
export function isGiven(input: Input, given: InputValues): boolean {
  if (isFromBody(input) && given.body !== undefined) return true;
  return (given.inputs[input.name] ?? []).length > 0;
}

/**
 * Split the values of an input: repeated flags, or texts separated by commas, with `\,` for a comma
 * inside a value (contract 2.2).
 */
export function splitValues(texts: readonly string[]): string[] {
  return texts.flatMap(text => text.split(/(?<!\\),/).map(value => value.replaceAll('\\,', ',')));
}

/** Remove the byte order mark that some editors write. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/**
 * Check whether the text of a body, or of a field with JSON, refers to its source: `@file`, or `-`
 * for standard input (contract 2.5).
 */
export function isFileReference(text: string): boolean {
  return text === '-' || text.startsWith('@');
}

/**
 * Check whether the text of a field may refer to a file: fields with JSON, but not values for list
 * elements.
 */
export function acceptsFileReference(input: Input): boolean {
  if (input.place !== 'field' || (input.type !== 'json' && input.type !== 'list')) return false;
  return !input.pointer.includes('/-/');
}
