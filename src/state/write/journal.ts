import {hideSecrets} from '../../base/hide-secrets.ts';
import {compactJson} from '../../base/json-pretty.ts';
import type {KeptThing} from '../model/kept-thing.ts';
import type {AppState} from '../model/state.ts';

/** Name under which the journal is kept, for each profile. */
export const journalName = 'journal';

/** Writes the journal remembers; older ones go. */
const entriesKept = 300;
/** Characters of a request, an answer or a command that are kept. */
const longestText = 4000;

/** A write that was sent, as the journal has it. */
export interface JournalEntry {
  /** When it was sent, in epoch milliseconds. */
  readonly atMs: number;
  /** Tells it from others of the same time. */
  readonly number: number;
  /** Title of the plan and label of the request. */
  readonly what: string;
  readonly result: 'done' | 'failed' | 'unclear';
  readonly by: 'user' | 'auto-refresh';
  readonly status: number | undefined;
  readonly command: string;
  /** The request as --dry-run prints it, JSON text. */
  readonly request: string;
  /** The answer, JSON text. */
  readonly answer: string | undefined;
  /** Why it failed. */
  readonly trouble: string | undefined;
}

/** An entry as a row of the journal: JSON text, no secret in it, long parts cut. */
export function entryText(entry: JournalEntry): string {
  const {atMs, number, what, result, by, status, command, request, answer, trouble} = entry;
  const members: [string, string | undefined][] = [
    ['id', JSON.stringify(`${atMs}-${number}`)],
    ['at', JSON.stringify(new Date(atMs).toISOString())],
    ['what', JSON.stringify(what)],
    ['result', JSON.stringify(result)],
    ['status', status === undefined ? undefined : String(status)],
    ['by', JSON.stringify(by)],
    ['command', JSON.stringify(cut(hideSecrets(command)))],
    ['trouble', trouble === undefined ? undefined : JSON.stringify(cut(hideSecrets(trouble)))],
    ['request', cutJson(hideSecrets(request))],
    ['answer', answer === undefined ? undefined : cutJson(hideSecrets(answer))],
  ];
  const given = members.filter(([, json]) => json !== undefined);
  return `{${given.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

/** JSON as it is; too long, a text with its beginning. */
function cutJson(json: string): string {
  return json.length <= longestText ? compactJson(json) : JSON.stringify(cut(json));
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)} … (${text.length} characters)`;
}

/** The entries with one more; the oldest go when there are too many. */
export function withEntry(entries: readonly string[], entry: string): readonly string[] {
  return [...entries.slice(1 - entriesKept), entry];
}

/** The journal as it is kept: one entry on a line. */
export function journalText(entries: readonly string[]): string {
  return JSON.stringify({entries});
}

/** The entries of a kept text; none when it makes no sense. */
export function readJournal(text: string): readonly string[] {
  try {
    const {entries} = JSON.parse(text) as {entries?: unknown};
    if (!Array.isArray(entries)) return [];
    return entries.filter((entry): entry is string => typeof entry === 'string' && isJson(entry));
  } catch {
    // Remembering is a comfort: a file that makes no sense is as good as none.
    return [];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Told by the answer.
    return false;
  }
}

/** What an earlier session wrote comes before what this one did. */
function recalled(state: AppState, text: string): AppState {
  const own = new Set(state.journal);
  const earlier = readJournal(text).filter(entry => !own.has(entry));
  return {...state, journal: [...earlier, ...state.journal].slice(-entriesKept)};
}

/** The journal, kept for each profile. */
export const journalKept: KeptThing = {name: journalName, scope: 'profile', recalled};
