import {describe, expect, it} from 'vitest';
import {inQuery, maxResults, offsetPages, startAt} from '../../src/api/catalogue/inputs.ts';
import {type Answered, type Received, startServer} from './local-server.ts';
import {find, makeOperation} from './records.ts';
import {failureOf, pagesOf, run} from './run-plan.ts';

const listed = makeOperation({
  inputs: [startAt, maxResults(2), inQuery('q', 'string')],
  paging: offsetPages(2),
  items: '/values',
});

/** An offset page of numbers out of `all`, as services W5.1 shows it. */
function offsetPage({query}: Received, all: readonly unknown[]): Answered {
  const size = 2;
  const start = Number(query.get('startAt') ?? 0);
  const values = all.slice(start, start + size);
  const isLast = start + size >= all.length;
  const nextPage = isLast ? {} : {nextPage: `http://elsewhere.example/x?startAt=${start + size}`};
  return {
    json: {
      self: 's',
      ...nextPage,
      startAt: start,
      maxResults: size,
      total: all.length,
      isLast,
      values,
    },
  };
}

describe('offset pages', () => {
  it('are merged into the first envelope: startAt and total stay, isLast is true, nextPage goes', async () => {
    await using server = await startServer(request => offsetPage(request, [1, 2, 3, 4, 5]));
    const reply = await run(server, listed, {q: ['a b']});
    expect(reply.text).toBe(
      '{"self":"s","startAt":0,"maxResults":2,"total":5,"isLast":true,"values":[1,2,3,4,5]}',
    );
    expect(reply).toMatchObject({status: 200, pages: 3, cached: false});
    expect(server.received.map(({target}) => target)).toEqual([
      '/rest/api/3/thing?q=a%20b',
      '/rest/api/3/thing?q=a%20b&startAt=2',
      '/rest/api/3/thing?q=a%20b&startAt=4',
    ]);
  });

  it('start where the caller says', async () => {
    await using server = await startServer(request => offsetPage(request, [1, 2, 3, 4, 5]));
    const {text} = await run(server, listed, {startAt: ['1']});
    expect(JSON.parse(text)).toMatchObject({startAt: 1, values: [2, 3, 4, 5]});
  });

  it('advance by what was received when the server gives fewer than asked', async () => {
    await using server = await startServer(({query}) => {
      const start = Number(query.get('startAt') ?? 0);
      return {json: {startAt: start, maxResults: 4, total: 5, values: [start]}};
    });
    const {text, pages} = await run(server, listed, {maxResults: ['4']});
    expect(JSON.parse(text)).toMatchObject({values: [0, 1, 2, 3, 4]});
    expect(pages).toBe(5);
  });

  /** Pages of two out of `count`, with what each says of the list. */
  async function doubtOf(count: number, says: (reached: number) => object) {
    await using server = await startServer(({query}) => {
      const start = Number(query.get('startAt') ?? 0);
      const values = Array.from({length: Math.min(2, count - start)}, (_, at) => start + at);
      return {json: {startAt: start, ...says(start + values.length), values}};
    });
    const {text, warning} = await run(server, listed);
    const pages = await pagesOf(server, listed);
    expect(pages.findLast(page => page.warning !== undefined)?.warning).toBe(warning);
    return [JSON.parse(text).values.length, warning];
  }

  it('that contradict their total or isLast cause a warning and are ignored', async () => {
    expect(await doubtOf(5, reached => ({total: 5, isLast: reached === 5}))).toEqual([
      5,
      undefined,
    ]);
    expect(await doubtOf(5, () => ({total: 3}))).toEqual([
      5,
      'The total of the list is 3, but there are at least 5 items.',
    ]);
    expect(await doubtOf(5, () => ({total: 5, isLast: true}))).toEqual([
      5,
      'isLast is true after 4 items, although the total is 5.',
    ]);
    expect(await doubtOf(4, () => ({total: 4, isLast: false}))).toEqual([
      4,
      'isLast is false, although the total of 4 is reached.',
    ]);
    expect(await doubtOf(4, () => ({total: 9}))).toEqual([
      4,
      'The list ends after 4 items, although its total is 9.',
    ]);
    expect(await doubtOf(3, () => ({total: 2, isLast: true}))).toEqual([2, undefined]);
  });

  it('end at an empty page although the total promised more', async () => {
    await using server = await startServer(({query}) => ({
      json: {
        startAt: Number(query.get('startAt') ?? 0),
        total: 9,
        values: query.has('startAt') ? [] : [1, 2],
      },
    }));
    expect((await run(server, listed)).text).toBe('{"startAt":0,"total":9,"values":[1,2]}');
    expect(server.received).toHaveLength(2);
  });

  it('are one page where the envelope says nothing of pages', async () => {
    await using server = await startServer(() => ({json: {values: [1, 2, 3]}}));
    expect((await run(server, listed)).text).toBe('{"values":[1,2,3]}');
    expect(server.received).toHaveLength(1);
  });

  it('end at isLast without a total, and at a short page without either', async () => {
    await using last = await startServer(({query}) => ({
      json: {isLast: query.has('startAt'), values: [Number(query.get('startAt') ?? 0)]},
    }));
    expect((await run(last, listed)).text).toBe('{"isLast":true,"values":[0,1]}');
    await using short = await startServer(({query}) => ({
      json: {maxResults: 2, values: query.has('startAt') ? [3] : [1, 2]},
    }));
    expect((await run(short, listed)).text).toBe('{"maxResults":2,"values":[1,2,3]}');
    expect(short.received).toHaveLength(2);
  });

  it('keep every number and string as it was written, through all pages', async () => {
    const odd = '{"a":12345678901234567890,"b":1.0,"c":1e400,"d":"\\u00e9\\/"}';
    await using server = await startServer((_, index) => ({
      text: `{ "total": 3.0, "startAt" : ${index}, "values":[ ${odd} ], "isLast":${index === 2} }\n`,
    }));
    expect((await run(server, listed)).text).toBe(
      `{ "total": 3.0, "startAt" : 0, "values":[${odd},${odd},${odd}], "isLast":true }\n`,
    );
  });

  it('are left untouched without pagination', async () => {
    await using server = await startServer(request => offsetPage(request, [1, 2, 3]));
    const {text, pages} = await run(server, listed, {}, {paginate: false});
    expect(JSON.parse(text)).toMatchObject({isLast: false, values: [1, 2]});
    expect(text).toContain('nextPage');
    expect([pages, server.received.length]).toEqual([1, 1]);
  });

  it('an answer without the list is printed as it is', async () => {
    await using server = await startServer(() => ({text: '{"note":"no list here"}'}));
    expect((await run(server, listed)).text).toBe('{"note":"no list here"}');
  });
});

