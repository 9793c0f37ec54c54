import {once} from 'node:events';
import {createServer} from 'node:http';

/**
 * A server of failed deliveries, written from the public facts (services W5.4) and not from the
 * sandbox: oldest first, later than `after`, failures of one time never cut, `next` with
 * `failedAfter`, 72 hours, a Date of whole seconds.
 *
 * @param skewMs how far its clock is ahead of this machine
 * @param speed how much faster its clock runs
 */
export async function startFailureServer({skewMs = 0, speed = 1} = {}) {
  const beganMs = Date.now();
  /** Listed failures, sorted by time: `[timeMs, number, target]`. */
  const listed = [];
  /** Failures listed later. */
  let waiting = [];
  let count = 0;
  let port = 0;
  let server;

  const placeAfter = timeMs => {
    let low = 0;
    let high = listed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (listed[middle][0] <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const list = failure => {
    const last = listed.at(-1);
    if (last === undefined || last[0] <= failure[0]) listed.push(failure);
    else listed.splice(placeAfter(failure[0]), 0, failure);
  };
  const listDue = () => {
    if (waiting.length === 0) return;
    const nowMs = made.nowMs();
    for (const {failure} of waiting.filter(({atMs}) => atMs <= nowMs)) list(failure);
    waiting = waiting.filter(({atMs}) => atMs > nowMs);
  };
  const send = (response, status, body, headers = {}) => {
    const date = new Date(made.nowMs() + made.dateAheadMs).toUTCString();
    response.sendDate = false;
    const type = body.startsWith('<') ? 'text/html' : 'application/json';
    response.writeHead(status, {date, 'content-type': type, ...headers}).end(body);
  };
  const page = url => {
    listDue();
    const after = Math.max(
      Number(url.searchParams.get('after') ?? 0),
      made.nowMs() - 72 * 3_600_000,
    );
    const size = Math.min(1000, Number(url.searchParams.get('maxResults') ?? 100));
    const from = placeAfter(after);
    const lastMs = listed[Math.min(listed.length, from + size) - 1]?.[0];
    const to = lastMs === undefined ? from : Math.max(from, placeAfter(lastMs));
    const values = listed.slice(from, to).map(textOf).join(',');
    made.served += to - from;
    const next = `"next":"${url.origin}${url.pathname}?failedAfter=${lastMs}"`;
    return `{"values":[${values}],"maxResults":${size}${to > from ? `,${next}` : ''}}`;
  };
  /**
   * Respond to one request with each kind of trouble; undefined as the status drops
   * the connection.
   */
  const answer = (request, response) => {
    made.requests++;
    const trouble = made.trouble(made.requests);
    if (trouble !== undefined) {
      made.troubles++;
      const {status, retryAfter} = trouble;
      if ((status === 401 || status === 403) && isList(request)) made.refused++;
      if (status === undefined) return response.destroy();
      if (status === 'cut') {
        response.writeHead(200, {'content-length': '5000'}).write('{"values":[{"id":"half');
        return setTimeout(() => response.destroy(), 5);
      }
      if (status === 'html') return send(response, 200, '<html>Down for maintenance</html>');
      const headers = retryAfter === undefined ? {} : {'retry-after': String(retryAfter)};
      return send(response, status, '{"errorMessages":["trouble"]}', headers);
    }
    const url = new URL(request.url, made.url);
    if (request.headers.authorization === undefined) return send(response, 401, '{}');
    const other = others[url.pathname.replace(/^.*\/rest\/api\/3\//, '')];
    if (other !== undefined) return send(response, 200, JSON.stringify(other(url)));
    if (!isList(request)) return send(response, 404, '{}');
    send(response, 200, page(url));
  };
  const made = {
    listed,
    requests: 0,
    troubles: 0,
    /** The number of lists of failures answered 401 or 403. */
    refused: 0,
    /** The number of failures in all pages so far. */
    served: 0,
    /** The Date header is ahead of the times of failures by this. */
    dateAheadMs: 0,
    /** The trouble of a request, by its number. */
    trouble: () => undefined,
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    nowMs: () => beganMs + (Date.now() - beganMs) * speed + skewMs,
    /** All failures that are listed now or later. */
    all: () => [...listed, ...waiting.map(({failure}) => failure)],
    /** A delivery failed so long ago by the clock of its node; it is listed `lateMs` from now. */
    fail(target, {agoMs = 0, lateMs = 0, atMs = made.nowMs()} = {}) {
      const failure = [Math.floor(atMs - agoMs), ++count, target, lateMs];
      if (lateMs > 0) waiting.push({atMs: made.nowMs() + lateMs, failure});
      else list(failure);
      return failure;
    },
    async start() {
      server = createServer({keepAliveTimeout: 30_000}, answer).listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({port} = server.address());
    },
    /** Close all connections; failures remain for the next start. */
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  await made.start();
  return made;
}

const isList = ({url}) => url.split('?')[0].endsWith('/webhook/failed');

/** What the terminal UI asks for when it starts. */
const others = {
  myself: () => ({accountId: 'duty', displayName: 'Duty', accountType: 'app', active: true}),
  serverInfo: ({origin}) => ({baseUrl: origin, deploymentType: 'Cloud', serverTitle: 'Duty'}),
};

/** The key of a failure, which identifies it in the output of the watch. */
export const keyOf = ([timeMs, number]) => `${timeMs} f${number}`;

/** The JSON of a failure. */
export function textOf([timeMs, number, target]) {
  const body = `{\\"webhookEvent\\":\\"jira:issue_updated\\",\\"issue\\":{\\"key\\":\\"HPAY-${number % 500}\\",\\"fields\\":{\\"summary\\":\\"${summary}\\"}}}`;
  return `{"id":"f${number}","body":"${body}","url":"https://${target}?token=t${number % 7}","failureTime":${timeMs}}`;
}

const summary = 'Nothing is settled until the ledger says so. '.repeat(4);
