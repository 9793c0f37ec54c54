import {type Failure, toFailure} from '../../base/failure.ts';
import {hideSecrets} from '../../base/hide-secrets.ts';
import {compactJson, jsonObject} from '../../base/json-pretty.ts';
import {findJson, isArray, isObject, readPointer} from '../../base/json-value.ts';
import {findInput} from '../inputs-of.ts';
import type {OperationRef} from '../operation-ref.ts';
import type {InputTexts, ResolvedCall} from '../request-plan.ts';
import {nameIn, objectOf} from './object-of.ts';

/** Limit of characters of a request, a response or a command. */
const longestText = 4000;
/** Limit of characters of the data for undo; stored completely or not at all. */
const longestBack = 20_000;

/** A journal entry about a write that was sent. */
export interface JournalEntry {
  /** When it was sent, in epoch milliseconds. */
  readonly atMs: number;
  /** Unique, also across sessions. */
  readonly id: string;
  /** Title of the plan and label of the request. */
  readonly what: string;
  /** `sending` before the request; an entry that remains so has an unknown outcome. */
  readonly result: 'sending' | 'done' | 'partly' | 'failed' | 'unclear';
  /** Who sent it: the user or a task in the terminal UI, a command, the library. */
  readonly by: 'user' | 'auto-refresh' | 'jr' | 'cf' | 'library';
  readonly profile?: string | undefined;
  /** `group name`; absent for raw requests. */
  readonly operation?: string | undefined;
  /** Ids or names of the objects, as far as the request tells them. */
  readonly ids?: readonly string[] | undefined;
  /** Name of the object. */
  readonly name?: string | undefined;
  /**
   * The account and site it was sent to (`accountOf`). @default not recorded by an earlier version
   */
  readonly account?: string | undefined;
  readonly status?: number | undefined;
  readonly command: string;
  /** The request as --dry-run prints it, JSON text. */
  readonly request: string;
  /** The response, JSON text. */
  readonly answer?: string | undefined;
  /** Why it failed. */
  readonly trouble?: string | undefined;
  /** Id of the background task it started. */
  readonly task?: string | undefined;
  /** The data for its undo. */
  readonly back?: PersistedWrite;
  /** Id of the entry that it undoes. */
  readonly undoes?: string | undefined;
}

/** A write with the data to undo and redo it. */
export interface PersistedWrite extends OperationRef {
  /** It sent a file, which is not stored: it cannot be redone. */
  readonly file?: true;
  /** JSON text of the object before the write. */
  readonly before?: string;
  /** The calls that undo it. @default the old values of an update, from `before` */
  readonly undo?: readonly Omit<OperationRef, 'service'>[];
  /**
   * The values that `undo` would restore if they were read after the write: they must be the same
   * when it is undone. Absent if `undo` restores none.
   */
  readonly leaves?: InputTexts;
  /** Names of the ids in the calls: id → name. */
  readonly called?: Readonly<Record<string, string>>;
}

/** An entry as a row of the journal: JSON text without secrets, long parts cut. */
export function entryText(entry: JournalEntry): string {
  const {
    atMs,
    id,
    what,
    result,
    by,
    account,
    profile,
    operation,
    ids,
    name,
    status,
    command,
    request,
    answer,
    trouble,
    undoes,
    task,
  } = entry;
  const hidden = (text: string | undefined) => text && cutText(hideSecrets(text));
  return jsonObject({
    id: JSON.stringify(id),
    at: JSON.stringify(new Date(atMs).toISOString()),
    what: JSON.stringify(what),
    result: JSON.stringify(result),
    status: JSON.stringify(status),
    by: JSON.stringify(by),
    profile: JSON.stringify(profile),
    account: JSON.stringify(account),
    operation: JSON.stringify(operation),
    ids: JSON.stringify(ids),
    name: JSON.stringify(name),
    command: JSON.stringify(hidden(command)),
    task: JSON.stringify(task),
    trouble: JSON.stringify(hidden(trouble)),
    request: cutJson(hideSecrets(request)),
    answer: answer === undefined ? undefined : cutJson(hideSecrets(answer)),
    undoes: JSON.stringify(undoes),
    back: entry.back && wholeText(entry.back),
  });
}

/** The data for undo as text; undefined if it contains a secret or is too long. */
function wholeText(back: PersistedWrite): string | undefined {
  const text = JSON.stringify(back);
  return fitsJournal(text) ? text : undefined;
}

