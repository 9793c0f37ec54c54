import type {Operation} from '../api/operation.ts';
import {fillTemplate, type Placeholder, type Sources} from '../api/operation-ref.ts';
import {inputFailure} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {memberSpans, rootSpan, sliceSpan} from '../base/json-scan.ts';
import {findJson, isObject, type JsonValue, readFirstOf, readPointer} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import type {EndingSignal} from '../host/host.ts';
import {startRun} from '../host/journaled-request.ts';
import type {JqFilter} from '../output/select.ts';
import {makeSender} from './ask-listing.ts';
import {subjectOf, withAudit} from './audited.ts';
import {flagsOf} from './batch.ts';
import type {BatchItem, BatchResult} from './batch-input.ts';
import {runBatch} from './batch-run.ts';
import type {BuiltinLine} from './builtin-line.ts';
import {globalsOfMany, sendPrepared} from './command-client.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {filterOutputs, writeTexts} from './emit.ts';
import type {EmitOptions} from './emit-options.ts';
import {itemsOfResponse, openItemWriter} from './formatted.ts';
import {exitOfSignal, reportNotStarted} from './interruptible.ts';
import {checkInvocation, flagsOfOperation, parseInvocation} from './invocation.ts';
import {prepareRequest, requestJobOf} from './prepare-request.ts';
import {type Scanned, scan} from './scan.ts';

/** An operation with its words and flags, which may have placeholders. */
export interface EachCommand {
  readonly operation: Operation;
  readonly flags: readonly string[];
}

/** The filters of `each`, which apply to each element of an array. */
export interface EachFilters {
  readonly where: JqFilter | undefined;
  readonly jq: JqFilter | undefined;
}

interface EachSettings {
  readonly list: EachCommand;
  readonly command: EachCommand;
  readonly line: Pick<BuiltinLine, 'texts' | 'globals'>;
  readonly scanned: Scanned;
  readonly filters: EachFilters;
  /** Print the requests of the commands instead of sending them. */
  readonly isPlan: boolean;
  /** The format of the rows. */
  readonly shown: EmitOptions;
  /** Return the signal that ended the run. */
  readonly received: () => EndingSignal | undefined;
}

/** Commands at a time, if they only read. */
const readsAtOnce = 4;

/**
 * Run the command for each item of the list, and print the rows.
 *
 * @returns the exit code
 * @throws Failure of the list; `partial` if commands were run before
 */
export async function runEach(
  settings: EachSettings,
  context: CommandContext & {readonly signal: AbortSignal},
): Promise<number> {
  const {command, received} = settings;
  const {host} = context;
  const run = {...context, journal: {run: startRun()}, names: new Map<string, Promise<string>>()};
  const rows = openRows(settings, host);
  const results: Pick<BatchResult, 'notStarted'>[] = [];
  let failure: Failure | undefined;
  try {
    const isRead = await readList(settings, context, async items => {
      const ended = await runItems(itemsOf(command, items), items, {settings, rows, results}, run);
      return ended && !rows.isUnread();
    });
    if (!isRead) return 0;
  } catch (error) {
    failure = toFailure(error);
    if (results.length === 0) throw failure;
  }
  await rows.end();
  if (results.length === 0 && received() === undefined) {
    const why = settings.filters.where
      ? 'No item of the list matches --where'
      : 'The list is empty';
    host.reporter.note(`${why}: no command was run.`);
  }
  const isPaged = command.operation.effect === 'read';
  const rest = isPaged ? ', and no more of the list was read' : '';
  reportNotStarted(results, received(), host, {rest});
  const exit = exitOfSignal(received());
  if (exit === undefined && failure !== undefined) {
    throw new Failure(failure.kind, failure.message, {...failure.details, partial: true});
  }
  return exit ?? rows.exit();
}

/** Format and print the rows of the results, in their order. */
function openRows({shown, command, filters, isPlan, line}: EachSettings, host: CommandHost) {
  const writer = openItemWriter(shown, host);
  let exit = 0;
  let isUnread = false;
  return {
    exit: () => exit,
    isUnread: () => isUnread || host.stdout.closed,
    async add(result: BatchResult, of: string): Promise<void> {
      exit = Math.max(exit, result.exitCode);
      if (result.error !== undefined && result.notStarted !== true) {
        host.reporter.warn(`${of}: ${String(readPointer(findJson(result.error), '/message'))}`);
      }
      if (result.data === undefined || result.exitCode !== 0) return;
      const rows = rowsOf(result.data, of, isPlan ? undefined : command.operation);
      const texts = filters.jq
        ? await filterOutputs(`[${rows.join(',')}]`, filters.jq, line.globals, host)
        : rows;
      isUnread ||= !(await writeTexts(writer.add(texts), host.stdout));
    },
    async end(): Promise<void> {
      if (!isUnread) await writeTexts(writer.end(), host.stdout);
    },
  };
}

