import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {devNull} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, onlyOnNode, runFirst} from '../support/built.ts';

const megabyte = 1_000_000;

/** A command whose memory is measured. */
interface Line {
  readonly words: readonly string[];
  /** Its standard input. */
  readonly input?: string;
  /** The number of responses that together have the size. @default 1 */
  readonly of?: number;
}

/** Number of commands or rows. */
const parts = 16;

/** A list of projects of a length in bytes. */
function projects(length: number): string {
  const items: string[] = [];
  for (let size = 0, i = 0; size < length; i++) {
    const lead = {accountId: `a${i}`, displayName: `Somebody ${i % 100}`};
    const item = {id: `${i}`, key: `K${i}`, name: `name ${i}`, text: 'd'.repeat(150), lead};
    const json = JSON.stringify(item);
    items.push(json);
    size += json.length + 1;
  }
  return `[${items.join(',')}]`;
}

describe('a long response', () => {
  let built: BuiltCommands;
  let body = '[]';
  let pagesLeft = 1;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const {url = ''} = request;
    // The body of a write is not needed, but only a request that was read ends.
    request.resume();
    if (url.startsWith('/rest/api/3/project/search'))
      response.end(`{"values":${body},"isLast":${--pagesLeft <= 0}}`);
    else if (url.startsWith('/rest/api/3/version/'))
      response.end(`{"id":"1","name":"a","projectId":10000,"more":${body}}`);
    else response.end(body);
  });

  beforeAll(async () => {
    built = layBuiltCommands();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const report = `process.on('exit', () => require('fs').writeSync(2, 'peak ' + process.resourceUsage().maxRSS));`;
    writeFileSync(join(built.folder, 'peak.cjs'), report);
  });
  beforeEach(context => onlyOnNode(context, 'when memory is collected is set by a flag of V8'));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    built.remove();
  });

  /** Run a command on a response, and return the most memory it used, in megabytes. */
  async function peakOf(response: string, {words, input = '', of = 1}: Line): Promise<number> {
    body = response;
    pagesLeft = of;
    const {port} = server.address() as AddressInfo;
    const output = openSync(devNull, 'w');
    // A busy machine may need more than the default 30 seconds.
    const child = spawn(join(built.folder, 'jr'), [...words, '--timeout', '10m'], {
      env: {
        ...built.env(),
        ...runFirst(join(built.folder, 'peak.cjs')),
        JR_BASE_URL: `http://127.0.0.1:${port}`,
        JR_AUTH_TYPE: 'bearer',
        JR_AUTH_TOKEN: 'some-token',
      },
      stdio: ['pipe', output, 'pipe'],
    });
    child.stdin?.end(input);
    let stderr = '';
    child.stderr?.on('data', chunk => {
      stderr += chunk;
    });
    const [exitCode] = await once(child, 'close');
    closeSync(output);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^peak \d+$/)]);
    return (Number(stderr.slice('peak '.length)) * 1024) / megabyte;
  }

  // A process takes 30 to 100 MB once: V8's heap, and what malloc keeps of the chunks that came
  // over the network, which grows up to 50 MB on Node 24. So what counts is the growth from a
  // response after which that no longer grows: 1.7 to 2.5 times the response, as bytes and as text,
  // on Node 20 and 24.
  const short = projects(64 * megabyte);
  const long = projects(128 * megabyte);

  const get = '{"command": "raw GET /x"}';
  const rows = Array.from({length: parts}, (_, i) => `${i + 1},a`).join('\n');
  const lines: Readonly<Record<string, Line>> = {
    json: {words: ['raw', 'GET', '/x']},
    table: {words: ['raw', 'GET', '/x', '--output', 'table']},
    'filtered by item': {words: ['raw', 'GET', '/x', '--jq', '.[] | {id, by: .lead.accountId}']},
    'a page of a list': {words: ['project', 'search']},
    'an indented page': {words: ['project', 'search', '--pretty']},
    'a batch of one': {words: ['batch'], input: get},
    'a batch of many': {words: ['batch'], input: `${get}\n`.repeat(parts), of: parts},
    'filtered pages': {words: ['project', 'search', '--jq', '.values[]'], of: parts},
    // Each row is read before it is written.
    'bulk writes': {
      words: ['bulk', 'version', 'update', '--from', '-'],
      input: `id,description\n${rows}`,
      of: 2 * parts,
    },
  };

  it.each(Object.entries(lines))(
    'takes at most three times its size of memory: %s',
    async (_, line) => {
      const {of = 1} = line;
      const size = (long.length - short.length) / megabyte;
      const [shortPart = '', longPart = ''] =
        of === 1 ? [short, long] : [short, long].map(({length}) => projects(length / of));
      // On a busy machine memory is collected late, which only adds to a peak: the least counts.
      let growth = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 3 && growth >= 3; attempt++) {
        growth = Math.min(
          growth,
          ((await peakOf(longPart, line)) - (await peakOf(shortPart, line))) / size,
        );
      }
      expect(growth).toBeLessThan(3);
    },
    300_000,
  );
});
