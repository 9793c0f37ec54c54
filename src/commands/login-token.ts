import {cloudDomain, completeSiteUrl, serviceUrl} from '../api/base-url.ts';
import {authorizationHeader} from '../api/credentials.ts';
import {programOf, type Service} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {defined} from '../base/defined.ts';
import {Failure, toFailure} from '../base/failure.ts';
import type {Config} from '../host/config.ts';
import {storeInKeychain} from '../host/keychain.ts';
import {findProfile, isDate, type StoredProfile, type StoredSecret} from '../host/profile.ts';
import {readSecret} from '../host/secret.ts';
import {warnPlainHttp} from '../host/settings-problems.ts';
import {
  findOtherSite,
  profileChange,
  readSignInConfigs,
  type ServiceSignIn,
  saveSignIn,
  trySignIn,
} from '../host/site-sign-in.ts';
import {tokenPage} from '../host/token-page.ts';
import {askUntil, questionWithDefault} from './ask-values.ts';
import {refuseProblems} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {targetFlags} from './flags.ts';
import {interruptible} from './interruptible.ts';
import type {LoginLine} from './login-flags.ts';
import {readSecretFlag} from './secret-flags.ts';
import {describeProfile, nameOfProfile} from './stored-profile.ts';

const services = ['tracker', 'content'] as const;

interface SignInValues {
  /** URL of the site. */
  readonly site: string;
  readonly authType: 'basic' | 'bearer';
  /** With `basic` only. */
  readonly username?: string;
  readonly token: StoredSecret;
}

/**
 * Sign in to a site with an API token: test the token on both services, then save a profile in the
 * configuration of each service that accepts it.
 *
 * @throws Failure of any kind, before anything is saved
 */
export async function loginToken(
  line: LoginLine,
  context: CommandContext,
  print: (status: object) => Promise<number>,
): Promise<number> {
  const {host} = context;
  const {globals, own} = line;
  const configs = await readSignInConfigs(host);
  const name = nameOfProfile(globals, configs[context.service], context);
  const values = await completeValues(line, findStored(configs, name), context);
  if (globals.profile === undefined) await refuseOtherSite(name, values.site, context);
  for (const warning of warnPlainHttp(values.site)) {
    host.reporter.warn(warning);
  }
  const profile = {name, ...values, ...defined({expires: own.expires})};
  if (globals['dry-run']) {
    const shown = services.map(service => {
      const change = profileChange(profile, serviceUrl(service, values.site));
      return [programOf(service), describeProfile(configs[service], name, change).saves];
    });
    return print({status: 'dry_run', profile: name, ...Object.fromEntries(shown)});
  }
  const results: readonly ServiceSignIn[] = own['no-test']
    ? services.map(service => ({service, baseUrl: serviceUrl(service, values.site)}))
    : await test(values, line, context);
  const token = await placeToken(values, name, line, context);
  const accepted = results.filter(({failure}) => failure === undefined);
  const paths = await saveSignIn(accepted, {...profile, token}, host, globals.timeout);
  const saved = results.map(result => {
    const path = paths[accepted.indexOf(result)];
    const status =
      path === undefined ? notConnected(result) : {status: 'saved', path, ...describe(result)};
    return [programOf(result.service), status];
  });
  for (const {service, failure} of results) {
    if (failure === undefined) continue;
    host.reporter.warn(`${programOf(service)} is not connected: ${failure.message}`);
  }
  return print({
    ...{status: 'saved', profile: name, site: values.site, tested: own['no-test'] !== true},
    ...Object.fromEntries(saved),
  });
}

/** The stored profile that prompts offer values from. */
function findStored(
  configs: Readonly<Record<Service, Config>>,
  name: string,
): StoredProfile | undefined {
  return findProfile(configs.tracker, name) ?? findProfile(configs.content, name);
}

/** Complete the values: from flags, then by asking on a terminal. */
async function completeValues(
  line: LoginLine,
  stored: StoredProfile | undefined,
  {host}: CommandContext,
): Promise<SignInValues> {
  const {own, globals, texts} = line;
  const empty = targetFlags.filter(name => texts.get(name)?.at(-1)?.trim() === '');
  const problems: Problem[] = [
    ...line.problems,
    ...empty.map(input => ({input, message: `--${input} is empty`})),
    ...problemsOfValues(line),
  ];
  const authType = globals['auth-type'] === 'bearer' ? 'bearer' : 'basic';
  const token = (await readSecretFlag('token', line, host)) ?? globals['auth-token'];
  const given = {
    site: own.site ?? globals['base-url'],
    username: own.username ?? globals['auth-user'],
  };
  const mayAsk = host.stdin.isTTY && host.reporter.isTTY && own['no-input'] !== true;
  if (!mayAsk) {
    const needed = authType === 'basic' ? {...given, token} : {site: given.site, token};
    for (const [input, value] of Object.entries(needed)) {
      if (value === undefined && !texts.has(input)) {
        problems.push({input, message: `--${input} is missing`});
      }
      if (value === '') problems.push({input, message: `--${input} is empty`});
    }
  }
  refuseProblems(problems);
  const siteQuestion = {
    ...questionWithDefault(
      'Site (acme, acme.atlassian.net or a URL)',
      stored?.site ?? stored?.baseUrl,
    ),
    problemOf: problemOfSite,
  };
  const site =
    given.site ?? (await askUntil(siteQuestion, host)) ?? stored?.site ?? stored?.baseUrl ?? '';
  const userQuestion = questionWithDefault('E-mail address', stored?.username);
  const username =
    authType === 'bearer'
      ? undefined
      : (given.username ?? (await askUntil(userQuestion, host)) ?? stored?.username);
  const label =
    site.endsWith(cloudDomain) || !site.includes('.')
      ? `API token (create one at ${tokenPage})`
      : 'API token';
  const secret = token ?? (await askUntil({label, hidden: true}, host)) ?? '';
  const values: SignInValues = {
    ...{site: completeSiteUrl(site), authType, token: secret},
    ...(username !== undefined && {username}),
  };
  if (typeof secret === 'string') authorizationHeader(headerOf(values, secret));
  return values;
}

