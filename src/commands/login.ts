import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin, refuseProblems} from './builtin-line.ts';
import {configure} from './configure.ts';
import type {FlagRow} from './flags.ts';
import {type LoginLine, loginFlags, webFlags} from './login-flags.ts';
import {loginWeb} from './login-web.ts';

/** `login`: store credentials of an app, tested. */
export const login: Builtin<typeof loginFlags> = {
  name: 'login',
  summary: 'sign in as an add-on app, or as a user through an OAuth 2.0 app',
  usage: [
    'login --app [--profile P] [--base-url URL] [--app-key K] [--shared-secret S|@file|- or --shared-secret-env NAME]',
    'login --web [--profile P] [--client-id ID] [--client-secret S|@file|- or --client-secret-env NAME] [--scopes LIST] [--site SITE] [--no-browser]',
  ],
  flags: loginFlags,
  takesGlobals: true,
  notes: [
    'On a terminal, asks for missing values; secrets are not shown. Credentials that the service refuses are not saved.',
    '--app: only add-on apps can list failed webhooks. Requests are signed with the shared secret, which is never sent.',
    '--web: asks for consent in a browser, which then redirects to this machine; over SSH, forward the port of --redirect-uri. The access token is renewed automatically; the refresh token is stored in the state directory, readable only by you.',
    'To use webhooks, OAuth 2.0 apps need the scopes read:jira-work and manage:jira-webhook.',
  ],
  examples: [
    'login --app --profile app --base-url https://your-site.example --app-key com.example.app --shared-secret @secret.txt',
    'login --web --profile me --client-id abc --client-secret-env CLIENT_SECRET --site https://your-site.example',
  ],
  async run(argv, context) {
    const line = parseBuiltin(login, argv, context, 0);
    const {app = false, web = false} = line.own;
    const message = 'give exactly one of --app and --web';
    if (app === web) refuseProblems([{input: app ? 'web' : 'app', message}, ...line.problems]);
    if (app) {
      refuseOthers(line, webFlags);
      return configure.run(asConfigure(argv), context);
    }
    const print = await openPrinter({globals: line.globals, problems: []}, context.host);
    return loginWeb(line, context, status => print(JSON.stringify(status)));
  },
};

/** The line of `configure` that saves the same: tested, as an app. */
function asConfigure(argv: readonly string[]): readonly string[] {
  const rest = argv.slice(1).filter(word => !/^--app(?:=|$)/.test(word));
  return ['configure', ...rest, '--test', '--auth-type=app'];
}

/** Refuse the flags of the other way to sign in. */
function refuseOthers({texts, problems}: LoginLine, others: readonly FlagRow[]): void {
  const given = others.filter(({name}) => texts.has(name));
  refuseProblems(
    given.length === 0
      ? []
      : [
          ...problems,
          ...given.map(({name}) => ({
            input: name,
            message: `--${name} belongs to the other kind of sign-in`,
          })),
        ],
  );
}
