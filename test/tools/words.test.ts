import {describe, expect, it} from 'vitest';
import {countWords, readLedger, sampleTexts} from '../../tools/words.mjs';

describe('wording that only this project uses', () => {
  const ledger = readLedger();

  it.each(Object.entries(countWords()))('does not come back: %s', (place, counts) => {
    const risen = Object.entries(counts).filter(
      ([name, count]) => count > (ledger[place]?.[name] ?? 0),
    );
    // `npm run words -- PLACE PATTERN` lists the matches.
    expect(risen).toEqual([]);
  });
});

describe('a sample of texts to read', () => {
  it('is the same for the same seed, and has each text once', () => {
    const sample = sampleTexts(40, 7);
    expect(sample).toEqual(sampleTexts(40, 7));
    expect(sample.names).not.toEqual(sampleTexts(40, 8).names);
    for (const texts of Object.values(sample)) expect(texts).toHaveLength(40);
    expect(new Set(sample.screens).size).toBe(40);
  });
});
