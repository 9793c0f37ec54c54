import {isFailure} from '../../../base/failure.ts';
import {parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {adminKeyUntil} from '../../../screens/site/admin-key.ts';
import {askPages, askText, sentBy} from '../../ask/ask.ts';
import {troubleOf} from '../../ask/trouble.ts';
import type {Call, Params} from '../../model/call.ts';
import type {Count, HomeEntry, NeedsLook} from '../../model/count.ts';
import type {Ports} from '../../model/ports.ts';
import type {Sent} from '../../model/row.ts';
import {counted} from '../../show/count-text.ts';
import {toMs} from '../../show/times.ts';
import {failuresCount} from './failures-count.ts';

const pagesCounted = 4;
const hourMs = 3_600_000;
const soonMs = 3 * 24 * hourMs;

/**
 * Find the count of a home entry with as few requests as its list allows. Never throws.
 *
 * @param beside told the command of each request beside the entry's own
 */
export async function countEntry(
  entry: HomeEntry,
  ports: Ports,
  signal: AbortSignal,
  beside: (sent: Sent) => void,
): Promise<Count> {
  try {
    switch (entry.count) {
      case 'total':
        return await countTotal(entry, ports, signal);
      case 'items': {
        const {items, more} = await readItems(entry.call, {}, ports, signal);
        return {status: 'ready', text: numberText(items.length, more)};
      }
      case 'perProject':
        return await countPerProject(entry, ports, signal, beside);
      case 'expiring':
        return await countExpiring(entry, ports, signal);
      case 'failures':
        return await countFailures(entry, ports, signal, beside);
      case 'adminKey':
        return await countAdminKey(entry, ports, signal);
    }
  } catch (thrown) {
    const status = isFailure(thrown) ? thrown.details.status : undefined;
    // Told as not found where none is enabled, and refused to whom it is not for.
    if (entry.count === 'adminKey' && (status === 404 || status === 403)) {
      return {status: 'ready', text: '0'};
    }
    return {status: 'failed', text: failedText(thrown)};
  }
}

async function countTotal(entry: HomeEntry, ports: Ports, signal: AbortSignal): Promise<Count> {
  for await (const page of askPages(entry.call, {}, ports, signal)) {
    const {total} = page;
    if (total !== undefined) return {status: 'ready', text: numberText(total, false)};
    return {status: 'ready', text: numberText(page.items.length, !page.last)};
  }
  return {status: 'ready', text: '0'};
}

/** Versions have no list of their own: the totals of the first projects are added up. */
async function countPerProject(
  entry: HomeEntry,
  ports: Ports,
  signal: AbortSignal,
  beside: (sent: Sent) => void,
): Promise<Count> {
  const pages = askPages(entry.call, {}, ports, signal);
  let keys: string[] = [];
  let all = 0;
  for await (const page of pages) {
    keys = page.items.map(text => String(readPointer(parseJsonValue(text), '/key') ?? ''));
    all = page.total ?? keys.length;
    break;
  }
  const counts = await inTurns(keys, 4, async project => {
    const call: Call = {
      service: 'tracker',
      operation: 'project get-versions-paginated',
      inputs: {projectIdOrKey: '{project}', orderBy: '-sequence', maxResults: '50'},
    };
    beside(sentBy(call, {project}, ports));
    for await (const page of askPages(call, {project}, ports, signal)) {
      const overdue = page.items.filter(isOverdue).length;
      return {project, total: page.total ?? page.items.length, overdue};
    }
    return {project, total: 0, overdue: 0};
  });
  const sum = counts.reduce((so, {total}) => so + total, 0);
  const partial = all > keys.length;
  const where = partial
    ? `in the first ${keys.length} of ${counted(all, 'project')}`
    : `in ${counted(keys.length, 'project')}`;
  const look = overdueLook(counts, partial ? ` ${where}` : '');
  return {status: 'ready', text: numberText(sum, partial), note: where, ...(look && {look})};
}

function isOverdue(text: string): boolean {
  const version = parseJsonValue(text);
  const is = (flag: string): boolean => readPointer(version, flag) === true;
  return is('/overdue') && !is('/released') && !is('/archived');
}

/** Overdue versions lead to their project, or to the list of projects that have some. */
function overdueLook(
  counts: readonly {readonly project: string; readonly overdue: number}[],
  where: string,
): NeedsLook | undefined {
  const late = counts.filter(({overdue}) => overdue > 0);
  const [first] = late;
  if (first === undefined) return undefined;
  const n = late.reduce((sum, {overdue}) => sum + overdue, 0);
  const verb = n === 1 ? 'is' : 'are';
  const text = `${counted(n, 'unreleased version')} ${verb} overdue${where}`;
  const filter = late.map(({project}) => `key:/^${project}$/`).join(' | ');
  return late.length === 1
    ? {
        text,
        tone: 'warn',
        screen: 'versions',
        params: {project: first.project},
        filter: 'state:overdue',
      }
    : {text, tone: 'warn', screen: 'projects', params: {}, filter};
}

async function countExpiring(entry: HomeEntry, ports: Ports, signal: AbortSignal): Promise<Count> {
  const {items, more} = await readItems(entry.call, {}, ports, signal);
  const now = ports.clock.now();
  const soon = items.filter(text => {
    const ms = toMs(readPointer(parseJsonValue(text), '/expirationDate'));
    return ms !== undefined && ms - now < soonMs;
  }).length;
  const text = numberText(items.length, more);
  if (soon === 0) return {status: 'ready', text};
  const verb = soon === 1 ? 'expires' : 'expire';
  const note = `${soon} ${verb} in < 3 days`;
  const look = {
    text: `${counted(soon, 'webhook')} ${verb} in < 3 days`,
    tone: 'warn',
    screen: 'webhooks',
    params: {},
    filter: 'left<3',
  } as const;
  return {status: 'ready', text, note, tone: 'warn', look};
}

/** The first pages may be the oldest: with more of them the last hour is asked for by itself. */
async function countFailures(
  entry: HomeEntry,
  ports: Ports,
  signal: AbortSignal,
  beside: (sent: Sent) => void,
): Promise<Count> {
  const {items, more} = await readItems(entry.call, {}, ports, signal);
  const now = ports.clock.now();
  const lastHour: Call = {...entry.call, inputs: {after: '{hoursAgo:1}', maxResults: '1000'}};
  if (more) beside(sentBy(lastHour, {}, ports));
  const latest = more ? await readItems(lastHour, {}, ports, signal) : {items, more};
  const recent = latest.items.filter(item => {
    const ms = toMs(readPointer(parseJsonValue(item), '/failureTime'));
    return ms !== undefined && now - ms < hourMs;
  }).length;
  const moreRecent = more && latest.more;
  return failuresCount({all: items.length, more, recent, moreRecent, nowMs: now});
}

async function countAdminKey(entry: HomeEntry, ports: Ports, signal: AbortSignal): Promise<Count> {
  const answer = parseJsonValue(await askText(entry.call, {}, ports, signal));
  const untilMs = adminKeyUntil(answer);
  if (untilMs === undefined || untilMs <= ports.clock.now()) return {status: 'ready', text: '0'};
  const look = {
    text: 'admin key active',
    tone: 'warn',
    screen: 'admin-key',
    params: {},
    filter: '',
  } as const;
  return {status: 'ready', text: '1', look, untilMs};
}

async function readItems(
  call: Call,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
): Promise<{items: string[]; more: boolean}> {
  const items: string[] = [];
  let more = false;
  for await (const page of askPages(call, params, ports, signal)) {
    items.push(...page.items);
    more = !page.last;
    if (page.index + 1 >= pagesCounted) break;
  }
  return {items, more};
}

/** The results of work on each item, so many at a time, in the items' order. */
async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i];
      if (item !== undefined) results[i] = await work(item);
    }
  };
  await Promise.all(Array.from({length: atOnce}, worker));
  return results;
}

function numberText(n: number, more: boolean): string {
  return n.toLocaleString('en') + (more ? '+' : '');
}

/** Why something was not counted, in few words. */
function failedText(thrown: unknown): string {
  if (isFailure(thrown) && thrown.kind === 'auth_failed') {
    return thrown.details.status === 401 ? 'the sign-in was refused' : 'not allowed for this user';
  }
  return troubleOf(thrown).title.toLowerCase();
}
