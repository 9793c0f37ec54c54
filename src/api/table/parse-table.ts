import {checkJson} from '../../base/json-check.ts';
import {decodeString, kindOf, memberSpans, rootSpan, sliceSpan} from '../../base/json-scan.ts';
import {nearestNames} from '../../base/nearest.ts';
import {parseCsv} from '../../base/parse-csv.ts';
import {dayMs} from '../../base/times.ts';
import {isClearable} from '../clear-texts.ts';
import {findInput, inputsOf} from '../inputs-of.ts';
import type {Input, Operation} from '../operation.ts';
import type {Problem} from '../request-plan.ts';

/** A row of the table, before its names are looked up. */
export interface TableRow {
  /** From 1. */
  readonly line: number;
  /** The cells by column, as texts. */
  readonly cells: Readonly<Record<string, string>>;
  /** Input → value as JSON text. */
  readonly args: Readonly<Record<string, string>>;
  /** Inputs whose value is a name to look up. */
  readonly named: readonly Input[];
}

/** A problem of a row, or without a line of the whole table. */
export interface TableProblem extends Problem {
  readonly line?: number;
  /** The column, or the input if the problem is not in a cell. */
  readonly column?: string;
}

/** The rows of a table, and what is wrong with it. */
export interface Table {
  readonly columns: readonly string[];
  /** Column → name of its input; columns that are ignored have none. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly rows: readonly TableRow[];
  readonly problems: readonly TableProblem[];
}

/** How columns become inputs. */
export interface TableOptions {
  /** `COLUMN=input`, `COLUMN=input:name`, or `COLUMN=` to ignore a column. */
  readonly maps: readonly string[];
  /** Text of cells that clear a field. */
  readonly nullText?: string | undefined;
  /** Inputs that every row takes from the command line. */
  readonly fixed: ReadonlySet<string>;
}

/** A cell: its text, or for JSON lines its JSON. */
type Cell = {readonly text: string} | {readonly json: string};

interface RawRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

interface Mapped {
  readonly input: Input;
  readonly isName: boolean;
}

/** Problems printed at most; the others are counted. */
const mostProblems = 50;

/** Parse a table of inputs, CSV or JSON lines, for an operation. */
export function parseTable(text: string, operation: Operation, options: TableOptions): Table {
  const {rows: raw, columns, problems: unread} = isJsonLines(text) ? jsonRows(text) : csvRows(text);
  const inputs = new Map<string, string>();
  if (unread.length > 0) return {columns, inputs, rows: [], problems: unread};
  const {mapped, problems} = mapColumns(columns, operation, options);
  if (problems.length > 0) return {columns, inputs, rows: [], problems};
  for (const [column, {input}] of mapped) inputs.set(column, input.name);
  const wrong: TableProblem[] = [];
  const rows = raw.map(row => {
    const args: Record<string, string> = {};
    const named: Input[] = [];
    for (const [column, cell] of row.cells) {
      const target = mapped.get(column);
      if (target === undefined) continue;
      const value = argOf(cell, target.input, options.nullText);
      if (value === undefined) continue;
      if (typeof value !== 'string') {
        wrong.push(problemAt(row.line, column, value.problem));
        continue;
      }
      args[target.input.name] = value;
      if (target.isName) named.push(target.input);
    }
    const cells = Object.fromEntries([...row.cells].map(([name, cell]) => [name, textOf(cell)]));
    return {line: row.line, cells, args, named};
  });
  if (rows.length === 0) wrong.push({input: 'from', message: 'The table has no rows'});
  return {columns, inputs, rows, problems: wrong};
}

/** Describe a problem of a row. */
export function problemAt(line: number, column: string, text: string): TableProblem {
  const place = `line ${line}, ${column}`;
  return {line, column, input: place, message: `${place}: ${text.replace(/^--\S+ /, '')}`};
}

/** Cut a long list of problems. */
export function firstProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= mostProblems) return problems;
  const message = `${problems.length - mostProblems} more problems`;
  return [...problems.slice(0, mostProblems), {input: 'from', message}];
}

