import {findOperation, groupNames, operationsOf} from '../api/catalogue.ts';
import type {Operation} from '../api/operation.ts';
import {Failure} from '../base/failure.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, globalRows, helpFlag} from './flags.ts';
import {parseRows} from './globals.ts';
import {type Invocation, parseInvocation, shapeOf} from './parse.ts';
import {scanFlags, scanWords} from './scan.ts';
import {missingOperation, unknownCommand, unknownOperation} from './unknown-command.ts';
import {parseStart, problemsOfStart, type WatchStart} from './watch-start.ts';
import {isWatchable} from './watchable.ts';

/** What `watch` watches and how. */
export interface WatchLine {
  readonly operation: Operation;
  /** As if the operation itself had been called; the problems of the flags of `watch` are in it. */
  readonly invocation: Invocation;
  readonly intervalMs: number;
  /** Undefined for no end. */
  readonly maxEvents?: number;
  /** Items that stand elsewhere are told too. */
  readonly tellsMoves: boolean;
  /** Where a watch of failed deliveries begins; absent for the other lists. */
  readonly start?: WatchStart;
}

/** Flags of `watch` beside those of the operation. */
export const watchFlags: readonly FlagRow[] = [
  {
    name: 'interval',
    type: 'duration',
    default: '10s',
    help: 'time from one reading of the list to the next',
  },
  {
    name: 'moved',
    type: 'boolean',
    default: 'false',
    help: 'tell also of items that stand elsewhere in the list; not for webhook get-failed',
  },
  {name: 'max-events', type: 'integer', min: 1, help: 'end after so many events'},
  {
    name: 'resume',
    type: 'string',
    help: 'keep the place in this file and go on from it; for webhook get-failed',
    suggests: 'files',
  },
  {
    name: 'overlap',
    type: 'duration',
    default: '5s',
    help: 'what each poll asks for again, for what is listed late, up to 10m; for webhook get-failed',
  },
  {
    name: 'since',
    type: 'string',
    help: 'begin at a time, or so long ago (24h): --after by another name; for webhook get-failed',
  },
  {
    name: 'forward-to',
    type: 'string',
    help: 'send each failure again to this address, and to no other; for webhook get-failed',
  },
  {
    name: 'alert',
    type: 'list',
    help: 'tell when an address begins to fail (new), of more than so many failures within a time (100/5m), of an address silent again (silent/30m), of a watch that is dead (dead); may be repeated; for webhook get-failed',
  },
  {
    name: 'exec',
    type: 'string',
    help: 'run this program, without a shell, for each failure, or with --alert for each alert, its JSON on standard input; two at a time, 30 s each; for webhook get-failed',
  },
  {
    name: 'group',
    type: 'string',
    help: 'a line of counts after each interval instead of each failure, by url, event, project, issue, user, webhook, or a pointer such as /body/issue/fields/issuetype/name; for webhook get-failed',
  },
  {
    name: 'every',
    type: 'duration',
    default: '1m',
    help: 'how often a line of counts comes; alone it is by url; for webhook get-failed',
  },
  {
    name: 'report',
    type: 'boolean',
    default: 'false',
    help: 'read what failed since then (24h unless said), print a summary for a hand-over in Markdown, or CSV with --output csv, and end; for webhook get-failed',
  },
];

const defaultIntervalMs = 10_000;
const shortestIntervalMs = 10;

/** Whether a list is read by the time of its last item: it is watched without a gap. */
function isGapFree({paging}: Operation): boolean {
  return paging?.kind === 'after';
}

/**
 * Parse the line of `watch`: the operation's own line with the flags of `watch` among its own.
 *
 * @throws Failure 'command_error' when no list is named, and for unknown flags
 */
export function parseWatch(argv: readonly string[], context: CommandContext): WatchLine {
  const operation = operationOf(argv, context);
  const {program} = context;
  const {group, name} = operation;
  const rows = [...operation.inputs.map(shapeOf), ...globalRows, ...watchFlags];
  const hint = `${program} watch --help and ${program} ${group} ${name} --help list its flags.`;
  const {words, texts} = scanFlags(argv, rows, hint);
  const own = new Set(watchFlags.map(flag => flag.name));
  if (isGapFree(operation)) own.add('after');
  const flags = [...texts].flatMap(([flag, given]) =>
    own.has(flag) ? [] : given.map(text => `--${flag}=${text}`),
  );
  const invocation = parseInvocation(context, operation, [...words.slice(1), ...flags]);
  const {values, problems} = parseRows(watchFlags, texts);
  const {interval: intervalMs = defaultIntervalMs, 'max-events': maxEvents} = values;
  const tooShort = Number(intervalMs) < shortestIntervalMs;
  const start = isGapFree(operation)
    ? parseStart(texts, values, invocation.globals)
    : {problems: problemsOfStart(texts, invocation.globals)};
  return {
    operation,
    invocation: {
      ...invocation,
      items: {operation, prefix: '/item'},
      problems: [
        ...problems,
        ...(tooShort ? [{input: 'interval', message: '--interval is at least 10ms'}] : []),
        ...start.problems,
        ...invocation.problems,
      ],
    },
    intervalMs: Number(intervalMs),
    tellsMoves: values.moved === true,
    ...(typeof maxEvents === 'number' && {maxEvents}),
    ...('start' in start && {start: start.start}),
  };
}

/**
 * @throws Failure 'command_error'
 */
function operationOf(argv: readonly string[], context: CommandContext): Operation {
  const {program, service} = context;
  const words = scanWords(argv, [...globalRows, ...watchFlags, helpFlag]).map(({word}) => word);
  const [, group, name] = words;
  if (group === undefined) {
    throw new Failure('command_error', 'watch needs a group and an operation.', {
      hint: `Usage: ${program} watch <group> <operation> [flags]`,
      attempts: 0,
    });
  }
  if (!groupNames(service, {extras: true}).includes(group))
    throw unknownCommand(group, [], context);
  if (name === undefined) throw missingOperation(group, context);
  const operation = findOperation(service, group, name);
  if (operation === undefined) throw unknownOperation(group, name, context);
  if (!isWatchable(operation)) throw noList(operation, context);
  return operation;
}

function noList({service, group, name}: Operation, {program}: CommandContext): Failure {
  const lists = operationsOf(service, group, {extras: true}).filter(isWatchable);
  const names = lists.map(list => list.name).join(', ');
  return new Failure('command_error', `${group} ${name} is no list, and watch takes lists.`, {
    hint: names ? `Lists of ${group}: ${names}.` : `${program} watch --help explains it.`,
    attempts: 0,
  });
}
