import {bundleContents} from '../build/bundle.mjs';
import {bundledPackages} from '../build/licenses.mjs';
import {table} from './markdown.mjs';

/** Generate docs/packages.md: every bundled package with version, license and bundles. */
export async function packagesPage(root) {
  const packages = await bundledPackages(root, await bundleContents(root));
  const rows = packages.map(({name, version, license, bundles}) => [
    name,
    version,
    license,
    bundles.join(', '),
  ]);
  return `${[
    '# Packages',
    'The packages in the built program, generated from the bundles by `npm run docs`. `dist/THIRD-PARTY-LICENSES.txt` contains the license texts, `package-lock.json` the checksums of the archives, and `npm run check:audit` asks the registry for known vulnerabilities.',
    table(['Package', 'Version', 'License', 'In'], rows),
    '`jq.wasm`, which comes with jq-wasm, contains jq (MIT, Stephen Dolan and others), Oniguruma (BSD-2-Clause), decNumber (ICU) and dtoa (its own notice).',
  ].join('\n\n')}\n`;
}
