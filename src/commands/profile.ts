import {toFailure} from '../base/failure.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {type Config, readConfig} from '../host/config.ts';
import {changeConfig, refuseYaml, withDefault} from '../host/config-write.ts';
import {findProfile} from '../host/profile.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, openPrinter, parseBuiltin, wrongArguments} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {nameOfProfile, redactProfile, requireProfile} from './stored-profile.ts';

/** `profile`: list, show and select profiles (contract 8.9). */
export const profile: Builtin = {
  name: 'profile',
  summary: 'list profiles, show a profile, or set the default profile',
  usage: ['profile list', 'profile show [NAME]', 'profile use NAME'],
  words: ['list', 'show', 'use'],
  flags: [],
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Without a name, show prints the profile that commands use. Secrets are shown as ***.',
    'use sets the default profile; --dry-run saves nothing.',
  ],
  examples: ['profile list --jq ".[].name" -r', 'profile use work'],
  async run(scanned, context) {
    const line = parseBuiltin(profile, scanned, context, 2);
    const print = await openPrinter(line, context.host);
    const config = await readConfig(context.service, context.host);
    const value = await runAction(line, config, context);
    return print(JSON.stringify(value));
  },
};

/**
 * Run the action.
 *
 * @returns the output
 * @throws Failure 'command_error' for unknown words
 */
async function runAction(
  {words: [action, name], globals}: BuiltinLine,
  config: Config,
  context: CommandContext,
): Promise<unknown> {
  const {service, host} = context;
  const usual = config.defaultProfile ?? 'default';
  if (action === 'list' && name === undefined) return listProfiles(config, usual);
  if (action === 'show') {
    const shown = name ?? nameOfProfile(globals, config, context);
    requireProfile(config, shown, service);
    const values = redactProfile(config, shown);
    return {name: shown, default: shown === usual, path: config.path, ...values};
  }
  if (action !== 'use' || name === undefined) {
    throw wrongArguments(
      profile,
      context,
      'profile requires a subcommand: list, show [NAME] or use NAME.',
    );
  }
  requireProfile(config, name, service);
  refuseYaml(config.path);
  if (globals['dry-run']) return {status: 'dry_run', default_profile: name, path: config.path};
  const change = (text: string, now: Config): string => {
    requireProfile(now, name, service);
    return withDefault(text, name);
  };
  const path = await changeConfig(service, host, change, globals.timeout);
  return {status: 'saved', default_profile: name, path};
}

function listProfiles(config: Config, usual: string): readonly object[] {
  return Object.keys(config.profiles)
    .sort()
    .map(name => {
      const own = {name, default: name === usual};
      try {
        const found = findProfile(config, name);
        return {
          ...own,
          base_url: found?.baseUrl && hideUrlSecrets(found.baseUrl),
          auth_type: found?.authType ?? 'basic',
          username: found?.username,
          protected: found?.protected ?? false,
        };
      } catch (error) {
        return {...own, error: toFailure(error).message};
      }
    });
}
