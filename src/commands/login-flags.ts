import type {BuiltinLine} from './builtin-line.ts';
import type {FlagRow} from './flags.ts';
import {appFlags} from './secret-flags.ts';

/** The flags of a sign-in through a browser. */
export const webFlags = [
  {name: 'client-id', type: 'string', help: 'client id of the OAuth 2.0 app'},
  {
    name: 'client-secret',
    type: 'string',
    help: 'client secret of the app; @file or - (standard input) keeps the secret off the command line',
  },
  {
    name: 'client-secret-env',
    type: 'string',
    help: 'environment variable that holds the client secret; the secret itself is not saved',
  },
  {
    name: 'scopes',
    type: 'string',
    help: 'scopes to request, separated by spaces; offline_access is added. jr has a default; cf needs the scopes your app has in the developer console',
  },
  {
    name: 'site',
    type: 'string',
    help: 'site to sign in to: acme, acme.atlassian.net or a URL; with --web, its id, name or URL if the sign-in reaches several',
  },
  {
    name: 'redirect-uri',
    type: 'string',
    default: 'http://localhost:8976/callback',
    help: 'callback URL on this machine, as registered for the app',
  },
  {name: 'no-browser', type: 'boolean', help: 'print the sign-in URL without opening a browser'},
  {
    name: 'authorize-url',
    type: 'string',
    help: 'authorization endpoint to use instead of the default',
  },
  {name: 'token-url', type: 'string', help: 'token endpoint to use instead of the default'},
  {
    name: 'sites-url',
    type: 'string',
    help: 'URL that lists the sites a token reaches, instead of the default',
  },
] as const satisfies readonly FlagRow[];

/** The flags of a sign-in with an API token. */
export const tokenFlags = [
  {name: 'username', type: 'string', help: 'e-mail address of the account'},
  {
    name: 'token',
    type: 'string',
    help: 'API token; @file or - (standard input) keeps it off the command line',
  },
  {
    name: 'token-env',
    type: 'string',
    help: 'environment variable that holds the token; the token itself is not saved',
  },
  {
    name: 'keychain',
    type: 'boolean',
    help: 'store the token in the keychain of the system, not in the configuration file',
  },
  {name: 'expires', type: 'string', help: 'day on which the token expires, YYYY-MM-DD'},
  {
    name: 'gateway-url',
    type: 'string',
    help: 'origin of the API gateway to try if the site rejects the token',
  },
  {name: 'no-test', type: 'boolean', help: 'save without testing the token'},
  {name: 'no-input', type: 'boolean', help: 'do not ask for missing values'},
] as const satisfies readonly FlagRow[];

export const loginFlags = [
  {name: 'app', type: 'boolean', help: 'store the key and the shared secret of an add-on app'},
  {name: 'web', type: 'boolean', help: 'sign in as a user in a browser, through an OAuth 2.0 app'},
  ...tokenFlags,
  ...appFlags,
  ...webFlags,
] as const satisfies readonly FlagRow[];

export type LoginLine = BuiltinLine<typeof loginFlags>;
