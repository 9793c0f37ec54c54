import {hideSecrets} from '../../base/hide-secrets.ts';
import {findJson, isArray, isObject} from '../../base/json-value.ts';
import {cutText} from './entry.ts';

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
