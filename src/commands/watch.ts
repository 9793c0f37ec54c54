import type {ExchangeEvent} from '../api/client.ts';
import type {ExecutePorts} from '../api/exchange.ts';
import {planRequest} from '../api/plan.ts';
import {isFailure} from '../base/failure.ts';
import {portsFor} from '../host/client.ts';
import {readCredentials} from '../host/settings.ts';
import {type AuditTrail, withAudit} from './audited.ts';
import type {Builtin} from './builtin.ts';
import {checkInvocation} from './check-invocation.ts';
import type {CommandContext} from './context.ts';
import {emitEvent} from './emit-event.ts';
import {type PreparedRequest, prepareRequest} from './prepare-request.ts';
import {reportExchange, reportRemark} from './report.ts';
import {eventJson} from './watch-changes.ts';
import {watchGrowing} from './watch-growing.ts';
import {parseWatch, type WatchLine, watchFlags} from './watch-line.ts';
import {pollList} from './watch-poll.ts';

/** `watch`: what changes in a list, as it changes (client-contract 1). */
export const watch: Builtin = {
  name: 'watch',
  summary: 'follow a list: what is there, then what changes',
  usage: ['watch <group> <operation> [flags] [--interval 10s] [--max-events N]'],
  words: 'lists',
  flags: watchFlags,
  takesGlobals: true,
  notes: [
    'Each event is one line {"type": "initial" | "created" | "updated" | "removed", "item": …}; --jq is for the events.',
    'An item is known by its id, key or accountId; one without them by its whole text.',
    'It ends by an interrupt, when its reader has gone, or after --max-events, with exit code 0. After 429 and 5xx it waits longer and goes on; 401 and 403 end it.',
    'jr watch webhook get-failed tells each failed delivery once and none is missed: {"type": "failure", "item": …}, and {"type": "gap", "from": …, "to": …} (milliseconds) when some can no longer be listed. It begins now, or after --after TIME (milliseconds, 2026-01-31T12:00:00Z, or 2h for two hours ago); --resume FILE goes on where it was. One that is listed later than --overlap has "late": true (docs/watch.md).',
  ],
  examples: [
    'watch project search --interval 30s',
    'watch version get-related-work --id 10000 --jq \'select(.type != "initial")\'',
    'watch webhook get-failed --after 2h --resume failed.place',
  ],
  async run(argv, context) {
    const line = parseWatch(argv, context);
    const {group, name, method, path} = line.operation;
    const subject = {title: `${group} ${name}`, method, path};
    await withAudit(subject, argv, context, trail =>
      line.start === undefined
        ? watchList(line, trail, context)
        : watchGrowing(line, line.start, trail, context),
    );
    return 0;
  },
};

/** Any list: read again and again, and compared. */
async function watchList(line: WatchLine, trail: AuditTrail, context: CommandContext) {
  const {operation} = line;
  const {given, filter, notes} = await checkInvocation(line.invocation, context.host);
  const prepared = await prepareRequest(
    {
      title: `${operation.group} ${operation.name}`,
      operation,
      globals: line.invocation.globals,
      ...(filter && {filter}),
      notes,
      trail,
      plan: (baseUrl, options) => planRequest(operation, given, {baseUrl}, options),
    },
    context,
  );
  if (prepared !== undefined) await follow(line, prepared, trail, context);
}

/** Write events until there is a reason to end. */
async function follow(
  line: WatchLine,
  {plan, target, options}: PreparedRequest,
  trail: AuditTrail,
  {host}: CommandContext,
): Promise<void> {
  const credentials = await readCredentials(target, host);
  const ports: ExecutePorts = portsFor({...target, credentials}, host, {
    maxAnswerBytes: line.invocation.globals['max-answer'],
  });
  const end = new AbortController();
  const releases = (['SIGINT', 'SIGTERM'] as const).map(signal =>
    host.onSignal(signal, () => end.abort()),
  );
  let left = line.maxEvents ?? Number.POSITIVE_INFINITY;
  try {
    for await (const event of pollList(plan, ports, pollOptions(line, end.signal, trail, host))) {
      await emitEvent(eventJson(event), options, host);
      if (--left <= 0 || host.stdout.closed || end.signal.aborted) return;
    }
  } catch (error) {
    // Its only way to be asked to end.
    if (!end.signal.aborted || !isFailure(error) || error.kind !== 'interrupted') throw error;
  } finally {
    for (const release of releases) release();
  }
}

function pollOptions(
  {invocation: {globals}, intervalMs}: WatchLine,
  signal: AbortSignal,
  trail: AuditTrail,
  {stderr}: CommandContext['host'],
): Parameters<typeof pollList>[2] {
  return {
    signal,
    intervalMs,
    paginate: globals['no-paginate'] !== true,
    ...(globals.timeout !== undefined && {timeoutMs: globals.timeout}),
    ...(globals.retries !== undefined && {retries: globals.retries}),
    ...(globals.concurrency !== undefined && {concurrency: globals.concurrency}),
    onExchange: (event: ExchangeEvent) => {
      trail.exchanged(event);
      if (globals.verbose) reportExchange(event, stderr);
    },
    onTrouble: ({message}, waitMs) => {
      const seconds = Math.round(waitMs / 100) / 10;
      reportRemark('warning', `${message} Reading again in ${seconds} s.`, stderr);
    },
  };
}
