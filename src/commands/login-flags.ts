import type {BuiltinLine} from './builtin-line.ts';
import type {FlagRow} from './flags.ts';
import {appFlags} from './secret-flags.ts';

/** The flags of a sign-in through a browser. */
export const webFlags = [
  {name: 'client-id', type: 'string', help: 'client id of the OAuth 2.0 app'},
  {
    name: 'client-secret',
    type: 'string',
    help: 'its secret; @file or - (standard input) keeps it off the command line',
  },
  {
    name: 'client-secret-env',
    type: 'string',
    help: 'environment variable that holds the client secret, which is then not saved itself',
  },
  {
    name: 'scopes',
    type: 'string',
    help: 'what to ask for, separated by blanks; offline_access is added',
  },
  {name: 'site', type: 'string', help: 'id, name or address of the site, of several'},
  {
    name: 'redirect-uri',
    type: 'string',
    default: 'http://localhost:8976/callback',
    help: 'address on this machine that is registered for the app',
  },
  {name: 'no-browser', type: 'boolean', help: 'print the address to sign in at, open nothing'},
  {name: 'authorize-url', type: 'string', help: 'another authorization endpoint'},
  {name: 'token-url', type: 'string', help: 'another token endpoint'},
  {name: 'sites-url', type: 'string', help: 'another list of the sites that a token reaches'},
] as const satisfies readonly FlagRow[];

/** The flags of `login`. */
export const loginFlags = [
  {name: 'app', type: 'boolean', help: 'store the key and the shared secret of an add-on app'},
  {name: 'web', type: 'boolean', help: 'sign in through a browser, for an OAuth 2.0 app'},
  ...appFlags,
  ...webFlags,
] as const satisfies readonly FlagRow[];

/** A line of `login`, parsed. */
export type LoginLine = BuiltinLine<typeof loginFlags>;
