import type {Column} from '../../../base/column.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {compactJson} from '../../../base/json-pretty.ts';
import {type JsonValue, textAt} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';
import {columnKindOf, plainValue} from '../../../output/column-kind.ts';
import {csvLine} from '../../../output/csv.ts';
import {reasonOf} from '../../ask/error-summary.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {Notice} from '../../model/state.ts';
import type {Effect, Ports, Task} from '../../model/transition.ts';
import {cellValue} from './cells.ts';
import {fillMissingParts, type RowsToFill} from './fill-rows.ts';
import type {ExportFormat, ExportTarget} from './state.ts';

/** The formats, in the order offered. */
export const exportFormats: readonly ExportFormat[] = ['csv', 'json', 'jsonl'];

/** The formats of a list; a list of commands offers a script first. */
export function formatsOf({exports}: Pick<Resource, 'exports'>): readonly ExportFormat[] {
  return exports === 'sh' ? ['sh', ...exportFormats] : exportFormats;
}

/**
 * Generate a file of rows, in chunks: CSV (RFC 4180) with the full values of the columns, JSON as
 * an array of the original items, JSON Lines with one item per line. A script has the command of
 * each row, oldest first. Numbers, key order and escapes of JSON are unchanged; JSON Lines removes
 * white space.
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

/** The parsed target of an export, or its problem. */
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

/** The same target in the next format; the clipboard follows the last one; backwards in reverse. */
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

/** Milliseconds of work before yielding to other tasks: less than a frame. */
const workMs = 8;
const checkEvery = 64;

/** Rows and their target. */
interface Export {
  readonly target: ExportTarget;
  readonly rows: readonly Pick<Row, 'text' | 'value' | 'filled'>[];
  /** The columns of a CSV file. */
  readonly columns: readonly Column[];
  /** Values that the rows lack, read before writing. */
  readonly fill?: RowsToFill;
  /** Titles of columns that are left out because they take too many requests. */
  readonly without?: readonly string[];
}

/**
 * The effect that writes an export without blocking the screen, and reports the result in a notice.
 */
export function exportEffect(what: Export): Extract<Effect, {kind: 'task'}> {
  const {target, rows: shown, columns, fill, without} = what;
  const run: Task = async (ports, {signal}) => {
    const tell = (text: string, tone: Notice['tone']): void => {
      if (!signal.aborted) ports.dispatch({kind: 'notice', notice: {text, tone}});
    };
    const left = without === undefined ? '' : `, without ${without.join(', ')}: select fewer rows`;
    const count = `${groupedNumber(shown.length)} ${shown.length === 1 ? 'row' : 'rows'}`;
    try {
      const rows = fill === undefined ? shown : await fillMissingParts(fill, ports, signal);
      // A cancelled export must not leave a partial file that looks complete.
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
    if (parts.length % checkEvery !== 0 || clock.now() - from < workMs) continue;
    await clock.sleep(0, signal);
    from = clock.now();
  }
  return parts.join('');
}

/** Recognizes a command with redacted or cut parts. */
const starred = /"\*\*\*"|=\*\*\*|(?:Basic|Bearer) +\*\*\*|:\/\/\*\*\*@/;
const cutOff = / \u2026 \(\d+ characters\)$/;

const head = `#!/usr/bin/env bash
# Commands of earlier changes: review them before you run them again.
# Contains no credentials: runs with those of your profiles or your shell.
set -eu
`;

/**
 * Generate a script that repeats the writes of rows, oldest first: `/command`, preceded by `/at`,
 * `/what` and `/result` as comments. A write that failed, went to another site (`/elsewhere`), has
 * no command or an incomplete one (cut or redacted) becomes a comment.
 */
export function* scriptPieces(rows: readonly JsonValue[]): Generator<string> {
  yield head;
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

/** Return why a command cannot be part of a script; undefined if it can. */
function whyNotRun(command: string, result: string): string | undefined {
  if (command === '') return 'command unknown';
  if (result !== '' && result !== 'done') return `result was “${oneLine(result)}”`;
  if (starred.test(command)) return 'contains a redacted secret';
  if (cutOff.test(command)) return 'too long to be stored in full';
  // Stored commands are quoted for a shell: a line break would be within quotes, escaped.
  return /^(?:jr|cf) [^\n\r]*$/.test(command) ? undefined : 'not a jr or cf command';
}

/** A comment ends at the end of its line. */
function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ');
}
