import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createServer as createTlsServer} from 'node:https';

/**
 * The server of the benchmarks, in a separate process: `node bench/measure/serve.mjs [key] [cert]`,
 * with TLS if a key and a certificate are set. Prints its port.
 *
 * `/rest/api/3/project/search` is a list of `rows` projects (in its query, otherwise in the first
 * part of the path, as in `/1000/rest/api/…`), delayed by `delay` milliseconds (second part of the
 * path), with items of `bytes` bytes (third part; 0 means their natural length and always 500 per
 * page). `/rest/api/3/project/P000000` is the first of them.
 */
const [key, cert] = process.argv.slice(2);

function project(i, filler) {
  return {
    id: String(1_000_000 + i),
    key: `P${String(i).padStart(6, '0')}`,
    name: `Project number ${i} of the ${['north', 'south', 'east', 'west'][i % 4]}`,
    projectTypeKey: i % 2 === 0 ? 'software' : 'business',
    style: 'classic',
    lead: {accountId: `a${i % 97}`, displayName: `Lead ${i % 97}`},
    archived: i % 5 === 4,
    insight: {
      totalIssueCount: (i * 7919) % 10_007,
      lastIssueUpdateTime: '2026-11-20T10:00:00.000Z',
    },
    ...(filler && {description: filler}),
  };
}

function answer(request, response) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, rows = '1', delay = '0', bytes = '0'] =
    /^\/(\d+)\/(\d+)\/(\d+)\//.exec(url.pathname) ?? [];
  const total = Number(rows);
  const filler = 'x'.repeat(Math.max(Number(bytes) - 300, 0));
  const send = (status, body) => {
    response.writeHead(status, {'content-type': 'application/json'});
    response.end(JSON.stringify(body));
  };
  if (/\/project\/P\d+$/.test(url.pathname)) return send(200, project(0, filler));
  if (!url.pathname.endsWith('/project/search')) return send(404, {errorMessages: ['not here']});
  const startAt = Number(url.searchParams.get('startAt') ?? 0);
  const asked = Number(url.searchParams.get('maxResults') ?? 50);
  const maxResults = bytes === '0' ? 500 : asked;
  const size = Math.max(Math.min(maxResults, total - startAt), 0);
  const values = Array.from({length: size}, (_, i) => project(startAt + i, filler));
  const isLast = startAt + size >= total;
  setTimeout(() => send(200, {startAt, maxResults, total, isLast, values}), Number(delay));
}

const server = cert
  ? createTlsServer({key: readFileSync(key), cert: readFileSync(cert)}, answer)
  : createServer(answer);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
