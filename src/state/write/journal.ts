import {accountOf} from '../../api/account.ts';
import {idOf, journalName, mostEntries, readJournal} from '../../api/journal/read-journal.ts';
import {findJson, textMembers} from '../../base/json-value.ts';
import {memoizeLast} from '../../base/memoize-last.ts';
import type {AppState} from '../model/state.ts';
import type {PersistedState} from '../model/transition.ts';

/** The entries with one more, in place of what was known of the same write; the oldest go when there are too many. */
export function withEntry(entries: readonly string[], entry: string): readonly string[] {
  const id = idOf(entry);
  const others = entries.filter(one => idOf(one) !== id);
  return [...others.slice(1 - mostEntries), entry];
}

/** What an earlier session wrote comes before what this one did. */
function recalled(state: AppState, text: string): AppState {
  const own = new Set(state.journal.map(idOf));
  const earlier = readJournal(text).filter(entry => !own.has(idOf(entry)));
  return {...state, journal: [...earlier, ...state.journal].slice(-mostEntries)};
}

type Journal = Pick<AppState, 'journal' | 'connection'>;

const lastOwn = memoizeLast<readonly string[]>();

/**
 * The entries of this site and account. The journal is a profile's, which may have led elsewhere, and
 * ids mean nothing there: only these may be undone, followed or opened from here.
 */
export function ownEntries(state: Journal): readonly string[] {
  const {journal, connection} = state;
  return lastOwn([journal, connection], () => journal.filter(one => !writtenElsewhere(one, state)));
}

/** The site and account of an entry where they are not those of this session; undefined of its own. */
export function writtenElsewhere(entry: string, {connection}: Journal): string | undefined {
  const {account} = textMembers(findJson(entry));
  const own = connection.status === 'ready' ? Object.values(connection.identities) : [];
  if (account === undefined) return 'an unrecorded site';
  return own.some(identity => accountOf(identity) === account) ? undefined : account;
}

/** The journal, kept for each profile. */
export const persistedJournal: PersistedState = {
  name: journalName,
  scope: 'profile',
  restore: recalled,
};
