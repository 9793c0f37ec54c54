import {copyFile, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {asModule} from './as-function.mjs';
import {
  bins,
  deferredParts,
  door,
  lateCommon,
  lateParts,
  lazyParts,
  workerParts,
} from './parts.mjs';

/** Which command it is: the name it was called by. */
const main = `const {basename} = require('node:path');
const called = basename(process.argv0).replace(/\\.exe$/, '');
const program = ${JSON.stringify(bins)}.includes(called) ? called : 'steward';
require('./${door.file}').run(program, process.argv.slice(2)).then(exitCode => {
  process.exitCode = exitCode;
});
`;

/** What a bundle reads from beside it, and its address in an executable. */
const inside = [
  [/\(0, import_path\d*\.join\)\(__dirname, "jq\.wasm"\)/g, 'require("./jq.wasm")'],
  ...workerParts.map(({file}) => [
    `require("node:path").join(__dirname, "${file}")`,
    JSON.stringify(`./${file}`),
  ]),
];

/**
 * Lay into a folder what an executable is compiled from: the bundles, with what they read from beside
 * them put inside, and main.cjs.
 *
 * @param dist where the bundles are
 * @throws when no bundle reads one of these any more
 */
export async function layExeParts(dist, folder) {
  await copyFile(join(dist, 'jq.wasm'), join(folder, 'jq.wasm'));
  const left = new Set(inside.map(([find]) => find));
  const parts = [door, lateCommon, ...lateParts, ...deferredParts, ...lazyParts, ...workerParts];
  for (const {file} of parts) {
    let text = asModule(file, await readFile(join(dist, file), 'utf8'));
    for (const [find, replace] of inside) {
      const changed = text.replaceAll(find, () => replace);
      if (changed !== text) left.delete(find);
      text = changed;
    }
    await writeFile(join(folder, file), text);
  }
  if (left.size > 0) throw new Error(`no longer in the bundles: ${[...left].join(', ')}`);
  await writeFile(join(folder, 'main.cjs'), main);
}
