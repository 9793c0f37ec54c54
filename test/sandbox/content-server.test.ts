import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {operationId} from '../../src/api/operation.ts';
import {contentHandlers} from '../../src/sandbox/content/handlers.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {operations} from '../support/operations.ts';
import {contentOperations, shapeProblems} from './shapes.ts';

let sandbox: Sandbox;
let authorization: string;

beforeAll(async () => {
  sandbox = await startSandbox({seed: 4});
  const credentials = `${sandbox.authUser}:${sandbox.authToken}`;
  authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
});
afterAll(() => sandbox.stop());

/** The JSON of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function jsonOf(answer: Response | Promise<Response>): Promise<any> {
  return (await answer).json();
}

/** @param target path and query from the host's root */
function ask(target: string, init: RequestInit = {}): Promise<Response> {
  const headers = {authorization, 'content-type': 'application/json'};
  return fetch(new URL(target, sandbox.contentBaseUrl), {headers, ...init});
}

describe('the content service on a running sandbox', () => {
  test('returns the first page with a Link header to the next one, and so on to the end', async () => {
    const ids: string[] = [];
    let next: string | undefined = '/wiki/api/v2/blogposts?limit=6';
    let pages = 0;
    while (next !== undefined) {
      const response: Response = await ask(next);
      const {results, _links} = await jsonOf(response);
      const link = response.headers.get('link') ?? '';
      next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
      expect(next).toBe(_links.next);
      expect(link).toContain(`<${_links.base}>; rel="base"`);
      ids.push(...results.map(({id}: {id: string}) => id));
      pages += 1;
    }
    expect(pages).toBe(Math.ceil(ids.length / 6));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('takes a label by the older API and shows it in v2', async () => {
    const page = await firstPageId();
    const response = await ask(`/wiki/rest/api/content/${page}/label`, {
      method: 'POST',
      body: JSON.stringify([{prefix: 'global', name: 'übersicht-2'}]),
    });
    expect(response.status).toBe(200);
    expect(shapeProblems('content/labels/add', 200, await jsonOf(response))).toEqual([]);
    const shown = await jsonOf(ask(`/wiki/api/v2/pages/${page}/labels`));
    expect(shown.results.at(-1).name).toBe('übersicht-2');
    const name = encodeURIComponent('übersicht-2');
    const path = `/wiki/rest/api/content/${page}/label?name=${name}`;
    const removed = await ask(path, {method: 'DELETE'});
    expect([removed.status, await removed.text()]).toEqual([204, '']);
  });

  test('writes control characters of titles as JSON escapes or unchanged', async () => {
    const text = await (await ask('/wiki/api/v2/blogposts?limit=250')).text();
    expect(text).toContain('\\u001b[31m');
    expect(text).toContain('\u009b');
    expect(text).not.toContain('\u001b');
  });

  test('requires credentials', async () => {
    const response = await ask('/wiki/api/v2/blogposts', {headers: {}});
    expect(response.status).toBe(401);
    expect((await jsonOf(response)).errors[0].code).toBe('UNAUTHORIZED');
  });

  test('returns 404 with its error body for an unknown id', async () => {
    const response = await ask('/wiki/api/v2/whiteboards/12');
    expect([response.status, (await jsonOf(response)).errors[0].code]).toEqual([404, 'NOT_FOUND']);
  });
});

test('every handler is of an operation of the catalogue, and every GET has one', () => {
  const known = operations.filter(({service}) => service === 'content');
  const ids = new Set(known.map(operationId));
  expect(Object.keys(contentHandlers).filter(id => !ids.has(id))).toEqual([]);
  const reading = known.filter(({method}) => method === 'GET').map(operationId);
  expect(reading.filter(id => contentHandlers[id] === undefined)).toEqual([]);
});

test('the paths of the catalogue are those of the public description', () => {
  const prefixes = {tracker: '', content: '/wiki/api/v2', 'content-v1': '/wiki/rest/api'};
  const paths = new Map(
    operations.map(operation => [
      operationId(operation),
      `${operation.method} ${prefixes[operation.root]}${operation.path}`,
    ]),
  );
  for (const {id, method, path} of contentOperations)
    expect(paths.get(id)).toBe(`${method} ${path}`);
});

async function firstPageId(): Promise<string> {
  const labels = await jsonOf(ask('/wiki/api/v2/labels?limit=250'));
  for (const {id} of labels.results) {
    const {results} = await jsonOf(ask(`/wiki/api/v2/labels/${id}/pages`));
    const current = results.find(({status}: {status: string}) => status === 'current');
    if (current) return current.id;
  }
  throw new Error('no page has a label');
}
