import {pointerSteps} from '../base/json-pointer.ts';
import {
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../base/json-scan.ts';

/** JSON text and its destination. */
export interface BodyPart {
  readonly pointer: string;
  /** JSON text, copied unchanged. */
  readonly json: string;
}

/**
 * Apply parts to JSON text: an existing member gets the part's value, a new member is added at the
 * end of its object; everything else is unchanged (contract 11.2). A numeric step creates a list if
 * the value is missing.
 *
 * @param text JSON; absent for a body built from its parts only
 */
export function mergeJson(text: string | undefined, parts: readonly BodyPart[]): string {
  return (
    parts.reduce(
      (json: string | undefined, part) => setAt(json, pointerSteps(part.pointer), part.json),
      text,
    ) ?? '{}'
  );
}

function setAt(text: string | undefined, steps: readonly string[], json: string): string {
  const [step, ...rest] = steps;
  if (step === undefined) return json;
  const isIndex = /^\d+$/.test(step);
  const kinds = isIndex ? ['array', 'object'] : ['object'];
  const isReusable = text !== undefined && kinds.includes(kindOf(text, rootSpan(text)));
  const whole = isReusable ? text : isIndex ? '[]' : '{}';
  const root = rootSpan(whole);
  const isList = kindOf(whole, root) === 'array';
  const found = isList ? itemSpans(whole, root)[Number(step)] : memberOf(whole, root, step);
  if (found !== undefined) {
    return splice(whole, found, setAt(sliceSpan(whole, found), rest, json));
  }
  const value = setAt(undefined, rest, json);
  const isEmpty = isList
    ? itemSpans(whole, root).length === 0
    : memberSpans(whole, root).length === 0;
  const added = `${isEmpty ? '' : ','}${isList ? '' : `${JSON.stringify(step)}:`}${value}`;
  return splice(whole, {start: root.end - 1, end: root.end - 1}, added);
}

/** Find a member; the last of equal names is used. */
function memberOf(text: string, object: JsonSpan, name: string): JsonSpan | undefined {
  return memberSpans(text, object).findLast(member => member.name === name)?.value;
}

function splice(text: string, {start, end}: JsonSpan, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
