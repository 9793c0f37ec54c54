import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {link, mkdir, mkdtemp, rename, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {layExeParts} from './build/exe-parts.mjs';
import {bins, workerParts} from './build/parts.mjs';

/**
 * `node tools/build-exe.mjs` compiles the files of dist into executables that need no Node:
 * dist-exe/jr, cf and steward are one file with three names, whose command depends on the name.
 *
 * The compiler is in tools/exe (`npm ci --prefix tools/exe`). Its binary is used as downloaded from
 * the registry; no install script has to run.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const out = join(root, 'dist-exe');

const compiler = findCompiler();
const work = await mkdtemp(join(tmpdir(), 'steward-exe-'));
try {
  const started = performance.now();
  await layExeParts(dist, work);
  await mkdir(out, {recursive: true});
  await compile(work, join(out, 'steward.fresh'));
  for (const name of bins) await rm(join(out, name), {force: true});
  await rename(join(out, 'steward.fresh'), join(out, 'steward'));
  for (const name of bins.filter(one => one !== 'steward')) {
    await link(join(out, 'steward'), join(out, name));
  }
  const {size} = await stat(join(out, 'steward'));
  const ms = Math.round(performance.now() - started);
  console.error(
    `dist-exe: ${bins.join(', ')} (one file, ${Math.round(size / 2 ** 20)} MB) in ${ms} ms`,
  );
} finally {
  await rm(work, {recursive: true, force: true});
}

async function compile(folder, file) {
  const {status, stderr} = spawnSync(
    compiler,
    [
      ...['build', '--compile', '--bytecode', '--format=cjs', '--loader', '.wasm:file'],
      ...['--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig', '--reject-unresolved'],
      ...['main.cjs', ...workerParts.map(part => part.file)],
      ...['--outfile', file],
    ],
    {cwd: folder, encoding: 'utf8'},
  );
  if (status !== 0) throw new Error(`the compiler failed:\n${stderr}`);
}

/** Find the compiler for this machine, which compiles for this machine too. */
function findCompiler() {
  const processor = process.arch === 'arm64' ? 'aarch64' : process.arch;
  const file = join(
    root,
    `tools/exe/node_modules/@oven/bun-${process.platform}-${processor}/bin/bun`,
  );
  if (existsSync(file)) return file;
  throw new Error('the compiler is not there: npm ci --ignore-scripts --prefix tools/exe');
}
