import type {Account, AccountKind} from './accounts.ts';
import {appKeyOf, appSecretOf} from './app-credentials.ts';
import {type OAuthSetup, oauthSetupOf} from './authorization-server.ts';

/** A caller of the sandbox as printed at start. */
export interface SandboxUser {
  readonly name: string;
  readonly kind: AccountKind;
  readonly auth_type: 'basic' | 'bearer' | 'none';
  /** The user name of basic credentials. */
  readonly user?: string;
  readonly token?: string;
  /** The day on which the token expires, YYYY-MM-DD. */
  readonly expires?: string;
  readonly account_id?: string;
  /** The app it acts for, whose webhooks and UI modifications it sees. */
  readonly app?: string;
  /**
   * Issuer with which an add-on app signs its requests on a real site, where a token is not enough.
   */
  readonly app_key?: string;
  readonly shared_secret?: string;
  /** How users sign in to an OAuth 2.0 app. */
  readonly oauth?: OAuthSetup;
}

/** Position of the anonymous caller in the printed list: after the people. */
const anonymousAt = 4;

/**
 * Describe the callers to print and to write profiles for: the accounts and the anonymous one.
 *
 * @param nowMs milliseconds since the UNIX epoch
 */
export function describeAccounts(
  accounts: readonly Account[],
  origin: string,
  nowMs: number,
): readonly SandboxUser[] {
  const described = accounts.map(account => describeAccount(account, origin, nowMs));
  const anonymous: SandboxUser = {name: 'anonymous', kind: 'anonymous', auth_type: 'none'};
  return [...described.slice(0, anonymousAt), anonymous, ...described.slice(anonymousAt)];
}

function describeAccount(account: Account, origin: string, nowMs: number): SandboxUser {
  const {name, kind, authType, address, token, daysLeft, caller} = account;
  return {
    name,
    kind,
    auth_type: authType,
    user: authType === 'basic' ? address : undefined,
    token,
    ...(daysLeft > 0 && {expires: dateAfter(nowMs, daysLeft)}),
    account_id: caller.accountId,
    app: caller.app,
    ...(kind === 'add-on app' && {
      app_key: appKeyOf(account),
      shared_secret: appSecretOf(account),
    }),
    ...(kind === 'OAuth app' && {oauth: oauthSetupOf(account, origin)}),
  };
}

function dateAfter(nowMs: number, days: number): string {
  return new Date(nowMs + days * 86_400_000).toISOString().slice(0, 10);
}
