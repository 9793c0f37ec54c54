import {columnsOf} from '../api/columns-of.ts';
import type {Operation} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Column} from '../base/column.ts';
import {splitWords} from '../base/shell-words.ts';
import {compileFilter, type JqFilter} from '../output/select.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import {variablesOf} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {type EachCommand, type EachFilters, refuse, runEach} from './each-run.ts';
import type {FlagRow, GlobalValues} from './flags.ts';
import {problemsOfFormat} from './formatted.ts';
import {interruptible} from './interruptible.ts';
import {namedOperation} from './invocation.ts';
import {wrongLine} from './scan.ts';

const flags = [
  {
    name: 'run',
    type: 'string',
    help: 'command for each item, as on the command line; {key} and {lead.accountId} are members of the item; the values of an array are separated by commas',
  },
  {
    name: 'where',
    type: 'string',
    help: 'jq filter of an item; run the command only for items where it is true',
  },
  {
    name: 'plan',
    type: 'boolean',
    default: 'false',
    help: 'read the list, and print the requests of the command instead of sending them',
  },
] as const satisfies readonly FlagRow[];

/** `each`: a command for each item of a list. */
export const each: Builtin<typeof flags> = {
  name: 'each',
  summary: 'run a command for each item of a list',
  usage: ['each "<list>" --run "<command>" [--where JQ] [--plan] [--jq JQ] [--output csv]'],
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'The list is an operation that lists objects, with its flags, such as "project search --status live". A command that only reads runs page by page, while the list is still read; before a write, all pages are read, since the write may change the list.',
    'Prints one object per line, in the order of the list: the items of each response, or the response itself. Their first member, "of", is the key, name or id of the listed item. --jq and --output apply to these objects.',
    'A command that fails is reported on standard error and the others run; the exit code is the highest. All commands of a page, or of the list, are checked before the first is sent.',
    'Commands that only read run four at a time, others one after another (--concurrency). Writes are one run of the journal: jr undo --run undoes them, updates if sent with --undoable. --dry-run prints only the request for the list.',
  ],
  examples: [
    `jr each "project search" --run "project get-versions-paginated --projectIdOrKey {key} --status unreleased" --jq 'select(.overdue) | {of, name, releaseDate}' --output csv`,
    `cf each "spaces get" --run "blogposts get-blog-posts --space-id {id} --status draft" --jq '{of, title}' --output csv`,
    `jr each "project search" --where '.lead.accountId == "5f0…"' --run "project update --projectIdOrKey {key} --leadAccountId 5f1…" --plan`,
  ],
  async run(scanned, context) {
    const {host} = context;
    const line = parseBuiltin(each, scanned, context, 1);
    const {globals, own} = line;
    const list = commandOf(line.words[0], 'a list', context);
    const command = commandOf(own.run, 'a command (--run)', context);
    const filters = await filtersOf(own.where, globals);
    refuse([...line.problems, ...problemsOf(list, command, globals)]);
    const isPlan = own.plan === true;
    const settings = {list, command, line, scanned, filters, isPlan};
    const shown = outputOf(command.operation, globals, isPlan);
    return interruptible(host, (signal, received) =>
      runEach({...settings, shown, received}, {...context, signal}),
    );
  },
};

/** @throws Failure 'command_error' if it is no operation of the program */
function commandOf(text: string | undefined, what: string, context: CommandContext): EachCommand {
  const {program} = context;
  const hint = `${program} each --help has examples.`;
  if (text === undefined) throw wrongLine(`each requires ${what}.`, hint);
  const split = splitWords(text);
  if ('problem' in split) throw wrongLine(`${what}: ${split.problem}`, hint);
  const [first = '', ...rest] = split.words;
  const [group = '', name, ...more] = first === program ? rest : split.words;
  return {operation: namedOperation(group, name, context), flags: more};
}

/** Compile the filters, so that they apply to each element of an array. */
async function filtersOf(where: string | undefined, globals: GlobalValues): Promise<EachFilters> {
  const compile = async (
    text: string | undefined,
    ofElement: (text: string) => string,
  ): Promise<JqFilter | undefined> => {
    if (text === undefined) return undefined;
    // Alone first: the position of an error is then the one in the text as given.
    await compileFilter(text, variablesOf(globals));
    return compileFilter(ofElement(text), variablesOf(globals));
  };
  return {
    where: await compile(where, text => `.[] | ([${text}] | any)`),
    jq: await compile(globals.jq, text => `.[] | (${text})`),
  };
}

function problemsOf(
  list: EachCommand,
  command: EachCommand,
  globals: GlobalValues,
): readonly Problem[] {
  const {group, name, effect, items} = list.operation;
  const isList = effect === 'read' && items !== undefined;
  const message = `${group} ${name} is not a list`;
  const shown = outputOf(command.operation, globals, false);
  return [...(isList ? [] : [{input: 'list', message}]), ...problemsOfFormat(shown, shown.items)];
}

/** The format of the rows; `of` is the first of the operation's columns. */
function outputOf(operation: Operation, globals: GlobalValues, isPlan: boolean) {
  const {output = 'json', ...others} = globals;
  const known = columnsOf(`${operation.group} ${operation.name}`);
  const isKnown = known !== undefined && globals.jq === undefined && !isPlan;
  const items = isKnown ? {columns: [ofColumn, ...known]} : {};
  return {...others, output: output === 'json' ? 'jsonl' : output, items} as const;
}

const ofColumn: Column = {id: 'of', title: 'OF', from: ['/of'], kind: 'text', dropPriority: 0};
