import {describe, expect, it} from 'vitest';
import {countWords, readLedger} from '../../tools/words.mjs';

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
