import type {Caller} from '../api/operation.ts';
import type {SandboxCaller} from './route.ts';
import {hashNumber} from './world/random.ts';
import type {WorldUser} from './world/users.ts';

/** Somebody who can sign in: with address and token (basic), or with the token alone (bearer). */
export interface Account {
  /** What it is good for: `keeper`, `site-admin` … */
  readonly name: string;
  readonly address: string;
  readonly token: string;
  readonly caller: SandboxCaller;
}

/** Who signs in, by position among the first users, and what kinds of caller they are. */
const cast: readonly {
  readonly name: string;
  readonly all?: true;
  readonly kinds?: readonly Caller[];
}[] = [
  // The printed one may do everything, so that a demonstration shows every screen.
  {name: 'keeper', all: true},
  {name: 'site-admin', kinds: ['site admin', 'organization admin']},
  {name: 'project-admin'},
  {name: 'member'},
  {name: 'add-on-app', kinds: ['add-on app']},
];

/** The accounts of a world: the first users, each with a token that follows from the seed. */
export function makeAccounts(seed: number, users: readonly WorldUser[]): readonly Account[] {
  return cast.flatMap(({name, all = false, kinds = []}, index) => {
    const user = users[index];
    if (user === undefined) return [];
    return {
      name,
      address: user.address,
      token: `sandbox-${name}-${hashNumber(seed, 1_000 + index).toString(36)}`,
      caller: {accountId: user.accountId, all, kinds},
    };
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
  if (header === undefined || header === '') return nobody;
  const [scheme = '', rest = ''] = splitOnce(header, ' ');
  switch (scheme.toLowerCase()) {
    case 'basic': {
      const text = Buffer.from(rest, 'base64').toString('utf8');
      const [address = '', token = ''] = splitOnce(text, ':');
      const wanted = address.toLowerCase();
      return accounts.find(one => one.address === wanted && one.token === token)?.caller;
    }
    case 'bearer':
      return accounts.find(one => one.token === rest)?.caller;
    default:
      return undefined;
  }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1).trim()];
}
