import {once} from 'node:events';
import {createServer} from 'node:http';

/** An address that failures are forwarded to. It counts what it accepted, by id. */
export async function startSink() {
  const accepted = new Map();
  let port = 0;
  let server;
  const sink = {
    accepted,
    /** The status of a request, by its number; undefined drops the connection after it was read. */
    status: () => 200,
    requests: 0,
    get url() {
      return `http://127.0.0.1:${port}/in`;
    },
    async start() {
      server = createServer((request, response) => {
        request.resume().on('end', () => {
          const status = sink.status(++sink.requests);
          if (status === undefined) return response.destroy();
          const id = request.headers['x-atlassian-webhook-identifier'];
          if (status === 200) accepted.set(id, (accepted.get(id) ?? 0) + 1);
          response.writeHead(status, status === 429 ? {'retry-after': '1'} : {}).end('taken');
        });
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({port} = server.address());
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  await sink.start();
  return sink;
}
