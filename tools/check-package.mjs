import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {bundledPackages} from './build/licenses.mjs';

/**
 * Whether the package installs and runs elsewhere: packs it, installs the archive in an empty
 * folder without network and without install scripts, checks the links of its README and the
 * licenses of what is bundled, and runs each command there.
 */
const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'steward-package-'));

try {
  const npm = (args, cwd) =>
    run('npm', args, {cwd, env: {...process.env, npm_config_loglevel: 'error'}});
  await npm(['pack', '--pack-destination', folder], root);
  const archive = (await readdir(folder)).find(name => name.endsWith('.tgz'));
  if (!archive) throw new Error('npm pack made no archive');
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  await npm(['install', '--offline', '--ignore-scripts', `./${archive}`], folder);

  const installed = await readdir(join(folder, 'node_modules'));
  const others = installed.filter(name => name !== 'steward' && !name.startsWith('.'));
  if (others.length > 0) throw new Error(`the package brings others with it: ${others.join(', ')}`);

  await expectLinks(join(folder, 'node_modules/steward'));
  await expectLicenses(join(folder, 'node_modules/steward'));
  await expectGroups(folder, 'jr', 12);
  await expectGroups(folder, 'cf', 5);
  const {stdout} = await run(join(folder, 'node_modules/.bin/steward'), ['version'], {cwd: folder});
  console.log(`installed and ran: ${stdout.trim()}`);
} catch (error) {
  console.error(error.stderr || error.message);
  process.exitCode = 1;
} finally {
  await rm(folder, {recursive: true, force: true});
}

/**
 * Every file that the README links is in the package: a registry shows it without the repository.
 */
async function expectLinks(installed) {
  const text = await readFile(join(installed, 'README.md'), 'utf8');
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target);
  const missing = targets.filter(target => !existsSync(join(installed, target)));
  if (targets.length === 0) throw new Error('README.md has no links');
  if (missing.length > 0) throw new Error(`README.md links what is not packed: ${missing}`);
}

/** Every package in a bundle, and every library in jq.wasm, has its license in the package. */
async function expectLicenses(installed) {
  const text = await readFile(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  const metafile = JSON.parse(await readFile(join(root, 'dist/meta.json'), 'utf8'));
  const packages = await bundledPackages(root, metafile);
  const titles = packages.map(({name, version}) => `\n${name} ${version} (`);
  const missing = [...titles, 'Oniguruma', 'decNumber', 'dtoa'].filter(one => !text.includes(one));
  if (packages.length === 0) throw new Error('dist/meta.json names no package');
  if (missing.length > 0) throw new Error(`no license text of: ${missing.join(', ').trim()}`);
}

async function expectGroups(cwd, command, count) {
  const {stdout} = await run('npx', ['--no-install', command, 'schema', '--list'], {cwd});
  const groups = JSON.parse(stdout);
  if (groups.length !== count) {
    throw new Error(`${command} schema --list: ${groups.length} groups, not ${count}`);
  }
}
