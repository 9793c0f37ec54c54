import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bodiesPage} from './docs/bodies-page.mjs';
import {commandsPage} from './docs/commands-page.mjs';
import {faultsPage} from './docs/faults-page.mjs';
import {flagTable} from './docs/flag-table.mjs';
import {keysPage} from './docs/keys-page.mjs';
import {listsTable} from './docs/lists-table.mjs';
import {loadSources} from './docs/load-sources.mjs';
import {manPage} from './docs/man-page.mjs';
import {packagesPage} from './docs/packages-page.mjs';
import {screensPage} from './docs/screens-page.mjs';
import {uiOperationsPage} from './docs/ui-operations-page.mjs';

/**
 * Generates pages and tables from the code: docs/commands.md, docs/packages.md and others, and the
 * text between markers in docs/lists.md. With `--check` it writes nothing and fails
 * if one is stale.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const code = await loadSources(root);

const pages = {
  'docs/bodies.md': bodiesPage(code),
  'docs/commands.md': commandsPage(code, flagTable(code)),
  'docs/faults.md': faultsPage(code),
  'docs/keys.md': keysPage(code),
  'docs/man/jr.1': manPage(code, 'jr'),
  'docs/man/cf.1': manPage(code, 'cf'),
  'docs/man/steward.1': manPage(code, 'steward'),
  'docs/screens.md': screensPage(code),
  'docs/ui-operations.md': uiOperationsPage(code),
  'docs/packages.md': await packagesPage(root),
  'docs/lists.md': await fillMarkers('docs/lists.md', {'how lists are paged': listsTable(code)}),
};

const stale = [];
for (const [name, text] of Object.entries(pages)) {
  const path = join(root, name);
  const current = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (current === text) continue;
  stale.push(name);
  if (check) continue;
  await mkdir(dirname(path), {recursive: true});
  await writeFile(path, text);
}
if (stale.length > 0)
  console.error(`${check ? 'stale (npm run docs)' : 'written'}: ${stale.join(', ')}`);
if (check && stale.length > 0) process.exitCode = 1;

/**
 * Fill each text between its two markers in a page; throws if a text has no markers or markers have
 * no text.
 */
async function fillMarkers(page, contents) {
  const text = await readFile(join(root, page), 'utf8');
  const used = new Set();
  const filled = text.replace(
    /<!-- (.+?): made by npm run docs -->\n[\s\S]*?<!-- end -->/g,
    (_, name) => {
      const content = contents[name];
      if (content === undefined) throw new Error(`${page} has a marker nobody fills: ${name}`);
      used.add(name);
      return `<!-- ${name}: made by npm run docs -->\n${content}\n<!-- end -->`;
    },
  );
  const missing = Object.keys(contents).filter(name => !used.has(name));
  if (missing.length > 0) throw new Error(`${page} has no marker for: ${missing.join(', ')}`);
  return filled;
}
