import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';

/** MIT packages whose archive contains no license text: name → copyright holder in the sources. */
const textless = {
  'yoga-layout': 'Meta Platforms, Inc. and affiliates.',
  'ink-table': 'Matic Zavadlal',
};

/** List every bundled package, sorted by name: its folder, name, version, license and bundles. */
const compiled = {'jq-wasm': 'jq-wasm.txt'};

/**
 * Every package that is in a bundle, sorted by name: its folder, name, version, license, and the
 * bundles it is in.
 */
export async function bundledPackages(root, metafile) {
  const bundles = new Map();
  for (const [output, {inputs}] of Object.entries(metafile.outputs)) {
    for (const input of Object.keys(inputs)) {
      const directory = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (!directory) continue;
      const files = bundles.get(directory) ?? new Set();
      bundles.set(directory, files.add(output.replace(/^.*\//, '')));
    }
  }
  const packages = [];
  for (const [directory, files] of bundles) {
    const text = await readFile(join(root, directory, 'package.json'), 'utf8');
    const {name, version, license} = JSON.parse(text);
    packages.push({directory, name, version, license, bundles: [...files].sort()});
  }
  const label = ({name, version}) => `${name} ${version}`;
  return packages.sort((a, b) => (label(a) < label(b) ? -1 : 1));
}

/**
 * The license texts of every package that is in a bundle, by name.
 *
 * @throws when a bundled package has no license text, so that none is forgotten
 */
export async function thirdPartyLicenses(root, metafile) {
  const blocks = [];
  for (const {directory, name, version, license} of await bundledPackages(root, metafile)) {
    const at = join(root, directory);
    const file = (await readdir(at)).find(entry => /^licen[cs]e/i.test(entry));
    const holder = license === 'MIT' ? textless[name] : undefined;
    const text = file
      ? await readFile(join(at, file), 'utf8')
      : holder && (await mitLicense(root, holder));
    if (!text) throw new Error(`no license text for ${name} ${version} (${license})`);
    const others = compiled[name];
    const notices = others ? await readFile(join(root, 'tools/build/notices', others), 'utf8') : '';
    blocks.push(`${name} ${version} (${license})\n\n${`${text.trim()}\n\n${notices}`.trim()}\n`);
  }
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return `The programs in this folder contain the packages below.\n${rule}${blocks.join(rule)}`;
}

/** Build an MIT license from our own; only the holder differs. */
async function mitLicense(root, holder) {
  const own = await readFile(join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright \(c\).*$/m, `Copyright (c) ${holder}`);
}
