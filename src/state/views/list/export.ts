import {compactJson} from '../../../base/json-pretty.ts';
import {plainValue} from '../../../output/column-kind.ts';
import type {Column} from '../../model/column.ts';
import type {Row} from '../../model/row.ts';
import {cellValue} from './cells.ts';
import type {ExportFormat, ExportTarget} from './state.ts';

/** The formats, in the order they are offered. */
export const exportFormats: readonly ExportFormat[] = ['csv', 'json', 'jsonl'];

/**
 * Rows as a file, in pieces that together are its text: as CSV (RFC 4180) the full values of the
 * columns, as JSON an array of what the server sent, as JSON Lines each of it on a line of its own.
 * Numbers, key order and escapes of JSON stay as they came; for JSON Lines blanks between the parts go.
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
      yield csvLine(columns.map(column => (column.kind.csv ?? plainValue)(cellValue(column, row))));
    }
    return;
  }
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

function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

const isPlainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * A field of CSV. Spreadsheets run what begins with = + - @ or a tab as a formula, and such text
 * can come from anybody who may name a project: an apostrophe before it makes it a text. Numbers
 * stay numbers.
 */
export function csvField(text: string): string {
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text);
  const safe = isFormula && !isPlainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What was typed as the target of an export, or what is wrong with it. */
export function readTarget(text: string): ExportTarget | {readonly problem: string} {
  const typed = text.trim();
  const clipboard = /^clipboard(?:\s+(csv|json|jsonl))?$/.exec(typed);
  if (clipboard) return {to: 'clipboard', format: formatNamed(clipboard[1]) ?? 'csv'};
  if (typed === '') return {problem: 'needs a file name, or clipboard'};
  const format = formatNamed(/\.([a-z]+)$/i.exec(typed)?.[1]?.toLowerCase());
  if (format === undefined) return {problem: 'ends in .csv, .json or .jsonl'};
  return {to: 'file', path: typed, format};
}

function formatNamed(name: string | undefined): ExportFormat | undefined {
  return exportFormats.find(format => format === name);
}

/** The same target in the next format; after the last one the clipboard, and the other way round. */
export function nextTarget(text: string, by: number, proposed: string): string {
  const target = readTarget(text);
  const path = 'problem' in target || target.to === 'clipboard' ? proposed : target.path;
  const bare = path.replace(/\.(?:csv|jsonl?)$/i, '');
  const all = [
    ...exportFormats.map(format => `${bare}.${format}`),
    ...exportFormats.map(format => `clipboard ${format}`),
  ];
  const at =
    'problem' in target
      ? -1
      : all.indexOf(
          target.to === 'file' ? `${bare}.${target.format}` : `clipboard ${target.format}`,
        );
  return all[(at + by + all.length) % all.length] ?? proposed;
}
