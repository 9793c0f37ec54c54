import type {Service} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {Failure} from '../base/failure.ts';
import {parseUrl} from '../base/parse-url.ts';
import {safeText} from '../base/safe-text.ts';
import {readConfig} from '../host/config.ts';
import {refuseYaml} from '../host/config-write.ts';
import {
  authorizationUrl,
  type LoginSetup,
  publicLogin,
  type ReachableSite,
} from '../host/oauth-login.ts';
import {openUrl} from '../host/open-url.ts';
import {emptyProfile, findProfile, type StoredOAuth, type StoredSecret} from '../host/profile.ts';
import {readSecret} from '../host/secret.ts';
import {warnPlainHttp} from '../host/settings-problems.ts';
import {
  completeScopes,
  defaultRedirect,
  signInByBrowser,
  trackerScopes,
} from '../host/web-sign-in.ts';
import {refuseProblems} from './builtin-line.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {interruptible} from './interruptible.ts';
import type {LoginLine} from './login-flags.ts';
import {readSecretFlag} from './secret-flags.ts';
import {nameOfProfile} from './stored-profile.ts';

/**
 * Sign a user in through a browser, select a site and save the profile; the refresh token is on
 * disk before the profile refers to it.
 *
 * @throws Failure of any kind; then the profile is unchanged
 */
export async function loginWeb(
  line: LoginLine,
  context: CommandContext,
  print: (status: object) => Promise<number>,
): Promise<number> {
  const {service, host} = context;
  const {globals, own} = line;
  const config = await readConfig(service, host);
  const name = nameOfProfile(globals, config, context);
  refuseYaml(config.path);
  const stored = (findProfile(config, name) ?? emptyProfile).oauth;
  const app = await completeApp(line, stored, context);
  const redirect = own['redirect-uri'] ?? defaultRedirect;
  if (globals['dry-run']) {
    const setup = {...app, clientSecret: ''};
    const url = authorizationUrl(setup, redirect, {state: '***', verifier: ''});
    return print({status: 'dry_run', profile: name, path: config.path, url: withoutChallenge(url)});
  }
  const names = {what: 'client secret', member: '--client-secret'};
  const setup = {...app, clientSecret: await readSecret(app.secret, host, {}, names)};
  for (const url of [setup.authorizeUrl, setup.tokenUrl, setup.sitesUrl]) {
    for (const warning of warnPlainHttp(url)) host.reporter.warn(warning);
  }
  return interruptible(host, async signal => {
    const {secret} = app;
    const isPrinted = own['no-browser'] === true;
    const {path, baseUrl, site, scopes} = await signInByBrowser(
      {
        ...{service, name, setup, secret, redirect, timeoutMs: globals.timeout},
        show: url => showUrl(url, isPrinted, host),
        choose: sites => chooseSite(sites, own.site, host),
      },
      host,
      signal,
    );
    return print({
      ...{status: 'saved', profile: name, path, base_url: baseUrl},
      site: {name: site.name, url: site.url},
      ...scopeStatus(setup.scopes, scopes),
    });
  });
}

/** The granted scopes, and those not granted; empty if the server does not report them. */
function scopeStatus(wanted: string, given: string | undefined): object {
  if (given === undefined) return {};
  const granted = given.split(' ');
  const missing = wanted.split(' ').filter(scope => !granted.includes(scope));
  return {scopes: granted, ...(missing.length > 0 && {missing_scopes: missing})};
}

/** An app whose secret may be stored elsewhere. */
type AppSetup = Omit<LoginSetup, 'clientSecret'> & {readonly secret: StoredSecret};

/**
 * The app for the sign-in: from flags, else from the profile, else from questions on a terminal.
 */
