import {planIdentityRequest} from '../api/account-requests.ts';
import type {Problem} from '../api/request-plan.ts';
import {defined} from '../base/defined.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {type Config, readConfig} from '../host/config.ts';
import {
  changeConfig,
  type ProfileChange,
  refuseYaml,
  withoutProfile,
  withProfile,
} from '../host/config-write.ts';
import {emptyProfile, findProfile, missingProfile, type StoredProfile} from '../host/profile.ts';
import {type Target, targetOf} from '../host/settings.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, openPrinter, parseBuiltin, refuseProblems} from './builtin-line.ts';
import {sendRead} from './command-client.ts';
import {askMissing} from './configure-ask.ts';
import {hasChange, mergedProfile, parseChange, refuseOAuth} from './configure-change.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {type FlagRow, type GlobalValues, targetFlags} from './flags.ts';
import {appFlags, readSecretFlag} from './secret-flags.ts';
import {describeProfile, nameOfProfile, requireProfile} from './stored-profile.ts';

const flags = [
  {name: 'username', type: 'string', help: 'user name to save (the e-mail address of the account)'},
  {
    name: 'token',
    type: 'string',
    help: 'API token or bearer token to save; @file or - (standard input) keeps it off the command line',
  },
  {
    name: 'token-env',
    type: 'string',
    help: 'environment variable that holds the token; the token itself is not saved',
  },
  ...appFlags,
  {
    name: 'test',
    type: 'boolean',
    default: 'false',
    help: 'test the credentials with one GET before saving; nothing is saved if the test fails. Without values to save, test the stored profile',
  },
  {
    name: 'delete',
    type: 'boolean',
    default: 'false',
    help: 'delete the profile given by --profile',
  },
] as const satisfies readonly FlagRow[];

/** `configure`: save, test and delete profiles (contract 1 and 8.6). */
export const configure: Builtin<typeof flags> = {
  name: 'configure',
  summary: 'save, test or delete a profile of the configuration file',
  usage: [
    'configure [--profile P] [--base-url URL] [--auth-type basic|bearer] [--username U] [--token T|@file|- or --token-env NAME] [--test]',
    'configure [--profile P] [--base-url URL] --auth-type app [--app-key K] [--shared-secret S|@file|- or --shared-secret-env NAME] [--test]',
    'configure --profile P --delete',
  ],
  flags,
  takesGlobals: true,
  notes: [
    'On a terminal, asks for missing values; the token is not shown. Elsewhere a missing value is an error.',
    'The profile name comes from --profile, then the environment, then the default profile of the file. The first saved profile becomes the default. Other values come from flags only, never from the environment.',
    'Values without a flag do not change. An empty value is refused and nothing is saved. The file is readable by its owner only (0600). YAML files are read but never written.',
    'A --base-url with another host needs its own --token; the stored token is not reused.',
  ],
  examples: [
    'configure --base-url https://your-site.example --username me@example.com --token "$TOKEN" --test',
    'configure --profile app --auth-type app --app-key com.example.app --shared-secret @secret.txt',
    'configure --profile work --test',
    'configure --profile old --delete',
  ],
  async run(scanned, context) {
    const {service, host} = context;
    const line = parseBuiltin(configure, scanned, context, 0);
    const empty = targetFlags.filter(name => line.texts.get(name)?.at(-1)?.trim() === '');
    if (empty.length > 0) {
      const unset = empty.map(input => ({input, message: `--${input} is empty`}));
      refuseProblems([...unset, ...line.problems]);
    }
    // Other problems of the line are reported together with missing values.
    const print = await openPrinter({globals: line.globals, problems: []}, host);
    const job = {line, context, print: (value: object) => print(JSON.stringify(value))};
    if (line.own.delete === true) return deleteProfile(job);
    const {username, 'app-key': appKey} = line.own;
    const token = (await readSecretFlag('token', line, host)) ?? line.globals['auth-token'];
    const sharedSecret = await readSecretFlag('shared-secret', line, host);
    const own = defined({username, token, appKey, sharedSecret});
    const change = parseChange(line.globals, own, service);
    const isTested = line.own.test === true;
    if (isTested && !hasChange(change)) return testProfile(job);
    const secretFrom = (made: ProfileChange) => sourceOfToken(line, made);
    const {globals, problems} = line;
    return saveProfile(
      {globals, problems, isTested, secretFrom, context, print: job.print},
      change,
    );
  },
};

type ConfigureLine = BuiltinLine<typeof flags>;

/** A `configure` command in progress. */
interface Job {
  readonly line: ConfigureLine;
  readonly context: CommandContext;
  /** Print the result; returns the exit code 0. */
  print(status: object): Promise<number>;
}

