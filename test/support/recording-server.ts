import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A request as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What to answer with; status 200 unless said. */
export interface CannedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A real server on loopback that records what arrives. */
export interface RecordingServer {
  readonly origin: string;
  readonly requests: RecordedRequest[];
  stop(): Promise<void>;
}

/** Start a server that answers by a function; a promise that never ends is no answer. */
export async function startRecordingServer(
  answer: (request: RecordedRequest) => CannedAnswer | Promise<CannedAnswer>,
): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const {method = '', url = '', headers} = incoming;
    const request = {method, url, headers, body: Buffer.concat(chunks).toString('utf8')};
    requests.push(request);
    const {status = 200, headers: answered = {}, body = ''} = await answer(request);
    response.writeHead(status, answered).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
