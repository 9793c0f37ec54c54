import type {Column} from '../../../base/column.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {compactJson} from '../../../base/json-pretty.ts';
import {type JsonValue, readPointer} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';
import {columnKindOf, plainValue} from '../../../output/column-kind.ts';
import {csvLine} from '../../../output/csv.ts';
import {reasonOf} from '../../ask/error-summary.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {Notice} from '../../model/state.ts';
import type {Effect, Ports, Task} from '../../model/transition.ts';
import {cellValue} from './cells.ts';
import {type RowsToFill, rowsFilled} from './fill-rows.ts';
import type {ExportFormat, ExportTarget} from './state.ts';

/** The formats, in the order they are offered. */
export const exportFormats: readonly ExportFormat[] = ['csv', 'json', 'jsonl'];

/** Those of a list: one whose rows have commands is a script first. */
export function formatsOf({exports}: Pick<Resource, 'exports'>): readonly ExportFormat[] {
  return exports === 'sh' ? ['sh', ...exportFormats] : exportFormats;
}

/**
 * Rows as a file, in pieces that together are its text: as CSV (RFC 4180) the full values of the
 * columns, as JSON an array of what the server sent, as JSON Lines each of it on a line of its own.
 * A script has the command of each, oldest first. Numbers, key order and escapes of JSON stay as they came; for JSON Lines blanks between the parts go.
 *
 * @param columns those of a CSV file; the other formats have none
 */
