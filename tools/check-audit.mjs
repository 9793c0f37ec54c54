import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {bundleContents} from './build/bundle.mjs';
import {bundledPackages} from './build/licenses.mjs';

/**
 * Checks the bundled packages for known vulnerabilities (`npm audit`). Exits with 1 if the registry
 * reports one, and with 2 if it does not respond. Vulnerabilities of packages used only by the
 * build and the tests are reported but do not fail.
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
 * Run npm audit and return its output; it exits with 1 both for findings and for errors. All
 * bundled packages are development dependencies, which npm omits if NODE_ENV is production.
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
