import {findOperation} from '../api/catalogue.ts';
import {type ListEvent, watchList} from '../api/watch/watch-list.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import {subjectOf, withAudit} from './audited.ts';
import type {Builtin} from './builtin.ts';
import {sendingOf} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {followEvents, makeEmitter} from './follow-events.ts';
import {checkInvocation, shapeOf} from './invocation.ts';
import {prepareRequest, requestJobOf} from './prepare-request.ts';
import {watchAppendOnly} from './watch-append-only.ts';
import {watchFlags} from './watch-flags.ts';
import {parseWatch, type WatchLine} from './watch-line.ts';
import {retryText} from './watch-notes.ts';

/** `watch`: report changes of a list as they happen (contract 1). */
export const watch: Builtin = {
  name: 'watch',
  summary: 'follow a list: print its items, then every change',
  usage: ['watch <group> <operation> [flags] [--interval 10s] [--max-events N]'],
  words: 'lists',
  flags: watchFlags,
  flagsOf: ([group = '', name = ''], service) =>
    findOperation(service, group, name)?.inputs.map(shapeOf) ?? [],
  takesGlobals: true,
  notes: [
    'Prints each event as one line: {"type": "initial" | "created" | "updated" | "removed", "item": …}. --jq filters the events. "updated" has "changes": [{"path": …, "old": …, "new": …}]; reordered members are not a change. With --moved, an item at another position is reported as "moved" with "from" and "to".',
    'Items are identified by id, key or accountId, or by their whole JSON if they have none of these.',
    'Stops with exit code 0 on an interrupt, when the reader closes the pipe, or after --max-events. After 429 and 5xx responses, waits longer and continues; 401 and 403 stop the watch.',
    'jr watch webhook get-failed reports every failed delivery exactly once: {"type": "failure", "item": …}, and {"type": "gap", "from": …, "to": …} (milliseconds) for failures that are no longer listed. The watch starts now, or at --after TIME (milliseconds, 2026-01-31T12:00:00Z, or 2h for two hours ago); --resume FILE continues from the saved position. Failures that are listed after --overlap has passed have "late": true. --output table prints text, --group event --every 1m prints counts, --report prints a summary (docs/watch.md).',
  ],
  examples: [
    'jr watch project search --interval 30s',
    'cf watch spaces get --interval 30s',
    'cf watch blogposts get-blog-post-labels --id 1051136 --jq \'select(.type != "initial")\'',
    'jr watch version get-related-work --id 10000 --jq \'select(.type != "initial")\'',
    'jr watch webhook get-failed --after 2h --resume failed.cursor',
    'jr watch webhook get-failed --since 24h --report',
  ],
  async run(scanned, context) {
    const line = parseWatch(scanned, context);
    await withAudit(subjectOf(line.operation), scanned, context, trail =>
      line.start === undefined
        ? followList(line, trail, context)
        : watchAppendOnly(line, line.start, trail, context),
    );
    return 0;
  },
};

/** Watch any list by reading it repeatedly and comparing. */
async function followList(line: WatchLine, trail: AuditTrail, context: CommandContext) {
  const {host} = context;
  const {globals} = line.invocation;
  const checked = await checkInvocation(line.invocation, host);
  const prepared = await prepareRequest(
    requestJobOf(line.operation, checked, globals, trail),
    context,
  );
  if (prepared === undefined) return;
  await followEvents<ListEvent>(
    {
      async open(signal) {
        const ports = {clock: host.clock, random: () => host.random()};
        const sending = sendingOf(globals, host);
        const {intervalMs, reportsMoves} = line;
        const options = {...sending, signal, intervalMs, reportsMoves};
        return watchList(prepared.plan, prepared.client, ports, options);
      },
      json: listEventJson,
      onEvent(event) {
        if (event.type !== 'retry') return;
        host.reporter.warn(`${retryText(event.failure, event.waitMs)}.`);
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

/** An event as one line of NDJSON, without the line break; undefined for internal events. */
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
