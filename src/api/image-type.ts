const signatures: readonly {readonly type: string; readonly bytes: readonly number[]}[] = [
  {type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff]},
  {type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]},
  {type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]},
  {type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]},
];

/**
 * The media type of an image, told by its first bytes; undefined unless it is JPEG, GIF or PNG
 * (contract 2.5).
 */
export function imageTypeOf(image: Uint8Array): string | undefined {
  return signatures.find(({bytes}) => bytes.every((byte, at) => image[at] === byte))?.type;
}
