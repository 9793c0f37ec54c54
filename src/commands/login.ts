import {programOf} from '../api/operation.ts';
import {readConfig} from '../host/config.ts';
import {changeConfigs, refuseYaml, withoutCredentials} from '../host/config-write.ts';
import {refreshPath, removeSignIn} from '../host/oauth-refresh.ts';
import {findProfile, missingProfile} from '../host/profile.ts';
import {tokenPage} from '../host/token-page.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin, refuseProblems} from './builtin-line.ts';
import {configure} from './configure.ts';
import type {FlagRow} from './flags.ts';
import {type LoginLine, loginFlags, tokenFlags, webFlags} from './login-flags.ts';
import {loginToken} from './login-token.ts';
import {loginWeb} from './login-web.ts';
import type {Scanned} from './scan.ts';
import {appFlags} from './secret-flags.ts';
import {nameOfProfile} from './stored-profile.ts';

/** `login`: test credentials and save them. */
export const login: Builtin<typeof loginFlags> = {
  name: 'login',
  summary: 'sign in with an API token, as an add-on app, or through a browser',
  usage: [
    'login [--profile P] [--site SITE] [--username U] [--token T|@file|- or --token-env NAME] [--keychain]',
    'login --app [--profile P] [--base-url URL] [--app-key K] [--shared-secret S|@file|- or --shared-secret-env NAME]',
    'login --web [--profile P] [--client-id ID] [--client-secret S|@file|- or --client-secret-env NAME] [--scopes LIST] [--site SITE] [--no-browser]',
  ],
  flags: loginFlags,
  takesGlobals: true,
  notes: [
    'On a terminal, asks for missing values; secrets are not shown. Credentials that the service refuses are not saved.',
    'With an API token, one sign-in serves jr and cf: both services are tested, and the profile is saved for each that accepts the token. A token that the site rejects is also tried at the API gateway, which scoped tokens need. --auth-type bearer is for personal access tokens of self-hosted sites.',
    '--app: only add-on apps can list failed webhooks. Requests are signed with the shared secret, which is never sent.',
    '--web: asks for consent in a browser, which then redirects to this machine; over SSH, forward the port of --redirect-uri. The access token is renewed automatically; the refresh token is stored in the state directory, readable only by you.',
    'To use webhooks, OAuth 2.0 apps need the scopes read:jira-work and manage:jira-webhook.',
  ],
  examples: [
    'login --site acme --username me@example.com --token @token.txt',
    'login --app --profile app --base-url https://your-site.example --app-key com.example.app --shared-secret @secret.txt',
    'login --web --profile me --client-id abc --client-secret-env CLIENT_SECRET --site https://your-site.example',
  ],
  async run(scanned, context) {
    const line = parseBuiltin(login, scanned, context, 0);
    const {app = false, web = false} = line.own;
    if (app && web) {
      const problem = {input: 'web', message: '--app and --web cannot be combined'};
      refuseProblems([problem, ...line.problems]);
    }
    refuseOthers(line, app ? 'app' : web ? 'web' : 'token');
    if (app) return configure.run(asConfigure(scanned), context);
    const print = await openPrinter({globals: line.globals, problems: []}, context.host);
    const signIn = web ? loginWeb : loginToken;
    return signIn(line, context, status => print(JSON.stringify(status)));
  },
};

/** The `configure` command that tests and saves the credentials of an app. */
function asConfigure(line: Scanned): Scanned {
  const texts = new Map([...line.texts, ['test', ['true']], ['auth-type', ['app']]]);
  return {...line, words: ['configure'], texts};
}

/** The flags of each kind of sign-in. */
const flagsOf: Readonly<Record<'token' | 'app' | 'web', readonly FlagRow[]>> = {
  token: [...tokenFlags, ...webFlags.filter(({name}) => name === 'site')],
  app: appFlags,
  web: webFlags,
};

/** Reject flags of another kind of sign-in. */
function refuseOthers({texts, problems}: LoginLine, kind: keyof typeof flagsOf): void {
  const own = new Set(flagsOf[kind].map(({name}) => name));
  const others = Object.values(flagsOf)
    .flat()
    .map(({name}) => name)
    .filter(name => !own.has(name) && texts.has(name));
  if (others.length === 0) return;
  const reason = kind === 'token' ? 'needs --app or --web' : `cannot be combined with --${kind}`;
  refuseProblems([
    ...problems,
    ...[...new Set(others)].map(name => ({
      input: name,
      message: `--${name} ${reason}`,
    })),
  ]);
}

/** `logout`: remove the credentials of a profile from both configurations. */
export const logout: Builtin = {
  name: 'logout',
  summary: 'remove the credentials of a profile, for jr and cf',
  usage: ['logout [--profile P]'],
  flags: [],
  takesGlobals: true,
  notes: [
    'The address, the policy and the other settings of the profile do not change; `jr login` adds credentials again.',
    `An API token stays valid until you revoke it at ${tokenPage}`,
  ],
  examples: ['logout --profile work'],
  async run(scanned, context) {
    const {service, host} = context;
    const line = parseBuiltin(logout, scanned, context, 0);
    const print = await openPrinter(line, host);
    const own = await readConfig(service, host);
    const name = nameOfProfile(line.globals, own, context);
    const found = [];
    for (const one of ['tracker', 'content'] as const) {
      const config = await readConfig(one, host);
      const profile = findProfile(config, name);
      if (profile === undefined) continue;
      refuseYaml(config.path);
      found.push({service: one, path: config.path, oauth: profile.oauth});
    }
    if (found.length === 0) throw missingProfile(own, name, service);
    const paths = Object.fromEntries(found.map(one => [programOf(one.service), one.path]));
    if (line.globals['dry-run']) {
      return print(JSON.stringify({status: 'dry_run', profile: name, ...paths}));
    }
    const change = (text: string): string => withoutCredentials(text, name);
    const changes = found.map(one => ({service: one.service, change}));
    await changeConfigs(changes, host, line.globals.timeout);
    for (const {oauth} of found) {
      const {tokenUrl = '', clientId = '', refreshToken} = oauth;
      if (refreshToken === undefined) continue;
      await removeSignIn(refreshPath({tokenUrl, clientId, refreshToken}, host));
    }
    return print(JSON.stringify({status: 'signed_out', profile: name, ...paths}));
  },
};
