import {checkJson} from '../../base/json-check.ts';
import {isGroup, textsOfBody, textsOfField} from '../body-texts.ts';
import {isFromBody} from '../given-values.ts';
import {findInput, inputsOf} from '../inputs-of.ts';
import type {Input, Operation} from '../operation.ts';
import type {InputTexts, InputValues} from '../request-plan.ts';

/**
 * The fields that are given, also in a body given as a whole or as the text of a post. Path
 * parameters are omitted, since they identify the object, unless the user was asked for them
 * (`asked`).
 */
export function givenFields(
  operation: Operation,
  {inputs, body}: InputValues,
  asked: readonly string[] = [],
): InputTexts {
  const isChange = (name: string): boolean =>
    asked.includes(name) || findInput(operation, name)?.place !== 'path';
  const own = Object.fromEntries(
    Object.entries(inputs).flatMap(([name, texts]) =>
      isChange(name) ? Object.entries(fieldsIn(findInput(operation, name), name, texts)) : [],
    ),
  );
  const text = inputsOf(operation).find(input => input.place === 'field' && isFromBody(input));
  if (text !== undefined && typeof body === 'string') return {...own, [text.name]: [body]};
  if (typeof body !== 'string' || checkJson(body) !== undefined) return own;
  const whole = textsOfBody(operation, body);
  return 'values' in whole ? {...whole.values, ...own} : own;
}

/** The fields of an object or of a list of objects given as JSON; else the input itself. */
function fieldsIn(input: Input | undefined, name: string, texts: readonly string[]): InputTexts {
  const [json = ''] = texts;
  const isWhole = input !== undefined && isGroup(input) && checkJson(json) === undefined;
  return (isWhole ? textsOfField(input, json) : undefined) ?? {[name]: texts};
}
