import {givenTexts, isGiven} from './given-values.ts';
import {findInput, inputsOf} from './inputs-of.ts';
import type {Input, Operation} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

/** Check whether a text contains only blanks, line breaks and a byte order mark. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Check whether `--clear` can empty an input: storage XML, or an optional text of the body. */
export function isClearable({place, type, required}: Input): boolean {
  return place === 'field' && (type === 'storage' || (type === 'string' && !required));
}

/** Check whether to suggest emptying an input: it is neither a reference nor a choice. */
function isFreeText(input: Input): boolean {
  return isClearable(input) && input.names === undefined && (input.values ?? []).length === 0;
}

/** Suggest how to empty an input on purpose; empty if that is not possible. */
export function clearAdvice(input: Input | undefined): string {
  if (input === undefined || !isFreeText(input)) return '';
  return `; to clear the field, use --clear ${input.name}`;
}

/**
 * Empty the named texts of a body, which an empty value alone never does (contract 15.1).
 *
 * @param names names of inputs; each must be clearable and must not have a value
 */
export function clearTexts(
  operation: Operation,
  given: InputValues,
  names: readonly string[],
): {readonly given: InputValues; readonly problems: readonly Problem[]} {
  let cleared = given;
  const problems: Problem[] = [];
  for (const name of names) {
    const input = findInput(operation, name);
    if (input === undefined || !isClearable(input)) {
      problems.push({input: 'clear', message: notClearable(operation, name)});
    } else if (isGiven(input, given)) {
      const message = `--clear ${name} and --${name} cannot be combined`;
      problems.push({input: 'clear', message});
    } else if (input.type === 'storage') {
      cleared = {...cleared, body: ''};
    } else {
      cleared = {...cleared, inputs: {...cleared.inputs, [name]: ['']}};
    }
  }
  return {given: cleared, problems};
}

/**
 * Report empty values that would change data: a text of the body, or a query parameter of a write.
 * An unset variable must not clear a text or drop a replacement.
 */
export function problemsOfEmpty(operation: Operation, {inputs}: InputValues): readonly Problem[] {
  return Object.keys(inputs).flatMap(name => {
    const input = findInput(operation, name);
    if (input === undefined || !givenTexts(input, {inputs}).includes('')) return [];
    const isText = input.place === 'field' && input.type === 'string';
    const isAddress = input.place === 'query' && operation.effect !== 'read';
    if (!isText && !isAddress) return [];
    return [{input: name, message: `--${name} is empty${clearAdvice(input)}`}];
  });
}

function notClearable(operation: Operation, name: string): string {
  const names = inputsOf(operation)
    .filter(isFreeText)
    .map(input => input.name);
  return names.length === 0
    ? `--clear: ${operation.group} ${operation.name} has no text field to clear`
    : `--clear takes ${names.join(', ')}, not ${JSON.stringify(name)}`;
}
