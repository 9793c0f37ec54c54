import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect} from 'vitest';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));

/** The text of a frame without colours, each line without the spaces at its end. */
export function plainFrame(frame: string): string {
  return frame
    .replace(/\x1b\[[0-9;]*m/g, '')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n');
}

/**
 * Compare a frame with its golden file (`list/projects.80x24.txt`). `npm run golden` rewrites the
 * files; reading their difference is part of the change.
 */
export function expectGolden(name: string, frame: string): void {
  const file = join(folder, `${name}.txt`);
  const text = `${plainFrame(frame)}\n`;
  if (process.env.UPDATE_GOLDEN === '1' || !existsSync(file)) {
    if (process.env.UPDATE_GOLDEN !== '1')
      throw new Error(`no golden file ${name}: run npm run golden`);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, text);
    return;
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}
