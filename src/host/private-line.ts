import {constants} from 'node:fs';
import {open} from 'node:fs/promises';
import {refuseIrregular} from './private-file.ts';

const lineBreak = 0x0a;

/**
 * Append a line to a file of mode 0600 and flush it to disk, with a single write, so that lines of
 * several processes never mix. If the file ends with an incomplete line of a killed process, a line
 * break is written first.
 *
 * @param path path in an existing directory
 * @param line text without a line break
 * @throws the system's error if it cannot be written
 */
export async function appendPrivateLine(path: string, line: string): Promise<void> {
  await refuseIrregular(path);
  const {O_APPEND, O_CREAT, O_RDWR} = constants;
  const file = await open(path, O_APPEND | O_CREAT | O_RDWR, 0o600);
  try {
    const {size} = await file.stat();
    const last = new Uint8Array(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const isWhole = size === 0 || last[0] === lineBreak;
    const bytes = new TextEncoder().encode(`${isWhole ? '' : '\n'}${line}\n`);
    const {bytesWritten} = await file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('the line is truncated');
    await file.datasync();
  } finally {
    await file.close();
  }
}
