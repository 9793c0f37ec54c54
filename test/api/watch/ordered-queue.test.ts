import {describe, expect, it} from 'vitest';
import {makeOrderedQueue} from '../../../src/api/watch/ordered-queue.ts';
import {seeded} from '../../support/seeded.ts';

/** Turns of the event loop that work takes. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(resolve => setImmediate(resolve));
}

describe('a queue of items', () => {
  it('loses none of 2,000 to a slow destination, works on few at a time, and is done in order', async () => {
    const random = seeded(4);
    const worked = new Set<number>();
    const done: number[] = [];
    let now = 0;
    let most = 0;
    const queue = makeOrderedQueue({
      async work(item: number) {
        most = Math.max(most, ++now);
        await turns(Math.floor(random() * 4));
        now--;
        worked.add(item);
        return item;
      },
      onResult: () => true,
      atOnce: 3,
    });
    for (let item = 0; item < 2000; item++) {
      await queue.put(item, () => {
        // Whatever is done was worked on, and so was all before it.
        expect(worked.size).toBeGreaterThan(item);
        done.push(item);
      });
    }
    await queue.end();
    expect(most).toBe(3);
    expect(done).toEqual([...Array(2000).keys()]);
  });

  it.each([
    ['is not done', () => false],
    [
      'fails',
      () => {
        throw new Error('no');
      },
    ],
  ])('calls nothing done behind an item that %s', async (_, ofThird) => {
    const done: string[] = [];
    const queue = makeOrderedQueue({
      work: async (item: number) => item,
      onResult: item => (item === 2 ? ofThird() : true),
      atOnce: 2,
    });
    const put = async (): Promise<void> => {
      for (let item = 0; item < 5; item++) {
        await queue.put(item, () => void done.push(`item ${item}`));
        queue.after(() => void done.push(`after ${item}`));
      }
      await queue.end();
    };
    await put().catch(error => expect(String(error)).toBe('Error: no'));
    // Whether "after 1" is asked for before the third fails is a matter of luck.
    expect(done.filter(what => what !== 'after 1')).toEqual(['item 0', 'after 0', 'item 1']);
  });

  it('that is to end finishes what is on its way, and starts nothing', async () => {
    const stop = new AbortController();
    const worked: number[] = [];
    const done: number[] = [];
    const queue = makeOrderedQueue({
      async work(item: number) {
        await turns(3);
        worked.push(item);
      },
      onResult: () => true,
      atOnce: 2,
      signal: stop.signal,
    });
    for (const item of [0, 1, 2, 3]) {
      if (item === 2) stop.abort();
      await queue.put(item, () => void done.push(item));
    }
    await queue.end();
    expect([worked, done]).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});
