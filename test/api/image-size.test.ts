import {deflateSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {imageSizeOf} from '../../src/api/image.ts';

const png = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 1, 0, 0, 0, 0, 48, 8, 6, 0, 0, 0],
]);
const gif = Uint8Array.from([...Buffer.from('GIF89a'), 64, 1, 200, 0, 0, 0]);
/** An application's segment, a table of Huffman codes, then the frame. */
const jpeg = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9],
  ...[0xff, 0xc2, 0, 11, 8, 0, 120, 1, 44, 1, 1],
]);

test.each([
  ['PNG', png, {width: 256, height: 48}],
  ['GIF', gif, {width: 320, height: 200}],
  ['JPEG', jpeg, {width: 300, height: 120}],
])('the size of a %s is read from its first bytes', (_, bytes, size) => {
  expect(imageSizeOf(bytes)).toEqual(size);
});

test('cut anywhere, an image tells its size or nothing', () => {
  for (const image of [png, gif, jpeg]) {
    const whole = imageSizeOf(image);
    for (let length = 0; length < image.length; length++) {
      expect([undefined, whole]).toContainEqual(imageSizeOf(image.subarray(0, length)));
    }
  }
});

test('bytes that are no image never fail', () => {
  const bytes = deflateSync(Buffer.from('x'.repeat(1000)));
  expect(imageSizeOf(bytes)).toBeUndefined();
  expect(
    imageSizeOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0])),
  ).toBeUndefined();
});
