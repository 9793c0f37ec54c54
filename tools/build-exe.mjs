import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {
  bins,
  deferredParts,
  door,
  lateCommon,
  lateParts,
  lazyParts,
  workerParts,
} from './build/parts.mjs';

/**
 * `node tools/build-exe.mjs` compiles what dist holds into executables that need no Node:
 * dist-exe/jr, cf and steward are three names of one file, which goes by the name it is called by.
 *
 * The compiler is in tools/exe (`npm ci --prefix tools/exe`), its binary is used as the registry
 * gives it: no install script has to run.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const out = join(root, 'dist-exe');

/** Which command it is: the name it was called by. */
const main = `const {basename} = require('node:path');
const called = basename(process.argv0).replace(/\\.exe$/, '');
const program = ${JSON.stringify(bins)}.includes(called) ? called : 'steward';
require('./${door.file}').run(program, process.argv.slice(2)).then(exitCode => {
  process.exitCode = exitCode;
});
`;

const compiler = findCompiler();
const work = await mkdtemp(join(tmpdir(), 'steward-exe-'));
try {
  const started = performance.now();
  await layParts(work);
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

/** The bundles of dist, with what they read from beside them put inside. */
async function layParts(folder) {
  await copyFile(join(dist, 'jq.wasm'), join(folder, 'jq.wasm'));
  const inside = [
    // Data and threads of an executable have addresses inside it.
    ['(0, import_path2.join)(__dirname, "jq.wasm")', 'require("./jq.wasm")'],
    ...workerParts.map(({file}) => [
      `require("node:path").join(__dirname, "${file}")`,
      JSON.stringify(`./${file}`),
    ]),
  ];
  const left = new Set(inside.map(([find]) => find));
  const parts = [door, lateCommon, ...lateParts, ...deferredParts, ...lazyParts, ...workerParts];
  for (const {file} of parts) {
    let text = await readFile(join(dist, file), 'utf8');
    for (const [find, replace] of inside) {
      if (!text.includes(find)) continue;
      left.delete(find);
      text = text.replaceAll(find, () => replace);
    }
    await writeFile(join(folder, file), text);
  }
  if (left.size > 0) throw new Error(`no longer in the bundles: ${[...left].join(', ')}`);
  await writeFile(join(folder, 'main.cjs'), main);
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

/** The compiler for this machine, whose executables are for this machine too. */
function findCompiler() {
  const processor = process.arch === 'arm64' ? 'aarch64' : process.arch;
  const file = join(
    root,
    `tools/exe/node_modules/@oven/bun-${process.platform}-${processor}/bin/bun`,
  );
  if (existsSync(file)) return file;
  throw new Error('the compiler is not there: npm ci --ignore-scripts --prefix tools/exe');
}
