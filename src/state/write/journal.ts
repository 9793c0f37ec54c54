import {accountOf} from '../../api/account.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {hideSecrets} from '../../base/hide-secrets.ts';
import {compactJson, jsonObject} from '../../base/json-pretty.ts';
import {findJson, isArray, isObject, textMembers} from '../../base/json-value.ts';
import {memoizeLast} from '../../base/memoize-last.ts';
import type {AppState} from '../model/state.ts';
import type {PersistedState} from '../model/transition.ts';

/** Name under which the journal is kept, for each profile. */
export const journalName = 'journal';

/** Writes the journal remembers; older ones go. */
const entriesKept = 300;
/** Lines of its log that are looked at: two a write, and some that are damaged. */
const linesRead = 1000;
/** Characters of a request, an answer or a command that are kept. */
const longestText = 4000;
/** Characters of what taking a write back needs; it is kept whole or not at all. */
const longestBack = 20_000;

/** A write that was sent, as the journal has it. */
export interface JournalEntry {
  /** When it was sent, in epoch milliseconds. */
  readonly atMs: number;
  /** Tells it from all others, also of other sessions. */
  readonly id: string;
  /** Title of the plan and label of the request. */
  readonly what: string;
  /** `sending` before the request: what has no other line was never heard of again. */
  readonly result: 'sending' | 'done' | 'partly' | 'failed' | 'unclear';
  readonly by: 'user' | 'auto-refresh';
  /** The account and site it was sent to (`accountOf`). @default not recorded by an earlier version */
  readonly account?: string | undefined;
  readonly status?: number | undefined;
  readonly command: string;
  /** The request as --dry-run prints it, JSON text. */
  readonly request: string;
  /** The answer, JSON text. */
  readonly answer?: string | undefined;
  /** Why it failed. */
  readonly trouble?: string | undefined;
  /** Id of the task it began, which goes on after the answer. */
  readonly task?: string | undefined;
  /** What takes it back needs. */
  readonly back?: PersistedWrite;
  /** The entry it takes back. */
  readonly undoes?: string | undefined;
}

/** A write as it can be made again, with what was there before. */
export interface PersistedWrite extends OperationRef {
  /** It sent a file, which is not kept: it cannot be made again. */
  readonly file?: true;
  /** JSON text of the object before the write. */
  readonly before?: string;
  /** The calls that undo it. @default the old values of an update, from `before` */
  readonly undo?: readonly Omit<OperationRef, 'service'>[];
  /** Names of what the calls name by id: id → name. */
  readonly called?: Readonly<Record<string, string>>;
}

/** An entry as a row of the journal: JSON text, no secret in it, long parts cut. */
export function entryText(entry: JournalEntry): string {
  const {
    atMs,
    id,
    what,
    result,
    by,
    account,
    status,
    command,
    request,
    answer,
    trouble,
    undoes,
    task,
  } = entry;
  const hidden = (text: string | undefined) => text && cut(hideSecrets(text));
  return jsonObject({
    id: JSON.stringify(id),
    at: JSON.stringify(new Date(atMs).toISOString()),
    what: JSON.stringify(what),
    result: JSON.stringify(result),
    status: JSON.stringify(status),
    by: JSON.stringify(by),
    account: JSON.stringify(account),
    command: JSON.stringify(hidden(command)),
    task: JSON.stringify(task),
    trouble: JSON.stringify(hidden(trouble)),
    request: cutJson(hideSecrets(request)),
    answer: answer === undefined ? undefined : cutJson(hideSecrets(answer)),
    undoes: JSON.stringify(undoes),
    back: entry.back && wholeText(entry.back),
  });
}

/** What is kept to be sent again: not with a secret in it, nor when it is too long. */
function wholeText(back: PersistedWrite): string | undefined {
  const text = JSON.stringify(back);
  return isKept(text) ? text : undefined;
}

/** Whether the journal keeps what undoing a write needs: not a secret, nor what is too long. */
export function isKept(back: string): boolean {
  return back.length <= longestBack && hideSecrets(back) === back;
}

/** JSON as it is; too long, a text with its beginning. */
function cutJson(json: string): string {
  return json.length <= longestText ? compactJson(json) : JSON.stringify(cut(json));
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)} … (${text.length} characters)`;
}

/** The entries with one more, in place of what was known of the same write; the oldest go when there are too many. */
export function withEntry(entries: readonly string[], entry: string): readonly string[] {
  const id = idOf(entry);
  const others = entries.filter(one => idOf(one) !== id);
  return [...others.slice(1 - entriesKept), entry];
}

function idOf(entry: string): string | undefined {
  return /^\{"id":"([^"]*)"/.exec(entry)?.[1];
}

const unheard =
  'Outcome unknown: the program ended, or another session is still sending. The request may have succeeded: check first.';

/**
 * The entries of a log, one line each before a write and after it: the later line counts. A write
 * whose end is missing is unclear; a line that makes no sense is an entry that shows it.
 */
function readJournal(text: string): readonly string[] {
  const entries = new Map<string, string>();
  let at: unknown;
  const lines = text.split('\n').slice(-linesRead);
  for (const [index, line] of lines.flatMap(oldEntries).entries()) {
    if (line.trim() === '') continue;
    const value = findJson(line);
    if (!isObject(value) || typeof value.id !== 'string') {
      const id = `line-${index}`;
      entries.set(id, damagedEntry(id, at, line));
      continue;
    }
    ({at} = value);
    entries.set(value.id, value.result === 'sending' ? unclearEntry(line) : line);
  }
  return [...entries.values()].slice(-entriesKept);
}

/** The entries of a line as the journal was kept before it was a log. */
function oldEntries(line: string): readonly string[] {
  if (!line.startsWith('{"entries":')) return [line];
  const value = findJson(line);
  const entries = isObject(value) ? value.entries : undefined;
  return isArray(entries) ? entries.map(String) : [line];
}

function unclearEntry(line: string): string {
  const trouble = JSON.stringify(unheard);
  return line.replace('"result":"sending"', `"result":"unclear","trouble":${trouble}`);
}

function damagedEntry(id: string, at: unknown, line: string): string {
  const what = 'unreadable journal line';
  return JSON.stringify({id, at, what, result: 'damaged', line: cut(hideSecrets(line))});
}

/** What an earlier session wrote comes before what this one did. */
function recalled(state: AppState, text: string): AppState {
  const own = new Set(state.journal.map(idOf));
  const earlier = readJournal(text).filter(entry => !own.has(idOf(entry)));
  return {...state, journal: [...earlier, ...state.journal].slice(-entriesKept)};
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
