import {fieldsOf, shapeAt} from '../api/body-of.ts';
import type {Operation} from '../api/operation.ts';
import {responseOf} from '../api/response-of.ts';
import {findSpan, pointerSteps} from '../base/json-pointer.ts';
import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../base/json-scan.ts';
import {applyEdits} from '../base/json-splice.ts';
import {nearestNames} from '../base/nearest.ts';

/** A reference in the args of a command to the result of an earlier one. */
export interface BatchRef {
  /** Position of the earlier command, from 0. */
  readonly from: number;
  /** JSON pointer into its data; '' is all of it. */
  readonly pointer: string;
  /** Its position in the text of the command. */
  readonly span: JsonSpan;
  /** Name of the arg that contains it. */
  readonly arg: string;
}

/**
 * Find the references `{"$from": 0, "pointer": "/id"}` in the args of a command, at any depth, and
 * their problems.
 *
 * @param text JSON text of a command
 */
export function findRefs(text: string): {
  readonly refs: readonly BatchRef[];
  readonly problems: readonly string[];
} {
  const args = kindOf(text, rootSpan(text)) === 'object' ? findSpan(text, '/args') : undefined;
  if (!text.includes('$from') || args === undefined || kindOf(text, args) !== 'object') {
    return {refs: [], problems: []};
  }
  const refs: BatchRef[] = [];
  const problems: string[] = [];
  const walk = (span: JsonSpan, arg: string): void => {
    const kind = kindOf(text, span);
    if (kind === 'array') for (const item of itemSpans(text, span)) walk(item, arg);
    if (kind !== 'object') return;
    const members = memberSpans(text, span);
    if (!members.some(({name}) => name === '$from')) {
      for (const {value} of members) walk(value, arg);
      return;
    }
    const ref = readRef(text, span, arg);
    if (typeof ref === 'string') problems.push(`args.${arg}: ${ref}`);
    else refs.push(ref);
  };
  for (const {name, value} of memberSpans(text, args)) walk(value, name);
  return {refs, problems};
}

/** The reference, or its problem. */
function readRef(text: string, span: JsonSpan, arg: string): BatchRef | string {
  const members = new Map(memberSpans(text, span).map(({name, value}) => [name, value]));
  const stranger = [...members.keys()].find(name => name !== '$from' && name !== 'pointer');
  if (stranger !== undefined)
    return `unknown member ${JSON.stringify(stranger)} beside $from; only "pointer" is allowed`;
  const from = members.get('$from');
  const number = from === undefined ? '' : sliceSpan(text, from);
  if (!/^\d{1,7}$/.test(number))
    return '$from must be the position of an earlier command, counted from 0';
  const at = members.get('pointer');
  if (at === undefined) return {from: Number(number), pointer: '', span, arg};
  const pointer = kindOf(text, at) === 'string' ? decodeString(text, at) : undefined;
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) {
    return 'pointer must be a JSON pointer such as "/id"';
  }
  return {from: Number(number), pointer, span, arg};
}

/** Replace the references in the text of a command by values, given as JSON texts. */
export function fillRefs(
  text: string,
  refs: readonly BatchRef[],
  values: readonly string[],
): string {
  return applyEdits(
    text,
    refs.map(({span}, i) => ({span, text: values[i] ?? 'null'})),
  );
}

/** The facts about an earlier command that determine its data. */
export interface EarlierItem {
  /** Absent for `raw`. */
  readonly operation?: Operation;
  /** Its flags and those of the batch. */
  readonly flags: readonly string[];
}

/**
 * Return why a reference cannot have a value: no such earlier command, or no such member in its
 * response, as far as its shape is known. Undefined if it can.
 *
 * @param earlier the commands before it; undefined for one that is completed later
 */
export function problemOfRef(
  {from, pointer, arg}: BatchRef,
  index: number,
  earlier: readonly (EarlierItem | undefined)[],
): string | undefined {
  if (from >= index) {
    const which =
      index === 0
        ? 'the first command has no earlier one'
        : `earlier commands are 0 to ${index - 1}`;
    return `args.${arg}: $from ${from} is not an earlier command: ${which}`;
  }
  const item = earlier[from];
  if (item === undefined) return undefined;
  const {operation, flags} = item;
  if (flags.some(flag => flag === '--dry-run' || flag === '--dry-run=true')) {
    return `args.${arg}: command ${from} is a dry run, which has no response`;
  }
  // The output of a filter is unknown.
  if (operation === undefined || flags.some(flag => /^--(?:jq|preset)=/.test(flag)))
    return undefined;
  if (operation.answer === 'none' && pointer !== '') {
    return `args.${arg}: command ${from} (${operation.group} ${operation.name}) returns no content`;
  }
  const shape = responseOf(operation);
  const steps = pointerSteps(pointer);
  if (shape === undefined || shapeAt(shape, steps) !== undefined) return undefined;
  const names = fieldsOf(shapeAt(shape, steps.slice(0, -1))).map(({name}) => name);
  const near = nearestNames(steps.at(-1) ?? '', names);
  const hint = near.length > 0 ? `: did you mean ${near.join(' or ')}?` : '';
  return `args.${arg}: the response of command ${from} (${operation.group} ${operation.name}) has nothing at ${pointer}${hint}`;
}

/**
 * The referenced value in the data of the earlier command, as JSON text; undefined if there is
 * none.
 */
export function valueOfRef({pointer}: BatchRef, data: string): string | undefined {
  const span = findSpan(data, pointer);
  return span && sliceSpan(data, span);
}

/**
 * Stand-ins for unknown values, one for each type: a text, a number, a date, a time, a boolean, an
 * object, a list. They are unique, so that they can be found in a request.
 *
 * @param nth index of the reference in its command
 */
export function placeholderValues({from}: BatchRef, nth: number): readonly string[] {
  const day = 10 + (nth % 18);
  return [
    `"FROM${from}AT${nth}"`,
    `90071992547${String((nth * 1000 + (from % 1000)) % 10_000).padStart(4, '0')}`,
    `"9999-12-${day}"`,
    `"9999-12-${day}T09:00:00Z"`,
    'true',
    '{}',
    '[]',
  ];
}

/** Replace the stand-ins in a request by markers such as `{$from 0 /id}`. */
export function markRefs(
  json: string,
  refs: readonly BatchRef[],
  values: readonly string[],
): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, token =>
    refs.reduce((marked, {from, pointer}, i) => {
      const value = values[i] ?? '';
      const mark = JSON.stringify(`{$from ${from}${pointer === '' ? '' : ` ${pointer}`}}`);
      if (marked === value) return mark;
      const bare = value.replaceAll('"', '');
      // Only texts and numbers are unique.
      if (!/\d/.test(bare) || !marked.startsWith('"')) return marked;
      return marked.replaceAll(bare, mark.slice(1, -1));
    }, token),
  );
}
