import {findOperation, groupNames, operationsOf} from '../api/catalogue.ts';
import type {Service} from '../api/operation.ts';
import type {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import type {CommandContext} from './context.ts';
import {wrongLine} from './scan.ts';
import {adviceFor, commandsForSynonym, rawFormOf} from './synonyms.ts';

type Where = Pick<CommandContext, 'program' | 'service'>;

/**
 * A failure for an unknown group or command; suggests the nearest names, the group of an operation,
 * or `raw`.
 */
export function unknownCommand(
  word: string,
  builtinNames: readonly string[],
  {program, service}: Where,
  next?: string,
): Failure {
  const names = [...new Set([...groupNames(service, {extras: true}), ...builtinNames])];
  const near = nearestNames(word, names);
  const other: Service = service === 'tracker' ? 'content' : 'tracker';
  const elsewhere = groupNames(other, {extras: true}).includes(word);
  const otherProgram = program === 'jr' ? 'cf' : 'jr';
  const form = rawFormOf(service, word);
  const advice = adviceFor(service, word, next);
  return wrongLine(
    `${program} has no command "${word}".`,
    advice ??
      (elsewhere
        ? `Use ${otherProgram} ${word}.`
        : form !== undefined
          ? `steward has no command for this, but the API does: ${program} ${form}`
          : near.length > 0
            ? `Did you mean ${near.join(' or ')}?`
            : `${program} --help lists the groups.`),
  );
}

/** Whether the failure of words that name nothing says what does the same here. */
export function hasAdvice(service: Service, word: string, next?: string): boolean {
  const names = groupNames(service, {extras: true});
  if (names.includes(word)) return commandsForSynonym(service, word, next ?? '').length > 0;
  const advice = adviceFor(service, word, next) ?? rawFormOf(service, word);
  return advice !== undefined && next === undefined;
}

/**
 * A failure for an unknown operation of a group; suggests the nearest names, a synonym, or the
 * group that has it.
 */
export function unknownOperation(group: string, word: string, {program, service}: Where): Failure {
  const names = operationsOf(service, group, {extras: true}).map(({name}) => name);
  const like = nearestNames(word, names);
  const near = like.length > 0 ? like : commandsForSynonym(service, group, word);
  const holders = groupNames(service, {extras: true}).filter(other =>
    findOperation(service, other, word),
  );
  return wrongLine(
    `${program} ${group} has no operation "${word}".`,
    near.length > 0
      ? `Did you mean ${near.map(name => `${group} ${name}`).join(' or ')}?`
      : holders.length > 0 && holders.length <= 3
        ? `Other groups have "${word}": ${holders.map(holder => `${holder} ${word}`).join(', ')}.`
        : `Operations: ${names.join(', ')}.`,
  );
}

/** A failure for a group without an operation. */
export function missingOperation(group: string, {program, service}: Where): Failure {
  const names = operationsOf(service, group, {extras: true}).map(({name}) => name);
  return wrongLine(
    `${program} ${group} requires an operation.`,
    `Operations: ${names.join(', ')}. ${program} ${group} --help describes them.`,
  );
}