async function completeApp(
  line: LoginLine,
  stored: StoredOAuth,
  {service, host}: CommandContext,
): Promise<AppSetup> {
  const {own, problems} = line;
  const given = await readSecretFlag('client-secret', line, host);
  const mayAsk = host.stdin.isTTY && host.reporter.isTTY;
  const ask = async (question: string, hidden: boolean): Promise<string | undefined> =>
    mayAsk ? (await host.ask(`${question}: `, {hidden})).trim() || undefined : undefined;
  const clientId = own['client-id'] ?? stored.clientId ?? (await ask('Client id', false));
  const isOther = own['client-id'] !== undefined && own['client-id'] !== stored.clientId;
  const known = given ?? (isOther ? undefined : stored.clientSecret);
  const secret = known ?? (await ask('Client secret', true));
  const scopes = own.scopes ?? stored.scopes ?? defaultScopes(service);
  const urls = {
    authorizeUrl: own['authorize-url'] ?? publicLogin.authorizeUrl,
    tokenUrl: own['token-url'] ?? stored.tokenUrl ?? publicLogin.tokenUrl,
    sitesUrl: own['sites-url'] ?? publicLogin.sitesUrl,
  };
  const missing = (input: string): Problem => ({input, message: `--${input} is missing`});
  const wrong = [
    ...problems,
    ...(clientId === undefined ? [missing('client-id')] : []),
    ...(secret === undefined ? [missing('client-secret')] : []),
    ...(scopes === undefined ? [missingScopes] : []),
    ...wrongUrls(urls),
  ];
  refuseProblems(wrong);
  if (clientId === undefined || secret === undefined || scopes === undefined) {
    throw new Failure('bug', 'the app is incomplete');
  }
  return {clientId, secret, scopes: completeScopes(scopes), ...urls};
}

/** The documents define no scopes of the content service; they are in the app's configuration. */
const missingScopes: Problem = {
  input: 'scopes',
  message: '--scopes is missing: list the scopes that your app has in the developer console',
};

function defaultScopes(service: Service): string | undefined {
  return service === 'tracker' ? trackerScopes : undefined;
}

function wrongUrls(urls: Readonly<Record<string, string>>): readonly Problem[] {
  return Object.entries(urls)
    .filter(([, url]) => !/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
    .map(([name]) => {
      const input = name.replace('Url', '-url');
      return {input, message: `--${input} is not an http or https URL`};
    });
}

async function showUrl(url: string, isPrinted: boolean, host: CommandHost): Promise<void> {
  const isOpen = !isPrinted && (await openUrl(url, host.env, host.platform));
  const where = isOpen ? 'Sign in in the browser, or open this URL' : 'Open this URL';
  host.reporter.note(`${where}: ${url}`);
}

async function chooseSite(
  sites: readonly ReachableSite[],
  wanted: string | undefined,
  host: CommandHost,
): Promise<ReachableSite> {
  const [only] = sites;
  if (only === undefined) {
    throw new Failure('auth_error', 'The sign-in has access to no site.', {
      hint: 'Sign in again and grant the app access to a site.',
      attempts: 0,
    });
  }
  if (wanted !== undefined) {
    const plain = (text: string): string => text.toLowerCase().replace(/\/+$/, '');
    const found = sites.filter(({id, name, url}) =>
      [id, name, url].some(text => plain(text) === plain(wanted)),
    );
    if (found.length === 1 && found[0]) return found[0];
    throw severalSites(`--site ${wanted} is not a site of this sign-in`, sites);
  }
  if (sites.length === 1) return only;
  if (!host.stdin.isTTY || !host.reporter.isTTY) {
    throw severalSites('The sign-in has access to several sites; choose one with --site', sites);
  }
  sites.forEach(({name, url}, i) => {
    host.reporter.lines(`  ${i + 1}  ${safeText(name)}  ${safeText(url)}`);
  });
  for (;;) {
    const answer = (await host.ask(`Site (1 to ${sites.length}): `)).trim();
    const site = /^\d+$/.test(answer) ? sites[Number(answer) - 1] : undefined;
    if (site !== undefined) return site;
    host.reporter.note('Enter the number of a site.');
  }
}

function severalSites(message: string, sites: readonly ReachableSite[]): Failure {
  return new Failure('validation_error', `${message}.`, {
    errors: {site: message},
    candidates: sites.map(({id, name, url}) => ({id, name, url})),
    attempts: 0,
  });
}

/** The URL without parameters that differ for each sign-in. */
function withoutChallenge(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('code_challenge');
  return url.href;
}
