import type {Operation} from '../../api/operation.ts';
import type {InputValues} from '../../api/request-plan.ts';
import {checkRow, valuesOfRow} from '../../api/table/check-row.ts';
import type {Table, TableProblem, TableRow} from '../../api/table/parse-table.ts';
import {counted} from '../../base/counted.ts';
import {groupBy} from '../../base/group-by.ts';
import type {JsonObject} from '../../base/json-value.ts';
import {type AppState, slice} from '../../state/model/state.ts';
import type {Outcome} from '../../state/write/state.ts';

/** A problem of a row; `column` is that of the cell, or the input without a cell. */
interface RowProblem {
  readonly column: string;
  readonly text: string;
}

/** A row of the table that is imported. */
export interface ImportRow {
  /** Its line in the file. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  /** The inputs of its request. */
  readonly values: InputValues['inputs'];
  readonly problems: readonly RowProblem[];
  /** `ready`: not sent yet. */
  readonly state: 'ready' | Outcome['state'];
  /** The response in one line, or the id of a new object. */
  readonly result: string;
  /** Id of the journal entry of its write, or of the undo or redo after it. */
  readonly entry?: string;
  /** It was changed in the form since the file was read or the row was sent. */
  readonly isEdited?: true;
}

/** The table that is imported. */
export interface ImportedTable {
  /** Unique in the session. */
  readonly id: string;
  readonly file: string;
  readonly operation: Operation;
  /** Column → input. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly rows: readonly ImportRow[];
  /** The number of the running write, and the line of each of its requests. */
  readonly sending?: {readonly run: number; readonly lines: readonly number[]};
}

/** The imported table of this profile. */
export const importedTable = slice<ImportedTable | undefined>('import', undefined);

/** Replace the rows with some lines. */
export function changeRows(
  table: ImportedTable,
  lines: readonly number[],
  change: (row: ImportRow) => ImportRow,
): ImportedTable {
  const wanted = new Set(lines);
  return {...table, rows: table.rows.map(row => (wanted.has(row.line) ? change(row) : row))};
}

/** Edited rows that were not sent: closing the list or the import of another table loses them. */
export const unsentRows = {
  count: (state: AppState): number =>
    importedTable.of(state)?.rows.filter(({isEdited, state: of}) => isEdited && of !== 'done')
      .length ?? 0,
  discard(state: AppState): AppState {
    const table = importedTable.of(state);
    const rows = table?.rows.map(({isEdited: _, ...row}) => row) ?? [];
    return table ? importedTable.with(state, {...table, rows}) : state;
  },
};

/** Why nothing may replace the table: it has edited rows that were not sent. */
export function unsentProblem(state: AppState): string | undefined {
  const edited = unsentRows.count(state);
  if (edited === 0) return undefined;
  return `${counted(edited, 'edited row')} of ${importedTable.of(state)?.file} not sent: send or close that list first`;
}

/** Make the rows of a parsed table, with their problems. */
export function rowsOfTable(
  {inputs, problems}: Pick<Table, 'inputs' | 'problems'>,
  rows: readonly TableRow[],
  operation: Operation,
  nowMs: number,
): readonly ImportRow[] {
  const byLine = groupBy(problems, ({line}) => line);
  return rows.map(row => {
    const values = valuesOfRow(operation, row);
    const known = byLine.get(row.line) ?? [];
    return {
      line: row.line,
      cells: row.cells,
      values,
      problems: problemsOf({inputs, operation}, values, nowMs, known),
      state: 'ready',
      result: '',
    };
  });
}

/** Check a row again after its values changed; its cells show the new values. */
export function withValues(
  table: ImportedTable,
  row: ImportRow,
  values: InputValues['inputs'],
  nowMs: number,
): ImportRow {
  const cells = {...row.cells};
  for (const [column, input] of table.inputs) {
    const texts = (values[input] ?? []).join(', ');
    // An unchanged cell keeps its text, such as the name in place of an id.
    if (texts !== (row.values[input] ?? []).join(', ')) cells[column] = texts;
  }
  const problems = problemsOf(table, values, nowMs, []);
  const {entry: _, ...unsent} = row;
  return {...unsent, cells, values, problems, state: 'ready', result: '', isEdited: true};
}

function problemsOf(
  {inputs, operation}: Pick<ImportedTable, 'inputs' | 'operation'>,
  values: InputValues['inputs'],
  nowMs: number,
  known: readonly TableProblem[],
): readonly RowProblem[] {
  const columnOf = (input: string): string =>
    [...inputs].find(([, name]) => name === input)?.[0] ?? input;
  const found = known.map(({column = '', message}) => ({
    column: columnOf(column),
    text: message.slice(message.indexOf(': ') + 2),
  }));
  const taken = new Set(found.map(({column}) => column));
  const checked = checkRow(operation, values, nowMs).problems.map(({input, message}) => ({
    column: columnOf(input),
    text: message.replace(/^--\S+ /, ''),
  }));
  return [...found, ...checked.filter(({column}) => !taken.has(column))];
}

/** The rows of the list, JSON texts. */
export function listRowsOf(state: AppState): readonly string[] {
  const {rows = []} = importedTable.of(state) ?? {};
  return rows.map(row => {
    const wrong = row.problems.map(({column, text}) => `${column} ${text}`).join(' · ');
    const value: JsonObject = {
      id: String(row.line),
      line: row.line,
      name: labelOf(row),
      cells: row.cells,
      wrong: Object.fromEntries(row.problems.map(({column}) => [column, true])),
      state: row.problems.length > 0 ? 'invalid' : row.state,
      result: wrong || row.result,
    };
    return JSON.stringify(value);
  });
}

/** Name a row in requests and reports. */
export function labelOf({line, values}: Pick<ImportRow, 'line' | 'values'>): string {
  const {name, title, key} = values;
  return (name ?? title ?? key)?.[0] ?? `line ${line}`;
}
