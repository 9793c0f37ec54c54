import type {ExchangeEvent, Traffic} from './client.ts';
import type {Exchange} from './exchange.ts';

/** A page to fetch ahead. */
export interface PrefetchRequest {
  readonly url: string;
  /** Aborted when the page is no longer needed. */
  readonly signal: AbortSignal;
  /** Receives the page's exchanges until released. */
  readonly onExchange: (event: ExchangeEvent, traffic?: Traffic) => void;
}

/** Limits of reading ahead. */
export interface ReadAheadOptions {
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Maximum number of pages in flight or not yet taken. */
  readonly unread: number;
  readonly signal?: AbortSignal;
  readonly onExchange?: (event: ExchangeEvent, traffic?: Traffic) => void;
}

/** Pages fetched ahead. Has a lifetime: `stop` ends it. */
export interface ReadAhead {
  /**
   * Return the next page in order, if it is the one at this URL; otherwise undefined, and fetching
   * ahead ends.
   *
   * @throws Failure of the fetch
   */
  take(url: string): Promise<Exchange> | undefined;
  /** Cancel requests in flight and fetch no more. */
  stop(): void;
}

interface Ticket {
  readonly url: string;
  readonly abort: AbortController;
  readonly page: Promise<Exchange>;
}

/**
 * Fetch pages at probable URLs in order, several at a time. A failed page cancels later ones;
 * earlier ones continue, since they are needed first.
 */
export function readAhead(
  urls: Iterator<string, void>,
  fetchPage: (request: PrefetchRequest) => Promise<Exchange>,
  {concurrency, unread, signal, onExchange}: ReadAheadOptions,
): ReadAhead {
  let tickets: Ticket[] = [];
  /** The page the consumer waits for. */
  let taken: Ticket | undefined;
  let inFlight = 0;
  let isOpen = true;

  function launch(url: string): Ticket {
    const abort = new AbortController();
    const report = (event: ExchangeEvent, traffic?: Traffic): void => {
      if (!abort.signal.aborted) onExchange?.(event, traffic);
    };
    inFlight++;
    const page = fetchPage({url, signal: abort.signal, onExchange: report}).then(
      answer => {
        inFlight--;
        fill();
        return answer;
      },
      (error: unknown) => {
        inFlight--;
        // -1 for the page the consumer waits for, which precedes all others.
        if (!abort.signal.aborted) cancelFrom(tickets.findIndex(one => one.url === url) + 1);
        throw error;
      },
    );
    // The consumer handles the failure; without a consumer, it is ignored.
    page.catch(() => undefined);
    return {url, abort, page};
  }

  function fill(): void {
    while (isOpen && inFlight < concurrency && tickets.length < unread) {
      const next = urls.next();
      if (next.done) isOpen = false;
      else tickets.push(launch(next.value));
    }
  }

  function cancelFrom(index: number): void {
    isOpen = false;
    const cancelled = tickets.slice(index);
    tickets = tickets.slice(0, index);
    for (const {abort} of cancelled) abort.abort();
  }

  function stop(): void {
    signal?.removeEventListener('abort', stop);
    cancelFrom(0);
    taken?.abort.abort();
  }

  signal?.addEventListener('abort', stop, {once: true});
  if (signal?.aborted) stop();
  fill();
  return {
    take(url) {
      if (tickets[0]?.url !== url) {
        stop();
        return undefined;
      }
      taken = tickets.shift();
      fill();
      return taken?.page;
    },
    stop,
  };
}