export function* exportPieces(
  format: ExportFormat,
  rows: Iterable<Pick<Row, 'text' | 'value' | 'filled'>>,
  columns: readonly Column[],
): Generator<string> {
  if (format === 'csv') {
    yield csvLine(columns.map(column => column.title));
    for (const row of rows) {
      yield csvLine(
        columns.map(column => (columnKindOf(column).csv ?? plainValue)(cellValue(column, row))),
      );
    }
    return;
  }
  if (format === 'sh') return yield* scriptPieces([...rows].map(({value}) => value));
  if (format === 'jsonl') {
    for (const {text} of rows) yield `${compactJson(text)}\n`;
    return;
  }
  let before = '[\n';
  for (const {text} of rows) {
    yield before + text;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** What was typed as the target of an export, or what is wrong with it. */
export function readTarget(
  text: string,
  formats = exportFormats,
): ExportTarget | {readonly problem: string} {
  const typed = text.trim();
  const clipboard = /^clipboard(?:\s+([a-z]+))?$/.exec(typed);
  if (clipboard) {
    const [first = 'csv'] = formats;
    const format = clipboard[1] === undefined ? first : formats.find(one => one === clipboard[1]);
    if (format !== undefined) return {to: 'clipboard', format};
  }
  if (typed === '') return {problem: 'needs a file name, or clipboard'};
  const ending = /\.([a-z]+)$/i.exec(typed)?.[1]?.toLowerCase();
  const format = formats.find(one => one === ending);
  if (format === undefined) {
    const [last, ...others] = formats.map(one => `.${one}`).reverse();
    return {problem: `ends in ${others.reverse().join(', ')} or ${last}`};
  }
  return {to: 'file', path: typed, format};
}

/** The same target in the next format; after the last one the clipboard, and the other way round. */
export function nextTarget(
  text: string,
  by: number,
  proposed: string,
  formats = exportFormats,
): string {
  const target = readTarget(text, formats);
  const path = 'problem' in target || target.to === 'clipboard' ? proposed : target.path;
  const bare = path.replace(/\.(?:csv|jsonl?|sh)$/i, '');
  const all = [
    ...formats.map(format => `${bare}.${format}`),
    ...formats.map(format => `clipboard ${format}`),
  ];
  const at =
    'problem' in target
      ? -1
      : all.indexOf(
          target.to === 'file' ? `${bare}.${target.format}` : `clipboard ${target.format}`,
        );
  return all[(at + by + all.length) % all.length] ?? proposed;
}

/** Milliseconds the work may hold up everything else at a time: less than a frame. */
const workMs = 8;
const betweenLooks = 64;

/** Rows that are written to where they go. */
interface Export {
  readonly target: ExportTarget;
  readonly rows: readonly Pick<Row, 'text' | 'value' | 'filled'>[];
  /** Those of a CSV file. */
  readonly columns: readonly Column[];
  /** What the rows of a list do not have yet: it is read before they are written. */
  readonly fill?: RowsToFill;
  /** Titles of columns that are left out, as they would take too many requests. */
  readonly without?: readonly string[];
}

/** What puts an export together without holding up the screen, and hands it over; how it went becomes a notice. */
export function exportEffect(what: Export): Extract<Effect, {kind: 'task'}> {
  const {target, rows: shown, columns, fill, without} = what;
  const run: Task = async (ports, {signal}) => {
    const tell = (text: string, tone: Notice['tone']): void => {
      if (!signal.aborted) ports.dispatch({kind: 'notice', notice: {text, tone}});
    };
    const left = without === undefined ? '' : `, without ${without.join(', ')}: select fewer rows`;
    const count = `${groupedNumber(shown.length)} ${shown.length === 1 ? 'row' : 'rows'}`;
    try {
      const rows = fill === undefined ? shown : await rowsFilled(fill, ports, signal);
      // Of what was stopped a part would look like the whole.
      signal.throwIfAborted();
      const text = await joined(exportPieces(target.format, rows, columns), ports, signal);
      if (target.to === 'clipboard') {
        const isCopied = ports.copy(text);
        tell(
          isCopied
            ? `copied ${count} as ${target.format.toUpperCase()}${left}`
            : 'not copied: too large or not allowed by the terminal; E exports to a file',
          isCopied ? 'good' : 'warn',
        );
        return;
      }
      const {path, exists} = await ports.saveFile(target.path, text);
      if (exists)
        tell(`${path} already exists; not overwritten. E exports under another name`, 'bad');
      else tell(`wrote ${count} to ${path}${left}`, left === '' ? 'good' : 'warn');
    } catch (thrown) {
      tell(`export failed: ${reasonOf(thrown)}`, 'bad');
    }
  };
  return {kind: 'task', slot: 'export', run};
}

async function joined(
  pieces: Iterable<string>,
  {clock}: Ports,
  signal: AbortSignal,
): Promise<string> {
  const parts: string[] = [];
  let from = clock.now();
  for (const piece of pieces) {
    parts.push(piece);
    if (parts.length % betweenLooks !== 0 || clock.now() - from < workMs) continue;
    await clock.sleep(0, signal);
    from = clock.now();
  }
  return parts.join('');
}

/** What a command that was starred out or cut is known by. */
const starred = /"\*\*\*"|=\*\*\*|(?:Basic|Bearer) +\*\*\*|:\/\/\*\*\*@/;
const cutOff = / \u2026 \(\d+ characters\)$/;

const head = `#!/usr/bin/env bash
# Commands of earlier changes: review them before you run them again.
# Contains no credentials: runs with those of your profiles or your shell.
set -eu
`;

/**
 * Rows that have commands as a script that makes the same writes again, oldest first: `/command`, with
 * `/at`, `/what` and `/result` said before each. What failed, was sent to another site (`/elsewhere`),
 * has no command, or whose command is not whole, because it was long or held a secret, is there as a
 * comment.
 */
export function* scriptPieces(rows: readonly JsonValue[]): Generator<string> {
  yield head;
  const textAt = (row: JsonValue, pointer: string): string => {
    const found = readPointer(row, pointer);
    return found === undefined || found === null ? '' : String(found);
  };
  const byTime = [...rows].sort((a, b) => textAt(a, '/at').localeCompare(textAt(b, '/at')));
  for (const row of byTime) {
    const command = textAt(row, '/command');
    const elsewhere = textAt(row, '/elsewhere');
    const reason =
      elsewhere === ''
        ? whyNotRun(command, textAt(row, '/result'))
        : `sent as ${oneLine(elsewhere)}`;
    const said = [textAt(row, '/at'), textAt(row, '/what')].filter(Boolean).join('  ');
    yield `\n# ${oneLine(said)}\n`;
    if (reason === undefined) yield `${command}\n`;
    else yield `# skipped, ${reason}${command === '' ? '' : `: ${oneLine(command)}`}\n`;
  }
}

/** Why a command is no line of a script; undefined where it is one. */
function whyNotRun(command: string, result: string): string | undefined {
  if (command === '') return 'command unknown';
  if (result !== '' && result !== 'done') return `result was “${oneLine(result)}”`;
  if (starred.test(command)) return 'contains a redacted secret';
  if (cutOff.test(command)) return 'too long to be stored in full';
  // What was kept is quoted as a shell reads it: a line break would be within quotes, escaped.
  return /^(?:jr|cf) [^\n\r]*$/.test(command) ? undefined : 'not a jr or cf command';
}

/** A comment ends with its line. */
function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ');
}