function isJsonLines(text: string): boolean {
  return /^\uFEFF?\s*\{/.test(text);
}

function csvRows(text: string) {
  const file = parseCsv(text);
  if ('problem' in file) return {rows: [], columns: [], problems: [ofFile(file.problem)]};
  const [head, ...records] = file.records;
  const columns = head?.cells.map(cell => cell.trim()) ?? [];
  const twice = columns.filter((name, i) => columns.indexOf(name) !== i);
  const problems = [
    ...(head === undefined ? [ofFile('the table is empty')] : []),
    ...twice.map(name => ofFile(`line 1: column "${name}" appears twice`)),
    ...records.flatMap(({line, cells}) =>
      cells.length === columns.length
        ? []
        : [ofFile(`line ${line}: ${cells.length} cells, but the first line has ${columns.length}`)],
    ),
  ];
  const rows = records.map(({line, cells}): RawRow => {
    const filled = columns.map((name, i) => [name, {text: cells[i] ?? ''}] as const);
    return {line, cells: new Map(filled)};
  });
  return {rows, columns, problems};
}

function jsonRows(text: string) {
  const problems: Problem[] = [];
  const columns = new Set<string>();
  const rows = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((json, i): RawRow[] => {
      const line = i + 1;
      if (json.trim() === '') return [];
      const wrong = checkJson(json);
      const root = wrong === undefined ? rootSpan(json) : undefined;
      if (root === undefined || kindOf(json, root) !== 'object') {
        const why = wrong ? `column ${wrong.column}: ${wrong.message}` : 'must be a JSON object';
        problems.push(ofFile(`line ${line}: ${why}`));
        return [];
      }
      const cells = new Map(
        memberSpans(json, root).map(({name, value}): [string, Cell] => {
          columns.add(name);
          return [name, {json: sliceSpan(json, value)}];
        }),
      );
      return [{line, cells}];
    });
  return {rows, columns: [...columns], problems};
}

function ofFile(message: string): Problem {
  return {input: 'from', message};
}

/** Find the input of each column. */
function mapColumns(
  columns: readonly string[],
  operation: Operation,
  {maps, fixed}: TableOptions,
): {readonly mapped: ReadonlyMap<string, Mapped>; readonly problems: readonly Problem[]} {
  const problems: Problem[] = [];
  const given = new Map<string, string>();
  for (const map of maps) {
    const at = map.indexOf('=');
    const column = map.slice(0, at);
    if (at < 1) problems.push({input: 'map', message: `--map must be COLUMN=input, not "${map}"`});
    else if (!columns.includes(column)) {
      const [near] = nearestNames(column, columns);
      const offer =
        near === undefined ? `columns are ${columns.join(', ')}` : `did you mean ${near}?`;
      problems.push({
        input: 'map',
        message: `--map: the table has no column "${column}" (${offer})`,
      });
    } else given.set(column, map.slice(at + 1));
  }
  const mapped = new Map<string, Mapped>();
  for (const column of columns) {
    const target = given.get(column) ?? column;
    if (target === '') continue;
    const isName = target.endsWith(':name');
    const name = isName ? target.slice(0, -':name'.length) : target;
    const input = findInput(operation, name);
    if (input === undefined) problems.push(unknownColumn(column, name, operation));
    else if (isName && input.names === undefined) {
      problems.push({input: 'map', message: `--map: ${name} is not the id of a named object`});
    } else if (fixed.has(input.name)) {
      const message = `column "${column}" and --${input.name} cannot be combined`;
      problems.push({input: input.name, message});
    } else mapped.set(column, {input, isName});
  }
  return {mapped, problems};
}

function unknownColumn(column: string, name: string, operation: Operation): Problem {
  const {group} = operation;
  const names = inputsOf(operation).map(input => input.name);
  const [near] = nearestNames(name, names);
  const map = `--map "${column}=${near ?? 'input'}"`;
  const message = `${group} ${operation.name} has no input "${name}" for the column "${column}": use ${map}, or --map "${column}=" to ignore the column`;
  return {input: 'from', message};
}

/**
 * The value of a cell as JSON text for the args of a batch; undefined for an empty cell, which
 * leaves the field unchanged.
 */
function argOf(
  cell: Cell,
  input: Input,
  nullText: string | undefined,
): string | undefined | {readonly problem: string} {
  const isNull = 'json' in cell ? cell.json === 'null' : cell.text === nullText;
  if (isNull) return clearing(input);
  const text = textOf(cell);
  if ('text' in cell && text.trim() === '') return undefined;
  if (input.type === 'date') return dateOf(text);
  return 'json' in cell ? cell.json : JSON.stringify(text);
}

/** The value that clears a field. */
function clearing(input: Input): string | {readonly problem: string} {
  if (isClearable(input)) return '""';
  const shape = input.place === 'field' ? input.shape : undefined;
  if (shape !== undefined && 'nullable' in shape) return 'null';
  return {problem: `${input.name} cannot be cleared`};
}

function textOf(cell: Cell): string {
  if ('text' in cell) return cell.text;
  const root = rootSpan(cell.json);
  return kindOf(cell.json, root) === 'string' ? decodeString(cell.json, root) : cell.json;
}

const excelEpochMs = Date.UTC(1899, 11, 30);

/**
 * A date as spreadsheets write it: ISO, day.month.year, or the serial number of a day. Other texts
 * are checked with the row.
 */
function dateOf(text: string): string {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text.trim())?.[1];
  const [, day, month, year] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text.trim()) ?? [];
  const dotted = year && `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const isSerial = /^\d{5}$/.test(text.trim());
  const serial = isSerial
    ? new Date(excelEpochMs + Number(text) * dayMs).toISOString().slice(0, 10)
    : undefined;
  return JSON.stringify(iso ?? dotted ?? serial ?? text.trim());
}
