import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {bundleContents} from './build/bundle.mjs';
import {bundledPackages} from './build/licenses.mjs';

/**
 * Whether the registry knows of a fault in a package of the bundles (`npm audit`). Ends with 1 when it
 * does, and with 2 when it does not answer: then nothing is known. Packages that only the build and
 * the tests use are told and do not fail.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const report = await readReport();

if (report?.vulnerabilities === undefined) {
  const why = report?.message ?? report?.error?.summary ?? 'it answered nothing that can be read';
  console.error(`not checked: the registry does not answer npm audit (${why})`);
  process.exitCode = 2;
} else {
  const packages = await bundledPackages(root, await bundleContents(root));
  const bundled = new Set(packages.map(({directory}) => directory));
  const found = Object.values(report.vulnerabilities);
  const inBundle = found.filter(({nodes}) => nodes.some(node => bundled.has(node)));
  for (const one of found) {
    console.log(`${inBundle.includes(one) ? 'bundled' : 'not bundled'}: ${describe(one)}`);
  }
  console.log(`${packages.length} bundled packages, ${inBundle.length} with a known fault`);
  if (inBundle.length > 0) process.exitCode = 1;
}

/**
 * What npm audit prints; it ends with 1 both when something is found and when it fails. All that is
 * bundled is a development dependency, which npm leaves out where NODE_ENV says production.
 */
function readReport() {
  return new Promise(resolve => {
    execFile(
      'npm',
      ['audit', '--json', '--include=dev'],
      {cwd: root, maxBuffer: 2 ** 26},
      (_error, stdout) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          resolve(undefined);
        }
      },
    );
  });
}

function describe({name, severity, range, via}) {
  const reasons = via.map(one =>
    typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`,
  );
  return `${name} ${range} (${severity}): ${reasons.join('; ')}`;
}
