import {open} from 'node:fs/promises';
import {codeOf} from './error-code.ts';
import {refuseDangling, refuseIrregular} from './private-file.ts';

/** Number of bytes read from the end of a log: about a thousand lines. */
const tailBytes = 262_144;

/**
 * The last lines of some audit logs, each read once, one log after the other.
 *
 * @param paths absolute
 * @returns undefined without logs; a log that does not exist yet is empty
 * @throws the system's error if one cannot be read
 */
export async function readAuditLog(
  paths: readonly string[],
): Promise<{readonly path: string; readonly text: string} | undefined> {
  const all = [...new Set(paths)];
  if (all.length === 0) return undefined;
  const texts: string[] = [];
  for (const path of all) texts.push(await tailOf(path));
  return {path: all.join(', '), text: texts.join('')};
}

async function tailOf(path: string): Promise<string> {
  await refuseIrregular(path);
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    // The first write creates it.
    await refuseDangling(path);
    return '';
  }
  try {
    const {size} = await handle.stat();
    const from = Math.max(0, size - tailBytes);
    const buffer = Buffer.alloc(size - from);
    const {bytesRead} = await handle.read(buffer, 0, buffer.length, from);
    const text = buffer.toString('utf8', 0, bytesRead);
    // Drop the first, incomplete line.
    const whole = from === 0 ? text : text.slice(text.indexOf('\n') + 1);
    return whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`;
  } finally {
    await handle.close();
  }
}
