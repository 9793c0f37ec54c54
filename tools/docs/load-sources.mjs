import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import esbuild from 'esbuild';

const entry = `
import {allOperations} from './src/api/catalogue.ts';
export {groupNames} from './src/api/catalogue.ts';
export const operations = allOperations();
export {findNameList, namedKinds} from './src/api/naming/name-listing.ts';
export {kindWord} from './src/api/naming/name-listing.ts';
export {inputsOf} from './src/api/inputs-of.ts';
export {bodyOf} from './src/api/body-of.ts';
export {exampleLines} from './src/commands/help/examples.ts';
export {environmentRows, exitCodeRows} from './src/commands/help/topics.ts';
import {features} from './src/screens/features.ts';
import {keyTableOf} from './src/state/app/key-table.ts';
export {screens} from './src/screens/features.ts';
export const keyTable = keyTableOf(features);
export {faultKinds} from './test/faults/kinds.ts';
export {endings as faultEndings, expectedOf, faultRows} from './test/faults/table.ts';
export {waysToWrite} from './test/support/ways-to-write.ts';
export {jobRows} from './test/support/job-rows.ts';
export {jobScripts, scriptOf} from './test/support/job-scripts.ts';
export {globalFlags, helpFlag, versionFlag} from './src/commands/flags.ts';
import {allBuiltins} from './src/commands/builtins.ts';
export {allBuiltins};
export {exampleLinesOf} from './src/commands/help/examples.ts';
export {stewardFlags} from './src/commands/steward.ts';
export {flagRows} from './src/commands/help/layout.ts';
export {version} from './src/base/version.ts';
`;

/** Load the tables of the source from which pages are generated. */
export async function loadSources(root) {
  const folder = await mkdtemp(join(tmpdir(), 'steward-docs-'));
  const outfile = join(folder, 'tables.mjs');
  try {
    await esbuild.build({
      stdin: {contents: entry, resolveDir: root, loader: 'ts'},
      bundle: true,
      format: 'esm',
      platform: 'node',
      // Some packages are CommonJS modules that require modules of Node.
      banner: {
        js: "import {createRequire} from 'node:module'; const require = createRequire('/');",
      },
      outfile,
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
