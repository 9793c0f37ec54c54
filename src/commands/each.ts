import {columnsOf} from '../api/columns-of.ts';
import type {Operation} from '../api/operation.ts';
import {type Placeholder, type Sources, textsOf} from '../api/operation-ref.ts';
import {refusal} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Column} from '../base/column.ts';
import {memberSpans, rootSpan, sliceSpan} from '../base/json-scan.ts';
import {findJson, isObject, type JsonValue, readFirstOf, readPointer} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import {splitWords} from '../base/shell-words.ts';
import {startRun} from '../host/journaled-request.ts';
import {compileFilter, type JqFilter} from '../output/select.ts';
import {makeAsk} from './ask-listing.ts';
import {flagsOf, reportNotStarted} from './batch.ts';
import type {BatchItem, BatchResult} from './batch-input.ts';
import {runBatch} from './batch-run.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import {checkInvocation} from './check-invocation.ts';
import {variablesOf} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {filterOutputs, writeTexts} from './emit.ts';
import type {FlagRow, GlobalValues} from './flags.ts';
import {itemsOfResponse, openItemWriter, problemsOfFormat} from './formatted.ts';
import {exitOfSignal, interruptible} from './interruptible.ts';
import {namedOperation} from './named-operation.ts';
import {flagsOfOperation, parseInvocation} from './parse.ts';
import {scan, wrongLine} from './scan.ts';

/** Commands at a time, if they only read. */
const readsAtOnce = 4;

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
    'The list is an operation that lists objects, with its flags, such as "project search --status live". All its pages are read first.',
    'Prints one object per line, in the order of the list: the items of each response, or the response itself. Their first member, "of", is the key, name or id of the listed item. --jq and --output apply to these objects.',
    'A command that fails is reported on standard error and the others run; the exit code is the highest. All commands are checked before the first is sent.',
    'Commands that only read run four at a time, others one after another (--concurrency). Writes are one run of the journal: jr undo --run undoes them. --dry-run prints only the request for the list.',
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
    const shown = outputOf(command.operation, globals, isPlan);
    const items = await readItems(list, scanned, globals, filters.where, context);
    if (items === undefined) return 0;
    const batch = itemsOf(command, items);
    return interruptible(host, async (signal, received) => {
      const writer = openItemWriter(shown, host);
      let exit = 0;
      let isUnread = false;
      const take = async (result: BatchResult, index: number): Promise<void> => {
        exit = Math.max(exit, result.exitCode);
        const of = nameOf(items[index] ?? null);
        if (result.error !== undefined && result.notStarted !== true) {
          host.reporter.warn(`${of}: ${String(readPointer(findJson(result.error), '/message'))}`);
        }
        if (result.data === undefined || result.exitCode !== 0) return;
        const rows = rowsOf(result.data, of, isPlan ? undefined : command.operation);
        const texts = filters.jq
          ? await filterOutputs(`[${rows.join(',')}]`, filters.jq, globals, host)
          : rows;
        isUnread ||= !(await writeTexts(writer.add(texts), host.stdout));
      };
      const inOrder = takeInOrder(take);
      let ended = 0;
      const {concurrency = command.operation.effect === 'read' ? readsAtOnce : 1} = globals;
      const results: Pick<BatchResult, 'notStarted'>[] = [];
      await runBatch(
        batch,
        {
          flags: flagsOf({...line, globals: {...globals, concurrency}}),
          concurrency,
          failFast: false,
          dryRun: isPlan,
          signal,
          isUnread: () => isUnread || host.stdout.closed,
          async onResult(result, index) {
            ended += 1;
            results[index] = result.notStarted ? {notStarted: true} : {};
            host.reporter.progress(`${ended} of ${batch.length} done`);
            await inOrder(result, index);
          },
        },
        {...context, signal, journal: {run: startRun()}, names: new Map<string, Promise<string>>()},
      );
      if (!isUnread) await writeTexts(writer.end(), host.stdout);
      reportNotStarted(results, received(), host);
      return exitOfSignal(received()) ?? exit;
    });
  },
};

/** An operation with its words and flags, which may have placeholders. */
interface Command {
  readonly operation: Operation;
  readonly flags: readonly string[];
}

