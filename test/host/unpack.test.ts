import {gzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import {unpackBody} from '../../src/host/unpack.ts';

const limits = {maxBytes: 100_000, signal: new AbortController().signal};
const noise = Buffer.from(Array.from({length: 60_000}, (_, i) => (i * i * 31) % 251));
const stored = (body: Uint8Array) => gzipSync(body, {level: 0});

it('codings around each other count what comes out of each', async () => {
  expect((await unpackBody(stored(noise), 'gzip', limits)).length).toBe(noise.length);
  await expect(unpackBody(stored(stored(noise)), 'gzip, gzip', limits)).rejects.toMatchObject({
    kind: 'invalid_response',
    message: 'The response is larger than 100000 bytes.',
  });
});

it('more than four codings are refused', async () => {
  const packed = (times: number) =>
    Array.from({length: times}).reduce<Uint8Array>(body => gzipSync(body), Buffer.from('{}'));
  const names = (times: number) => Array.from({length: times}, () => 'gzip').join();
  expect(String(await unpackBody(packed(4), names(4), limits))).toBe('{}');
  await expect(unpackBody(packed(5), names(5), limits)).rejects.toMatchObject({
    kind: 'invalid_response',
  });
});
