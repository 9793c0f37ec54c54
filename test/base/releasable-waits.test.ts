import {queryObjects} from 'node:v8';
import {expect, it} from 'vitest';
import {makeReleasableWaits} from '../../src/base/releasable-waits.ts';

const never = new Promise<void>(() => undefined);

it('ends waits that run, and later ones', async () => {
  const waits = makeReleasableWaits();
  const running = waits.wait(never);
  waits.release();
  await running;
  await waits.wait(never);
});

it('passes on that work failed', async () => {
  await expect(makeReleasableWaits().wait(Promise.reject(new Error('full')))).rejects.toThrow(
    'full',
  );
});

it('keeps nothing of work that has ended', async () => {
  const waits = makeReleasableWaits();
  const waitOften = async () => {
    for (let i = 0; i < 2000; i++) await waits.wait(Promise.resolve());
    return queryObjects(Promise, {format: 'count'});
  };
  const before = await waitOften();
  expect((await waitOften()) - before).toBeLessThan(100);
});
