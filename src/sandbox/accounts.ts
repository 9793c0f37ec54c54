import type {Caller} from '../api/operation.ts';
import type {SandboxCaller} from './route.ts';
import {hashNumber} from './world/random.ts';
import {records} from './world/table.ts';
import type {WorldUser} from './world/users.ts';
import {apps} from './world/webhooks.ts';

/** What a caller is, as far as the documents make a difference (services T5). */
export type AccountKind = 'everything' | 'project admin' | 'member' | 'anonymous' | Caller;

/** Somebody who can sign in: with address and token (basic), or with the token alone (bearer). */
export interface Account {
  /** `keeper`, `site-admin` … */
  readonly name: string;
  readonly kind: AccountKind;
  /** How such a caller signs in; the sandbox takes the other way too. */
  readonly authType: 'basic' | 'bearer';
  /** The address of the user; apps that act for somebody have that user's. */
  readonly address: string;
  readonly token: string;
  readonly caller: SandboxCaller;
}

/**
 * Who signs in, with the position of their user in the world. Add-on apps have a user of their own;
 * OAuth apps act for the user who let them in, and so do platform apps here. The platform app is another
 * form of the add-on app: both are one app. The first may do everything, so that a demonstration shows
 * every screen.
 */
const cast = records<
  Pick<Account, 'name' | 'kind' | 'authType'> & {
    readonly user: number;
    readonly app: keyof typeof apps | '';
    readonly kinds: readonly Caller[];
  }
>('accounts');

/** The accounts of a world, each with a token that follows from the seed; the first is the keeper. */
export function makeAccounts(seed: number, users: readonly WorldUser[]): readonly Account[] {
  return cast.flatMap(({name, kind, user: at, authType, app, kinds}, index) => {
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
    return [{name, kind, authType, address, token, caller}];
  });
}

const nobody: SandboxCaller = {accountId: undefined, all: false, kinds: []};

/**
 * Who makes a request; undefined when the credentials are wrong. Without credentials it is nobody.
 *
 * @param header the Authorization header
 */
export function findCaller(
  accounts: readonly Account[],
  header: string | undefined,
): SandboxCaller | undefined {
  const account = findAccount(accounts, header);
  return account === 'nobody' ? nobody : account?.caller;
}

/** Whose credentials they are; undefined when they are wrong. */
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
      const wanted = address.toLowerCase();
      return accounts.find(one => one.address === wanted && one.token === token);
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
