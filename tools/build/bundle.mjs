import {createHash} from 'node:crypto';
import {chmod, copyFile, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import esbuild from 'esbuild';
import {pageIndex} from '../docs/page-index.mjs';
import {asFunction} from './as-function.mjs';
import {editPackages} from './edits.mjs';
import {buildWithLateParts} from './late-parts.mjs';
import {partEntries, splitLazyParts} from './lazy-parts.mjs';
import {writeLibraryTypes} from './library-types.mjs';
import {thirdPartyLicenses} from './licenses.mjs';
import {loadLazily} from './load-lazily.mjs';
import {bins} from './parts.mjs';

/** The options of all bundles; also used by the checks of their contents. */
export function bundleOptions(root) {
  return {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'ascii',
    jsx: 'automatic',
    // Remove import(), because the loader provides only `require` to bundles.
    supported: {'dynamic-import': false},
    legalComments: 'none',
    define: {
      'process.env.NODE_ENV': '"production"',
      SECTIONS_OF_PAGES: JSON.stringify(pageIndex()),
    },
    logOverride: {'empty-import-meta': 'error'},
    metafile: true,
    logLevel: 'silent',
  };
}

/**
 * Build everything into `out`, which is replaced only after success.
 *
 * @throws when a source does not compile, or a listed part or edit no longer applies
 */
export async function buildAll({root, out}) {
  const fresh = `${out}.${process.pid}`;
  try {
    const metafile = await buildInto({root, fresh});
    await rm(out, {recursive: true, force: true});
    await rename(fresh, out);
    return metafile;
  } finally {
    await rm(fresh, {recursive: true, force: true});
  }
}

async function buildInto({root, fresh}) {
  await mkdir(join(fresh, 'bin'), {recursive: true});
  const {metafile, texts, parts} = await buildParts({root, outdir: fresh});
  const files = Object.keys(texts);
  for (const [file, text] of Object.entries(texts)) {
    refuseRawText(file, text);
    await writeFile(join(fresh, file), asFunction(file, loadLazily(text)));
  }
  const jqWasm = join(root, 'node_modules/jq-wasm/dist/build/jq.wasm');
  await copyFile(jqWasm, join(fresh, 'jq.wasm'));
  await writeFile(join(fresh, 'package.json'), '{"type":"commonjs"}\n');
  await buildBins({root, outdir: join(fresh, 'bin'), parts, hash: await hashOf(fresh, files)});
  await writeLibraryTypes({root, out: join(fresh, 'types')});
  await writeFile(
    join(fresh, 'THIRD-PARTY-LICENSES.txt'),
    await thirdPartyLicenses(root, metafile),
  );
  await writeFile(join(fresh, 'meta.json'), JSON.stringify(metafile));
  return metafile;
}

/**
 * Return the contents of each bundle without writing any.
 *
 * @throws as `buildAll`
 */
export async function bundleContents(root) {
  return (await buildParts({root, outdir: join(root, 'dist')})).metafile;
}

async function buildParts({root, outdir}) {
  const edits = editPackages();
  const parts = splitLazyParts(root);
  const options = {...bundleOptions(root), outExtension: {'.js': '.cjs'}};
  const [{metafile, outputFiles}, early] = await Promise.all([
    esbuild.build({
      ...options,
      outdir,
      write: false,
      entryPoints: partEntries(root),
      plugins: [parts.plugin, edits.plugin],
    }),
    buildWithLateParts({root, outdir, options, met: parts.met, plugins: [edits.plugin]}),
  ]);
  parts.report();
  edits.report();
  const texts = outputFiles.map(({path, text}) => [basename(path), text]);
  return {
    metafile: {
      inputs: {...early.metafile.inputs, ...metafile.inputs},
      outputs: {...early.metafile.outputs, ...metafile.outputs},
    },
    texts: {...early.texts, ...Object.fromEntries(texts)},
    parts,
  };
}

async function buildBins({root, outdir, parts, hash}) {
  const options = bundleOptions(root);
  await esbuild.build({
    ...options,
    define: {...options.define, BUILD_HASH: JSON.stringify(hash)},
    outdir,
    entryPoints: bins.map(name => join(root, `src/bin/${name}.ts`)),
    plugins: [parts.plugin],
  });
  for (const name of bins) {
    const file = join(outdir, `${name}.js`);
    const text = loadLazily(await readFile(file, 'utf8'));
    await writeFile(file, text.startsWith('#!') ? text : `#!/usr/bin/env node\n${text}`);
    await chmod(file, 0o755);
  }
}

/**
 * Check a bundle for raw characters outside ASCII. The loader reads bundles as latin1, and esbuild
 * does not escape such characters in regular expressions and comments.
 *
 * @throws when a line of code contains one
 */
function refuseRawText(file, text) {
  for (const [i, line] of text.split('\n').entries()) {
    if (/^[\x00-\x7f]*$/.test(line.replace(/(?:^|\s)(?:\/\/|\/?\*).*$/, ''))) continue;
    throw new Error(`${file}:${i + 1} holds raw text, write \\u escapes: ${line.trim()}`);
  }
}

async function hashOf(directory, files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(await readFile(join(directory, file)));
  return hash.digest('hex').slice(0, 16);
}
