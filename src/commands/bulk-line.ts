import {inputsOf} from '../api/inputs-of.ts';
import type {Operation} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {firstProblems, parseTable, type Table} from '../api/table/parse-table.ts';
import {readSource} from './body-source.ts';
import type {BuiltinLine} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, globalFlags} from './flags.ts';
import {namedOperation} from './invocation.ts';
import {parseRows} from './parse-rows.ts';
import {refuseWrongFlags, type Scanned, wrongLine} from './scan.ts';

/** What follows the program's name. */
export const bulkUsage =
  'bulk <group> <operation> --from rows.csv|rows.jsonl|- [--map COLUMN=input[:name]] [--plan | --resume FILE] [--concurrency N]';

export const bulkFlags = [
  {
    name: 'from',
    type: 'string',
    help: 'table of inputs: CSV with a header line, or JSON lines; - is standard input',
    suggests: 'files',
  },
  {
    name: 'map',
    type: 'list',
    help: 'COLUMN=input for a column whose name differs from its input, COLUMN=input:name if its cells are names instead of ids, COLUMN= to ignore the column; may be repeated',
  },
  {name: 'null', type: 'string', help: 'text of CSV cells that clear a field, such as NULL'},
  {
    name: 'plan',
    type: 'boolean',
    default: 'false',
    help: 'look up names and print the requests, but send no write',
  },
  {
    name: 'resume',
    type: 'string',
    help: 'file that records the progress of each row; a later run with it continues',
    suggests: 'files',
  },
] as const satisfies readonly FlagRow[];

export interface BulkLine extends Pick<BuiltinLine, 'texts' | 'globals' | 'problems'> {
  readonly operation: Operation;
  readonly table: Table;
  /** Flags that apply to each row. */
  readonly fixed: readonly string[];
  readonly output: {readonly plan: boolean; readonly resume: string | undefined};
}

/** @throws Failure 'command_error' without an operation or a table */
export async function readBulkLine(scanned: Scanned, context: CommandContext): Promise<BulkLine> {
  const {program, host} = context;
  const [, group, name, extra] = scanned.words;
  const usage = `Usage: ${program} ${bulkUsage}`;
  if (group === undefined || name === undefined) {
    throw wrongLine('bulk requires a group and an operation.', usage);
  }
  const operation = namedOperation(group, name, context);
  refuseWrongFlags(
    scanned,
    `${program} bulk --help and ${program} ${group} ${name} --help list its flags.`,
  );
  if (extra !== undefined) throw wrongLine(`Unexpected argument "${extra}".`, usage);
  const {texts} = scanned;
  const own = parseRows(bulkFlags, texts);
  const globals = parseRows(globalFlags, texts);
  const {from, null: nullText, plan = false, resume} = own.values;
  const inputs = inputsOf(operation).map(input => input.name);
  const given = inputs.filter(input => texts.has(input));
  const fixed = given.flatMap(input => (texts.get(input) ?? []).map(text => `--${input}=${text}`));
  const maps = texts.get('map') ?? [];
  const source = from === undefined || from === '-' ? '-' : `@${from}`;
  if (from === undefined && !texts.has('from')) {
    throw wrongLine('bulk requires a table.', `${usage}. --from - reads standard input.`);
  }
  const read = await readSource('from', source, 'text', host);
  const table =
    typeof read.body === 'string'
      ? parseTable(read.body, operation, {maps, nullText, fixed: new Set(given)})
      : {columns: [], inputs: new Map<string, string>(), rows: [], problems: []};
  const dryRun = globals.values['dry-run'] === true;
  const problems = [
    ...own.problems,
    ...globals.problems,
    ...read.problems,
    ...firstProblems(table.problems),
    ...problemsOfUse(operation, globals.values, {plan, resume, dryRun, maps}),
  ];
  return {
    operation,
    table,
    fixed,
    texts,
    globals: globals.values,
    problems,
    output: {plan: plan || dryRun, resume},
  };
}

function problemsOfUse(
  {effect, group, name}: Operation,
  globals: BuiltinLine['globals'],
  {
    plan,
    resume,
    dryRun,
    maps,
  }: {
    readonly plan: boolean;
    readonly resume: string | undefined;
    readonly dryRun: boolean;
    readonly maps: readonly string[];
  },
): readonly Problem[] {
  const problems: Problem[] = [];
  if (effect === 'read') {
    problems.push({input: 'from', message: `${group} ${name} is not a write; use batch for reads`});
  }
  if (plan && resume !== undefined) {
    problems.push({input: 'resume', message: '--plan and --resume cannot be combined'});
  }
  if (resume !== undefined && globals['no-journal']) {
    problems.push({input: 'resume', message: '--resume and --no-journal cannot be combined'});
  }
  if (dryRun && maps.some(map => map.endsWith(':name'))) {
    const message = '--dry-run sends nothing, so names cannot be looked up: use --plan';
    problems.push({input: 'dry-run', message});
  }
  return problems;
}
