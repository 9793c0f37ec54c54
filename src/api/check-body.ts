import {makeLookup, pointerOf} from '../base/json-pointer.ts';
import {bodyOf, fieldsOf} from './body-of.ts';
import {checkRules} from './check-rules.ts';
import {checkShape, type ShapeFinding} from './check-shape.ts';
import type {InputRule} from './field.ts';
import {givenTexts, isGiven} from './given-values.ts';
import {inputsOf} from './inputs-of.ts';
import {type MadeBody, makeBody, wholeText} from './make-body.ts';
import type {FieldInput, Operation} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

interface InputFinding extends Problem {
  /** Absent of what must be put right. */
  readonly tone?: 'note' | 'warning';
}

interface FieldsChecked {
  readonly problems: readonly Problem[];
  /** Notes about values sent unchanged: for --verbose; warnings are always printed. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * What is wrong with the JSON body that what was given makes, and what is only worth a note: each
 * field under the name it was given by (contract 11.3).
 */
export function checkFields(operation: Operation, given: InputValues): FieldsChecked {
  const shape = bodyOf(operation);
  const nothing = {problems: [], notes: [], warnings: []};
  if (shape === undefined) return nothing;
  const made = makeBody(operation, given);
  const {text} = made;
  const wants = wantsMore(operation, given, made);
  if (wants !== undefined) return {...nothing, problems: [wants]};
  if (given.unchecked || text === undefined) return {...nothing, problems: made.problems};
  const absent = absentInputs(operation, given, text);
  const later = new Set([...made.spoiled, operation.readFirst?.increments]);
  const found = checkShape(JSON.parse(text), shape)
    .filter(({steps}) => !later.has(pointerOf(steps)))
    // Told by the name of the input already.
    .filter(
      ({steps, isMissing}) =>
        !isMissing || !absent.some(({pointer}) => `${pointer}/`.startsWith(`${pointerOf(steps)}/`)),
    )
    .map(finding => toInputFinding(finding, made, operation, given));
  return {
    problems: [
      ...made.problems,
      ...absent.map(({name}) => ({input: name, message: `--${name} is required`})),
      ...emptyInputs(operation, given),
      ...found.filter(({tone}) => tone === undefined).map(({tone: _, ...problem}) => problem),
    ],
    notes: found.filter(({tone}) => tone === 'note').map(({message}) => message),
    warnings: found.filter(({tone}) => tone === 'warning').map(({message}) => message),
  };
}

/** A body that must be there, of which nothing must: what to do about nothing at all. */
function wantsMore(operation: Operation, given: InputValues, made: MadeBody): Problem | undefined {
  const body = operation.inputs.find(({place}) => place === 'body');
  const isThere = made.text !== '{}' || wholeText(operation, given) !== undefined;
  const fields = inputsOf(operation).filter(({place}) => place === 'field');
  const shape = bodyOf(operation);
  const saysMore =
    fields.some(({required}) => required) || (shape?.type === 'object' && shape.rules?.some(hard));
  if (!body?.required || isThere || saysMore) return undefined;
  const flags = fields.slice(0, 3).map(({name}) => `--${name}`);
  const offer = flags.length === 0 ? '' : `: give ${flags.join(', ')} … or a whole --body`;
  return {input: 'body', message: `--body is required${offer}`};
}

function hard({soft}: InputRule): boolean {
  return !soft;
}

/** The required inputs that neither a flag nor the whole body gave; of a whole body it says so. */
function absentInputs(
  operation: Operation,
  given: InputValues,
  text: string,
): readonly FieldInput[] {
  if (wholeText(operation, given) !== undefined) return [];
  const there = makeLookup(text);
  const fields = fieldsOf(bodyOf(operation));
  const isSpared = (pointer: string): boolean => {
    const {unless} = fields.find(({name}) => `/${name}` === pointer) ?? {};
    return unless !== undefined && there.span(`/${unless}`) !== undefined;
  };
  return inputsOf(operation).filter(
    input =>
      input.place === 'field' &&
      input.required === true &&
      !isGiven(input, given) &&
      !there.span(input.pointer) &&
      !isSpared(input.pointer),
  ) as FieldInput[];
}

/** Inputs that the documents require and the body's shape does not, given as nothing. */
function emptyInputs(operation: Operation, given: InputValues): readonly Problem[] {
  return operation.inputs
    .filter(({place, type, required}) => place === 'field' && type !== 'storage' && required)
    .filter(input => givenTexts(input, given).join() === '' && isGiven(input, given))
    .map(({name}) => ({input: name, message: `--${name} is empty`}));
}

/** A finding with its subject: the flag it came by, or the whole body and the way into it. */
function toInputFinding(
  finding: ShapeFinding,
  {flags}: MadeBody,
  operation: Operation,
  given: InputValues,
): InputFinding {
  const {steps, message, isNote, isWarning} = finding;
  const tone = isNote && {tone: isWarning ? ('warning' as const) : ('note' as const)};
  const at = {pointer: pointerOf(steps), message};
  for (let length = steps.length; length > 0; length--) {
    const flag = flags.get(pointerOf(steps.slice(0, length)));
    if (flag === undefined || given.inputs[flag] === undefined) continue;
    const rest = steps.slice(length);
    const where = rest.length === 0 ? '' : `: ${wayOf(rest)}`;
    return {input: flag, message: `--${flag}${where} ${message}`, at, ...tone};
  }
  const isWhole = wholeText(operation, given) !== undefined;
  const {rule, there = []} = finding;
  if (rule !== undefined && !isWhole) {
    const label = (name: string): string => `--${flags.get(pointerOf([...steps, name])) ?? name}`;
    const [broken] = checkRules({rules: [rule]}, name => there.includes(name), label);
    if (broken !== undefined) return {...broken, ...tone};
  }
  const subject = isWhole ? '--body: ' : '';
  const way = steps.length === 0 ? '' : `${wayOf(steps)} `;
  return {input: 'body', message: `${subject}${way}${message}`, at, ...tone};
}

/** Format a body path for display: `statuses[0].name`. */
function wayOf(steps: readonly string[]): string {
  return steps
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('');
}
