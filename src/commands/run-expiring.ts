import {findOperation} from '../api/catalogue.ts';
import type {Expiring, Operation} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {transientKinds} from '../api/watch/backoff.ts';
import {targetOf} from '../api/watch/delivery-facts.ts';
import {counted} from '../base/counted.ts';
import {parseSpan} from '../base/duration.ts';
import {endSentence} from '../base/end-sentence.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {isArray, type JsonValue, parseJsonValue, readPointer} from '../base/json-value.ts';
import {dayMs, hourMs} from '../base/times.ts';
import {subjectOf, withAudit} from './audited.ts';
import {sendPrepared} from './command-client.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {emitJson} from './emit.ts';
import {interruptible} from './interruptible.ts';
import {parseInvocation} from './invocation.ts';
import {type PreparedRequest, prepareRequest, requestJobOf} from './prepare-request.ts';
import type {Scanned} from './scan.ts';

/** Milliseconds before each further attempt after a failure that passes. */
const retryMs = [60_000, 120_000, 240_000];

/** An object of the list and the time when it expires, milliseconds since the UNIX epoch. */
interface Listed {
  readonly id: JsonValue;
  readonly endMs: number;
  readonly name: string;
}

/**
 * Run an operation on the objects that expire within the time of its flag: list them, send a
 * request for each group of ids, and list them again, since the service ignores some ids silently.
 * A failure that passes is retried for minutes.
 *
 * @returns the exit code, 0
 * @throws Failure of any kind; 'conflict' if an object still expires
 */
export function runExpiring(
  operation: Operation,
  expiring: Expiring,
  line: Scanned,
  context: CommandContext,
): Promise<number> {
  return withAudit(subjectOf(operation), line, context, async trail => {
    const {host, service} = context;
    const invocation = parseInvocation(context, operation, line);
    const {globals, inputs, bodyTexts} = invocation;
    const problems: Problem[] = [...invocation.problems];
    const typed = line.texts.get(expiring.flag)?.at(-1) ?? '';
    const withinMs = parseSpan(typed);
    if (!withinMs) {
      const message = `--${expiring.flag} must be a time such as 7d or 12h, not "${typed}"`;
      problems.push({input: expiring.flag, message});
    }
    const given = [...Object.keys(inputs), ...(bodyTexts.length > 0 ? ['body'] : [])];
    for (const input of given) {
      const message = `--${input} cannot be combined with --${expiring.flag}, which lists the ids itself`;
      problems.push({input, message});
    }
    const filter = await compileWith(globals, problems, host);
    const [group = '', name = ''] = expiring.list.split(' ');
    const list = findOperation(service, group, name);
    if (list === undefined) throw new Failure('bug', `There is no operation ${expiring.list}.`);
    const listJob = requestJobOf(list, {given: {inputs: {}}}, globals, trail);
    const prepared = await prepareRequest(listJob, context);
    if (prepared === undefined) return 0;
    const job = {operation, expiring, prepared, context, globals};
    const before = await withRetries(job, () => readList(job));
    const soon = before.listed.filter(({endMs}) => endMs < before.nowMs + (withinMs ?? 0));
    let failure: Failure | undefined;
    for (let from = 0; from < soon.length && failure === undefined; from += expiring.atOnce) {
      const ids = soon.slice(from, from + expiring.atOnce).map(({id}) => id);
      const body = JSON.stringify({[expiring.ids]: ids});
      const plan = prepared.client.plan(operation, {inputs: {}, body});
      const thrown = await withRetries(job, () =>
        sendPrepared({plan, client: prepared.client}, globals, context, (client, options) =>
          client.request(plan, options),
        ),
      ).then(() => undefined, toFailure);
      if (thrown?.kind === 'interrupted') throw thrown;
      failure = thrown;
    }
    const after = soon.length === 0 ? before : await withRetries(job, () => readList(job));
    const endOf = new Map(after.listed.map(({id, endMs}) => [id, endMs]));
    const isRefreshed = ({id, endMs}: Listed): boolean => (endOf.get(id) ?? endMs) > endMs;
    const left = soon.filter(one => !isRefreshed(one));
    const refreshed = soon.filter(isRefreshed).map(({id}) => id);
    const ends = refreshed.map(id => endOf.get(id) ?? 0);
    const json = JSON.stringify({
      refreshed,
      not_refreshed: left.map(({id}) => id),
      ...(ends.length > 0 && {expirationDate: Math.min(...ends)}),
    });
    await emitJson(json, {...globals, ...(filter && {filter})}, host);
    if (left.length > 0) throw notRefreshed(left, after.nowMs, operation, failure);
    return 0;
  });
}

interface ExpiringJob {
  readonly expiring: Expiring;
  readonly prepared: PreparedRequest;
  readonly context: CommandContext;
  readonly globals: Parameters<typeof sendPrepared>[1];
}

async function readList({expiring, prepared, context, globals}: ExpiringJob) {
  const {plan} = prepared;
  const reply = await sendPrepared(prepared, globals, context, (client, options) =>
    client.request(plan, {...options, paginate: true}),
  );
  if (reply.failure !== undefined) throw reply.failure;
  const values = readPointer(parseJsonValue(reply.text), plan.operation?.items ?? '');
  const listed = (isArray(values) ? values : []).flatMap((item): Listed[] => {
    const id = readPointer(item, '/id');
    const end = readPointer(item, expiring.time);
    const endMs = typeof end === 'string' && !/^\d+$/.test(end) ? Date.parse(end) : Number(end);
    const url = readPointer(item, '/url');
    const name = `${String(id)}${typeof url === 'string' ? ` (${targetOf(url)})` : ''}`;
    return id === undefined || !Number.isFinite(endMs) ? [] : [{id, endMs, name}];
  });
  const serverMs = Date.parse(reply.headers.date ?? '');
  const nowMs = Number.isFinite(serverMs) ? serverMs : context.host.clock.now();
  return {listed, nowMs};
}

/** Retry a request after a failure that passes, unless `--retries 0` forbids it. */
async function withRetries<T>(
  {globals, context: {host, signal: outer}}: ExpiringJob,
  send: () => Promise<T>,
): Promise<T> {
  for (let failed = 0; ; failed++) {
    try {
      return await send();
    } catch (error) {
      const failure = toFailure(error);
      const waitMs = globals.retries === 0 ? undefined : retryMs[failed];
      if (waitMs === undefined || !transientKinds.has(failure.kind)) throw failure;
      host.reporter.warn(`${endSentence(failure.message)} Retrying in ${waitMs / 60_000} min.`);
      await interruptible(host, signal => host.clock.sleep(waitMs, signal), outer);
    }
  }
}

function notRefreshed(
  left: readonly Listed[],
  nowMs: number,
  {group}: Operation,
  failure: Failure | undefined,
): Failure {
  const [first] = left.toSorted((a, b) => a.endMs - b.endMs);
  const leftMs = (first?.endMs ?? nowMs) - nowMs;
  const leftText =
    leftMs < dayMs ? `${Math.floor(leftMs / hourMs)}h` : `${Math.floor(leftMs / dayMs)}d`;
  const which = counted(left.length, `expiring ${group}`);
  const text = `${which} not refreshed; the first one, ${first?.name}, has ${leftText} left.`;
  if (failure !== undefined) {
    const {kind, message, details} = failure;
    return new Failure(kind, `${text} ${message}`, {...details, cause: failure});
  }
  return new Failure('conflict', text, {
    hint: 'The service accepted the request but did not extend the webhooks: it ignores ids of other apps and deleted objects. Register them again.',
  });
}
