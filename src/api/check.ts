import {nearestNames} from '../base/nearest.ts';
import {checkRules} from './check-rules.ts';
import {checkBody, checkTexts, type Findings} from './check-value.ts';
import {findInput, givenTexts, isFromBody, isGiven} from './given-values.ts';
import type {Input, Operation} from './operation.ts';
import type {Given, Problem} from './request-plan.ts';

/** All that can be known about what was given before anything is sent. */
export interface CheckResult {
  /** What must be put right; every message names its flag. */
  readonly problems: readonly Problem[];
  /** What is sent as typed although the documents do not know it; for --verbose. */
  readonly notes: readonly string[];
}

/**
 * Hold what was given against the record (client-contract 2.4): names, required inputs, types,
 * ranges, counts, enforced values, rules between inputs, inputs that are no longer available, the
 * body. All problems at once.
 */
export function checkGiven(operation: Operation, given: Given): CheckResult {
  const problems: Problem[] = unknownInputs(operation, given);
  const notes: string[] = [];
  for (const input of operation.inputs) {
    const findings = checkInput(input, given);
    for (const message of findings.problems) {
      problems.push({input: input.name, message: `--${input.name} ${message}`});
    }
    notes.push(...findings.notes.map(note => `--${input.name} ${note}`));
  }
  const isThere = (name: string): boolean => {
    const input = findInput(operation, name);
    return input !== undefined && isGiven(input, given);
  };
  problems.push(...checkRules(operation, isThere));
  return {problems, notes};
}

function checkInput(input: Input, given: Given): Findings {
  if (!isGiven(input, given)) return checkAbsent(input);
  if (input.unavailable !== undefined) {
    return {problems: [`cannot be used: ${input.unavailable}`], notes: []};
  }
  if (input.place === 'body') {
    const body = given.body ?? given.inputs[input.name]?.[0] ?? '';
    const content = typeof body === 'string' ? (givenTexts(input, given)[0] ?? '') : body;
    return {problems: checkBody(input, content), notes: []};
  }
  if (isFromBody(input) && given.body !== undefined && typeof given.body !== 'string') {
    return {problems: ['takes text, not bytes'], notes: []};
  }
  return checkTexts(input, givenTexts(input, given));
}

function checkAbsent(input: Input): Findings {
  if (input.required) return {problems: ['is required'], notes: []};
  const insisted = input.requiredByService && input.unavailable === undefined;
  return {
    problems: [],
    notes: insisted ? ['is absent; the public service insists on it'] : [],
  };
}

function unknownInputs(operation: Operation, given: Given): Problem[] {
  const names = operation.inputs.map(input => input.name);
  const title = `${operation.group} ${operation.name}`;
  const unknown = Object.keys(given.inputs).filter(
    name => !names.includes(name) && (given.inputs[name] ?? []).length > 0,
  );
  const problems = unknown.map(name => {
    const near = nearestNames(name, names).map(other => `--${other}`);
    const offer = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    return {input: name, message: `--${name} is no input of ${title}${offer}`};
  });
  if (given.body !== undefined && !operation.inputs.some(isFromBody)) {
    problems.push({input: 'body', message: `--body is no input of ${title}: it sends no body`});
  }
  return problems;
}
