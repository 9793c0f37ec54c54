import {accountOf} from '../api/account.ts';
import type {JournalEntry} from '../api/journal/entry.ts';
import {runOf} from '../api/journal/undo-steps.ts';
import type {Problem} from '../api/request-plan.ts';
import {parsePast} from '../api/time-words.ts';
import type {Column} from '../base/column.ts';
import {readEntries} from '../host/journaled-request.ts';
import {resolveTarget, type Target} from '../host/settings.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {settingsFlags} from './parse-rows.ts';

/** An entry of the journal with its JSON text. */
export interface StoredEntry extends Omit<JournalEntry, 'atMs' | 'request'> {
  /** True of a line that cannot be read, in place of the members of an entry. */
  readonly isDamaged: boolean;
  readonly at: string;
  readonly run: string;
  /** JSON text. */
  readonly text: string;
}

/** Columns of `journal`. */
export const journalColumns: readonly Column[] = [
  {id: 'at', title: 'SENT AT', from: ['/at'], kind: 'instant', dropPriority: 0},
  {id: 'result', title: 'RESULT', from: ['/result'], kind: 'text', dropPriority: 0},
  {id: 'what', title: 'WHAT', from: ['/what'], kind: 'text', grows: true, min: 20, dropPriority: 0},
  {id: 'id', title: 'ID', from: ['/id'], kind: 'text', dropPriority: 1},
  {id: 'run', title: 'RUN', from: ['/run'], kind: 'text', dropPriority: 2},
  {id: 'by', title: 'BY', from: ['/by'], kind: 'text', dropPriority: 3},
];

/**
 * Read the journal of the profile in use.
 *
 * @throws Failure 'config_error'
 */
export async function readCurrentJournal(
  globals: GlobalValues,
  {service, host}: Pick<CommandContext, 'service' | 'host'>,
): Promise<{readonly target: Target; readonly entries: readonly StoredEntry[]}> {
  const target = await resolveTarget(service, settingsFlags(globals), host);
  const texts = await readEntries(target, host);
  return {target, entries: texts.map(parseEntry)};
}

function parseEntry(text: string): StoredEntry {
  const entry: StoredEntry = JSON.parse(text);
  const run = runOf(entry);
  const isDamaged = String(entry.result) === 'damaged';
  return {...entry, isDamaged, run, text: text.replace(/\}$/, `,"run":${JSON.stringify(run)}}`)};
}

/** Return whether an entry was sent to the site and account of a target. */
export function isOfTarget({account}: StoredEntry, target: Target): boolean {
  const {baseUrl, authType, user = target.appKey} = target;
  return account === accountOf({baseUrl, authType, ...(user !== undefined && {user})});
}

/** Parse the value of --since: milliseconds since the UNIX epoch, or as `parsePast`. */
export function parseSince(text: string, nowMs: number): number | undefined {
  return /^\d{10,}$/.test(text) ? Number(text) : parsePast(text, nowMs);
}

/** List what is wrong with a value of --since. */
export function problemsOfSince(text: string | undefined, nowMs: number): readonly Problem[] {
  if (text === undefined || parseSince(text, nowMs) !== undefined) return [];
  const message = `--since must be a duration such as 90m or 7d, yesterday, or a time such as 2026-12-01T09:00, not "${text}"`;
  return [{input: 'since', message}];
}
