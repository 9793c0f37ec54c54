import {isFailure} from '../base/failure.ts';
import {askPages, sentBy} from './ask.ts';
import {counted} from './count-text.ts';
import type {Count, HomeEntry} from './home-count.ts';
import {parseJsonValue, readPointer} from './json-value.ts';
import type {Sent} from './model.ts';
import type {Ports} from './ports.ts';
import type {Call, Params} from './resource.ts';
import {toMs} from './times.ts';
import {troubleOf} from './trouble.ts';

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
        return await countFailures(entry, ports, signal);
    }
  } catch (thrown) {
    const kind = isFailure(thrown) ? thrown.kind : 'bug';
    const text = kind === 'auth_failed' ? 'not allowed for this user' : troubleOf(thrown).title;
    return {status: 'failed', text: text.toLowerCase()};
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
  const totals = await inTurns(keys, 4, async project => {
    const call: Call = {
      service: 'tracker',
      operation: 'project get-versions-paginated',
      inputs: {projectIdOrKey: '{project}', maxResults: '1'},
    };
    beside(sentBy(call, {project}, ports));
    for await (const page of askPages(call, {project}, ports, signal)) {
      return page.total ?? page.items.length;
    }
    return 0;
  });
  const sum = totals.reduce((a, b) => a + b, 0);
  const partial = all > keys.length;
  return {
    status: 'ready',
    text: numberText(sum, partial),
    note: partial
      ? `in the first ${keys.length} of ${counted(all, 'project')}`
      : `in ${counted(keys.length, 'project')}`,
  };
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
  return {status: 'ready', text, note: `${soon} ${verb} in < 3 days`, tone: 'warn'};
}

async function countFailures(entry: HomeEntry, ports: Ports, signal: AbortSignal): Promise<Count> {
  const {items, more} = await readItems(entry.call, {}, ports, signal);
  const now = ports.clock.now();
  const recent = items.filter(text => {
    const ms = toMs(readPointer(parseJsonValue(text), '/failureTime'));
    return ms !== undefined && now - ms < hourMs;
  }).length;
  const text = numberText(items.length, more);
  if (recent === 0) return {status: 'ready', text};
  return {status: 'ready', text, note: `${recent} in the last hour`, tone: 'bad'};
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