/** @throws Failure 'command_error' if it is no operation of the program */
function commandOf(text: string | undefined, what: string, context: CommandContext): Command {
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
async function filtersOf(where: string | undefined, globals: GlobalValues) {
  const compile = (text: string): Promise<JqFilter> => compileFilter(text, variablesOf(globals));
  return {
    where: where === undefined ? undefined : await compile(`.[] | ([${where}] | any)`),
    jq: globals.jq === undefined ? undefined : await compile(`.[] | (${globals.jq})`),
  };
}

function problemsOf(list: Command, command: Command, globals: GlobalValues): readonly Problem[] {
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

/**
 * Read all items of the list.
 *
 * @returns undefined if only its request was printed (--dry-run)
 */
async function readItems(
  {operation, flags: given}: Command,
  scanned: Parameters<typeof makeAsk>[0]['line'],
  globals: GlobalValues,
  where: JqFilter | undefined,
  context: CommandContext,
): Promise<readonly JsonValue[] | undefined> {
  const {host} = context;
  const words = [operation.group, operation.name, ...given];
  const invocation = parseInvocation(context, operation, scan(words, flagsOfOperation(operation)));
  const checked = await checkInvocation(invocation, host);
  const {'exit-on': _, output: __, jq: ___, ...own} = globals;
  const sent = await makeAsk({line: scanned, globals: own}, context)(operation, checked.given);
  if (sent === undefined) return undefined;
  if (sent.reply.failure !== undefined) throw sent.reply.failure;
  const {items} = itemsOfResponse(sent.reply.text, operation);
  const json = `[${items.join(',')}]`;
  const isWanted = where && (await filterOutputs(json, where, globals, host));
  return items.flatMap((item, i) => (isWanted?.[i] === 'false' ? [] : (findJson(item) ?? [])));
}

/** The commands of the items, with their members in place of the placeholders. */
function itemsOf({operation, flags: given}: Command, items: readonly JsonValue[]): BatchItem[] {
  const problems: Problem[] = [];
  const missing = new Set<string>();
  const {group, name} = operation;
  const all = items.map((item): BatchItem => {
    const sources: Sources = {place: pointer => readPointer(item, pointer.replaceAll('.', '/'))};
    const filled = given.map(word => {
      const lacking: Placeholder[] = [];
      const texts = textsOf(word, sources, lacking);
      for (const {text} of lacking) {
        missing.add(text);
        problems.push({input: 'run', message: missingMember(text, item)});
      }
      return texts.join(',');
    });
    return {operation, words: [group, name], flags: filled};
  });
  // The first item of each placeholder says enough.
  refuse(problems.slice(0, missing.size));
  return all;
}

function missingMember(placeholder: string, item: JsonValue): string {
  const names = isObject(item) ? Object.keys(item) : [];
  const near = nearestNames(placeholder.slice(1, -1), names).map(name => `{${name}}`);
  const offer = near.length > 0 ? `did you mean ${near.join(' or ')}?` : names.join(', ');
  return `--run: ${nameOf(item)} has no text or number ${placeholder} (${offer})`;
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw refusal(undefined, problems);
}

/** The key, name or id of an item. */
function nameOf(item: JsonValue): string {
  const found = readFirstOf(item, ['/key', '/name', '/title', '/displayName', '/id', '/accountId']);
  return found === undefined || found === null ? '' : String(found);
}

/** The rows of a response: its items, each after `of`. */
function rowsOf(data: string, of: string, operation: Operation | undefined): readonly string[] {
  const items = operation ? itemsOfResponse(data, operation).items : [data];
  return items.map(item => {
    const root = rootSpan(item);
    const members = item.startsWith('{')
      ? memberSpans(item, root).map(
          ({name, value}) => `${JSON.stringify(name)}:${sliceSpan(item, value)}`,
        )
      : [`"value":${item}`];
    return `{${[`"of":${JSON.stringify(of)}`, ...members].join(',')}}`;
  });
}

/** Pass results on in the order of their indexes, whatever the order in which they arrive. */
function takeInOrder(take: (result: BatchResult, index: number) => Promise<void>) {
  const early = new Map<number, BatchResult>();
  let next = 0;
  let last = Promise.resolve();
  return (result: BatchResult, index: number): Promise<void> => {
    early.set(index, result);
    for (let one = early.get(next); one !== undefined; one = early.get(next)) {
      const [ready, at] = [one, next];
      early.delete(next);
      next += 1;
      last = last.then(() => take(ready, at));
    }
    return last;
  };
}
