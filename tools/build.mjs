import {statSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildAll} from './build/bundle.mjs';

/**
 * `node tools/build.mjs` builds dist; with `--if-stale` only if a source is newer, and without the
 * list of files.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist');

const isQuiet = process.argv.includes('--if-stale');

if (isQuiet && !(await isStale())) process.exit(0);
try {
  const started = performance.now();
  const metafile = await buildAll({root, out});
  const ms = Math.round(performance.now() - started);
  for (const [file, {bytes}] of isQuiet ? [] : Object.entries(metafile.outputs)) {
    console.error(`${file.replace(/^[^/]*/, 'dist').padEnd(28)} ${Math.round(bytes / 1024)} KB`);
  }
  console.error(`built in ${ms} ms`);
} catch (error) {
  const messages = error.errors?.map(
    e => `${e.location?.file ?? ''}:${e.location?.line ?? ''} ${e.text}`,
  );
  console.error(messages?.join('\n') ?? error);
  process.exitCode = 1;
}

async function isStale() {
  const built = statSync(join(out, 'bin/jr.js'), {throwIfNoEntry: false})?.mtimeMs;
  if (built === undefined) return true;
  const sources = ['package.json', 'package-lock.json'];
  for (const folder of ['src', 'tools', 'docs']) {
    for (const name of await readdir(join(root, folder), {recursive: true})) {
      // The text of the documentation is part of the build, its pictures are not.
      const isBuiltIn = folder === 'docs' ? name.endsWith('.md') : !name.includes('node_modules');
      if (isBuiltIn) sources.push(join(folder, name));
    }
  }
  return sources.some(name => statSync(join(root, name)).mtimeMs > built);
}
