import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chmod, copyFile, link, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bins} from './build/parts.mjs';

/**
 * `node tools/pack-exe.mjs` packs dist-exe as a package for this platform, with its archive beside
 * it: one file that npm links under three names, whose command depends on the name.
 * docs/decisions/009 explains why it is a separate package.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist-exe');
const exe = join(dist, 'steward');
if (!existsSync(exe)) throw new Error('there is no executable: npm run build:exe');

const {version, license, description} = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
const folder = join(dist, 'package');
await rm(folder, {recursive: true, force: true});
await mkdir(folder, {recursive: true});
await link(exe, join(folder, 'steward'));
await chmod(join(folder, 'steward'), 0o755);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
const runtime = JSON.parse(await readFile(join(root, 'tools/exe/package.json'), 'utf8'));
const licenses = await readFile(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
// Its package contains no license text.
const ofRuntime = `The executable contains Bun ${runtime.devDependencies.bun} (MIT), which links JavaScriptCore (LGPL 2)
and other libraries; their licenses and how to link them anew: https://bun.com/docs/project/license\n\n`;
await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), ofRuntime + licenses);
await writeFile(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: `steward-${process.platform}-${process.arch}`,
      version,
      description: `${description}; one executable, which needs no Node`,
      license,
      os: [process.platform],
      cpu: [process.arch],
      bin: Object.fromEntries(bins.map(name => [name, 'steward'])),
      preferUnplugged: true,
    },
    null,
    2,
  )}\n`,
);
const {status, stdout} = spawnSync('npm', ['pack', '--silent', '--pack-destination', dist], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) throw new Error('npm pack failed');
// The leading ./ makes npm treat it as a file, not as the name of a repository.
console.log(`npm install --global ./dist-exe/${stdout.trim()}`);
