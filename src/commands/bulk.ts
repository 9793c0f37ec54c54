import {findOperation} from '../api/catalogue.ts';
import {inputsOf} from '../api/inputs-of.ts';
import type {JournalEntry} from '../api/journal/entry.ts';
import type {Operation} from '../api/operation.ts';
import {inputFailure} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import {firstProblems, problemAt, type Table, type TableRow} from '../api/table/parse-table.ts';
import {resolveNames} from '../api/table/row-names.ts';
import type {Column} from '../base/column.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {jsonObject} from '../base/json-pretty.ts';
import {findJson, readFirstOf} from '../base/json-value.ts';
import {startRun} from '../host/journaled-request.ts';
import {openProgress, rowKeys} from '../host/row-progress.ts';
import {makeSender} from './ask-listing.ts';
import {flagsOf, makePrinter} from './batch.ts';
import {type BatchItem, type BatchResult, parseBatch} from './batch-input.ts';
import {runBatch} from './batch-run.ts';
import type {Builtin} from './builtin.ts';
import {type BulkLine, bulkFlags, bulkUsage, readBulkLine} from './bulk-line.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {exitOfSignal, interruptible, reportNotStarted} from './interruptible.ts';
import {checkInvocation, shapeOf} from './invocation.ts';
import {lookUpNames} from './look-up-names.ts';
import {invocationOf, progressOf, settleWrite} from './resume.ts';
import type {Scanned} from './scan.ts';

/** A row with the result that is printed. */
interface RowResult {
  readonly status: string;
  readonly exitCode: number;
  readonly id?: string | undefined;
  /** JSON text. */
  readonly error?: string | undefined;
  /** The request of --plan, JSON text. */
  readonly request?: string | undefined;
}

/** `bulk`: one operation for each row of a table. */
export const bulk: Builtin<typeof bulkFlags> = {
  name: 'bulk',
  summary: 'send a write for each row of a table',
  usage: [bulkUsage],
  words: 'operations',
  flags: bulkFlags,
  flagsOf: ([group = '', name = ''], service) => {
    const operation = findOperation(service, group, name);
    const own = new Set<string>(bulkFlags.map(flag => flag.name));
    const inputs = operation === undefined ? [] : inputsOf(operation);
    return inputs.filter(input => !own.has(input.name)).map(shapeOf);
  },
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Columns are inputs of the operation; inputs on the command line apply to all rows. CSV may be separated by commas, semicolons or tabs. Dates may be written YYYY-MM-DD, D.M.YYYY or as a serial number of a spreadsheet.',
    'An empty cell leaves its field unchanged. To clear a field, use the text of --null, or null in JSON lines.',
    'All rows are checked before anything is sent; problems are reported with line and column. --map COLUMN=input:name reads each list of names once.',
    'The result has one object per row: line, input, status (done, failed, unclear, not started, already done), id and error. With --output csv it is the table with STATUS, ID and ERROR. The exit code is the highest of the rows.',
    'With --resume FILE, a later run with the same file skips rows that are done; it recognizes them by their content. A row whose outcome is unknown is looked up first, and sent only if it had no effect; if the lookup fails, the row is reported as unclear and not sent.',
    'The writes are one run of the journal: jr undo --run undoes them, updates if sent with --undoable.',
  ],
  examples: [
    'jr bulk version update --from versions.csv --plan',
    'cf bulk labels add --from labels.csv --map page=page-id --plan',
    'cf bulk blogposts create-blog-post --from posts.csv --map space=space-id:name --resume progress.jsonl --output csv',
    'jr bulk version create --from new.csv --map project=projectId:name --resume progress.jsonl --output csv',
  ],
  async run(scanned, context) {
    const line = await readBulkLine(scanned, context);
    const {operation, table, output, globals} = line;
    const {host, service} = context;
    const items = {columns: columnsFor(table)};
    const filter = await compileWith(globals, line.problems, host, undefined, items);
    const ask = makeSender({line: scanned, globals: {...globals, 'dry-run': false}}, context);
    const printing = makePrinter({...globals, ...(filter && {filter}), items}, host);
    return interruptible(host, async (signal, received) => {
      const {rows, problems} = await resolveNames(table.rows, service, async (one, given) => {
        const sent = await ask(one, given);
        if (sent === undefined) throw new Failure('bug', 'A lookup had no response.');
        return sent.reply;
      });
      refuse(problems);
      const entries = rows.map(row => entryOf(operation, row));
      const wrong: Problem[] = [];
      const all = parseBatch(entries.join('\n'), 0, context).items.flatMap((item, i) => {
        if ('words' in item) return {...item, flags: [...line.fixed, ...item.flags]};
        const message = 'refs' in item ? 'references are for batch' : item.message;
        wrong.push({input: `line ${rows[i]?.line}`, message: `line ${rows[i]?.line}: ${message}`});
        return [];
      });
      refuse(wrong);
      const own = {...context, signal, names: new Map<string, Promise<string>>()};
      refuse(await checkRows(all, rows, line, scanned, own));
      const keys = rowKeys(all.map(({flags: given}) => JSON.stringify([operation.name, given])));
      const progress = output.resume ? await openProgress(output.resume, host) : undefined;
      const reads = new Map<string, Promise<string>>();
      const results: RowResult[] = [];
      const toSend: number[] = [];
      for (const [i, item] of all.entries()) {
        const known = progress?.known.get(keys[i] ?? '');
        const settled =
          known && progress && !signal.aborted
            ? await settleWrite({known, call: {item, operation}, scanned, progress, reads}, own)
            : undefined;
        if (settled === undefined) toSend.push(i);
        else results[i] = settled;
      }
      const run = startRun();
      const last: (Pick<JournalEntry, 'result'> | undefined)[] = [];
      const batch = toSend.map((i): BatchItem => {
        const onEntry = async (entry: JournalEntry): Promise<void> => {
          last[i] = {result: entry.result};
          await progress?.add(progressOf(keys[i] ?? '', operation, entry));
        };
        return {...(all[i] as BatchItem), journal: {run, onEntry}};
      });
      let ended = 0;
      await runBatch(
        batch,
        {
          flags: flagsOf(line),
          concurrency: globals.concurrency ?? 1,
          failFast: false,
          dryRun: output.plan,
          signal,
          isUnread: () => false,
          async onResult(result, at) {
            const i = toSend[at] ?? 0;
            results[i] = resultOf(result, last[i], output.plan);
            ended += 1;
            host.reporter.progress(`${ended} of ${batch.length} rows`);
          },
        },
        own,
      );
      const texts = rows.map((row, i) => resultJson(row, results[i]));
      await printing.print([`[${texts.join(',')}]`]);
      const rowsEnded = results.map(({status}) => ({notStarted: status === 'not started'}));
      if (received()) reportNotStarted(rowsEnded, received(), host, {what: 'rows'});
      printing.finish();
      const highest = Math.max(0, ...results.map(({exitCode}) => exitCode));
      return exitOfSignal(received()) ?? highest;
    });
  },
};

