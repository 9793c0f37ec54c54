import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** Pages that say again what operations say of themselves, or that speak of tests and sources. */
const leftOut = new Set([
  'bodies.md',
  'commands.md',
  'contract.md',
  'services.md',
  'packages.md',
  'ui-operations.md',
]);
/** Longest first sentence that is kept, in characters. */
const longest = 160;

const docs = fileURLToPath(new URL('../../docs', import.meta.url));

/**
 * What `help search` finds in the documentation: each heading of each page, with how the page begins,
 * as `src/commands/help/pages.ts` takes it.
 */
export function pageIndex() {
  const recipes = readdirSync(join(docs, 'recipes'));
  const names = [...readdirSync(docs), ...recipes.map(name => `recipes/${name}`)];
  const lines = [];
  for (const name of names.filter(name => name.endsWith('.md')).sort()) {
    if (leftOut.has(name)) continue;
    const text = readFileSync(join(docs, name), 'utf8');
    for (const [, marks, heading, rest] of text.matchAll(
      /^(#{1,3}) (.+)\n([\s\S]*?)(?=^#|(?![\s\S]))/gm,
    )) {
      const first = rest.split('\n').find(line => /^[\p{L}\p{N}`*[-]/u.test(line)) ?? '';
      // What stands below the others changes too often to be kept twice.
      const start = marks === '#' ? plain(first).slice(0, longest) : '';
      lines.push([`docs/${name}`, plain(heading), start].join('\t'));
    }
  }
  return lines.join('\n');
}

/** Markdown without its marks, on one line. */
function plain(text) {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/^[-#] +/, '')
    .trim();
}
