import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {link, mkdir, mkdtemp, readFile, rename, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {layExeParts} from './build/exe-parts.mjs';
import {bins, workerParts} from './build/parts.mjs';

/**
 * `node tools/build-exe.mjs` compiles the files of dist into executables that need no Node:
 * dist-exe/jr, cf and steward are one file with three names, whose command depends on the name.
 *
 * The compiler is in tools/exe (`npm ci --prefix tools/exe`). Its binary is used as downloaded from
 * the registry; no install script has to run.
 *
 * `--all --out FOLDER` compiles one file for each platform of the compiler instead, such as
 * steward-linux-x64; `--only linux-x64,linux-aarch64` some of them. Their runtimes are downloaded
 * from the registry and compared with the checksums of tools/exe/package-lock.json.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const {values} = parseArgs({
  options: {all: {type: 'boolean'}, only: {type: 'string'}, out: {type: 'string'}},
});
const out = values.out ?? join(root, 'dist-exe');

const compiler = findCompiler();
const work = await mkdtemp(join(tmpdir(), 'steward-exe-'));
try {
  await layExeParts(dist, work);
  await mkdir(out, {recursive: true});
  if (values.all || values.only) await compileForAll();
  else await compileForThis();
} finally {
  await rm(work, {recursive: true, force: true});
}

async function compileForThis() {
  const started = performance.now();
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
}

/** Compile for each platform that the lock file has a runtime of. */
async function compileForAll() {
  const lock = JSON.parse(await readFile(join(root, 'tools/exe/package-lock.json'), 'utf8'));
  const runtimes = Object.entries(lock.packages).flatMap(([path, {version, integrity}]) => {
    const [, platform] = /@oven\/bun-(.+)$/.exec(path) ?? [];
    return platform ? [{platform, version, integrity}] : [];
  });
  const wanted = values.only?.split(',') ?? runtimes.map(({platform}) => platform);
  const unknown = wanted.filter(name => !runtimes.some(({platform}) => platform === name));
  if (unknown.length > 0) throw new Error(`no runtime for ${unknown.join(', ')}`);
  for (const runtime of runtimes.filter(({platform}) => wanted.includes(platform))) {
    const file = await fetchRuntime(runtime);
    const suffix = file.endsWith('.exe') ? '.exe' : '';
    const name = `steward-${runtime.platform}${suffix}`;
    await compile(work, join(out, name), [
      ...['--target', `bun-${runtime.platform}`, '--compile-executable-path', file],
    ]);
    const {size} = await stat(join(out, name));
    console.error(`${name}: ${Math.round(size / 2 ** 20)} MB`);
  }
}

/** Download the runtime of a platform and unpack it; throws unless it has the checksum. */
async function fetchRuntime({platform, version, integrity}) {
  const folder = await mkdtemp(join(work, 'runtime-'));
  const name = `@oven/bun-${platform}@${version}`;
  const args = ['pack', name, '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = spawnSync('npm', args, {cwd: root, encoding: 'utf8'});
  if (packed.status !== 0) throw new Error(`${name}: ${packed.stderr}`);
  const archive = join(folder, JSON.parse(packed.stdout)[0].filename);
  const hash = createHash('sha512').update(await readFile(archive));
  if (`sha512-${hash.digest('base64')}` !== integrity) throw new Error(`${name}: wrong checksum`);
  const unpacked = spawnSync('tar', ['-xzf', archive, '-C', folder], {encoding: 'utf8'});
  if (unpacked.status !== 0) throw new Error(`${name}: ${unpacked.stderr}`);
  await rm(archive);
  const file = join(folder, 'package/bin/bun');
  return existsSync(file) ? file : `${file}.exe`;
}

async function compile(folder, file, more = []) {
  const {status, stderr} = spawnSync(
    compiler,
    [
      ...['build', '--compile', '--bytecode', '--format=cjs', '--loader', '.wasm:file'],
      ...['--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig', '--reject-unresolved'],
      ...['main.cjs', ...workerParts.map(part => part.file)],
      ...['--outfile', file, ...more],
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
