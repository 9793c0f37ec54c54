import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, beforeEach} from 'vitest';

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

/** What a request is answered with; a promise that never ends is no answer. */
type Answering = (request: RecordedRequest) => CannedAnswer | Promise<CannedAnswer>;

/** A server of which each test of a file has its own. */
interface ServerForEach extends Omit<RecordingServer, 'stop'> {
  /** May be set by a test. */
  answer: Answering;
}

/** Start a server before each test of this file, and stop it afterwards. */
export function serverForEach(answer: Answering): ServerForEach {
  let running: RecordingServer | undefined;
  const started = (): RecordingServer => {
    if (running === undefined) throw new Error('the server is there while a test runs');
    return running;
  };
  const server: ServerForEach = {
    answer,
    get origin() {
      return started().origin;
    },
    get requests() {
      return started().requests;
    },
  };
  beforeEach(async () => {
    server.answer = answer;
    running = await startRecordingServer(request => server.answer(request));
  });
  afterEach(() => started().stop());
  return server;
}

/** Start a server that answers by a function. */
export async function startRecordingServer(answer: Answering): Promise<RecordingServer> {
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