function problemsOfValues({own, globals}: LoginLine): readonly Problem[] {
  const {'auth-type': authType = 'basic'} = globals;
  const site = own.site ?? globals['base-url'];
  const wrongSite = site === undefined || site === '' ? undefined : problemOfSite(site);
  const ways: Readonly<Record<string, string>> = {oauth2: 'jr login --web', app: 'jr login --app'};
  const otherWay = ways[authType];
  return [
    ...(wrongSite === undefined ? [] : [{input: 'site', message: wrongSite}]),
    ...(otherWay === undefined
      ? []
      : [{input: 'auth-type', message: `for ${authType} credentials use ${otherWay}`}]),
    ...(own.expires === undefined || own.expires === '' || isDate(own.expires)
      ? []
      : [{input: 'expires', message: '--expires takes a date, YYYY-MM-DD'}]),
  ];
}

function problemOfSite(site: string): string | undefined {
  try {
    completeSiteUrl(site);
    return undefined;
  } catch (error) {
    return toFailure(error).message.replace(/\.$/, '');
  }
}

/** Reject replacing a profile of another site that was not selected by name. */
async function refuseOtherSite(name: string, site: string, {host}: CommandContext): Promise<void> {
  const other = await findOtherSite(name, site, host);
  if (other === undefined) return;
  const message = `Profile "${name}" of ${other.path} is for ${other.origin}.`;
  throw new Failure('validation_error', message, {
    errors: {profile: message},
    hint: `To add this site, choose a name: jr login --profile NAME. To replace the profile: jr login --profile ${name}.`,
    attempts: 0,
  });
}

/** Test the values on both services; at least one must accept them. */
async function test(
  values: SignInValues,
  {own, globals, texts}: LoginLine,
  {host}: CommandContext,
): Promise<readonly ServiceSignIn[]> {
  return interruptible(host, async signal => {
    const token = await readSecret(values.token, host, {signal});
    const credentials = headerOf(values, token);
    const site = {
      ...{site: values.site, credentials, gateway: own['gateway-url']},
      ...(texts.has('timeout') && {timeoutMs: globals.timeout}),
    };
    const results = await trySignIn(site, host, signal);
    if (results.some(({failure}) => failure === undefined)) return results;
    throw notSaved(results, values);
  });
}

function headerOf(
  {authType, username = ''}: Pick<SignInValues, 'authType' | 'username'>,
  token: string,
) {
  return authType === 'bearer'
    ? ({type: 'bearer', token} as const)
    : ({type: 'basic', user: username, token} as const);
}

function notSaved(results: readonly ServiceSignIn[], {authType, site}: SignInValues): Failure {
  const [first] = results.flatMap(({failure}) => failure ?? []);
  if (first === undefined) return new Failure('bug', 'no service was tested');
  const {kind, message, details} = first;
  const checkUser = `Check the e-mail address and the token; create a token at ${tokenPage}`;
  const checkSite = `Check --site: neither Jira nor Confluence responds at ${site}`;
  const adviceByKind: Partial<Record<Failure['kind'], string>> = {
    auth_failed: authType === 'basic' ? checkUser : 'Check the token.',
    not_found: checkSite,
    invalid_response: checkSite,
  };
  return new Failure(kind, message, {
    ...details,
    hint: ['Nothing was saved.', adviceByKind[kind] ?? details.hint].filter(Boolean).join(' '),
  });
}

/** Store the token in the keychain if requested; return the profile's reference to it. */
async function placeToken(
  {site, token}: SignInValues,
  name: string,
  {own, globals}: LoginLine,
  {host}: CommandContext,
): Promise<StoredSecret> {
  if (own.keychain !== true || typeof token !== 'string') return token;
  const account = `${name}@${new URL(site).host}`;
  return interruptible(host, async signal => {
    const limits = {timeoutMs: globals.timeout, signal};
    return {command: await storeInKeychain(account, token, host, limits)};
  });
}

function describe({baseUrl, user, isAdministrator}: ServiceSignIn): object {
  return {
    base_url: baseUrl,
    ...(user !== undefined && {user}),
    ...(isAdministrator !== undefined && {site_administrator: isAdministrator}),
  };
}

function notConnected({failure}: ServiceSignIn): object {
  return {status: 'not_connected', error_type: failure?.kind, message: failure?.message};
}
