import {refusal} from '../api/plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {type Config, readConfig} from '../host/config.ts';
import {
  changeConfig,
  type ProfileChange,
  refuseYaml,
  withoutProfile,
  withProfile,
} from '../host/config-write.ts';
import type {Host} from '../host/host.ts';
import {
  emptyProfile,
  findProfile,
  missingProfile,
  type StoredProfile,
  type StoredSecret,
} from '../host/profile.ts';
import {type Target, targetOf} from '../host/settings.ts';
import {askQuietly, planWho} from './ask-quietly.ts';
import {readSource} from './body-source.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, openPrinter, parseBuiltin, refuseProblems} from './builtin-line.ts';
import {askMissing} from './configure-ask.ts';
import {hasChange, mergedProfile, parseChange, refuseOAuth} from './configure-change.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, type GlobalValues, placeFlags} from './flags.ts';
import {reportRemark} from './report.ts';
import {checkThere, describeProfile, nameOfProfile} from './stored-profile.ts';

const flags = [
  {name: 'username', type: 'string', help: 'user name to save (the e-mail of the account)'},
  {
    name: 'token',
    type: 'string',
    help: 'API token or bearer token to save; @file or - (standard input) keeps it off the command line',
  },
  {
    name: 'token-env',
    type: 'string',
    help: 'environment variable that holds the token, which is then not saved itself',
  },
  {
    name: 'test',
    type: 'boolean',
    default: 'false',
    help: 'send one GET with the credentials first; what fails is not saved. Without values to save: test the profile as it is',
  },
  {name: 'delete', type: 'boolean', default: 'false', help: 'remove the profile --profile names'},
] as const satisfies readonly FlagRow[];

/** `configure`: save, test and delete profiles (contract 1 and 8.6). */
export const configure: Builtin<typeof flags> = {
  name: 'configure',
  summary: 'save, test or delete a profile of the configuration file',
  usage: [
    'configure [--profile P] [--base-url URL] [--auth-type basic|bearer] [--username U] [--token T|@file|- or --token-env NAME] [--test]',
    'configure --profile P --delete',
  ],
  flags,
  takesGlobals: true,
  notes: [
    'On a terminal it asks for what is missing, the token without showing it; elsewhere a missing value is refused.',
    'The profile is named by --profile or the environment; else it is the default one of the file. The first one saved becomes the default profile. Values are taken from flags only, never from the environment.',
    'Keys without a flag on the line do not change. An empty value is refused and nothing is saved. The file is written for its owner alone (0600). A YAML file is read, not written.',
    'Another host in --base-url needs its own --token: the one that is stored is not carried over.',
  ],
  examples: [
    'configure --base-url https://your-site.example --username me@example.com --token "$TOKEN" --test',
    'configure --profile work --test',
    'configure --profile old --delete',
  ],
  async run(argv, context) {
    const {service, host} = context;
    const line = parseBuiltin(configure, argv, context, 0);
    const empty = placeFlags.filter(name => line.texts.get(name)?.at(-1)?.trim() === '');
    if (empty.length > 0) {
      const unset = empty.map(input => ({input, message: `--${input} is empty`}));
      refuseProblems([...unset, ...line.problems]);
    }
    // What else is wrong with the line is refused with what it lacks.
    const print = await openPrinter({globals: line.globals, problems: []}, host);
    const job = {line, context, print: (value: object) => print(JSON.stringify(value))};
    if (line.own.delete === true) return deleteProfile(job);
    const change = parseChange(
      line.globals,
      line.own.username,
      await readToken(line, host),
      service,
    );
    const isTest = line.own.test === true && !hasChange(change);
    return isTest ? testProfile(job) : saveProfile(job, change);
  },
};

/** A line of `configure`, parsed. */
export type ConfigureLine = BuiltinLine<typeof flags>;

/** A line of `configure` on its way. */
interface Job {
  readonly line: ConfigureLine;
  readonly context: CommandContext;
  /** Prints what became of it; the exit code 0. */
  print(status: object): Promise<number>;
}

async function saveProfile({line, context, print}: Job, given: ProfileChange): Promise<number> {
  const {service, host} = context;
  const {globals, own} = line;
  const config = await readConfig(service, host);
  const name = nameOfProfile(globals, config, context);
  if (globals['auth-type'] === 'oauth2') throw refuseOAuth(config, name, service);
  refuseYaml(config.path);
  const stored = findProfile(config, name) ?? emptyProfile;
  const change = await askMissing(line.problems, given, stored, context);
  const target = targetIn(config, name, mergedProfile(stored, change), context);
  if (globals['dry-run']) {
    const tested = own.test === true && {note: 'Nothing is tested under --dry-run.'};
    const shown = describeProfile(config, name, change);
    return print({status: 'dry_run', profile: name, path: config.path, ...shown, ...tested});
  }
  if (own.test === true) {
    const secretFrom = sourceOfToken(line, change) ?? target.secretFrom;
    const tried = {...target, ...(secretFrom !== undefined && {secretFrom})};
    await tryOut(tried, globals, host).catch((error: unknown) => {
      throw notSaved(toFailure(error));
    });
  }
  const save = (text: string): string => withProfile(text, name, change);
  const path = await changeConfig(service, host, save, globals.timeout);
  return print({status: 'saved', profile: name, path, ...(own.test === true && {tested: true})});
}

