import {describe, expect, it} from 'vitest';
import {findOperation} from '../../src/api/catalogue.ts';
import {executePlan} from '../../src/api/make-client.ts';
import {planRaw, type RawRequest} from '../../src/api/plan-raw.ts';
import {type Answered, type Received, startServer} from './local-server.ts';
import {makeOperation} from './records.ts';
import {failureOf, makePorts, run} from './run-plan.ts';

describe('what is sent', () => {
  it('is the plan, signed', async () => {
    await using server = await startServer(() => ({text: '{}'}));
    await run(server, makeOperation());
    const [request] = server.received;
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'steward',
      authorization: 'Bearer t0ken',
    });
    expect(request?.headers['content-type']).toBeUndefined();
  });

  it('goes without credentials only where the record allows it', async () => {
    await using server = await startServer(() => ({text: '[]'}));
    const ports = makePorts({credentials: {type: 'none'}});
    await run(server, makeOperation({anonymous: true}), {}, {}, ports);
    expect(server.received[0]?.headers.authorization).toBeUndefined();
    const failure = await failureOf(run(server, makeOperation(), {}, {}, ports));
    expect(failure).toMatchObject({kind: 'auth_error', details: {attempts: 0}});
    expect(server.received).toHaveLength(1);
  });
});

describe('an answer', () => {
  const answerTo = async (answered: Answered, operation = makeOperation()): Promise<string> => {
    await using server = await startServer(() => answered);
    return (await run(server, operation)).text;
  };
  const writes = makeOperation({method: 'DELETE', answer: 'none', effect: 'delete'});

  it('is kept byte for byte', async () => {
    const text = '{ "a": 12345678901234567890, "b": 1.0, "c": 1e400, "é": "\\u00e9" }\n';
    expect(await answerTo({text})).toBe(text);
  });

  it('without a body is {}', async () => {
    expect(await answerTo({status: 204}, writes)).toBe('{}');
    expect(await answerTo({status: 202}, writes)).toBe('{}');
    expect(await answerTo({text: ' \n'})).toBe('{}');
  });

  it('may be a bare string', async () => {
    expect(await answerTo({text: '"KEY1"'})).toBe('"KEY1"');
  });

  it('that is no JSON is an invalid_response with a short text', async () => {
    await using server = await startServer(() => ({
      headers: {'content-type': 'text/html'},
      text: '<html><title>Sign in</title><body>…</body></html>',
    }));
    const failure = await failureOf(run(server, makeOperation()));
    expect(failure.kind).toBe('invalid_response');
    expect(failure.message).toBe('The server responded with 200 (OK) but no JSON: Sign in.');
    const written = await failureOf(run(server, makeOperation({method: 'POST', effect: 'create'})));
    expect(written.details.hint).toMatch(/^The request may have succeeded\. /);
    expect((await run(server, writes)).text).toBe('{}');
  });

  it('of 303 is its body, or where the task is; it is not followed', async () => {
    const task = makeOperation({method: 'POST', answer: 'task', effect: 'delete'});
    const headers = {location: 'https://site.example/rest/api/3/task/9'};
    expect(await answerTo({status: 303, headers, text: '{"id":"9"}'}, task)).toBe('{"id":"9"}');
    expect(await answerTo({status: 303, headers}, task)).toBe(
      '{"location":"https://site.example/rest/api/3/task/9"}',
    );
  });

  it('that redirects a GET elsewhere is an error', async () => {
    const answered = {status: 302, headers: {location: 'https://login.example/?a=1'}};
    await using server = await startServer(() => answered);
    const failure = await failureOf(run(server, makeOperation()));
    expect(failure).toMatchObject({kind: 'invalid_response', details: {status: 302}});
  });
});

