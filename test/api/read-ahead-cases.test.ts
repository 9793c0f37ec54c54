import {describe, expect, test} from 'vitest';
import type {ExchangeEvent} from '../../src/api/client.ts';
import type {Exchange} from '../../src/api/exchange.ts';
import {type PrefetchRequest, type ReadAheadOptions, readAhead} from '../../src/api/read-ahead.ts';

/** Pages whose responses arrive when the test says so. */
function makeWorld(urls: readonly string[], options: Partial<ReadAheadOptions> = {}) {
  const requests = new Map<string, PrefetchRequest>();
  const arrivals = new Map<
    string,
    {done: (page: Exchange) => void; fail: (error: Error) => void}
  >();
  const heard: string[] = [];
  const ahead = readAhead(
    urls[Symbol.iterator]() as Iterator<string, void>,
    request => {
      requests.set(request.url, request);
      return new Promise((done, fail) => arrivals.set(request.url, {done, fail}));
    },
    {
      concurrency: 2,
      unread: 3,
      onExchange: event => heard.push(String(event)),
      ...options,
    },
  );
  const pageOf = (url: string) => ({url}) as unknown as Exchange;
  return {
    ahead,
    heard,
    pageOf,
    asked: () => [...requests.keys()].join(' '),
    aborted: () =>
      [...requests].flatMap(([url, {signal}]) => (signal.aborted ? [url] : [])).join(' '),
    say: (url: string) => requests.get(url)?.onExchange(url as unknown as ExchangeEvent),
    async arrive(url: string) {
      arrivals.get(url)?.done(pageOf(url));
      await new Promise(resolve => setImmediate(resolve));
    },
    async fail(url: string) {
      arrivals.get(url)?.fail(new Error(url));
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

const pages = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('pages fetched ahead', () => {
  test('are as many at a time as allowed, and as many unread', async () => {
    const {ahead, arrive, asked, pageOf} = makeWorld(pages);
    expect(asked()).toBe('a b');
    await arrive('b');
    expect(asked()).toBe('a b c');
    await arrive('c');
    expect(asked()).toBe('a b c');
    const page = ahead.take('a');
    expect(asked()).toBe('a b c d');
    await arrive('a');
    expect(await page).toEqual(pageOf('a'));
    expect(asked()).toBe('a b c d');
    expect(await ahead.take('b')).toEqual(pageOf('b'));
    expect(asked()).toBe('a b c d e');
  });

  test('end with the list', async () => {
    const {ahead, arrive, asked, aborted} = makeWorld(['a']);
    await arrive('a');
    expect(asked()).toBe('a');
    await ahead.take('a');
    expect(ahead.take('b')).toBeUndefined();
    expect(aborted()).toBe('a');
  });

  test('are of no use when another is wanted: all are cancelled, and no more is fetched', async () => {
    const {ahead, arrive, asked, aborted} = makeWorld(pages);
    expect(ahead.take('b')).toBeUndefined();
    expect(aborted()).toBe('a b');
    await arrive('a');
    expect(asked()).toBe('a b');
    expect(ahead.take('a')).toBeUndefined();
  });

  test('that fail cancel those after them and none before', async () => {
    const {ahead, arrive, fail, asked, aborted, pageOf} = makeWorld(pages, {concurrency: 3});
    await fail('b');
    expect(aborted()).toBe('c');
    await arrive('a');
    expect(asked()).toBe('a b c');
    expect(await ahead.take('a')).toEqual(pageOf('a'));
    await expect(ahead.take('b')).rejects.toThrow('b');
    expect(ahead.take('c')).toBeUndefined();
  });

  test('are all cancelled by the failure of the one that is waited for', async () => {
    const {ahead, fail, aborted} = makeWorld(pages);
    const page = ahead.take('a');
    const failed = expect(page).rejects.toThrow('a');
    await fail('a');
    await failed;
    expect(aborted()).toBe('b');
    expect(ahead.take('b')).toBeUndefined();
  });

  test('that were cancelled cancel nothing when they fail', async () => {
    const stop = new AbortController();
    const {ahead, fail, asked} = makeWorld(pages, {signal: stop.signal});
    ahead.stop();
    await fail('a');
    expect(asked()).toBe('a b');
  });

  test('make room for others when they fail', async () => {
    const {ahead, arrive, fail, asked} = makeWorld(pages, {concurrency: 1});
    await arrive('a');
    expect(asked()).toBe('a b');
    await fail('b');
    expect(asked()).toBe('a b');
    await ahead.take('a');
    expect(asked()).toBe('a b');
  });

  test.each([['stop'], ['signal']])('are cancelled by its %s, the one waited for too', by => {
    const stop = new AbortController();
    const {ahead, asked, aborted} = makeWorld(pages, {signal: stop.signal});
    ahead.take('a')?.catch(() => undefined);
    if (by === 'stop') ahead.stop();
    else stop.abort();
    expect(asked()).toBe('a b');
    expect(aborted()).toBe('a b');
  });

  test('are none where the signal is aborted already', () => {
    const {asked, ahead} = makeWorld(pages, {signal: AbortSignal.abort()});
    expect(asked()).toBe('');
    expect(ahead.take('a')).toBeUndefined();
  });

  test('leave no listener on the signal when they stop', () => {
    const added: string[] = [];
    const signal = new AbortController().signal;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (name: string, hear: () => void, more: object) => {
        added.push(`+${name}`);
        add(name, hear, more);
      },
      removeEventListener: (name: string, hear: () => void) => {
        added.push(`-${name}`);
        remove(name, hear);
      },
    });
    makeWorld(pages, {signal}).ahead.stop();
    expect(added).toEqual(['+abort', '-abort']);
  });

  test('are heard of while they are wanted', () => {
    const {ahead, heard, say} = makeWorld(pages);
    say('a');
    say('b');
    ahead.stop();
    say('a');
    expect(heard).toEqual(['a', 'b']);
    const silent = makeWorld(pages, {onExchange: undefined} as unknown as ReadAheadOptions);
    expect(() => silent.say('a')).not.toThrow();
  });
});
