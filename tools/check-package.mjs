import {execFile} from 'node:child_process';
import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

/**
 * Whether the package installs and runs elsewhere: packs it, installs the archive in an empty
 * folder without network and without install scripts, and runs each command there.
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

async function expectGroups(cwd, command, count) {
  const {stdout} = await run('npx', ['--no-install', command, 'schema', '--list'], {cwd});
  const groups = JSON.parse(stdout);
  if (groups.length !== count) {
    throw new Error(`${command} schema --list: ${groups.length} groups, not ${count}`);
  }
}