/** Whether the journal can store the data for an undo: without secrets and not too long. */
export function fitsJournal(back: string): boolean {
  return back.length <= longestBack && hideSecrets(back) === back;
}

/** Compact JSON; if too long, a string with its beginning. */
function cutJson(json: string): string {
  return json.length <= longestText ? compactJson(json) : JSON.stringify(cutText(json));
}

export function cutText(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)} … (${text.length} characters)`;
}

/**
 * Describe the object of a write for its entry.
 *
 * @param texts JSON texts that may have its name: the response, the object before the write
 */
export function describeWrite(
  call: ResolvedCall,
  texts: readonly (string | undefined)[] = [],
): Pick<JournalEntry, 'operation' | 'ids' | 'name'> {
  const {group, name, effect} = call.operation;
  const [answer] = texts;
  const own = objectOf(call).ids.filter(id => id !== group);
  const made = effect === 'create' ? idIn(answer) : undefined;
  const named = texts.map(text => nameIn(findJson(text) ?? null)).find(one => one !== undefined);
  return {
    operation: `${group} ${name}`,
    ids: made === undefined ? own : [made],
    ...(named !== undefined && {name: named}),
  };
}

/** Find the id that a response gives a new object. */
export function idIn(answer: string | undefined): string | undefined {
  const value = findJson(answer);
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  const {id} = value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Format the name that a write gives: `: 2.5` for a new object, ` → 2.5` for a renamed one. */
export function newNameOf({operation, given}: ResolvedCall, about: string): string {
  const isName = (one: string): boolean =>
    /^(?:.*\.0\.)?(?:name|title)$/.test(one) && findInput(operation, one)?.place === 'field';
  const [text = ''] = given.inputs[Object.keys(given.inputs).find(isName) ?? ''] ?? [];
  const ownText = text || nameOfBody(given.body);
  if (ownText === '' || about.endsWith(` ${ownText}`)) return '';
  return operation.effect === 'create' ? `: ${ownText}` : ` → ${ownText}`;
}

/** Find the name in a whole JSON body. */
function nameOfBody(body: string | Uint8Array | undefined): string {
  const value = typeof body === 'string' ? findJson(body) : undefined;
  const name = readPointer(value, '/name') ?? readPointer(value, '/title');
  return typeof name === 'string' ? name : '';
}

/** The result of a failed request: it may have succeeded, in part or completely, or not. */
export function resultOfFailure(thrown: unknown): 'unclear' | 'partly' | 'failed' {
  const {details}: Failure = toFailure(thrown);
  return details.mayBeDone ? 'unclear' : details.partial ? 'partly' : 'failed';
}

/** Name of the journal's file, one for each profile. */
export const journalName = 'journal';

/** Limit of entries that the terminal UI reads: the newest ones. */
export const mostEntries = 300;
/** Lines read for each entry: two, plus a reserve for damaged lines. */
const linesEach = 4;

/** Find the id of an entry in its text; undefined without one. */
export function idOf(entry: string): string | undefined {
  return /^\{"id":"([^"]*)"/.exec(entry)?.[1];
}

const unknownOutcome =
  'Outcome unknown: the program ended, or another session is still sending. The request may have succeeded: check first.';

/**
 * Read the entries of a log with a line before and one after each write: the later line counts. A
 * write without a final line is unclear; an invalid line becomes an entry that shows it.
 *
 * @param most limit of entries: the newest are returned
 */
export function readJournal(text: string, most: number = mostEntries): readonly string[] {
  const entries = new Map<string, string>();
  let at: unknown;
  const lines = text.split('\n').slice(-most * linesEach);
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
  return [...entries.values()].slice(-most);
}

/** Read a line in the format used before the journal was a log. */
function oldEntries(line: string): readonly string[] {
  if (!line.startsWith('{"entries":')) return [line];
  const value = findJson(line);
  const entries = isObject(value) ? value.entries : undefined;
  return isArray(entries) ? entries.map(String) : [line];
}

function unclearEntry(line: string): string {
  const trouble = JSON.stringify(unknownOutcome);
  return line.replace('"result":"sending"', `"result":"unclear","trouble":${trouble}`);
}

function damagedEntry(id: string, at: unknown, line: string): string {
  const what = 'unreadable journal line';
  return JSON.stringify({id, at, what, result: 'damaged', line: cutText(hideSecrets(line))});
}