describe('user windows', () => {
  const users = find('tracker', 'user', 'find');
  const window = ({query}: Received): Answered => {
    const start = Number(query.get('startAt') ?? 0);
    const size = Number(query.get('maxResults') ?? 50);
    // Filtered after the window was taken: most of them short, some empty.
    const all = Array.from({length: size}, (_, at) => start + at);
    return {json: all.filter(user => user % 300 === 299)};
  };

  const targets = async (inputs: Record<string, string[]>, paginate = true) => {
    await using server = await startServer(window);
    const {text} = await run(server, users, inputs, {paginate});
    const asked = server.received.map(({target}) => target.replace(/^[^?]*/, ''));
    return [text, ...asked];
  };

  it('are read completely, up to the thousandth user', async () => {
    expect(await targets({query: ['a']})).toEqual(['[299,599,899]', '?query=a&maxResults=1000']);
    expect(await targets({query: ['a']}, false)).toEqual(['[]', '?query=a']);
  });

  it.each([1, 200])('go on after %i over short and empty pages, in one more', async size => {
    expect(await targets({query: ['a'], maxResults: [`${size}`]})).toEqual([
      '[299,599,899]',
      `?query=a&maxResults=${size}`,
      `?query=a&startAt=${size}&maxResults=${1000 - size}`,
    ]);
  });

  it('of one user by an exact id are one page, however small', async () => {
    const [, ...asked] = await targets({accountId: ['x'], maxResults: ['1']});
    expect(asked).toEqual(['?accountId=x&maxResults=1']);
  });

  it('end at the number of names asked about', async () => {
    await using server = await startServer(({query}) => {
      const start = Number(query.get('startAt') ?? 0);
      return {json: query.getAll('username').slice(start, start + 2)};
    });
    const names = ['a', 'b', 'c', 'd', 'e'];
    const migration = find('tracker', 'user', 'bulk-get-users-migration');
    const {text, pages} = await run(server, migration, {username: names, maxResults: ['2']});
    expect(JSON.parse(text)).toEqual(names);
    expect(pages).toBe(3);
  });
});

