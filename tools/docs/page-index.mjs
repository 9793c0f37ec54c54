import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** Pages that repeat the help of operations, or that are about tests and sources. */
const leftOut = new Set([
  'bodies.md',
  'commands.md',
  'contract.md',
  'services.md',
  'packages.md',
  'ui-operations.md',
]);
/** Longest first sentence in the index, in characters. */
const longest = 160;

const docs = fileURLToPath(new URL('../../docs', import.meta.url));

/**
 * Build the index for `help search`: each heading of each page, with the start of the page and, of
 * recipes, the first command, in the format of `src/commands/help/pages.ts`.
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
      // Text below other headings changes too often to be duplicated.
      const start = marks === '#' ? plain(first).slice(0, longest) : '';
      const command = name.startsWith('recipes/') ? firstCommand(rest) : '';
      lines.push([`docs/${name}`, plain(heading), start, command].join('\t'));
    }
  }
  return lines.join('\n');
}

/** Return the first command of a section on one line, without a pipe that only checks it. */
function firstCommand(text) {
  const block = /^```bash\n([\s\S]*?)^```/m.exec(text)?.[1] ?? '';
  const lines = block
    .replace(/ *\\\n */g, ' ')
    .replace(/\|\n */g, '| ')
    .split('\n');
  const found = lines.find(line => /^(?:jr|cf|steward) /.test(line)) ?? '';
  return found.replace(/ \| (?:sort -u|wc -l|grep '|cut -|head -|tail -|jq -r|diff -).*/, '');
}

/** Remove the markup of Markdown and join its lines. */
function plain(text) {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/^[-#] +/, '')
    .trim();
}
