import type {Page} from '../../../api/client.ts';
import {isFailure} from '../../../base/failure.ts';
import {askPages, askText, sentBy} from '../../ask/ask.ts';
import {troubleOf} from '../../ask/trouble.ts';
import type {Call} from '../../model/call.ts';
import type {Count, CountAsk, HomeEntry} from '../../model/count.ts';
import type {Sent} from '../../model/row.ts';
import type {Ports} from '../../model/step.ts';

const pagesCounted = 4;

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
  const ask: CountAsk = {
    text: (call, params = {}) => askText(call, params, ports, signal),
    pages: (call, params = {}) => askPages(call, params, ports, signal),
    beside: (call, params = {}) => beside(sentBy(call, params, ports)),
    now: () => ports.clock.now(),
  };
  try {
    if (entry.count === 'total') return await countTotal(entry, ask);
    if (entry.count !== 'items') return await entry.count(entry, ask);
    const {items, more} = await readItems(entry.call, ask);
    return {status: 'ready', text: numberText(items.length, more)};
  } catch (thrown) {
    return {status: 'failed', text: failedText(thrown)};
  }
}

async function countTotal(entry: HomeEntry, ask: CountAsk): Promise<Count> {
  const page = await firstPage(ask.pages(entry.call));
  if (page === undefined) return {status: 'ready', text: '0'};
  const {total, items, last} = page;
  return {
    status: 'ready',
    text: total === undefined ? numberText(items.length, !last) : numberText(total, false),
  };
}

/** The first page of a list; undefined when it has none. Further ones are not asked for. */
export async function firstPage(pages: AsyncIterable<Page>): Promise<Page | undefined> {
  for await (const page of pages) return page;
  return undefined;
}

/** The items of a list's first pages as JSON texts, and whether there are more. */
export async function readItems(
  call: Call,
  ask: CountAsk,
): Promise<{readonly items: readonly string[]; readonly more: boolean}> {
  const items: string[] = [];
  let more = false;
  for await (const page of ask.pages(call)) {
    items.push(...page.items);
    more = !page.last;
    if (page.index + 1 >= pagesCounted) break;
  }
  return {items, more};
}

/** `2,000`, or `1,000+` when there are more. */
export function numberText(n: number, more: boolean): string {
  return n.toLocaleString('en') + (more ? '+' : '');
}

/** Why something was not counted, in few words. */
function failedText(thrown: unknown): string {
  if (isFailure(thrown) && thrown.kind === 'auth_failed') {
    return thrown.details.status === 401 ? 'the sign-in was refused' : 'not allowed for this user';
  }
  return troubleOf(thrown).title.toLowerCase();
}
