import type {Problem} from '../api/request-plan.ts';
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
import {emptyProfile, findProfile, missingProfile, type StoredSecret} from '../host/profile.ts';
import {targetOf} from '../host/settings.ts';
import {readBody} from './body-source.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin, refuseProblems} from './builtin-line.ts';
import {askMissing} from './configure-ask.ts';
import {hasChange, mergedProfile, refuseOAuth} from './configure-change.ts';
import {describeProfile} from './configure-describe.ts';
import {parseChange} from './configure-parse.ts';
import type {CommandContext} from './context.ts';
import {emitLocal} from './emit-local.ts';
import {probe, probePaths} from './probe.ts';
import {reportRemark} from './report.ts';

/** `configure`: save, test and delete profiles (contract 1 and 8.6). */
export const configure: Builtin = {
  name: 'configure',
  summary: 'save, test or delete a profile of the configuration file',
  usage: [
    'configure [--profile P] [--base-url URL] [--auth-type basic|bearer] [--username U] [--token T|@file|- or --token-env NAME] [--test]',
    'configure --profile P --delete',
  ],
  flags: [
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
  ],
  takesGlobals: true,
  notes: [
    'On a terminal it asks for what is missing, the token without showing it; elsewhere a missing value is refused.',
    'The profile is named by --profile or the environment; else it is the default one of the file. The first one saved becomes the default profile. Values are taken from flags only, never from the environment.',
    'Every key it was not told to change stays as it is. The file is written for its owner alone (0600). A YAML file is read, not written.',
    'Another host in --base-url needs its own --token: the one that is stored is not carried over.',
  ],
  examples: [
    'configure --base-url https://your-site.example --username me@example.com --token "$TOKEN" --test',
    'configure --profile work --test',
    'configure --profile old --delete',
  ],
  async run(argv, context) {
    const line = parseBuiltin(configure, argv, context, 0);
    if (line.texts.get('profile')?.at(-1) === '') {
      const message = '--profile is empty: which profile is meant?';
      refuseProblems([...line.problems, {input: 'profile', message}]);
    }
    if (line.own.delete === true) return deleteProfile(line, context);
    const change = parseChange(line, await readToken(line, context.host), context.service);
    if (line.own.test === true && !hasChange(change)) return testProfile(line, context);
    return saveProfile(line, change, context);
  },
};

async function saveProfile(
  line: BuiltinLine,
  given: ProfileChange,
  context: CommandContext,
): Promise<number> {
  const {service, host} = context;
  const {globals, own} = line;
  const config = await readConfig(service, host);
  const name = nameOf(line, context) ?? config.defaultProfile ?? 'default';
  if (globals['auth-type'] === 'oauth2') throw refuseOAuth(config, name, service);
  refuseYaml(config.path);
  const stored = findProfile(config, name) ?? emptyProfile;
  const change = await askMissing(line, given, stored, context);
  const profile = mergedProfile(stored, change);
  const target = targetOf(service, {}, {config, name, profile, warnings: config.warnings ?? []});
  for (const warning of target.warnings) reportRemark('warning', warning, host.stderr);
  if (globals['dry-run']) {
    const tested = own.test === true ? {note: 'Nothing is tested under --dry-run.'} : {};
    const shown = describeProfile(config, name, change);
    return emitStatus(
      {status: 'dry_run', profile: name, path: config.path, ...shown, ...tested},
      line,
      host,
    );
  }
  if (own.test === true) {
    await probe(target, probePaths[service], globals, host).catch((error: unknown) => {
      throw notSaved(toFailure(error));
    });
  }
  const path = await changeConfig(
    service,
    host,
    text => withProfile(text, name, change),
    globals.timeout,
  );
  const tested = own.test === true && {tested: true};
  return emitStatus({status: 'saved', profile: name, path, ...tested}, line, host);
}

/** Test a profile as it is stored: what the environment says does not count. */
async function testProfile(line: BuiltinLine, context: CommandContext): Promise<number> {
  const {service, host} = context;
  refuseProblems(line.problems);
  const config = await readConfig(service, host);
  const name = nameOf(line, context) ?? config.defaultProfile ?? 'default';
  const profile = findProfile(config, name);
  if (profile === undefined) throw missingProfile(config, name);
  const target = targetOf(service, {}, {config, name, profile, warnings: config.warnings ?? []});
  for (const warning of target.warnings) reportRemark('warning', warning, host.stderr);
  if (line.globals['dry-run']) {
    const {baseUrl} = target;
    const url = `${baseUrl}${probePaths[service]}`;
    return emitStatus({status: 'dry_run', profile: name, method: 'GET', url}, line, host);
  }
  await probe(target, probePaths[service], line.globals, host);
  return emitStatus({status: 'ok', profile: name}, line, host);
}

async function deleteProfile(line: BuiltinLine, context: CommandContext): Promise<number> {
  const {service, host} = context;
  const name = line.globals.profile;
  const others = ['base-url', 'auth-type', 'username', 'token', 'token-env', 'test'].filter(
    flag => line.texts.get(flag)?.at(-1) !== undefined,
  );
  refuseProblems([
    ...line.problems,
    ...(name === undefined ? [{input: 'profile', message: '--delete needs --profile'}] : []),
    ...others.map(input => ({input, message: `--${input} and --delete cannot be combined`})),
  ]);
  const config = await readConfig(service, host);
  const checked = checkThere(config, name ?? '');
  refuseYaml(config.path);
  if (line.globals['dry-run']) {
    return emitStatus({status: 'dry_run', deletes: checked, path: config.path}, line, host);
  }
  const path = await changeConfig(
    service,
    host,
    (text, now) => withoutProfile(text, checkThere(now, checked)),
    line.globals.timeout,
  );
  return emitStatus({status: 'deleted', profile: checked, path}, line, host);
}

async function emitStatus(
  value: Readonly<Record<string, unknown>>,
  line: BuiltinLine,
  host: Host,
): Promise<number> {
  await emitLocal(JSON.stringify(value), line, host);
  return 0;
}

function checkThere(config: Config, name: string): string {
  if (!Object.hasOwn(config.profiles, name)) throw missingProfile(config, name);
  return name;
}

/** The profile of flag or environment. */
function nameOf({globals}: BuiltinLine, {program, host}: CommandContext): string | undefined {
  return globals.profile ?? (host.env[`${program.toUpperCase()}_PROFILE`] || undefined);
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
  {own, globals, problems}: BuiltinLine,
  host: Host,
): Promise<StoredSecret | undefined> {
  const {token: typed, 'token-env': env} = own;
  const refuse = (input: string, why: string): never => {
    const problem: Problem = {input, message: `--${input} ${why}`};
    refuseProblems([...problems, problem]);
    throw new Error('unreachable');
  };
  if (env !== undefined) {
    if (typed !== undefined) refuse('token-env', 'and --token cannot be combined');
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(String(env))) return {env: String(env)};
    return refuse('token-env', 'takes the name of an environment variable');
  }
  if (typed === undefined) return globals['auth-token'];
  const text = String(typed);
  if (text !== '-' && !text.startsWith('@')) return text;
  if (text === '-' && host.stdin.isTTY) {
    refuse('token', 'reads standard input, which is a terminal: leave it out to be asked');
  }
  const {body, problems: unread} = await readBody([text], 'text', host);
  const [problem] = unread;
  if (problem !== undefined) refuse('token', problem.message.replace(/^--body /, ''));
  const token = String(body ?? '').trim();
  return token === '' ? refuse('token', 'was given an empty one') : token;
}