/** The state of a run, shared by the pages of its list. */
interface EachRun {
  readonly settings: EachSettings;
  readonly rows: ReturnType<typeof openRows>;
  /** One for each command so far. */
  readonly results: Pick<BatchResult, 'notStarted'>[];
}

/**
 * Run the commands of some items.
 *
 * @returns whether all were started
 */
async function runItems(
  batch: readonly BatchItem[],
  items: readonly JsonValue[],
  {settings, rows, results}: EachRun,
  context: CommandContext & {readonly signal: AbortSignal},
): Promise<boolean> {
  const {command, line, isPlan} = settings;
  const {concurrency = command.operation.effect === 'read' ? readsAtOnce : 1} = line.globals;
  const {reporter} = context.host;
  const first = results.length;
  let ended = first;
  const inOrder = takeInOrder((result, i) => rows.add(result, nameOf(items[i] ?? null)));
  await runBatch(
    batch,
    {
      flags: flagsOf({...line, globals: {...line.globals, concurrency}}),
      concurrency,
      failFast: false,
      dryRun: isPlan,
      signal: context.signal,
      isUnread: rows.isUnread,
      async onResult(result, index) {
        ended += 1;
        results[first + index] = result.notStarted ? {notStarted: true} : {};
        reporter.progress(`${ended} of ${first + batch.length} done`);
        await inOrder(result, index);
      },
    },
    context,
  );
  return !results.slice(first).some(({notStarted}) => notStarted);
}

/**
 * Read the list, and pass its items on: those of each page if the command reads; all at once if it
 * writes, since a write may change the list.
 *
 * @param take returns whether to go on
 * @returns false if only the request was printed (--dry-run)
 */
async function readList(
  {list, command, line, scanned, filters}: EachSettings,
  context: CommandContext,
  take: (items: readonly JsonValue[]) => Promise<boolean>,
): Promise<boolean> {
  const {operation, flags} = list;
  const words = [operation.group, operation.name, ...flags];
  const invocation = parseInvocation(context, operation, scan(words, flagsOfOperation(operation)));
  const {given} = await checkInvocation(invocation, context.host);
  const {'exit-on': _, output: __, jq: ___, ...globals} = line.globals;
  const pass = async (text: string): Promise<boolean> => {
    const {items} = itemsOfResponse(text, operation);
    const json = `[${items.join(',')}]`;
    const {where} = filters;
    const isWanted = where && (await filterOutputs(json, where, globals, context.host));
    return take(
      items.flatMap((item, i) => (isWanted?.[i] === 'false' ? [] : (findJson(item) ?? []))),
    );
  };
  if (command.operation.effect !== 'read' || globals.cache !== undefined) {
    const sent = await makeSender({line: scanned, globals}, context)(operation, given);
    if (sent === undefined) return false;
    if (sent.reply.failure !== undefined) throw sent.reply.failure;
    await pass(sent.reply.text);
    return true;
  }
  return withAudit(subjectOf(operation), scanned, context, async trail => {
    const job = requestJobOf(operation, {given}, globalsOfMany(globals), trail);
    const prepared = await prepareRequest(job, context);
    if (prepared === undefined) return false;
    await sendPrepared(prepared, job.globals, context, async (client, options) => {
      for await (const page of client.pages(prepared.plan, options)) {
        if (!(await pass(page.text))) break;
      }
    });
    return true;
  });
}

/** The commands of the items, with their members in place of the placeholders. */
function itemsOf({operation, flags: given}: EachCommand, items: readonly JsonValue[]): BatchItem[] {
  const problems: Problem[] = [];
  const missing = new Set<string>();
  const {group, name} = operation;
  const all = items.map((item): BatchItem => {
    const sources: Sources = {place: pointer => readPointer(item, pointer.replaceAll('.', '/'))};
    const filled = given.map(word => {
      const lacking: Placeholder[] = [];
      const texts = fillTemplate(word, sources, lacking);
      for (const {text} of lacking) {
        missing.add(text);
        problems.push({input: 'run', message: missingMember(text, item)});
      }
      return texts.join(',');
    });
    return {operation, words: [group, name], flags: filled};
  });
  // Report only the first item of each placeholder.
  refuse(problems.slice(0, missing.size));
  return all;
}

function missingMember(placeholder: string, item: JsonValue): string {
  const names = isObject(item) ? Object.keys(item) : [];
  const wanted = placeholder.slice(1, -1);
  const inside = isObject(item) ? item[wanted] : undefined;
  if (isObject(inside)) {
    const [member = 'member'] = Object.keys(inside);
    return `--run: ${placeholder} of ${nameOf(item)} is an object; use one of its members, such as {${wanted}.${member}}`;
  }
  const near = nearestNames(wanted, names).map(name => `{${name}}`);
  const offer = near.length > 0 ? `did you mean ${near.join(' or ')}?` : names.join(', ');
  return `--run: ${nameOf(item)} has no member ${placeholder} with a text or a number (${offer})`;
}

export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw inputFailure(undefined, problems);
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
