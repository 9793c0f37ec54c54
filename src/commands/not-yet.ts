import {Failure} from '../base/failure.ts';
import {configDirectory, namedConfigFile} from '../host/paths.ts';
import type {CommandContext} from './context.ts';

/** Built-in commands whose work is not there yet: known by name, refused, not in help. */
export const commandsNotYet: readonly string[] = ['configure', 'watch', 'completion', 'doctor'];

/** Why such a command is refused and what to do instead. */
export function notYet(word: string, {program, service, host}: CommandContext): Failure {
  if (word !== 'configure') {
    return new Failure('command_error', `${program} ${word} is not available yet.`, {attempts: 0});
  }
  const file = namedConfigFile(service, host) ?? `${configDirectory(service, host)}/config.json`;
  const profile =
    program === 'jr'
      ? {base_url: 'https://your-site.example'}
      : {base_url: 'https://your-site.example/wiki/api/v2'};
  const shape = {
    default_profile: 'work',
    profiles: {
      work: {...profile, auth: {type: 'basic', username: 'me@example.com', token: 'API token'}},
    },
  };
  return new Failure('command_error', `${program} configure is not available yet.`, {
    hint: `Write the profile by hand into ${file} (readable by you alone): ${JSON.stringify(shape)}`,
    attempts: 0,
  });
}