describe('token pages', () => {
  const usages = find('tracker', 'statuses', 'get-project-usages-for');

  it('follow the nested token and drop it', async () => {
    await using server = await startServer(({query}) => {
      const page = Number(query.get('nextPageToken')?.replace('t+', '') ?? 0);
      const token = page < 2 ? {nextPageToken: `t+${page + 1}`} : {};
      return {json: {statusId: '1', projects: {...token, values: [{id: page}]}}};
    });
    const {text} = await run(server, usages, {statusId: ['1']});
    expect(text).toBe('{"statusId":"1","projects":{"values":[{"id":0},{"id":1},{"id":2}]}}');
    expect(server.received[2]?.query.get('nextPageToken')).toBe('t+2');
  });
});

describe('a token that is no text', () => {
  it('is an invalid response, told before anything more is asked', async () => {
    const usages = find('tracker', 'statuses', 'get-project-usages-for');
    await using server = await startServer(() => ({
      text: '{"statusId":"1","projects":{"nextPageToken":"a\\ud800","values":[]}}',
    }));
    await expect(run(server, usages, {statusId: ['1']})).rejects.toMatchObject({
      kind: 'invalid_response',
      message: 'The token of the next page contains an incomplete character.',
    });
    expect(server.received).toHaveLength(1);
  });
});

describe('failed webhooks', () => {
  const failed = find('tracker', 'webhook', 'get-failed');
  const page = (times: readonly number[], name = 'after'): Answered => ({
    json: {
      values: times.map(failureTime => ({id: String(failureTime), failureTime})),
      maxResults: 2,
      ...(times.length > 0 && {
        next: `https://x.example/failed?${name}=${times.at(-1)}&maxResults=2`,
      }),
    },
  });

  it('end at a short page although next is there, and groups of one time may be longer', async () => {
    await using server = await startServer((_, at) => page([[1, 2], [3, 3, 3], [4]][at] ?? []));
    const {text} = await run(server, failed);
    expect(JSON.parse(text)).toEqual({
      values: [1, 2, 3, 3, 3, 4].map(time => ({id: String(time), failureTime: time})),
      maxResults: 2,
    });
    expect(server.received.map(({query}) => query.get('after'))).toEqual([null, '2', '3']);
  });

  it('take the time out of next, under either name, when the records have none', async () => {
    for (const name of ['after', 'failedAfter']) {
      await using server = await startServer((_, at) =>
        at === 0
          ? {json: {values: [{id: '1'}], maxResults: 1, next: `/failed?maxResults=1&${name}=77`}}
          : page([]),
      );
      await run(server, failed, {maxResults: ['1']});
      expect(server.received[1]?.target).toBe('/rest/api/3/webhook/failed?maxResults=1&after=77');
    }
  });
});

describe('cursor pages', () => {
  const labels = find('content', 'labels', 'get');
  const cursorPage = (at: number, where: 'body' | 'header'): Answered => {
    const next = at < 2 ? `/wiki/api/v2/labels?limit=1&cursor=c%2B${at + 1}%3D` : undefined;
    const link = next
      ? `<${next}>; rel="next", <https://evil.example/wiki>; rel="base"`
      : '<https://evil.example/wiki>; rel="base"';
    return {
      headers: where === 'header' ? {link} : {},
      json: {
        results: [at],
        _links: {...(where === 'body' && next && {next}), base: 'https://evil.example/wiki'},
      },
    };
  };

  it.each(['body', 'header'] as const)('take only the cursor out of the %s', async where => {
    await using server = await startServer((_, at) => cursorPage(at, where));
    const {text} = await run(server, labels, {prefix: ['my']});
    expect(text).toBe('{"results":[0,1,2],"_links":{"base":"https://evil.example/wiki"}}');
    expect(server.received.map(({target}) => target)).toEqual([
      '/labels?limit=250&prefix=my',
      '/labels?limit=250&prefix=my&cursor=c%2B1%3D',
      '/labels?limit=250&prefix=my&cursor=c%2B2%3D',
    ]);
  });
});

