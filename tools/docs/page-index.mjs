import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';

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

/** The source of `src/commands/help/pages.ts`: each heading of each page, with how the page begins. */
export async function pageIndex(root) {
  const all = await readdir(join(root, 'docs'));
  const recipes = await readdir(join(root, 'docs/recipes'));
  const names = [...all, ...recipes.map(name => `recipes/${name}`)];
  const lines = [];
  for (const name of names.filter(name => name.endsWith('.md')).sort()) {
    if (leftOut.has(name)) continue;
    const text = await readFile(join(root, 'docs', name), 'utf8');
    for (const [, marks, heading, rest] of text.matchAll(
      /^(#{1,3}) (.+)\n([\s\S]*?)(?=^#|(?![\s\S]))/gm,
    )) {
      const first = rest.split('\n').find(line => /^[\p{L}\p{N}`*[-]/u.test(line)) ?? '';
      // What stands below the others changes too often to be kept twice.
      const start = marks === '#' ? plain(first).slice(0, longest) : '';
      lines.push([`docs/${name}`, plain(heading), start].join('\t'));
    }
  }
  const escaped = lines.join('\n').replaceAll('\\', '\\\\').replaceAll('${', '\\${');
  return `/** Each section of the documentation: page, heading and how the page begins, parted by tabs. Made by npm run docs. */
export const sectionsOfPages = \`${escaped}\`;
`;
}

/** Markdown without its marks, on one line, and without what would end a template. */
function plain(text) {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/^[-#] +/, '')
    .trim();
}
