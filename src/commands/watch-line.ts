import {operationsOf} from '../api/catalogue.ts';
import type {Operation} from '../api/operation.ts';
import type {Failure} from '../base/failure.ts';
import type {CommandContext} from './context.ts';
import {type Invocation, namedOperation, parseInvocation} from './invocation.ts';
import {parseRows} from './parse-rows.ts';
import {refuseWrongFlags, type Scanned, wrongLine} from './scan.ts';
import {watchFlags} from './watch-flags.ts';
import {parseStart, problemsOfStart, type WatchStart} from './watch-start.ts';
import {isWatchable} from './watchable.ts';

/** The parsed line of `watch`. */
export interface WatchLine {
  readonly operation: Operation;
  /** The operation's own invocation, including the problems of the flags of `watch`. */
  readonly invocation: Invocation;
  readonly intervalMs: number;
  /** Undefined for no limit. */
  readonly maxEvents?: number;
  /** Also report items that moved. */
  readonly reportsMoves: boolean;
  /** Where a watch of failed deliveries starts; absent for other lists. */
  readonly start?: WatchStart;
}

const defaultIntervalMs = 10_000;
const shortestIntervalMs = 10;

/**
 * Whether a list is paginated by the time of its last item, so that it can be watched without gaps.
 */
function isGapFree({paging}: Operation): boolean {
  return paging?.kind === 'after';
}

/**
 * Parse the line of `watch`: the operation's own line with the flags of `watch`.
 *
 * @throws Failure 'command_error' if no list is named, and for unknown flags
 */
export function parseWatch(line: Scanned, context: CommandContext): WatchLine {
  const operation = operationOf(line, context);
  const {program} = context;
  const {group, name} = operation;
  const hint = `${program} watch --help and ${program} ${group} ${name} --help list its flags.`;
  refuseWrongFlags(line, hint);
  const {words, texts} = line;
  const own = new Set<string>(watchFlags.map(flag => flag.name));
  if (isGapFree(operation)) own.add('after');
  // Other lists have an input `project` of their own.
  else for (const input of operation.inputs) own.delete(input.name);
  const others = new Map([...texts].filter(([flag]) => !own.has(flag)));
  const invocation = parseInvocation(context, operation, {
    ...line,
    words: words.slice(1),
    texts: others,
  });
  const {values, problems} = parseRows(watchFlags, texts);
  const {interval: intervalMs = defaultIntervalMs, 'max-events': maxEvents, moved} = values;
  const tooShort = intervalMs < shortestIntervalMs;
  const start = isGapFree(operation)
    ? parseStart(texts, values, invocation.globals)
    : {
        problems: problemsOfStart(
          new Set([...texts.keys()].filter(flag => own.has(flag))),
          invocation.globals,
        ),
      };
  return {
    operation,
    invocation: {
      ...invocation,
      command: 'watch',
      items: {operation, prefix: '/item'},
      problems: [
        ...problems,
        ...(tooShort ? [{input: 'interval', message: '--interval must be at least 10ms'}] : []),
        ...start.problems,
        ...invocation.problems,
      ],
    },
    intervalMs,
    reportsMoves: moved === true,
    ...(maxEvents !== undefined && {maxEvents}),
    ...('start' in start && {start: start.start}),
  };
}

/**
 * @throws Failure 'command_error'
 */
function operationOf({words, texts, unknown}: Scanned, context: CommandContext): Operation {
  const {program} = context;
  const [, group, name] = words;
  if (texts.has('jql') || unknown.some(({flag}) => flag === '--jql')) {
    throw wrongLine(
      'watch has no --jql; it follows list operations only.',
      `For issues, repeat ${program} raw GET /rest/api/3/search/jql --query 'jql=project = HPAY'. Lists that can be watched: ${program} watch --help.`,
    );
  }
  if (group === undefined) {
    throw wrongLine(
      'watch requires a group and an operation.',
      `Usage: ${program} watch <group> <operation> [flags]`,
    );
  }
  const operation = namedOperation(group, name, context);
  if (!isWatchable(operation)) throw noList(operation, context);
  return operation;
}

function noList({service, group, name}: Operation, {program}: CommandContext): Failure {
  const lists = operationsOf(service, group, {extras: true}).filter(isWatchable);
  const names = lists.map(list => list.name).join(', ');
  return wrongLine(
    `${group} ${name} is not a list; watch follows lists only.`,
    names ? `Lists of ${group}: ${names}.` : `${program} watch --help explains it.`,
  );
}
