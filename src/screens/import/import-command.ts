import {findOperation} from '../../api/catalogue.ts';
import type {Operation} from '../../api/operation.ts';
import {refOfCall} from '../../api/resolve-call.ts';
import {firstProblems, parseTable} from '../../api/table/parse-table.ts';
import {resolveNames} from '../../api/table/row-names.ts';
import {Failure} from '../../base/failure.ts';
import {splitWords} from '../../base/shell-words.ts';
import {fetchText} from '../../state/ask/ask.ts';
import {errorLine} from '../../state/ask/error-summary.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import type {AppState} from '../../state/model/state.ts';
import type {Ports, Task, Transition} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {whyForbidden} from '../../state/write/permissions.ts';
import {importList} from './import-list.ts';
import {type ImportedTable, importedTable, rowsOfTable, unsentProblem} from './import-rows.ts';

/** The arguments of `:import`. */
interface Typed {
  readonly operation: Operation;
  readonly file: string;
  readonly maps: readonly string[];
  readonly nullText: string | undefined;
}

/** Parse `[jr|cf] GROUP OPERATION FILE [COLUMN=input[:name]]…`. */
function parseTyped(args: readonly string[]): Typed | {readonly problem: string} {
  const split = splitWords(args.join(' '));
  if ('problem' in split) return split;
  const [first = '', ...others] = split.words;
  const isProgram = first === 'jr' || first === 'cf';
  const [group, name = '', file, ...more] = isProgram ? others : split.words;
  if (group === undefined || file === undefined) {
    return {problem: 'needs an operation and a file: version create rows.csv'};
  }
  const operation =
    (first === 'cf' ? undefined : findOperation('tracker', group, name)) ??
    (first === 'jr' ? undefined : findOperation('content', group, name));
  if (operation === undefined) return {problem: `no operation ${group} ${name}`};
  if (operation.effect === 'read') return {problem: `${group} ${name} is not a write`};
  const nulls = more.filter(word => word.startsWith('--null='));
  const maps = more.filter(word => !word.startsWith('--'));
  const odd = more.find(word => !(nulls.includes(word) || word.includes('=')));
  if (odd !== undefined) return {problem: `${odd} must be COLUMN=input or --null=TEXT`};
  return {operation, file, maps, nullText: nulls.at(-1)?.slice('--null='.length)};
}

/** Read and check the table; names become ids. */
async function readTable(
  {operation, file, maps, nullText}: Typed,
  ports: Ports,
  signal: AbortSignal,
) {
  const text = new TextDecoder().decode((await ports.readFile(file)).bytes);
  const table = parseTable(text, operation, {maps, nullText, fixed: new Set()});
  const ofTable = table.problems.filter(({line}) => line === undefined);
  if (ofTable.length > 0) {
    const messages = firstProblems(ofTable).map(({message}) => message);
    throw new Failure('validation_error', messages.join('\n'));
  }
  const named = await resolveNames(table.rows, operation.service, async (list, given) => {
    const ref = refOfCall({operation: list, given});
    return {text: await fetchText(ref, {}, ports, signal)};
  });
  return {...table, rows: named.rows, problems: [...table.problems, ...named.problems]};
}

function readFile(typed: Typed): Task {
  return async (ports, {signal}) => {
    try {
      const table = await readTable(typed, ports, signal);
      if (signal.aborted) return;
      ports.dispatch({kind: 'taskResult', take: state => openImport(state, typed, table)});
    } catch (thrown) {
      if (signal.aborted) return;
      const text = `${typed.file}: ${errorLine(thrown)}`;
      ports.dispatch({kind: 'notice', notice: {text, tone: 'bad', stays: true}});
    }
  };
}

/** Open the list of the rows. */
function openImport(
  before: AppState,
  {operation, file}: Typed,
  {columns, inputs, rows, problems}: Awaited<ReturnType<typeof readTable>>,
): Transition {
  const state = leaveWrite(before);
  const id = String(state.nextKey);
  const made = rowsOfTable({inputs, problems}, rows, operation, state.nowMs);
  const table: ImportedTable = {id, file, operation, inputs, rows: made};
  const next = importedTable.with({...state, nextKey: state.nextKey + 1, notice: undefined}, table);
  const resource = importList(table, columns);
  const spec = {kind: 'list', resource, params: {table: id}} as const;
  return openLocation(next, {
    crumb: `import ${file}`,
    tabs: [{title: 'Rows', spec}],
    tab: 0,
  });
}

/** `:import version create rows.csv`: the rows of a table as a list. */
export const importCommand: PaletteCommand = {
  name: 'import',
  aliases: ['bulk'],
  args: 'GROUP OPERATION FILE [COLUMN=input[:name]]',
  about: 'Read a CSV or JSON lines table, one request per row: check, edit and send its rows.',
  problem(state, args) {
    const typed = parseTyped(args);
    if ('problem' in typed) return typed.problem;
    return unsentProblem(state) ?? whyForbidden(state, typed.operation);
  },
  run(state, args) {
    const typed = parseTyped(args);
    if ('problem' in typed) return {state: showNotice(state, typed.problem, 'warn'), effects: []};
    return {
      state: showNotice(state, `reading ${typed.file}…`, 'dim'),
      effects: [{kind: 'task', slot: 'import', run: readFile(typed), asks: true}],
    };
  },
};
