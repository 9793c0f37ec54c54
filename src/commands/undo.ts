import {namesInUndo} from '../api/journal/undo-data.ts';
import {isStillInEffect, type WrittenEntry} from '../api/journal/undo-steps.ts';
import type {Service} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Column} from '../base/column.ts';
import {counted} from '../base/counted.ts';
import {exitCodes, Failure} from '../base/failure.ts';
import {jsonObject} from '../base/json-pretty.ts';
import {startRun} from '../host/journaled-request.ts';
import {makeSender} from './ask-listing.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import {clientOf} from './command-client.ts';
import {compileWith} from './compile-filter.ts';
import {
  isOfTarget,
  parseSince,
  problemsOfSince,
  readCurrentJournal,
  type StoredEntry,
} from './current-journal.ts';
import {emitJson} from './emit.ts';
import type {FlagRow} from './flags.ts';
import {exitOfSignal, interruptible, reportNotStarted} from './interruptible.ts';
import {describeRequest} from './prepare-request.ts';
import {planUndo, type UndoResult, undoEntry} from './undo-entry.ts';

const flags = [
  {name: 'run', type: 'string', help: 'undo all writes of this run'},
  {
    name: 'since',
    type: 'string',
    help: 'undo all writes after this: a duration before now such as 90m or 7d, or a time',
  },
] as const satisfies readonly FlagRow[];

const columns: readonly Column[] = [
  {id: 'result', title: 'RESULT', from: ['/result'], kind: 'text', dropPriority: 0},
  {id: 'what', title: 'WHAT', from: ['/what'], kind: 'text', grows: true, min: 20, dropPriority: 0},
  {id: 'name', title: 'NAME', from: ['/name'], kind: 'text', min: 10, dropPriority: 1},
  {id: 'reason', title: 'REASON', from: ['/reason'], kind: 'text', min: 20, dropPriority: 1},
  {id: 'id', title: 'ID', from: ['/id'], kind: 'text', dropPriority: 2},
];

/** `undo`: undoes writes of the journal, the newest first. */
export const undo: Builtin<typeof flags> = {
  name: 'undo',
  summary: 'undo writes of the journal',
  usage: ['undo [ID | --run ID | --since 1h] [--dry-run]'],
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Without arguments, undoes the last write or the last batch. `jr journal` lists the ids. The newest write is undone first; the array printed has one object per write: id, what, name of the object, result (undone, partly, refused, failed, unclear), reason, requests, and names: the known names of ids in the requests. If the result is partly, "unchanged" has the fields whose previous value no request restores.',
    'A creation is undone by deleting the object, unless it was updated since. One of a pair, such as archive and restore, is undone by the other. Previous values are restored if the write was sent with --undoable or from the terminal UI.',
    'A write is refused if its fields have changed since, if a later write to the same object was not undone, or if no operation undoes it; the other writes are undone. The exit code is the highest: 6 for changed fields, 4 for a write that cannot be undone or only in part.',
    'A recreated object has a new id; the undo of earlier writes uses it. --dry-run prints the plan and sends nothing.',
  ],
  examples: ['undo --dry-run --output table', 'undo --since 1h'],
  async run(scanned, context) {
    const {host, service} = context;
    const line = parseBuiltin(undo, scanned, context, 1);
    const {run, since} = line.own;
    const [id] = line.words;
    const nowMs = host.clock.now();
    const items = {columns};
    const problems = [
      ...line.problems,
      ...problemsOfSince(since, nowMs),
      ...problemsOfChoice({ID: id, '--run': run, '--since': since}),
    ];
    const filter = await compileWith(line.globals, problems, host, undefined, items);
    const {target, entries: all} = await readCurrentJournal(line.globals, context);
    const entries = all.filter(one => isOfTarget(one, target) && isOfService(one, service));
    const fromMs = since === undefined ? undefined : parseSince(since, nowMs);
    const chosen = chooseEntries(entries, {id, run, fromMs}).reverse();
    const damaged = all.filter(({isDamaged}) => isDamaged).length;
    if (damaged > 0) {
      const problem = `${counted(damaged, 'line')} of the journal cannot be read`;
      if (chosen.length === 0) {
        const hint = 'The journal command lists the lines.';
        throw new Failure('config_error', `Nothing to undo was found, but ${problem}.`, {hint});
      }
      host.reporter.warn(`${problem}: a write may be missing.`);
    }
    const dryRun = line.globals['dry-run'] === true;
    const globals = {...line.globals, 'dry-run': false, undoable: true};
    const journalRun = startRun();
    const known: WrittenEntry[] = [...entries];
    const note = (entry: WrittenEntry) => known.push(entry);
    const results: (readonly [StoredEntry, UndoResult])[] = [];
    return interruptible(host, async (signal, received) => {
      for (const entry of chosen) {
        const after = results.find(
          ([one, {result}]) => !isCarriedOut(result) && isSameObject(one, entry),
        );
        const result = dryRun
          ? planUndo(entry, known)
          : signal.aborted
            ? notStarted
            : after !== undefined
              ? notAfter(after[0])
              : await undoEntry(entry, known, {
                  now: () => host.clock.now(),
                  async send({operation, given}, undoes) {
                    const journal = {run: journalRun, undoes, onEntry: note};
                    const own = {...context, signal, ...(undoes !== undefined && {journal})};
                    const sent = await makeSender({line: scanned, globals}, own)(operation, given);
                    if (sent === undefined) throw new Failure('bug', 'An undo had no response.');
                    if (sent.reply.failure !== undefined) throw sent.reply.failure;
                    return sent.reply.text;
                  },
                });
        results.push([entry, result]);
        host.reporter.progress(`${results.length} of ${chosen.length} writes`);
      }
      const client = clientOf(target, globals, context);
      const texts = results.map(([entry, result]) => {
        const requests = result.calls.map(({operation, given}) =>
          describeRequest(client.plan(operation, given), target),
        );
        return resultJson(entry, result, requests);
      });
      const options = {...line.globals, ...(filter && {filter}), items};
      await emitJson(`[${texts.join(',')}]`, options, host);
      const ended = results.map(([, result]) => ({notStarted: result === notStarted}));
      if (received()) reportNotStarted(ended, received(), host, {what: 'writes'});
      const highest = Math.max(0, ...results.map(([, {exitCode}]) => exitCode));
      return exitOfSignal(received()) ?? highest;
    });
  },
};