describe('pages one by one', () => {
  it('come with their items, the total, and which is the last', async () => {
    await using server = await startServer(request => offsetPage(request, [1.5, '2', {three: 3}]));
    const pages = await pagesOf(server, listed);
    expect(pages.map(({index, items, total, last}) => ({index, items, total, last}))).toEqual([
      {index: 0, items: ['1.5', '"2"'], total: 3, last: false},
      {index: 1, items: ['{"three":3}'], total: 3, last: true},
    ]);
  });

  it('of a list that comes whole are one page, of any other answer one item', async () => {
    await using server = await startServer(() => ({text: '{"list":[1,2]}'}));
    const whole = await pagesOf(server, makeOperation({items: '/list'}));
    expect(whole).toEqual([{index: 0, items: ['1', '2'], text: '{"list":[1,2]}', last: true}]);
    const [page] = await pagesOf(server, makeOperation());
    expect(page?.items).toEqual(['{"list":[1,2]}']);
  });
});

describe('endless pages', () => {
  it('are an error when the same page is requested twice', async () => {
    await using server = await startServer(() => ({json: {startAt: 0, values: [1, 2]}}));
    const failure = await failureOf(run(server, listed));
    expect(failure.kind).toBe('invalid_response');
    expect(failure.message).toBe('Page 3: the next link points to a page already read.');
    expect(failure.details.attempts).toBe(0);
    expect(server.received).toHaveLength(2);
  });

  it('equal pages are none', async () => {
    await using server = await startServer(({query}) => ({
      json: {startAt: Number(query.get('startAt') ?? 0), total: 6, values: [1, 1]},
    }));
    expect(JSON.parse((await run(server, listed)).text)).toMatchObject({
      values: [1, 1, 1, 1, 1, 1],
    });
  });

  it('are an error when there are more than 10,000', async () => {
    let sent = 0;
    const ports = {
      credentials: {type: 'bearer', token: 't'},
      clock: {now: () => 0, sleep: async () => {}},
      send: async () => {
        sent++;
        const text = `{"startAt":${sent - 1},"isLast":false,"values":[1]}`;
        return {status: 200, headers: {}, body: new TextEncoder().encode(text)};
      },
    } as const;
    const failure = await failureOf(run({url: 'http://x.example'}, listed, {}, {}, ports));
    expect(failure.message).toBe('Page 10001: there are more than 10000 pages.');
    expect(sent).toBe(10_000);
  });
});

describe('a page that fails', () => {
  it('gives nothing, and the error names the page and keeps its cause', async () => {
    await using server = await startServer((request, at) =>
      at < 2
        ? offsetPage(request, [1, 2, 3, 4, 5])
        : {status: 403, json: {errorMessages: ['Not yours.']}},
    );
    const failure = await failureOf(run(server, listed));
    expect(failure.kind).toBe('auth_failed');
    expect(failure.message).toBe('Page 3: Not yours.');
    expect(failure.details).toMatchObject({
      status: 403,
      attempts: 1,
      request: {method: 'GET', path: '/rest/api/3/thing?startAt=4'},
    });
  });

  it('or holds no list is an error too', async () => {
    await using server = await startServer((request, at) =>
      at === 0 ? offsetPage(request, [1, 2, 3]) : {text: '{"values":null}'},
    );
    expect(await failureOf(run(server, listed))).toMatchObject({
      kind: 'invalid_response',
      message: 'Page 2: it contains no list.',
      details: {attempts: 1},
    });
  });

  it('is not asked for once the call is interrupted', async () => {
    const abort = new AbortController();
    await using server = await startServer(request => offsetPage(request, [1, 2, 3, 4, 5]));
    const options = {signal: abort.signal, onExchange: () => abort.abort()};
    const failure = await failureOf(run(server, listed, {}, options));
    expect([failure.kind, failure.details.attempts]).toEqual(['interrupted', 0]);
    expect(server.received).toHaveLength(1);
  });
});
