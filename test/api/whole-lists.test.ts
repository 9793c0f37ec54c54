import {describe, expect, it} from 'vitest';
import type {Operation} from '../../src/api/operation.ts';
import {type Answered, type Received, startServer} from './local-server.ts';
import {find} from './records.ts';
import {failureOf, run} from './run-plan.ts';

describe('all users of a site', () => {
  const users = find('tracker', 'users', 'get-all');
  /** A site of 2,345 users, at most 1,000 a page. */
  const site = ({query}: Received): Answered => {
    const start = Number(query.get('startAt') ?? 0);
    const size = Math.min(Number(query.get('maxResults') ?? 50), 1000);
    return {json: Array.from({length: 2345}, (_, at) => at).slice(start, start + size)};
  };

  it.each([
    [{}, ['maxResults=1000', 'startAt=1000', 'startAt=2000', 'startAt=3000']],
    [
      {maxResults: ['7']},
      ['maxResults=7', 'startAt=7', 'startAt=1007', 'startAt=2007', 'startAt=3007'],
    ],
    [{maxResults: ['5000']}, ['maxResults=5000', 'startAt=1000', 'startAt=2000', 'startAt=3000']],
  ])('come whole, up to an empty page, asked for with %j', async (inputs, asked) => {
    await using server = await startServer(site);
    const {text} = await run(server, users, inputs);
    expect(JSON.parse(text)).toEqual(Array.from({length: 2345}, (_, at) => at));
    const firsts = server.received.map(({target}) => target.replace(/^[^?]*\?|&.*/g, ''));
    expect(firsts).toEqual(asked);
  });

  it('are one page untouched where that is asked for', async () => {
    await using server = await startServer(site);
    const {text, pages} = await run(server, users, {}, {paginate: false});
    expect([JSON.parse(text).length, pages]).toEqual([50, 1]);
  });
});

describe('a next page that cannot be asked for', () => {
  const labels = ['content', 'labels', 'get'] as const;
  const usages = ['tracker', 'statuses', 'get-project-usages-for'] as const;
  const failed = ['tracker', 'webhook', 'get-failed'] as const;
  const cases: readonly (readonly [
    readonly ['tracker' | 'content', string, string],
    unknown,
    string,
  ])[] = [
    [labels, {results: [1], _links: {next: '/wiki/api/v2/labels?page=2'}}, 'has no cursor'],
    [labels, {results: [1], _links: {next: {href: '/x?cursor=c'}}}, 'has no cursor'],
    [usages, {projects: {values: [1], nextPageToken: {a: 1}}}, 'its token is not text'],
    [failed, {values: [{id: '1'}], maxResults: 1, next: 'later'}, 'has no time'],
  ];

  it.each(cases)('fails the list of %j that answers %j', async (name, json, why) => {
    await using server = await startServer(() => ({json}));
    const operation = find(...name);
    const inputs = Object.fromEntries(
      operation.inputs.filter(({required}) => required).map(input => [input.name, ['1']]),
    );
    expect(await failureOf(run(server, operation, inputs))).toMatchObject({
      kind: 'invalid_response',
      message: expect.stringMatching(new RegExp(`^Page 2: .*${why}`)),
      details: {hint: '--no-paginate reads the first page only.'},
    });
    const partial = await run(server, operation, inputs, {partial: true});
    expect([partial.pages, partial.failure?.kind]).toEqual([1, 'invalid_response']);
    expect((await run(server, operation, inputs, {paginate: false})).pages).toBe(1);
  });

  it('is one that does not exist where the link or token is empty', async () => {
    for (const next of [null, '', false]) {
      await using server = await startServer(() => ({json: {results: [1], _links: {next}}}));
      expect((await run(server, find(...labels))).pages).toBe(1);
    }
    await using server = await startServer((_, at) => ({
      json: {projects: {values: [at], ...(at === 0 && {nextPageToken: 17})}},
    }));
    await run(server, find(...usages), {statusId: ['1']});
    expect(server.received[1]?.query.get('nextPageToken')).toBe('17');
  });
});

describe('a list of which only one page can be asked for', () => {
  const ancestors = find('content', 'whiteboards', 'get-ancestors');
  const picker = find('tracker', 'user', 'find-for-picker');
  const warningOf = async (
    operation: Operation,
    json: object,
    inputs: Record<string, string[]>,
  ) => {
    await using server = await startServer(() => ({json}));
    return (await run(server, operation, inputs)).warning;
  };

  it('is asked for as long as may be, and says when it was cut', async () => {
    const some = {results: [1, 2]};
    expect(await warningOf(ancestors, some, {id: ['1']})).toBeUndefined();
    expect(await warningOf(ancestors, some, {id: ['1'], limit: ['2']})).toBe(
      'The list may be truncated after 2 items: use --limit to get more.',
    );
    expect(await warningOf(picker, {users: [1], total: 3}, {query: ['a']})).toBe(
      'The list has 3 items and was truncated after 1: use --maxResults to get more.',
    );
    expect(await warningOf(picker, {users: [1], total: 1}, {query: ['a']})).toBeUndefined();
  });
});