function isCarriedOut(result: UndoResult['result']): boolean {
  return result === 'undone' || result === 'partly' || result === 'planned';
}

const notStarted: UndoResult = {
  result: 'not started',
  exitCode: exitCodes.interrupted,
  calls: [],
};

function notAfter({what}: StoredEntry): UndoResult {
  const reason = `a later write to the same object was not undone: ${what}`;
  return {result: 'refused', reason, exitCode: exitCodes.conflict, calls: []};
}

function problemsOfChoice(given: Readonly<Record<string, string | undefined>>): readonly Problem[] {
  const names = Object.keys(given).filter(name => given[name] !== undefined);
  if (names.length < 2) return [];
  return [{input: 'undo', message: `${names.join(' and ')} cannot be combined`}];
}

/** Check whether an entry belongs to a service; the command of a raw request tells which one. */
function isOfService({back, command}: StoredEntry, service: Service): boolean {
  if (back !== undefined) return back.service === service;
  return command.startsWith(service === 'tracker' ? 'jr ' : 'cf ');
}

/**
 * Choose the entries to undo, the oldest first.
 *
 * @throws Failure 'not_found' if there is none of that id or run
 */
function chooseEntries(
  entries: readonly StoredEntry[],
  {
    id,
    run,
    fromMs,
  }: {
    readonly id: string | undefined;
    readonly run: string | undefined;
    readonly fromMs: number | undefined;
  },
): StoredEntry[] {
  const stands = (one: StoredEntry): boolean =>
    one.result === 'done'
      ? isStillInEffect(one, entries, 0)
      : one.undoes === undefined && (one.result === 'unclear' || one.result === 'partly');
  if (id !== undefined)
    return found(
      entries.filter(one => one.id === id),
      `id "${id}"`,
    );
  if (run !== undefined) {
    return found(
      entries.filter(one => one.run === run),
      `run "${run}"`,
    ).filter(stands);
  }
  if (fromMs !== undefined) {
    return entries.filter(one => Date.parse(one.at) >= fromMs && stands(one));
  }
  const last = entries.findLast(one => isStillInEffect(one, entries, 0));
  return entries.filter(one => one.run === last?.run && isStillInEffect(one, entries, 0));
}

function found(entries: StoredEntry[], what: string): StoredEntry[] {
  if (entries.length > 0) return entries;
  throw new Failure('not_found', `The journal has no entry with the ${what} for this account.`, {
    hint: 'jr journal and cf journal list the entries.',
    attempts: 0,
  });
}

function isSameObject(one: StoredEntry, other: StoredEntry): boolean {
  const [group, otherGroup] = [one, other].map(({operation = ''}) => operation.split(' ')[0]);
  return group === otherGroup && (one.ids ?? []).some(id => other.ids?.includes(id));
}

function resultJson(
  {id, at, what, name, back}: StoredEntry,
  {result, reason, unchanged, calls}: UndoResult,
  requests: readonly string[],
): string {
  return jsonObject({
    id: JSON.stringify(id),
    at: JSON.stringify(at),
    what: JSON.stringify(what),
    name: JSON.stringify(name),
    result: JSON.stringify(result),
    reason: JSON.stringify(reason),
    unchanged: JSON.stringify(unchanged),
    requests: `[${requests.join(',')}]`,
    names: JSON.stringify(namesInUndo(calls, back)),
  });
}
