import {Failure} from '../base/failure.ts';
import type {CommandContext} from './context.ts';

/** Built-in commands whose work is not there yet: known by name, refused, not in help. */
export const commandsNotYet: readonly string[] = ['watch'];

/** Why such a command is refused. */
export function notYet(word: string, {program}: Pick<CommandContext, 'program'>): Failure {
  return new Failure('command_error', `${program} ${word} is not available yet.`, {attempts: 0});
}