/** Test a profile as stored, ignoring the environment. */
async function testProfile({line, context, print}: Job): Promise<number> {
  const {service, host} = context;
  const {globals, problems} = line;
  refuseProblems(problems);
  const config = await readConfig(service, host);
  const name = nameOfProfile(globals, config, context);
  const profile = findProfile(config, name);
  if (profile === undefined) throw missingProfile(config, name, service);
  const target = targetIn(config, name, profile, context);
  if (globals['dry-run']) {
    const {method, url} = planIdentityRequest(target);
    return print({status: 'dry_run', profile: name, method, url});
  }
  await testCredentials(target, globals, host);
  return print({status: 'ok', profile: name});
}

async function deleteProfile({line, context, print}: Job): Promise<number> {
  const {service, host} = context;
  const {globals, problems, texts} = line;
  const {profile: name = ''} = globals;
  const others = [
    ...['base-url', 'auth-type', 'username', 'token', 'token-env', 'test'],
    ...appFlags.map(({name: flag}) => flag),
  ].filter(flag => texts.get(flag)?.at(-1) !== undefined);
  refuseProblems([
    ...problems,
    ...(name === '' ? [{input: 'profile', message: '--delete needs --profile'}] : []),
    ...others.map(input => ({input, message: `--${input} and --delete cannot be combined`})),
  ]);
  const config = await readConfig(service, host);
  requireProfile(config, name, service);
  refuseYaml(config.path);
  if (globals['dry-run']) return print({status: 'dry_run', deletes: name, path: config.path});
  const remove = (text: string, now: Config): string => {
    requireProfile(now, name, service);
    return withoutProfile(text, name);
  };
  const path = await changeConfig(service, host, remove, globals.timeout);
  return print({status: 'deleted', profile: name, path});
}

/** Describe the source of the line's token; undefined if it has none. */
function sourceOfToken({own, texts}: ConfigureLine, change: ProfileChange): string | undefined {
  if (change.token === undefined) return undefined;
  if (own['token-env'] !== undefined) return `the environment variable ${own['token-env']}`;
  if (own.token === undefined) return texts.has('auth-token') ? '--auth-token' : 'your answer';
  if (own.token === '-') return 'standard input';
  return own.token.startsWith('@') ? `the file ${own.token.slice(1)}` : '--token';
}

/** A profile to be saved. */
interface SaveJob {
  readonly globals: GlobalValues;
  /** The problems of the line so far. */
  readonly problems: readonly Problem[];
  /** Send one GET with the credentials first. */
  readonly isTested: boolean;
  /** Describe where the secret comes from, if the line has one. */
  readonly secretFrom?: (change: ProfileChange) => string | undefined;
  readonly context: CommandContext;
  /** Print the result; returns the exit code 0. */
  print(status: object): Promise<number>;
}

/**
 * Save a profile, after asking on a terminal for missing values.
 *
 * @throws Failure of any kind; the file is unchanged then
 */
async function saveProfile(
  {globals, problems, isTested, secretFrom, context, print}: SaveJob,
  given: ProfileChange,
): Promise<number> {
  const {service, host} = context;
  const config = await readConfig(service, host);
  const name = nameOfProfile(globals, config, context);
  if (globals['auth-type'] === 'oauth2') throw refuseOAuth(config, name, service);
  refuseYaml(config.path);
  const stored = findProfile(config, name) ?? emptyProfile;
  const change = await askMissing(problems, given, stored, context);
  const target = targetIn(config, name, mergedProfile(stored, change), context);
  if (globals['dry-run']) {
    const tested = isTested && {note: '--dry-run does not test the credentials.'};
    const shown = describeProfile(config, name, change);
    return print({status: 'dry_run', profile: name, path: config.path, ...shown, ...tested});
  }
  if (isTested) {
    const from = secretFrom?.(change) ?? target.secretFrom;
    const tried = {...target, ...(from !== undefined && {secretFrom: from})};
    await testCredentials(tried, globals, host).catch((error: unknown) => {
      throw notSaved(toFailure(error));
    });
  }
  const save = (text: string): string => withProfile(text, name, change);
  const path = await changeConfig(service, host, save, globals.timeout);
  return print({status: 'saved', profile: name, path, ...(isTested && {tested: true})});
}

/** Resolve the target of a stored profile, ignoring the environment; report its warnings. */
function targetIn(
  config: Config,
  name: string,
  profile: StoredProfile,
  {service, host}: CommandContext,
): Target {
  const target = targetOf(service, {}, {config, name, profile, warnings: config.warnings ?? []});
  for (const warning of target.warnings) host.reporter.warn(warning);
  return target;
}

/** Test whether the service accepts the credentials, whatever the profile's policy. */
async function testCredentials(
  target: Target,
  globals: GlobalValues,
  host: CommandHost,
): Promise<void> {
  await sendRead(planIdentityRequest(target), {...target, policy: {denied: []}}, globals, host);
}

function notSaved({kind, message, details}: Failure): Failure {
  const hint = ['Nothing was saved.', details.hint].filter(Boolean).join(' ');
  return new Failure(kind, message, {...details, hint});
}
