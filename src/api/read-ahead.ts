import type {ExchangeEvent, Traffic} from './client.ts';
import type {Exchange} from './exchange.ts';

/** One page to be fetched before it is its turn. */
export interface AheadRequest {
  readonly url: string;
  /** Aborted when the page is no longer wanted. */
  readonly signal: AbortSignal;
  /** Receives the page's exchanges until released. */
  readonly onExchange: (event: ExchangeEvent, traffic?: Traffic) => void;
}

/** How far to read ahead. */
export interface ReadAheadOptions {
  /** Pages in flight at a time. */
  readonly concurrency: number;
  /** Pages in flight or waiting for their turn. */
  readonly unread: number;
  readonly signal?: AbortSignal;
  readonly onExchange?: (event: ExchangeEvent, traffic?: Traffic) => void;
}

/** Pages that are fetched before it is their turn. Has a lifetime: `stop` ends it. */
export interface ReadAhead {
  /**
   * The next page in order, when it is the one at this URL; undefined when it is another or there
   * is none left: then nothing more is fetched ahead.
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
 * Fetch pages at URLs that are likely to be asked for, in their order, some at a time. A page that
 * fails cancels those after it; those before it are read to their end, since they come first.
 */
export function readAhead(
  urls: Iterator<string, void>,
  fetchPage: (request: AheadRequest) => Promise<Exchange>,
  {concurrency, unread, signal, onExchange}: ReadAheadOptions,
): ReadAhead {
  let tickets: Ticket[] = [];
  /** The page that is being waited for. */
  let taken: Ticket | undefined;
  let inFlight = 0;
  let isOpen = true;

  function launch(url: string): Ticket {
    const abort = new AbortController();
    const wanted = (event: ExchangeEvent, traffic?: Traffic): void => {
      if (!abort.signal.aborted) onExchange?.(event, traffic);
    };
    inFlight++;
    const page = fetchPage({url, signal: abort.signal, onExchange: wanted}).then(
      answer => {
        inFlight--;
        fill();
        return answer;
      },
      (error: unknown) => {
        inFlight--;
        // -1 for the page that is being waited for: all others come after it.
        if (!abort.signal.aborted) cancelFrom(tickets.findIndex(one => one.url === url) + 1);
        throw error;
      },
    );
    // The consumer gets the failure; without a consumer, it can be ignored.
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
    const unwanted = tickets.slice(index);
    tickets = tickets.slice(0, index);
    for (const {abort} of unwanted) abort.abort();
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
