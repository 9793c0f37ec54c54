import {execFileSync} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

/**
 * Adds to package-lock.json the platform packages that `npm install` omitted because its registry
 * lacked them: `npm ci` rejects a lock file without them on every platform. Fetches missing
 * checksums. Run it after `npm install`; test/tools/lock.test.ts fails if it was forgotten.
 */
const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(await readFile(file, 'utf8'));
const {packages} = lock;
const added = [];

for (const [path, {optionalDependencies, dev}] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
    packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(dev && {dev}),
      optional: true,
    };
    added.push(name);
  }
}

const checked = [];
for (const [path, held] of Object.entries(packages)) {
  if (path === '' || held.integrity) continue;
  const integrity = integrityOf(`${path.replace(/^.*node_modules\//, '')}@${held.version}`);
  if (!integrity) continue;
  held.integrity = integrity;
  checked.push(path);
}

if (added.length + checked.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(checked.length > 0 ? `checksums: ${checked.join(', ')}` : 'no new checksum');
console.log(added.length > 0 ? `added: ${added.join(', ')}` : 'nothing was missing');

/** Fetch the checksum of a package; undefined if the registry does not have the package. */
function integrityOf(spec) {
  try {
    return execFileSync('npm', ['view', spec, 'dist.integrity'], {stdio: 'pipe'}).toString().trim();
  } catch {
    return undefined;
  }
}

/** Derive the platform of a package, without which npm would install it on every platform. */
function platformOf(name) {
  const [, os, cpu, libc] =
    /(android|darwin|linux|win32)-(arm64|x64)(?:-(musl|gnu))?$/.exec(name) ?? [];
  if (!os) throw new Error(`${name}: for which platform is it?`);
  return {os: [os], cpu: [cpu], ...(libc && {libc: [libc === 'gnu' ? 'glibc' : libc]})};
}
