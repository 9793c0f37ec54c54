import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {faultKinds} from '../faults/kinds.ts';
import {root} from '../support/sources.ts';

const page = readFileSync(join(root, 'docs/contract.md'), 'utf8');
const rows = page.split('\n').filter(line => /^\| (?!Line |---)/.test(line));
const links = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)/g)].map(
  ([, title = '', path = '']) => ({title, path}),
);

/** Whether a test file has a test, or a group of tests, of that name. */
function hasTest(path: string, title: string): boolean {
  const file = join(root, path);
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  return ["'", '`', '"'].some(quote => text.includes(`${quote}${title}${quote}`));
}

describe('the page on the contract', () => {
  it('names tests that exist', () => {
    expect(links.length).toBeGreaterThan(100);
    const missing = links.filter(({path, title}) => !hasTest(path, title));
    expect(missing).toEqual([]);
  });

  it('has a test, or says that there is none, for each line', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter(row => !/\]\(\.\.\/test\/|\*\*not yet\*\*/.test(row))).toEqual([]);
  });

  it('has every section and numbered line of the contract', () => {
    const counts = {2: 7, 3: 5, 6: 5, 7: 3, 8: 12, 9: 2, 15: 10};
    const wanted = Object.entries(counts).flatMap(([section, count]) =>
      Array.from({length: count}, (_, index) => `| ${section}.${index + 1} |`),
    );
    expect(wanted.filter(start => !rows.some(row => row.startsWith(start)))).toEqual([]);
  });
});

it('the kinds of faults name tests that exist', () => {
  const missing = faultKinds.flatMap(({heldBy}) =>
    heldBy.filter(([path, title]) => !hasTest(path, title)),
  );
  expect(missing).toEqual([]);
});
