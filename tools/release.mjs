import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {checkRelease, missingLinks, releasedChangelog} from './build/release-notes.mjs';

/**
 * `node tools/release.mjs 1.2.0` makes a release of the committed sources: sets the version, dates
 * the section of the changelog, commits and tags, then fills the folder release with the package,
 * its bill of materials and checksums. `--exe` adds the executables for all platforms, `--prepare`
 * stops after the tag. Nothing is pushed or published.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'release');
const {positionals, values} = parseArgs({
  allowPositionals: true,
  options: {exe: {type: 'boolean'}, prepare: {type: 'boolean'}},
});
const [version = ''] = positionals;

const read = name => readFile(join(root, name), 'utf8');
const write = (name, text) => writeFile(join(root, name), text);
const manifest = JSON.parse(await read('package.json'));
const changelog = await read('CHANGELOG.md');
const changes = run('git', ['status', '--porcelain']).trim();
const problems = checkRelease({version, current: manifest.version, changelog, changes});
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  console.error('Nothing was changed.');
  process.exit(1);
}

await write('CHANGELOG.md', releasedChangelog(changelog, version, today()));
for (const name of ['package.json', 'package-lock.json']) {
  await write(name, withVersion(await read(name), manifest.version));
}
run('node', ['tools/docs.mjs']);
run('git', ['commit', '--all', '--quiet', '--message', `Release ${version}`]);
run('git', ['tag', '--annotate', `v${version}`, '--message', `steward ${version}`]);
console.log(`committed and tagged v${version}`);

if (!values.prepare) {
  await rm(out, {recursive: true, force: true});
  await mkdir(out);
  run('npm', ['pack', '--pack-destination', out]);
  if (values.exe) run('node', ['tools/build-exe.mjs', '--all', '--out', out]);
  const {makeSbom} = await import('./build/sbom.mjs');
  const {devDependencies} = JSON.parse(await read('tools/exe/package.json'));
  const runtime = values.exe ? {name: 'bun', version: devDependencies.bun} : undefined;
  const sbom = await makeSbom(root, runtime);
  await write(`release/steward-${version}.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
  await write('release/SHA256SUMS', await checksums());
  console.log(`release: ${(await readdir(out)).join(', ')}`);
}

const missing = missingLinks(manifest);
if (missing.length > 0) {
  console.log(`package.json has no ${missing.join(', ')}: a registry shows no links to them`);
}
console.log(`to publish: git push origin HEAD v${version}; npm publish release/*.tgz`);

function today() {
  return new Date().toISOString().slice(0, 10);
}

/** Set the version of the package itself: the first, and in a lock file also the second. */
function withVersion(text, current) {
  const lines = text.split('\n');
  const depth = text.includes('"lockfileVersion"') ? 2 : 1;
  let left = depth;
  return lines
    .map(line => {
      if (left === 0 || line.trim() !== `"version": "${current}",`) return line;
      left -= 1;
      return line.replace(current, version);
    })
    .join('\n');
}

async function checksums() {
  const names = (await readdir(out)).filter(name => name !== 'SHA256SUMS').sort();
  const lines = [];
  for (const name of names) {
    const hash = createHash('sha256').update(await readFile(join(out, name)));
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  return lines.join('');
}

/** Run a program in the root; its output, or the end of the release. */
function run(program, args) {
  const {status, stdout, stderr, error} = spawnSync(program, args, {cwd: root, encoding: 'utf8'});
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed:\n${error?.message ?? stderr}`);
}
