import {checkGiven} from '../../../api/check.ts';
import {isFromBody, takesMany} from '../../../api/given-values.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import type {Given} from '../../../api/request-plan.ts';
import {splitWords} from '../../../base/shell-words.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/** The inputs a form shows: required ones first, the body last; those no longer available are left out. */
export function formFields(operation: Operation): readonly Input[] {
  const usable = operation.inputs.filter(input => input.unavailable === undefined);
  const rank = (input: Input): number =>
    (input.required ? 0 : 10) + (input.place === 'body' ? 1 : 0);
  return [...usable].sort((a, b) => rank(a) - rank(b));
}

/** What a form holds, as the operation takes it. */
export function givenOf(operation: Operation, values: Values): Given {
  const inputs: Record<string, readonly string[]> = {};
  let body: string | undefined;
  for (const input of operation.inputs) {
    const texts = values[input.name] ?? [];
    if (texts.length === 0) continue;
    if (input.place === 'body') body = texts[0];
    else inputs[input.name] = texts;
  }
  return body === undefined ? {inputs} : {inputs, body};
}

/** What is wrong with a form: per field, and what concerns several of them. */
export interface FormProblems {
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

/**
 * Hold a form against the record, as the one-shot command does (contract 2.4).
 *
 * @param all also say what is missing, not only what is wrong
 */
export function formProblems(operation: Operation, values: Values, all: boolean): FormProblems {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const {input, message} of checkGiven(operation, givenOf(operation, values)).problems) {
    const isField = input !== undefined && operation.inputs.some(i => i.name === input);
    const isEmpty = isField && (values[input] ?? []).length === 0;
    if (!all && (isEmpty || !isField)) continue;
    const text = message.replace(`--${input} `, '');
    if (isField) fields[input] = text;
    else others.push(message);
  }
  return {fields, others};
}

/** The values a field steps through instead of being typed; none when it is typed. */
export function choicesOf(input: Input): readonly string[] {
  if (input.type === 'boolean') return ['true', 'false'];
  if (takesMany(input)) return [];
  return input.values ?? [];
}

/** A value as it is edited: several are words of a line, quotes hold one together. */
export function editText(input: Input, texts: readonly string[]): string {
  if (!takesMany(input)) return texts[0] ?? '';
  return texts.map(text => (/^[^\s'"\\]+$/.test(text) ? text : quoted(text))).join(' ');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The texts of an edited line, or what is wrong with it. An empty line is no value. */
export function readEdited(
  input: Input,
  line: string,
): {readonly texts: readonly string[]} | {readonly problem: string} {
  if (line === '') return {texts: []};
  if (!takesMany(input)) return {texts: [line]};
  const split = splitWords(line);
  return 'problem' in split ? split : {texts: split.words};
}

/** What a field takes, in few words. */
export function fieldFacts(input: Input): string {
  const facts: string[] = [];
  if (isFromBody(input) && input.place === 'body') {
    facts.push(input.type === 'image' ? 'an image: only the shell command sends files' : 'JSON');
  } else if (takesMany(input)) facts.push('several values, separated by spaces');
  else facts.push(input.type);
  if (input.values)
    facts.push(`${input.enforced ? 'one of' : 'such as'} ${input.values.join(', ')}`);
  if ('min' in input && input.min !== undefined) facts.push(`from ${input.min}`);
  if ('max' in input && input.max !== undefined) facts.push(`at most ${input.max}`);
  if ('maxItems' in input && input.maxItems !== undefined) facts.push(`at most ${input.maxItems}`);
  if (input.default !== undefined) facts.push(`default ${input.default}`);
  return facts.join('; ');
}
