import {decodeString, itemSpans, kindOf, rootSpan, sliceSpan} from '../../base/json-scan.ts';
import {checkGiven} from '../check.ts';
import {clearTexts, isClearable, problemsOfEmpty} from '../clear-texts.ts';
import {acceptsList} from '../given-values.ts';
import {findInput} from '../inputs-of.ts';
import type {Operation} from '../operation.ts';
import type {InputValues, Problem} from '../request-plan.ts';
import {withTimes} from '../time-words.ts';
import type {TableRow} from './parse-table.ts';

/** The values of a row as texts; an empty text clears a field. */
export function valuesOfRow(operation: Operation, {args}: TableRow): InputValues['inputs'] {
  return Object.fromEntries(
    Object.entries(args).map(([name, json]) => [name, textsOf(operation, name, json)]),
  );
}

function textsOf(operation: Operation, name: string, json: string): readonly string[] {
  const root = rootSpan(json);
  const kind = kindOf(json, root);
  if (kind === 'string') return [decodeString(json, root)];
  const input = findInput(operation, name);
  const isList = input !== undefined && input.place !== 'field' && acceptsList(input);
  if (kind !== 'array' || !isList) return [json];
  return itemSpans(json, root).map(item => {
    const isText = kindOf(json, item) === 'string';
    const text = isText ? decodeString(json, item) : sliceSpan(json, item);
    return text.replaceAll(',', '\\,');
  });
}

/**
 * Check the values of a row, without a request.
 *
 * @param nowMs the time that words such as `today` refer to, in milliseconds since the epoch
 */
export function checkRow(
  operation: Operation,
  values: InputValues['inputs'],
  nowMs: number,
): {readonly given: InputValues; readonly problems: readonly Problem[]} {
  const clears = Object.keys(values).filter(name => {
    const input = findInput(operation, name);
    return input !== undefined && isClearable(input) && values[name]?.join('') === '';
  });
  const kept = Object.entries(values).filter(([name]) => !clears.includes(name));
  const find = (name: string) => findInput(operation, name);
  const {inputs, problems: untimed} = withTimes(Object.fromEntries(kept), find, nowMs);
  const {given, problems: unclear} = clearTexts(operation, {inputs}, clears);
  const {problems} = checkGiven(operation, given);
  return {
    given,
    problems: [...untimed, ...problemsOfEmpty(operation, {inputs}), ...unclear, ...problems],
  };
}
