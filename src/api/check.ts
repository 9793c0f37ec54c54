import {makeLookup, pointerOf} from '../base/json-pointer.ts';
import {nearestNames} from '../base/nearest.ts';
import {bodyOf, fieldsOf} from './body-of.ts';
import {checkRules} from './check-rules.ts';
import {checkShape, type ShapeFinding} from './check-shape.ts';
import {checkBody, checkTexts, type Findings} from './check-value.ts';
import type {InputRule} from './field.ts';
import {givenTexts, isFromBody, isGiven} from './given-values.ts';
import {cropNotes} from './image.ts';
import {findInput, inputsOf, isBodyPath, siblingNames} from './inputs-of.ts';
import {type BuiltBody, makeBody, wholeBodyText} from './make-body.ts';
import type {FieldInput, Input, Operation} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

/** The result of checking inputs before anything is sent. */
interface CheckResult {
  /** The problems to solve; every message names its flag. */
  readonly problems: readonly Problem[];
  /** Notes about undocumented values that are sent unchanged; for --verbose. */
  readonly notes: readonly string[];
  /** Warnings about values that the service no longer accepts; always printed. */
  readonly warnings: readonly string[];
  /** Values that the API documentation does not list: problems if the user gave them. */
  readonly unlisted: readonly Problem[];
}

/** Check inputs that the user gave: values missing in the API documentation are problems. */
export function checkGiven(operation: Operation, given: InputValues): CheckResult {
  const {problems, unlisted, ...others} = checkInputs(operation, given);
  return {...others, problems: [...problems, ...unlisted], unlisted: []};
}

/**
 * Check inputs against the record (contract 2.4): names, required inputs, types, ranges, counts,
 * enforced values, rules between inputs, unavailable inputs, and the body. Reports all problems at
 * once.
 */
export function checkInputs(operation: Operation, given: InputValues): CheckResult {
  const problems: Problem[] = unknownInputs(operation, given);
  const notes: string[] = [];
  for (const input of operation.inputs) {
    if (input.place === 'field') continue;
    const findings = checkInput(input, given);
    for (const message of findings.problems) {
      problems.push({input: input.name, message: `--${input.name} ${message}`});
    }
    notes.push(...findings.notes.map(note => `--${input.name} ${note}`));
  }
  const fields = checkFields(operation, given);
  problems.push(...fields.problems);
  notes.push(...fields.notes);
  const isPresent = (name: string): boolean => {
    const input = findInput(operation, name);
    return input !== undefined && isGiven(input, given);
  };
  problems.push(...checkRules(operation, isPresent));
  notes.push(...cropNotes(operation, given));
  return {problems, notes, warnings: fields.warnings, unlisted: fields.unlisted};
}

function checkInput(input: Exclude<Input, FieldInput>, given: InputValues): Findings {
  if (!isGiven(input, given)) return checkAbsent(input);
  if (input.unavailable !== undefined) {
    return {problems: [`cannot be used: ${input.unavailable}`], notes: []};
  }
  if (input.place === 'body') {
    const body = given.body ?? given.inputs[input.name]?.[0] ?? '';
    const content = typeof body === 'string' ? (givenTexts(input, given)[0] ?? '') : body;
    return {problems: checkBody(input, content), notes: []};
  }
  return checkTexts(input, givenTexts(input, given));
}

function checkAbsent(input: Input): Findings {
  // The fields of a JSON body decide whether it may be absent.
  if (input.type === 'json') return {problems: [], notes: []};
  if (input.required) return {problems: ['is required'], notes: []};
  const isRequired = input.requiredByService && input.unavailable === undefined;
  return {
    problems: [],
    notes: isRequired ? ['is missing, but the cloud service requires it'] : [],
  };
}

function unknownInputs(operation: Operation, given: InputValues): Problem[] {
  const title = `${operation.group} ${operation.name}`;
  const unknown = Object.keys(given.inputs).filter(
    name => (given.inputs[name] ?? []).length > 0 && findInput(operation, name) === undefined,
  );
  const checked = given.unchecked ? unknown.filter(name => !isBodyPath(name)) : unknown;
  const problems = checked.map(name => {
    const names = isBodyPath(name)
      ? siblingNames(operation, name)
      : inputsOf(operation).map(input => input.name);
    // In a path into a body, only the last step can be a typing error.
    const lastStep = (one: string): string => one.slice(one.lastIndexOf('.') + 1);
    const nearest = nearestNames(lastStep(name), names.map(lastStep));
    const near = names.filter(one => nearest.includes(lastStep(one))).map(other => `--${other}`);
    const offer = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    return {input: name, message: `--${name} is not an input of ${title}${offer}`};
  });
  if (given.body !== undefined && !operation.inputs.some(isFromBody)) {
    problems.push({
      input: 'body',
      message: `--body is not an input of ${title}, which sends no body`,
    });
  }
  return problems;
}

interface InputFinding extends Problem {
  /** Absent for a problem. */
  readonly tone?: 'note' | 'warning' | 'unlisted';
}

/**
 * Validate the JSON body built from the inputs; each problem, note and warning names the input of
 * the field (contract 11.3).
 */
