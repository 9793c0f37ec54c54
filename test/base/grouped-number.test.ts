import fc from 'fast-check';
import {expect, it} from 'vitest';
import {groupedNumber} from '../../src/base/grouped-number.ts';

it('groups the digits of every whole number as English does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), n => {
      expect(groupedNumber(n)).toBe(n.toLocaleString('en'));
    }),
  );
});
