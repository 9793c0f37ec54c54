import type {Account, AccountKind} from './accounts.ts';
import {appKeyOf, appSecretOf} from './app-credentials.ts';
import {type OAuthSetup, oauthSetupOf} from './authorization-server.ts';

/** A caller of the sandbox as it is printed at start. */
export interface SandboxUser {
  readonly name: string;
  readonly kind: AccountKind;
  readonly auth_type: 'basic' | 'bearer' | 'none';
  /** The user name of basic credentials. */
  readonly user?: string;
  readonly token?: string;
  readonly account_id?: string;
  /** The app it acts for: whose webhooks and UI modifications it sees. */
  readonly app?: string;
  /** Of an add-on app: what it signs its requests as on a real site, where a token is not enough. */
  readonly app_key?: string;
  readonly shared_secret?: string;
  /** Of an OAuth 2.0 app: how users sign in. */
  readonly oauth?: OAuthSetup;
}

/** Where the caller without credentials stands in what is printed: after the people. */
const anonymousAt = 4;

/** The callers to print and to write profiles for: the accounts, and nobody. */
export function describeAccounts(
  accounts: readonly Account[],
  origin: string,
): readonly SandboxUser[] {
  const described = accounts.map(account => describeAccount(account, origin));
  const anonymous: SandboxUser = {name: 'anonymous', kind: 'anonymous', auth_type: 'none'};
  return [...described.slice(0, anonymousAt), anonymous, ...described.slice(anonymousAt)];
}

function describeAccount(account: Account, origin: string): SandboxUser {
  const {name, kind, authType, address, token, caller} = account;
  return {
    name,
    kind,
    auth_type: authType,
    user: authType === 'basic' ? address : undefined,
    token,
    account_id: caller.accountId,
    app: caller.app,
    ...(kind === 'add-on app' && {
      app_key: appKeyOf(account),
      shared_secret: appSecretOf(account),
    }),
    ...(kind === 'OAuth app' && {oauth: oauthSetupOf(account, origin)}),
  };
}
