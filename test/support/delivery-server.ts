import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {seeded} from './seeded.ts';

/** A failed delivery as the server lists it. */
export interface ListedDelivery {
  readonly id: string;
  readonly timeMs: number;
  /** Host and path. */
  readonly target: string;
  readonly event: string;
  /** It was listed so long after it failed, milliseconds. */
  readonly lateMs: number;
  readonly text: string;
}

/**
 * A server that lists failed deliveries, written from the public facts alone (services W5.4) and
 * not from the sandbox: oldest first, later than `after`, a group of one time never cut, `next`
 * with `failedAfter`, 72 hours, a Date of whole seconds. Its clock stands still unless it is moved,
 * and each request takes a moment of it.
 */
export interface DeliveryServer {
  readonly origin: string;
  /** Listed now, by id and time; the oldest first. */
  readonly listed: readonly ListedDelivery[];
  nowMs(): number;
  /** Let time go by: what is listed late comes in. */
  advance(ms: number): void;
  /** A delivery failed just now, or a little before; it is listed late where that is said. */
  fail(target: string, event: string, more?: {agoMs?: number; lateMs?: number}): void;
  /** Share of requests that go wrong, 0 to 1: 429, 503, 500, dropped, cut, no JSON. */
  faults: number;
  /** Requests answered, and those that went wrong. */
  readonly asked: {all: number; wrong: number};
  stop(): Promise<void>;
}

const keptMs = 72 * 3_600_000;
const requestMs = 20;

/** Start it at a time of its own. */
export async function startDeliveryServer(startMs: number, seed = 1): Promise<DeliveryServer> {
  const random = seeded(seed);
  const listed: ListedDelivery[] = [];
  let waiting: {readonly atMs: number; readonly delivery: ListedDelivery}[] = [];
  let nowMs = startMs;
  let count = 0;
  const asked = {all: 0, wrong: 0};

  /** Place of the first later than a time. */
  const placeAfter = (timeMs: number): number => {
    let low = 0;
    let high = listed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((listed[middle]?.timeMs ?? 0) <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const list = (delivery: ListedDelivery): void =>
    void listed.splice(placeAfter(delivery.timeMs), 0, delivery);

  const answer = (url: URL, response: ServerResponse): void => {
    const after = Math.max(Number(url.searchParams.get('after') ?? 0), nowMs - keptMs);
    const size = Math.min(1000, Number(url.searchParams.get('maxResults') ?? 100));
    const from = placeAfter(after);
    const lastMs = listed[Math.min(listed.length, from + size) - 1]?.timeMs;
    const to = lastMs === undefined ? from : Math.max(from, placeAfter(lastMs));
    const page = listed.slice(from, to);
    const next =
      page.length > 0 ? `,"next":"${url.origin}${url.pathname}?failedAfter=${lastMs}"` : '';
    const values = page.map(({text}) => text).join(',');
    const body = `{"values":[${values}],"maxResults":${size}${next}}`;
    send(response, 200, body);
  };
  const send = (
    response: ServerResponse,
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    const date = new Date(nowMs).toUTCString();
    response.sendDate = false;
    response.writeHead(status, {date, 'content-type': 'application/json', ...headers}).end(body);
  };
  const goWrong = (response: ServerResponse): void => {
    asked.wrong++;
    const kind = Math.floor(random() * 6);
    if (kind === 0) send(response, 429, '{}', {'retry-after': '2'});
    else if (kind === 1) send(response, 503, '{}');
    else if (kind === 2) send(response, 500, 'oops');
    else if (kind === 3) response.destroy();
    else if (kind === 4) send(response, 200, '<html>');
    else {
      response.writeHead(200, {'content-length': '5000'}).write('{"values":[{"id":"half');
      response.destroy();
    }
  };
  const server = createServer((request, response) => {
    asked.all++;
    nowMs += requestMs;
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (request.headers.authorization === undefined) send(response, 401, '{}');
    else if (!url.pathname.endsWith('/webhook/failed')) send(response, 404, '{}');
    else if (random() < made.faults) goWrong(response);
    else answer(url, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const made: DeliveryServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listed,
    asked,
    faults: 0,
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
      const due = waiting.filter(({atMs}) => atMs <= nowMs);
      if (due.length === 0) return;
      waiting = waiting.filter(({atMs}) => atMs > nowMs);
      for (const {delivery} of due) list(delivery);
    },
    fail(target, event, {agoMs = 0, lateMs = 0} = {}) {
      const [id, timeMs] = [`d${++count}`, nowMs - agoMs];
      const body = JSON.stringify({webhookEvent: event, issue: {key: `HPAY-${count % 50}`}});
      const text = JSON.stringify({id, url: `https://${target}`, failureTime: timeMs, body});
      const delivery = {id, timeMs, target, event, lateMs, text};
      if (lateMs > 0) waiting.push({atMs: nowMs + lateMs, delivery});
      else list(delivery);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return made;
}
