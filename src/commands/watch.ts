import {type ListEvent, watchList} from '../api/watch/watch-list.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import {withAudit} from './audited.ts';
import type {Builtin} from './builtin.ts';
import {checkInvocation} from './check-invocation.ts';
import type {CommandContext} from './context.ts';
import {followEvents, makeEmitter} from './follow-events.ts';
import {openClient, sendingOf} from './open-client.ts';
import {prepareRequest} from './prepare-request.ts';
import {reportMessage} from './report.ts';
import {jobOf, subjectOf} from './run-operation.ts';
import {watchAppendOnly} from './watch-append-only.ts';
import {watchFlags} from './watch-flags.ts';
import {parseWatch, type WatchLine} from './watch-line.ts';

/** `watch`: what changes in a list, as it changes (contract 1). */
export const watch: Builtin = {
  name: 'watch',
  summary: 'follow a list: what is there, then what changes',
  usage: ['watch <group> <operation> [flags] [--interval 10s] [--max-events N]'],
  words: 'lists',
  flags: watchFlags,
  takesGlobals: true,
  notes: [
    'Each event is one line {"type": "initial" | "created" | "updated" | "removed", "item": …}; --jq is for the events. "updated" has "changes": [{"path": …, "old": …, "new": …}]: the order of members alone is none. With --moved an item that stands elsewhere is "moved", "from" one place "to" another.',
    'An item is known by its id, key or accountId; one without them by its whole text.',
    'It ends by an interrupt, when its reader has gone, or after --max-events, with exit code 0. After 429 and 5xx it waits longer and goes on; 401 and 403 end it.',
    'jr watch webhook get-failed tells each failed delivery once and none is missed: {"type": "failure", "item": …}, and {"type": "gap", "from": …, "to": …} (milliseconds) when some can no longer be listed. It begins now, or after --after TIME (milliseconds, 2026-01-31T12:00:00Z, or 2h for two hours ago); --resume FILE goes on where it was. One that is listed later than --overlap has "late": true. --output table is lines to read, --group event --every 1m counts, --report a hand-over (docs/watch.md).',
  ],
  examples: [
    'watch project search --interval 30s',
    'watch version get-related-work --id 10000 --jq \'select(.type != "initial")\'',
    'watch webhook get-failed --after 2h --resume failed.place',
    'watch webhook get-failed --since 24h --report',
  ],
  async run(argv, context) {
    const line = parseWatch(argv, context);
    await withAudit(subjectOf(line.operation), argv, context, trail =>
      line.start === undefined
        ? followList(line, trail, context)
        : watchAppendOnly(line, line.start, trail, context),
    );
    return 0;
  },
};

/** Any list: read again and again, and compared. */
async function followList(line: WatchLine, trail: AuditTrail, context: CommandContext) {
  const {host} = context;
  const {globals} = line.invocation;
  const checked = await checkInvocation(line.invocation, host);
  const prepared = await prepareRequest(jobOf(line.operation, checked, globals, trail), context);
  if (prepared === undefined) return;
  await followEvents<ListEvent>(
    {
      async open(signal) {
        const client = await openClient(prepared.target, globals, host, signal);
        const ports = {clock: host.clock, random: () => host.random()};
        const sending = sendingOf(globals, host, trail);
        const {intervalMs, tellsMoves} = line;
        const options = {...sending, signal, intervalMs, tellsMoves};
        return watchList(prepared.plan, client, ports, options);
      },
      json: listEventJson,
      heard(event) {
        if (event.type !== 'retry') return;
        const seconds = Math.round(event.waitMs / 100) / 10;
        const text = `${event.failure.message} Reading again in ${seconds} s.`;
        reportMessage('warning', text, host.stderr);
      },
      emit: makeEmitter(
        {...prepared.options, ...(line.invocation.items && {items: line.invocation.items})},
        host,
      ),
      ...(line.maxEvents !== undefined && {maxEvents: line.maxEvents}),
    },
    host,
  );
}

/** An event as one line of NDJSON, without the line break; undefined for what is no event of the list. */
function listEventJson(event: ListEvent): string | undefined {
  if (event.type === 'retry') return undefined;
  const {type, item} = event;
  if (type === 'moved')
    return `{"type":"moved","item":${item},"from":${event.from},"to":${event.to}}`;
  if (type !== 'updated') return `{"type":"${type}","item":${item}}`;
  const changes = event.changes.map(({path, old, new: now}) => {
    const was = old === undefined ? '' : `,"old":${old}`;
    const is = now === undefined ? '' : `,"new":${now}`;
    return `{"path":${JSON.stringify(path)}${was}${is}}`;
  });
  return `{"type":"updated","item":${item},"changes":[${changes.join(',')}]}`;
}
