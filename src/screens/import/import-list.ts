import {
  type Column,
  type ColumnKind,
  columnOf,
  number,
  text as textColumn,
} from '../../base/column.ts';
import {readPointer} from '../../base/json-value.ts';
import {plainValue} from '../../output/column-kind.ts';
import {closeLocation, openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import type {Row} from '../../state/model/row.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {andThen, type LocalList, noEffects, type Transition} from '../../state/model/transition.ts';
import {wordsOfName} from '../../state/views/form/field-label.ts';
import {withStorage} from '../../state/views/form/markdown-texts.ts';
import type {FormView} from '../../state/views/form/state.ts';
import {withLocalRows} from '../../state/views/list/list-page.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {
  changeRows,
  type ImportedTable,
  importedTable,
  listRowsOf,
  unsentRows,
  withValues,
} from './import-rows.ts';

/** The name of the rows, and the scope of their keys. */
export const importName = 'import';

const states = {
  invalid: 'bad',
  failed: 'bad',
  unclear: 'warn',
  partly: 'warn',
  done: 'good',
  running: 'accent',
} as const;

/**
 * The list of the rows of a table; its columns are those of the table. Columns with a problem are
 * never dropped.
 */
export function importList(
  table: Pick<ImportedTable, 'file' | 'operation' | 'rows'>,
  columns: readonly string[],
): Resource {
  const {group, name, service, summary} = table.operation;
  const wrong = new Set(table.rows.flatMap(row => row.problems.map(({column}) => column)));
  return list({
    id: `import:${service}/${group}/${name}`,
    title: `Import ${table.file}`,
    noun: 'row',
    service,
    needs: ['table'],
    local: importName,
    scope: importName,
    columns: [
      number('LINE', '/line', {max: 6}),
      ...columns.map(column => cellColumn(column, wrong.has(column))),
      textColumn('STATE', '/state', {dropPriority: 0, tones: states}),
      textColumn('RESULT', '/result', {min: 20, max: 200, dropPriority: 0, grows: true}),
    ],
    emptyTitle: 'No rows',
    empty: 'All rows were dropped.',
    about: `The rows of ${table.file}, one request each: ${summary}. enter edits a row, D drops it, ctrl+s previews the requests of all rows that are not done.`,
  });
}

/** A column of the table; cells with a problem are red. */
function cellColumn(name: string, isWrong: boolean): Column {
  const kind: ColumnKind = {
    read: item => ({
      text: cellIn(item, 'cells', name) ?? '',
      isWrong: cellIn(item, 'wrong', name) === true,
    }),
    text: value => plainValue(readPointer(value, '/text')),
    csv: value => plainValue(readPointer(value, '/text')),
    sortKey: value => plainValue(readPointer(value, '/text')),
    tone: value => (readPointer(value, '/isWrong') === true ? 'bad' : undefined),
  };
  return columnOf(kind)(wordsOfName(name).toUpperCase(), [], {
    id: `cell-${name}`,
    max: 30,
    dropPriority: isWrong ? 0 : 1,
  });
}

function cellIn(item: Parameters<NonNullable<ColumnKind['read']>>[0], of: string, name: string) {
  return readPointer(item, `/${of}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** Why the rows of a list cannot be edited or sent. */
export const replacedReason = 'a later import replaced the table';

/** The table of a list; undefined if a later import replaced it. */
export function tableOf(state: AppState, view: ListView | undefined): ImportedTable | undefined {
  const table = importedTable.of(state);
  return view?.resource.local === importName && view.params.table === table?.id ? table : undefined;
}

/** Set the table, and show its rows. */
export function withTable(state: AppState, table: ImportedTable): AppState {
  const next = importedTable.with(state, table);
  return withLocalRows(next, importName, listRowsOf(next));
}

/** Return why a row cannot be changed now. */
function whyNotEdited(state: ImportedTable['rows'][number]['state']): string | undefined {
  if (state === 'done') return 'the row is done';
  if (state === 'running' || state === 'waiting') return 'the row is being sent';
  return state === 'unclear' ? 'the outcome of the row is not known' : undefined;
}

/** Open the form of a row. */
function editRow(state: AppState, {id}: Row): Transition {
  const table = tableOf(state, viewOf(state, 'list'));
  const row = table?.rows.find(one => String(one.line) === id);
  if (table === undefined || row === undefined) return noEffects(state);
  const reason = whyNotEdited(row.state);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  const spec = {
    kind: 'form',
    operation: table.operation,
    values: row.values,
    place: {table: table.id, line: id},
    destination: importName,
  } as const;
  return openLocation(state, {crumb: `line ${id}`, tabs: [{title: 'Row', spec}], tab: 0});
}

/** Save the form of a row. */
function saveRow(state: AppState, form: FormView): Transition {
  const table = importedTable.of(state);
  const {place} = form;
  if (table === undefined || table.id !== place.table) {
    return noEffects(showNotice(state, replacedReason, 'warn'));
  }
  const {values} = withStorage(form);
  const filled = Object.fromEntries(Object.entries(values).filter(([, texts]) => texts.length > 0));
  const next = changeRows(table, [Number(place.line)], row =>
    withValues(table, row, filled, state.nowMs),
  );
  return andThen(closeLocation(state), closed => noEffects(withTable(closed, next)));
}

export const localImport: LocalList = {
  rows: listRowsOf,
  open: editRow,
  save: saveRow,
  unsent: unsentRows,
};
