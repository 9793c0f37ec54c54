import {nearestNames} from '../base/nearest.ts';
import {checkFields} from './check-body.ts';
import {checkRules} from './check-rules.ts';
import {checkBody, checkTexts, type Findings} from './check-value.ts';
import {givenTexts, isFromBody, isGiven} from './given-values.ts';
import {cropNotes} from './image.ts';
import {findInput, inputsOf, isBodyPath, namesBeside} from './inputs-of.ts';
import type {FieldInput, Input, Operation} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

/** The result of checking inputs before anything is sent. */
export interface CheckResult {
  /** The problems to solve; every message names its flag. */
  readonly problems: readonly Problem[];
  /** Notes about undocumented values that are sent unchanged; for --verbose. */
  readonly notes: readonly string[];
  /** Warnings about values that the service no longer accepts; always printed. */
  readonly warnings: readonly string[];
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
  return {problems, notes, warnings: fields.warnings};
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
      ? namesBeside(operation, name)
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
