import {copyFile, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {asModule} from './as-function.mjs';
import {
  bins,
  deferredParts,
  entry,
  lateCommon,
  lateParts,
  lazyParts,
  workerParts,
} from './parts.mjs';

/** Determines the command by the name of the executable. */
const main = `const {basename} = require('node:path');
const called = basename(process.argv0).replace(/\\.exe$/, '');
const program = ${JSON.stringify(bins)}.includes(called) ? called : 'steward';
// A process that the program starts of itself, such as one that renews a token.
if (process.argv[2] === './renewal.cjs') require('./renewal.cjs');
else require('./${entry.file}').run(program, process.argv.slice(2)).then(exitCode => {
  process.exitCode = exitCode;
});
`;

/** References of bundles to files beside them → their replacements in an executable. */
const inside = [
  [/\(0, import_path\d*\.join\)\(__dirname, "jq\.wasm"\)/g, 'require("./jq.wasm")'],
  ...workerParts.map(({file}) => [
    `require("node:path").join(__dirname, "${file}")`,
    JSON.stringify(`./${file}`),
  ]),
];

/**
 * Prepare a folder for compiling an executable: the bundles, with embedded references to other
 * files, and main.cjs.
 *
 * @param dist folder of the bundles
 * @throws when one of the references is no longer in any bundle
 */
export async function layExeParts(dist, folder) {
  await copyFile(join(dist, 'jq.wasm'), join(folder, 'jq.wasm'));
  const left = new Set(inside.map(([find]) => find));
  const parts = [entry, lateCommon, ...lateParts, ...deferredParts, ...lazyParts, ...workerParts];
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
