import type {Caller} from '../api/operation.ts';
import type {SandboxCaller} from './route.ts';
import {hashNumber} from './world/random.ts';
import {records} from './world/table.ts';
import type {WorldUser} from './world/users.ts';
import {apps} from './world/webhooks.ts';

/** The kinds of caller between which the API documentation distinguishes (services T5). */
export type AccountKind = 'everything' | 'project admin' | 'member' | 'anonymous' | Caller;

/** An account that signs in with address and token (basic), or with the token alone (bearer). */
export interface Account {
  /** `keeper`, `site-admin` … */
  readonly name: string;
  readonly kind: AccountKind;
  /** The usual way for such a caller to sign in; the sandbox accepts the other one too. */
  readonly authType: 'basic' | 'bearer';
  /** The address of the user; an app that acts for a user has that user's address. */
  readonly address: string;
  readonly token: string;
  /** Days until the token expires, as its profile says; 0 if it does not. */
  readonly daysLeft: number;
  readonly caller: SandboxCaller;
}

/**
 * The accounts, each with the index of its user in the world. Add-on apps have a user of their own;
 * OAuth apps act for the user who consented, and so do platform apps here. The platform app is
 * another form of the add-on app: both are one app. The first account may do everything, so that a
 * demonstration shows every screen.
 */
const accountRows = records<
  Pick<Account, 'name' | 'kind' | 'authType' | 'daysLeft'> & {
    readonly user: number;
    readonly app: keyof typeof apps | '';
    readonly kinds: readonly Caller[];
  }
>('accounts');

/**
 * Create the accounts of a world, each with a token derived from the seed; the first is the owner.
 */
export function makeAccounts(seed: number, users: readonly WorldUser[]): readonly Account[] {
  return accountRows.flatMap(({name, kind, user: at, authType, app, kinds, daysLeft}, index) => {
    const user = users[at];
    if (user === undefined) return [];
    const {accountId, address} = user;
    const token = `sandbox-${name}-${hashNumber(seed, 1_000 + index).toString(36)}`;
    const caller: SandboxCaller = {
      accountId,
      all: kind === 'everything',
      kinds,
      app: app === '' ? undefined : apps[app],
    };
    return [{name, kind, authType, address, token, daysLeft, caller}];
  });
}

const anonymousCaller: SandboxCaller = {accountId: undefined, all: false, kinds: []};

/**
 * Find the caller of a request; undefined for wrong credentials. Without credentials, the caller is
 * anonymous.
 *
 * @param header the Authorization header
 */
export function findCaller(
  accounts: readonly Account[],
  header: string | undefined,
): SandboxCaller | undefined {
  const account = findAccount(accounts, header);
  return account === 'nobody' ? anonymousCaller : account?.caller;
}

/**
 * Find the account of an Authorization header, `nobody` without one; undefined for wrong
 * credentials.
 */
export function findAccount(
  accounts: readonly Account[],
  header: string | undefined,
): Account | 'nobody' | undefined {
  if (header === undefined || header === '') return 'nobody';
  const [scheme = '', rest = ''] = splitOnce(header, ' ');
  switch (scheme.toLowerCase()) {
    case 'basic': {
      const text = Buffer.from(rest, 'base64').toString('utf8');
      const [address = '', token = ''] = splitOnce(text, ':');
      const lowerAddress = address.toLowerCase();
      return accounts.find(one => one.address === lowerAddress && one.token === token);
    }
    case 'bearer':
      return accounts.find(one => one.token === rest);
    default:
      return undefined;
  }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1).trim()];
}