/** Test a profile as it is stored: what the environment says does not count. */
async function testProfile({line, context, print}: Job): Promise<number> {
  const {service, host} = context;
  const {globals, problems} = line;
  refuseProblems(problems);
  const config = await readConfig(service, host);
  const name = nameOfProfile(globals, config, context);
  const profile = findProfile(config, name);
  if (profile === undefined) throw missingProfile(config, name);
  const target = targetIn(config, name, profile, context);
  if (globals['dry-run']) {
    const {method, url} = planWho(target);
    return print({status: 'dry_run', profile: name, method, url});
  }
  await tryOut(target, globals, host);
  return print({status: 'ok', profile: name});
}

async function deleteProfile({line, context, print}: Job): Promise<number> {
  const {service, host} = context;
  const {globals, problems, texts} = line;
  const {profile: name = ''} = globals;
  const others = ['base-url', 'auth-type', 'username', 'token', 'token-env', 'test'].filter(
    flag => texts.get(flag)?.at(-1) !== undefined,
  );
  refuseProblems([
    ...problems,
    ...(name === '' ? [{input: 'profile', message: '--delete needs --profile'}] : []),
    ...others.map(input => ({input, message: `--${input} and --delete cannot be combined`})),
  ]);
  const config = await readConfig(service, host);
  checkThere(config, name);
  refuseYaml(config.path);
  if (globals['dry-run']) return print({status: 'dry_run', deletes: name, path: config.path});
  const remove = (text: string, now: Config): string => {
    checkThere(now, name);
    return withoutProfile(text, name);
  };
  const path = await changeConfig(service, host, remove, globals.timeout);
  return print({status: 'deleted', profile: name, path});
}

/** Where a profile of the file leads, whatever the environment says; its warnings are told. */
function targetIn(
  config: Config,
  name: string,
  profile: StoredProfile,
  {service, host}: CommandContext,
): Target {
  const target = targetOf(service, {}, {config, name, profile, warnings: config.warnings ?? []});
  for (const warning of target.warnings) reportRemark('warning', warning, host.stderr);
  return target;
}

/** Whether the service takes the credentials is found out whatever the profile's policy lets through. */
async function tryOut(target: Target, globals: GlobalValues, host: Host): Promise<void> {
  await askQuietly(planWho(target), {...target, policy: {denied: []}}, globals, host);
}

/** Where the token of this line comes from, in words; undefined when the line gives none. */
function sourceOfToken({own, texts}: ConfigureLine, change: ProfileChange): string | undefined {
  if (change.token === undefined) return undefined;
  if (own['token-env'] !== undefined) return `the environment variable ${own['token-env']}`;
  if (own.token === undefined) return texts.has('auth-token') ? '--auth-token' : 'your answer';
  if (own.token === '-') return 'standard input';
  return own.token.startsWith('@') ? `the file ${own.token.slice(1)}` : '--token';
}

function notSaved({kind, message, details}: Failure): Failure {
  const hint = ['Nothing was saved.', details.hint].filter(Boolean).join(' ');
  return new Failure(kind, message, {...details, hint});
}

/**
 * The token that `configure` is to save: the text of --token, `@file`, `-` for standard input, or the
 * environment variable --token-env names, whose value is not saved (contract 8.9).
 *
 * @throws Failure 'validation_error' together with what else is wrong with the line
 */
async function readToken(
  {own, globals, problems}: ConfigureLine,
  host: Host,
): Promise<StoredSecret | undefined> {
  const {token: text, 'token-env': env} = own;
  const refused = (input: string, message: string): Failure =>
    refusal(undefined, [...problems, {input, message}]);
  if (env !== undefined) {
    if (text !== undefined) {
      throw refused('token-env', '--token-env and --token cannot be combined');
    }
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(env)) return {env};
    throw refused('token-env', '--token-env takes the name of an environment variable');
  }
  if (text === undefined) return globals['auth-token'];
  if (text !== '-' && !text.startsWith('@')) return text;
  if (text === '-' && host.stdin.isTTY) {
    const why = 'reads standard input, which is a terminal: leave it out to be asked';
    throw refused('token', `--token ${why}`);
  }
  const {body, problems: unread} = await readSource('token', text, 'text', host);
  if (unread.length > 0) throw refusal(undefined, [...problems, ...unread]);
  return String(body ?? '').trim();
}