describe('an update that reads first', () => {
  const update = findOperation('content', 'custom-content', 'update-custom-content');
  if (!update) throw new Error('the record is gone');
  const item =
    '{"id":"9","type":"ac:app:x","title":"Old \\u00e9","spaceId":"42","status":"current","version":{"number":3},"body":{"storage":{"representation":"storage","value":"<p>old<\\/p>"}}}';

  it('sends the current values of missing fields, and the version plus one', async () => {
    await using server = await startServer(({method}) => ({
      text: method === 'GET' ? item : '{"id":"9"}',
    }));
    const reply = await run(server, update, {id: ['9'], title: ['New']});
    expect(reply).toMatchObject({text: '{"id":"9"}', pages: 2});
    expect(server.received.map(({method, target}) => `${method} ${target}`)).toEqual([
      'GET /custom-content/9?body-format=storage',
      'PUT /custom-content/9',
    ]);
    expect(server.received[1]?.body).toBe(
      '{"id":"9","type":"ac:app:x","title":"New","body":{"value":"<p>old<\\/p>","representation":"storage"},"spaceId":"42","status":"current","version":{"number":4}}',
    );
  });

  it('reads again after a conflict and tries once more', async () => {
    let version = 3;
    const answer = ({method}: Received): Answered => {
      if (method === 'GET') return {text: item.replace('"number":3', `"number":${version++}`)};
      return version < 5
        ? {status: 409, json: {errors: [{title: 'Version conflict'}]}}
        : {text: '{}'};
    };
    await using server = await startServer(answer);
    await run(server, update, {id: ['9'], title: ['New']});
    const sent = server.received.filter(({method}) => method === 'PUT').map(({body}) => body);
    expect(sent.map(body => JSON.parse(body).version.number)).toEqual([4, 5]);
  });

  it('gives up after the second conflict', async () => {
    await using server = await startServer(({method}) =>
      method === 'GET' ? {text: item} : {status: 409, json: {message: 'Conflict'}},
    );
    const failure = await failureOf(run(server, update, {id: ['9'], title: ['New']}));
    expect(failure).toMatchObject({kind: 'conflict', details: {request: {method: 'PUT'}}});
    expect(server.received).toHaveLength(4);
  });

  it('of an item with a raw body is refused without a body of its own', async () => {
    const raw = item.replace(
      '"storage":{"representation":"storage"',
      '"raw":{"representation":"raw"',
    );
    await using server = await startServer(({method}) => ({text: method === 'GET' ? raw : '{}'}));
    const failure = await failureOf(run(server, update, {id: ['9'], title: ['New']}));
    expect(failure).toMatchObject({
      kind: 'validation_error',
      message: '--body is required: the item has a raw body, which cannot be copied.',
    });
    expect(server.received.map(({method}) => method)).toEqual(['GET']);
    await run(server, update, {id: ['9'], body: ['<p/>']});
    expect(JSON.parse(server.received.at(-1)?.body ?? '')).toMatchObject({
      title: 'Old é',
      body: {representation: 'storage', value: '<p/>'},
    });
  });

  it('says so when the item cannot be read', async () => {
    await using server = await startServer(() => ({status: 404, text: ''}));
    const failure = await failureOf(run(server, update, {id: ['9'], title: ['New']}));
    expect(failure).toMatchObject({kind: 'not_found', details: {request: {method: 'GET'}}});
  });
});

describe('a raw request', () => {
  const raw = async (url: string, request: Partial<RawRequest>, options = {}) =>
    executePlan(
      planRaw('tracker', {method: 'GET', path: '/x', query: [], ...request}, {baseUrl: url}),
      makePorts(),
      options,
    );

  it('reads all pages of an offset envelope', async () => {
    await using server = await startServer(({query}) => {
      const startAt = Number(query.get('startAt') ?? 0);
      return {json: {startAt, total: 3, values: [startAt]}};
    });
    expect((await raw(server.url, {path: '/x?a=1'})).text).toBe(
      '{"startAt":0,"total":3,"values":[0,1,2]}',
    );
    expect(server.received[1]?.target).toBe('/x?a=1&startAt=1');
    expect((await raw(server.url, {}, {paginate: false})).pages).toBe(1);
  });

  it('reads all pages of a cursor envelope, and of the older one with start', async () => {
    for (const name of ['cursor', 'start']) {
      await using server = await startServer(({query}) => {
        const at = Number(query.get(name) ?? 0);
        const _links = at < 2 ? {next: `/rest/other?${name}=${at + 1}&limit=1`} : {};
        return {json: {results: [at], _links}};
      });
      expect((await raw(server.url, {path: '/x?limit=1'})).text).toBe(
        '{"results":[0,1,2],"_links":{}}',
      );
      expect(server.received[1]?.target).toBe(`/x?limit=1&${name}=1`);
    }
  });

  it('takes any other answer as it is', async () => {
    for (const text of [
      '{"values":[1]}',
      '{"results":[1]}',
      '[1]',
      '"x"',
      '{"values":{},"startAt":0}',
    ]) {
      await using server = await startServer(() => ({text}));
      expect(await raw(server.url, {})).toMatchObject({text, pages: 1});
    }
  });

  it('passes text through only where that is allowed', async () => {
    await using server = await startServer(() => ({text: 'plain <text>'}));
    expect((await raw(server.url, {}, {allowText: true})).text).toBe('plain <text>');
    expect((await failureOf(raw(server.url, {}))).kind).toBe('invalid_response');
  });

  it('does not page what a write answers', async () => {
    await using server = await startServer(() => ({json: {startAt: 0, total: 3, values: [0]}}));
    expect((await raw(server.url, {method: 'POST', body: '{}'})).pages).toBe(1);
  });
});
