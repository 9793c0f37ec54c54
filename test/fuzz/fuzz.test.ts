import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {root} from '../support/sources.ts';
import {fuzzTargets} from './targets.ts';

/** Inputs that were once too much, by target: `npm run fuzz` adds to them. */
const corpus = join(root, 'test/fixtures/fuzz');

function keptCases(name: string): readonly unknown[] {
  const file = join(corpus, `${name}.json`);
  if (!existsSync(file)) return [];
  const cases: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(cases)) throw new Error(`${file} is no list`);
  return cases;
}

describe.each(fuzzTargets)('$name: $says', ({name, inputs, check}) => {
  it('for every case that was found once', () => {
    for (const input of keptCases(name)) check(input);
  });

  it('for a few hundred more, the same ones every time', () => {
    fc.assert(fc.property(inputs, check), {seed: 1, numRuns: 300});
  });
});

it('no kept case is of a target that is gone', () => {
  const names = readdirSync(corpus).map(file => file.replace(/\.json$/, ''));
  expect(names.filter(name => !fuzzTargets.some(target => target.name === name))).toEqual([]);
});