/** A row as a command of a batch, JSON text. */
function entryOf({group, name}: Operation, {args}: TableRow): string {
  return `{"command":${JSON.stringify(`${group} ${name}`)},"args":${jsonObject(args)}}`;
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw inputFailure(undefined, firstProblems(problems));
}

/** Failures because of a row: its values, or a name without an id or with several. */
const refusals: ReadonlySet<string> = new Set(['validation_error', 'not_found', 'conflict']);

/** Check the inputs of each row; problems name line and column. */
async function checkRows(
  items: readonly BatchItem[],
  rows: readonly TableRow[],
  {operation, globals}: Pick<BulkLine, 'operation' | 'globals'>,
  scanned: Scanned,
  context: CommandContext,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [i, item] of items.entries()) {
    const {line = 0} = rows[i] ?? {};
    try {
      const typed = invocationOf(item, operation, context);
      const names = globals.names === true;
      const invocation = names ? await lookUpNames(typed, scanned, context) : typed;
      await checkInvocation(invocation, context.host);
    } catch (error) {
      const {kind, message, details} = toFailure(error);
      const errors = Object.entries(details.errors ?? {line: message});
      if (!refusals.has(kind)) throw error;
      for (const [input, text] of errors) problems.push(problemAt(line, input, text));
    }
  }
  return problems;
}

function resultOf(
  {exitCode, notStarted, data, error}: BatchResult,
  last: Pick<JournalEntry, 'result'> | undefined,
  isPlan: boolean,
): RowResult {
  if (isPlan && exitCode === 0) return {status: 'planned', exitCode, request: data};
  if (notStarted) return {status: 'not started', exitCode, error};
  const found = readFirstOf(findJson(data) ?? null, ['/id', '/accountId', '/groupId', '/key']);
  const id = found === undefined || found === null ? undefined : String(found);
  const status = exitCode === 0 ? 'done' : (last?.result ?? 'failed');
  return {status, exitCode, id, error};
}

function resultJson({line, cells}: TableRow, result: RowResult | undefined): string {
  const {status = 'not started', id, error, request} = result ?? {};
  return jsonObject({
    line: String(line),
    input: JSON.stringify(cells),
    status: JSON.stringify(status),
    id: JSON.stringify(id),
    request,
    error,
  });
}

/** The input table with a result for each row. */
function columnsFor({columns}: Table): readonly Column[] {
  const of = (name: string): Column => ({
    id: name,
    title: name.toUpperCase(),
    from: [`/input/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`],
    kind: 'text',
    dropPriority: 1,
  });
  return [
    {id: 'line', title: 'LINE', from: ['/line'], kind: 'number', dropPriority: 2},
    ...columns.map(of),
    {id: 'status', title: 'STATUS', from: ['/status'], kind: 'text', dropPriority: 0},
    {id: 'result-id', title: 'ID', from: ['/id'], kind: 'text', dropPriority: 0},
    {id: 'error', title: 'ERROR', from: ['/error/message'], kind: 'text', min: 20, dropPriority: 1},
  ];
}
