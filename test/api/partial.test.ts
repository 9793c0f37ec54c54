import {describe, expect, it} from 'vitest';
import {maxResults, offsetPages, startAt} from '../../src/api/catalogue/inputs.ts';
import {type Answered, type Received, startServer} from './local-server.ts';
import {makeOperation} from './records.ts';
import {failureOf, makePorts, run} from './run-plan.ts';

const listed = makeOperation({
  inputs: [startAt, maxResults(2)],
  paging: offsetPages(2),
  items: '/values',
});

/** Pages of two out of six; the one at `broken` fails. */
function pageOrFailure({query}: Received, broken: number): Answered {
  const start = Number(query.get('startAt') ?? 0);
  if (start === broken) return {status: 403, json: {errorMessages: ['Not yours.']}};
  const nextPage = start < 4 ? ',"nextPage":"https://x.example/"' : '';
  return {
    text: `{"startAt":${start}${nextPage},"total":6,"isLast":${start >= 4},"values":[${start}, ${start + 1}]}`,
  };
}

describe('a list with a page that fails', () => {
  it('is with partial what came before it, with the failure, and is not called complete', async () => {
    await using server = await startServer(request => pageOrFailure(request, 4));
    for (const concurrency of [1, 6]) {
      const reply = await run(server, listed, {}, {partial: true, concurrency});
      expect(reply.text).toBe('{"startAt":0,"total":6,"isLast":false,"values":[0, 1,2, 3]}');
      expect(reply).toMatchObject({status: 200, pages: 2});
      expect(reply.failure).toMatchObject({
        kind: 'auth_failed',
        message: 'Page 3: Not yours.',
        details: {partial: true, status: 403, request: {path: '/rest/api/3/thing?startAt=4'}},
      });
    }
  });

  it('keeps no page that came after it', async () => {
    await using server = await startServer(request => pageOrFailure(request, 2));
    const reply = await run(server, listed, {}, {partial: true});
    expect(reply.text).toBe('{"startAt":0,"total":6,"isLast":false,"values":[0, 1]}');
    expect(reply.failure?.message).toBe('Page 2: Not yours.');
  });

  it('throws when it is the first page, and without partial always', async () => {
    await using server = await startServer(request => pageOrFailure(request, 0));
    const first = await failureOf(run(server, listed, {}, {partial: true}));
    expect(first.message).toBe('Not yours.');
    expect(first.details.partial).toBeUndefined();
    await using later = await startServer(request => pageOrFailure(request, 2));
    expect((await failureOf(run(later, listed))).details.partial).toBeUndefined();
  });

  it('that ends well has no failure', async () => {
    await using server = await startServer(request => pageOrFailure(request, 9));
    const reply = await run(server, listed, {}, {partial: true});
    expect(reply.failure).toBeUndefined();
    expect(JSON.parse(reply.text)).toMatchObject({isLast: true, values: [0, 1, 2, 3, 4, 5]});
  });
});

describe('the parts of a merged list', () => {
  it('are its text, as often as they are asked for', async () => {
    const odd = ['"\uFEFFя"', '"\\u00e9 \\ud83d é 🙂"', '12345678901234567890', '1.0', '1e400'];
    await using server = await startServer(({query}) => {
      const start = Number(query.get('startAt') ?? 0);
      return {text: `{"values" : [ ${odd[start]} ],"total":5 , "startAt":${start}}`};
    });
    const reply = await run(server, listed);
    const expected = `{"values" : [${odd.join(',')}],"total":5 , "startAt":0}`;
    expect([...(reply.parts ?? [])].join('')).toBe(expected);
    expect([...(reply.parts ?? [])].join('')).toBe(expected);
    expect(reply.text).toBe(expected);
  });

  it('hold what was no UTF-8 as replaced, and nothing of a mark at the start', async () => {
    const page = (start: number): Uint8Array => {
      const text = `{"é":"🙂","startAt":${start},"total":6,"values":[${start},"?"],"я":0}`;
      const bytes = new TextEncoder().encode(text);
      if (start === 2) return new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
      return bytes.map(byte => (byte === 0x3f && start === 4 ? 0xff : byte));
    };
    const ports = makePorts({
      send: async ({url}) => {
        const start = Number(new URL(url).searchParams.get('startAt') ?? 0);
        return {status: 200, headers: {}, body: page(start)};
      },
    });
    const one = makeOperation({inputs: [startAt], paging: offsetPages(1), items: '/values'});
    const {text} = await run({url: 'http://x.example'}, one, {}, {}, ports);
    expect(text).toBe('{"é":"🙂","startAt":0,"total":6,"values":[0,"?",2,"?",4,"\ufffd"],"я":0}');
  });

  it('are not there for an answer that is whole', async () => {
    await using server = await startServer(() => ({text: '{"a":1}'}));
    expect((await run(server, listed)).parts).toBeUndefined();
    expect((await run(server, listed, {}, {paginate: false})).parts).toBeUndefined();
  });
});
