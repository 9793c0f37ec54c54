import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, test} from 'vitest';
import {readFailedPage} from '../../../src/api/watch/failed-page.ts';
import {watchFailed} from '../../../src/api/watch/watch-failed.ts';
import {Failure} from '../../../src/base/failure.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

const bodyLength = 300_000;
const perPage = 10;
const pages = 24;
const addresses = 4;

test('of a backlog, alert rules retain no bodies but those of alerts that are about to fire', async () => {
  let page = 0;
  let retained = 0;
  const nowMs = Date.UTC(2026, 0, 1);
  const heap = (): number => {
    gc();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const ask = async (afterMs: number) => {
    // A body is garbage as soon as its failure was taken; a page may still be read.
    retained = Math.max(retained, (heap() - before) / bodyLength);
    if (page++ >= pages) throw new Failure('not_found', 'The end.');
    const values = Array.from({length: perPage}, (_, n) => {
      const url = `https://a.example/${Math.floor((page * addresses) / pages)}`;
      const failureTime = nowMs - 10_000_000 + page * 1000 + n;
      return JSON.stringify({id: `${page}-${n}`, url, failureTime, body: 'x'.repeat(bodyLength)});
    });
    const text = `{"values":[${values.join(',')}],"maxResults":${perPage}}`;
    return readFailedPage(text, afterMs, new Date(nowMs).toUTCString());
  };
  const clock = {now: () => nowMs, sleep: async () => undefined};
  const rules = ['new', '5/5m', 'silent/1m', 'dead'];
  const alerts = {rules, isLater: false};
  const watch = watchFailed(
    {requestPage: ask, clock},
    {intervalMs: 1000, afterMs: nowMs - 20_000_000, alerts},
  );
  let told = 0;
  await expect(
    (async () => {
      for await (const {type} of watch.events) if (type === 'failure') told++;
    })(),
  ).rejects.toThrow('The end.');
  expect(told).toBe(pages * perPage);
  // A page that is being dropped, a record for each address, and one for the count.
  expect(Math.round(retained)).toBeLessThanOrEqual(perPage + 2 * addresses);
});
