import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';

/** MIT packages whose archive carries no license text: name → who holds the copyright, by its sources. */
const textless = {
  'yoga-layout': 'Meta Platforms, Inc. and affiliates.',
  'ink-table': 'Matic Zavadlal',
};

/**
 * The license texts of every package that is in a bundle, by name.
 *
 * @throws when a bundled package has no license text, so that none is forgotten
 */
export async function thirdPartyLicenses(root, metafile) {
  const directories = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match?.[1]) directories.add(match[1]);
  }
  const blocks = [];
  for (const directory of directories) {
    const at = join(root, directory);
    const {name, version, license} = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
    const file = (await readdir(at)).find(entry => /^licen[cs]e/i.test(entry));
    const holder = license === 'MIT' ? textless[name] : undefined;
    const text = file
      ? await readFile(join(at, file), 'utf8')
      : holder && (await mitLicense(root, holder));
    if (!text) throw new Error(`no license text for ${name} ${version} (${license})`);
    blocks.push({name, text: `${name} ${version} (${license})\n\n${text.trim()}\n`});
  }
  blocks.sort((a, b) => (a.name < b.name ? -1 : 1));
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return `The programs in this folder contain the packages below.\n${rule}${blocks.map(b => b.text).join(rule)}`;
}

/** Our own license is the same text; only the holder differs. */
async function mitLicense(root, holder) {
  const own = await readFile(join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright \(c\).*$/m, `Copyright (c) ${holder}`);
}
