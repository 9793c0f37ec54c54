import type {Operation} from './operation.ts';
import type {InputValues} from './request-plan.ts';

const signatures: readonly {readonly type: string; readonly bytes: readonly number[]}[] = [
  {type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff]},
  {type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]},
  {type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]},
  {type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]},
];

/**
 * Determine the media type of an image by its first bytes; undefined unless it is JPEG, GIF or PNG
 * (contract 2.5).
 */
export function imageTypeOf(image: Uint8Array): string | undefined {
  return signatures.find(({bytes}) => bytes.every((byte, at) => image[at] === byte))?.type;
}

/** The size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Read the size of a PNG, GIF or JPEG from its first bytes; undefined if they do not contain it.
 */
export function imageSizeOf(image: Uint8Array): ImageSize | undefined {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  if (image[0] === 0x89 && image.length >= 24) {
    return {width: view.getUint32(16), height: view.getUint32(20)};
  }
  if (image[0] === 0x47 && image.length >= 10) {
    return {width: view.getUint16(6, true), height: view.getUint16(8, true)};
  }
  return sizeOfJpeg(image, view);
}

/** Check for the marker of a frame; some values in the range are tables. */
const frames = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Read the size of a JPEG, a chain of segments, from its frame segment. */
function sizeOfJpeg(image: Uint8Array, view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    if (frames(marker)) return {width: view.getUint16(at + 7), height: view.getUint16(at + 5)};
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * Warn if the crop exceeds the image. It is not refused, since the API documentation does not
 * define the result. Empty if the size of the image is unknown.
 */
export function cropNotes(
  {inputs}: Operation,
  {inputs: given, body}: InputValues,
): readonly string[] {
  const crop = inputs.find(one => one.place === 'body')?.crop;
  const image = crop && body instanceof Uint8Array ? imageSizeOf(body) : undefined;
  if (crop === undefined || image === undefined) return [];
  const number = (name: string): number => Number(given[name]?.[0] ?? 0);
  const right = number(crop.left) + number(crop.size);
  const bottom = number(crop.top) + number(crop.size);
  if (right <= image.width && bottom <= image.height) return [];
  const name = given[crop.size] ? crop.size : given[crop.left] ? crop.left : crop.top;
  const size = `${image.width} × ${image.height} pixels`;
  return [`--${name} reaches over the edge: the image has ${size}`];
}