function checkFields(operation: Operation, given: InputValues): CheckResult {
  const shape = bodyOf(operation);
  const noFindings = {problems: [], notes: [], warnings: [], unlisted: []};
  if (shape === undefined) return noFindings;
  const built = makeBody(operation, given);
  const {text} = built;
  const missingBody = findMissingBody(operation, given, built);
  if (missingBody !== undefined) return {...noFindings, problems: [missingBody]};
  if (given.unchecked || text === undefined) return {...noFindings, problems: built.problems};
  const missing = missingInputs(operation, given, text);
  const skipped = new Set([...built.invalid, operation.readFirst?.increments]);
  const findings = checkShape(JSON.parse(text), shape)
    .filter(({steps}) => !skipped.has(pointerOf(steps)))
    // Already reported by the name of the input.
    .filter(
      ({steps, isMissing}) =>
        !isMissing ||
        !missing.some(({pointer}) => `${pointer}/`.startsWith(`${pointerOf(steps)}/`)),
    )
    .map(finding => toInputFinding(finding, built, operation, given));
  return {
    problems: [
      ...built.problems,
      ...missing.map(({name}) => ({
        input: name,
        message: `--${name} is required`,
        isMissing: true as const,
      })),
      ...emptyInputs(operation, given),
      ...problemsIn(findings),
    ],
    unlisted: problemsIn(findings, 'unlisted'),
    notes: findings.filter(({tone}) => tone === 'note').map(({message}) => message),
    warnings: findings.filter(({tone}) => tone === 'warning').map(({message}) => message),
  };
}

function problemsIn(
  findings: readonly InputFinding[],
  tone?: InputFinding['tone'],
): readonly Problem[] {
  return findings.filter(one => one.tone === tone).map(({tone: _, ...problem}) => problem);
}

/** Report a missing body: the body is required, but none of its fields are. */
function findMissingBody(
  operation: Operation,
  given: InputValues,
  built: BuiltBody,
): Problem | undefined {
  const body = operation.inputs.find(({place}) => place === 'body');
  const hasBody = built.text !== '{}' || wholeBodyText(operation, given) !== undefined;
  const fields = inputsOf(operation).filter(({place}) => place === 'field');
  const shape = bodyOf(operation);
  const isReportedByFields =
    fields.some(({required}) => required) ||
    (shape?.type === 'object' && shape.rules?.some(isHard));
  if (!body?.required || hasBody || isReportedByFields) return undefined;
  const flags = fields.slice(0, 3).map(({name}) => `--${name}`);
  const offer = flags.length === 0 ? '' : `: give ${flags.join(', ')} … or a whole --body`;
  return {input: 'body', message: `--body is required${offer}`};
}

function isHard({soft}: InputRule): boolean {
  return !soft;
}

/**
 * List the required inputs without a flag; empty with a whole body, whose check reports missing
 * members.
 */
function missingInputs(
  operation: Operation,
  given: InputValues,
  text: string,
): readonly FieldInput[] {
  if (wholeBodyText(operation, given) !== undefined) return [];
  const body = makeLookup(text);
  const fields = fieldsOf(bodyOf(operation));
  const isReplaced = (pointer: string): boolean => {
    const {unless} = fields.find(({name}) => `/${name}` === pointer) ?? {};
    return unless !== undefined && body.span(`/${unless}`) !== undefined;
  };
  return inputsOf(operation).filter(
    input =>
      input.place === 'field' &&
      input.required === true &&
      !isGiven(input, given) &&
      !body.span(input.pointer) &&
      !isReplaced(input.pointer),
  ) as FieldInput[];
}

/** Report empty inputs that the API documentation requires but the body's shape does not. */
function emptyInputs(operation: Operation, given: InputValues): readonly Problem[] {
  return operation.inputs
    .filter(({place, type, required}) => place === 'field' && type !== 'storage' && required)
    .filter(input => givenTexts(input, given).join() === '' && isGiven(input, given))
    .map(({name}) => ({input: name, message: `--${name} is empty`}));
}

/**
 * Convert a finding to one about the flag of the field, or about the whole body with the path into
 * it.
 */
function toInputFinding(
  finding: ShapeFinding,
  {flags}: BuiltBody,
  operation: Operation,
  given: InputValues,
): InputFinding {
  const {steps, message, isNote, isWarning, isUnlisted, isMissing} = finding;
  const kind = isUnlisted ? 'unlisted' : isWarning ? 'warning' : 'note';
  const more = {...(isNote && ({tone: kind} as const)), ...(isMissing && {isMissing})};
  const at = {pointer: pointerOf(steps), message};
  for (let length = steps.length; length > 0; length--) {
    const flag = flags.get(pointerOf(steps.slice(0, length)));
    if (flag === undefined || given.inputs[flag] === undefined) continue;
    const rest = steps.slice(length);
    const pathPart = rest.length === 0 ? '' : `: ${formatPath(rest)}`;
    return {input: flag, message: `--${flag}${pathPart} ${message}`, at, ...more};
  }
  const isWhole = wholeBodyText(operation, given) !== undefined;
  const {rule, there = []} = finding;
  if (rule !== undefined && !isWhole) {
    const label = (name: string): string => `--${flags.get(pointerOf([...steps, name])) ?? name}`;
    const [broken] = checkRules({rules: [rule]}, name => there.includes(name), label);
    if (broken !== undefined) return {...broken, ...more};
  }
  const subject = isWhole ? '--body: ' : '';
  const pathPart = steps.length === 0 ? '' : `${formatPath(steps)} `;
  return {input: 'body', message: `${subject}${pathPart}${message}`, at, ...more};
}

/** Format a body path for display: `statuses[0].name`. */
function formatPath(steps: readonly string[]): string {
  return steps
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('');
}
