import {accountOf} from '../../api/account.ts';
import {idOf, journalName, mostEntries, readJournal} from '../../api/journal/entry.ts';
import {findJson, textMembers} from '../../base/json-value.ts';
import {memoizeLast} from '../../base/memoize-last.ts';
import type {AppState} from '../model/state.ts';
import type {PersistedState} from '../model/transition.ts';

/**
 * Add an entry, replacing an earlier one of the same write; the oldest are dropped beyond the
 * limit.
 */
export function withEntry(entries: readonly string[], entry: string): readonly string[] {
  const id = idOf(entry);
  const others = entries.filter(one => idOf(one) !== id);
  return [...others.slice(1 - mostEntries), entry];
}

/** Put the entries of earlier sessions before those of this one. */
function restoreJournal(state: AppState, text: string): AppState {
  const own = new Set(state.journal.map(idOf));
  const earlier = readJournal(text).filter(entry => !own.has(idOf(entry)));
  return {...state, journal: [...earlier, ...state.journal].slice(-mostEntries)};
}

type Journal = Pick<AppState, 'journal' | 'connection'>;

const lastOwn = memoizeLast<readonly string[]>();

/**
 * The entries of this site and account. A profile may have pointed elsewhere before, where ids mean
 * something else, so only these can be undone, followed or opened.
 */
export function ownEntries(state: Journal): readonly string[] {
  const {journal, connection} = state;
  return lastOwn([journal, connection], () => journal.filter(one => !ownerElsewhere(one, state)));
}

/** The site and account of an entry if they differ from this session's. */
export function ownerElsewhere(entry: string, {connection}: Journal): string | undefined {
  const {account} = textMembers(findJson(entry));
  const own = connection.status === 'ready' ? Object.values(connection.identities) : [];
  if (account === undefined) return 'an unrecorded site';
  return own.some(identity => accountOf(identity) === account) ? undefined : account;
}

export const persistedJournal: PersistedState = {
  name: journalName,
  scope: 'profile',
  restore: restoreJournal,
};
