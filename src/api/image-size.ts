/** Width and height of a picture, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a PNG, GIF or JPEG as its first bytes tell it; undefined where they do not. */
export function imageSizeOf(image: Uint8Array): ImageSize | undefined {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  if (image[0] === 0x89) return sizeAt(image, 24, at => view.getUint32(at), 16);
  if (image[0] === 0x47) return sizeAt(image, 10, at => view.getUint16(at, true), 6);
  return sizeOfJpeg(image, view);
}

function sizeAt(
  image: Uint8Array,
  least: number,
  read: (at: number) => number,
  at: number,
): ImageSize | undefined {
  if (image.length < least) return undefined;
  const bytes = least - at;
  return {width: read(at), height: read(at + bytes / 2)};
}

/** Markers of frames, but for those of tables that stand between them. */
const frames = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A JPEG is a chain of segments; that of its frame has the size. */
function sizeOfJpeg(image: Uint8Array, view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1] ?? 0;
    if (frames(marker)) return {width: view.getUint16(at + 7), height: view.getUint16(at + 5)};
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
