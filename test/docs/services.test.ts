import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {root} from '../support/sources.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [services, contract] = [read('docs/services.md'), read('docs/contract.md')];

/** What a citation can lead to: headings of both pages and numbered lines of the contract. */
const sections = [...services.matchAll(/^### ([TCW]\d+(?:\.\d+)?) |^## (L)\. /gm)].map(
  ([, section, older]) => `services ${section ?? older}`,
);
const lines = [...contract.matchAll(/^(?:## (\d+)\. |\| (\d+(?:\.\d+)?) \|)/gm)].map(
  ([, heading, line]) => `contract ${heading ?? line}`,
);

/**
 * Files that cite: sources, tests, tools, benches and pages; not this page and this test
 * themselves.
 */
const files = ['src', 'test', 'tools', 'bench', 'docs'].flatMap(folder =>
  readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(path => /\.(ts|tsx|mjs|json|md)$/.test(path) && !path.includes('/golden/'))
    .filter(path => !['docs/services.md', 'test/docs/services.test.ts'].includes(path)),
);

const citation =
  /\b(services|contract)(?: |\s+(?:\*|\/\/) )((?:[TCW]?\d+(?:\.\d+)?|L)\b(?:(?:, | and )(?:[TCW]\d+|\d+(?=\.\d|\)))(?:\.\d+)?\b)*)/g;

/**
 * The citations of a text, one for each number: `services T9.4`, `services W4.11`, `contract 8.7`.
 */
function citationsIn(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, page, numbers = '']) =>
    numbers.split(/, | and /).map(number => `${page} ${number}`),
  );
}

const cited = files.flatMap(path => citationsIn(read(path)).map(citation => ({path, citation})));

describe('citations', () => {
  it('are read one by one, over line ends too', () => {
    const text =
      '(services T9.4, W4.11; contract 1 and 8.6)\n// services L, add (contract\n * 6.1)';
    const found = ['services T9.4', 'services W4.11', 'contract 1', 'contract 8.6', 'services L'];
    expect(citationsIn(text)).toEqual([...found, 'contract 6.1']);
  });

  it('each lead to a section of docs/services.md or a line of docs/contract.md', () => {
    expect(cited.length).toBeGreaterThan(300);
    const known = new Set([...sections, ...lines]);
    expect(cited.filter(({citation}) => !known.has(citation))).toEqual([]);
  });

  it('make use of every section of docs/services.md', () => {
    const used = new Set(cited.map(({citation}) => citation));
    expect(sections.length).toBeGreaterThan(60);
    expect(sections.filter(section => !used.has(section))).toEqual([]);
    expect(new Set(sections).size).toBe(sections.length);
  });

  it('of the page itself lead to sections of it', () => {
    const inner = [...services.matchAll(/\b[TCW]\d+(?:\.\d+)?\b/g)].map(
      ([name]) => `services ${name}`,
    );
    expect(inner.filter(name => !sections.includes(name))).toEqual([]);
  });

  it('lead to no page that is not here', () => {
    const elsewhere =
      /\b(tracker-api|content-api|wire-notes|client-contract|command-line-client)(\.md)?( section)?\s+(\* |\/\/ )?\d/;
    expect(files.filter(path => elsewhere.test(read(path)))).toEqual([]);
  });
});
