import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {editsBetween, type ListEdit} from '../../src/base/text-edits.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), {maxLength: 40});

function side(edits: readonly ListEdit[], not: ListEdit['kind']): string[] {
  return edits.filter(edit => edit.kind !== not).flatMap(edit => [...edit.items]);
}

/** Length of the longest common subsequence, by the book. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++) {
      next[j] = one === b[j - 1] ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('edits', () => {
  test('give both texts back', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const edits = editsBetween(a, b);
        expect(side(edits, 'new')).toEqual(a);
        expect(side(edits, 'gone')).toEqual(b);
      }),
    );
  });

  test('keep as many texts as possible', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const kept = editsBetween(a, b).filter(edit => edit.kind === 'same');
        expect(kept.flatMap(edit => edit.items)).toHaveLength(commonLength(a, b));
      }),
    );
  });

  test('have removed texts before added ones, each in one run', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const kinds = editsBetween(a, b).map(edit => edit.kind);
        kinds.forEach((kind, i) => {
          expect(kind).not.toBe(kinds[i + 1]);
          if (kind === 'new') expect(kinds[i + 1] ?? 'same').toBe('same');
        });
      }),
    );
  });

  test('give both texts back when they are too far apart to be followed', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const edits = editsBetween(a, b, 3);
        expect(side(edits, 'new')).toEqual(a);
        expect(side(edits, 'gone')).toEqual(b);
      }),
    );
  });

  test('work for more texts than a call accepts arguments', () => {
    const lines = (sign: string) => Array.from({length: 1_000_000}, () => sign);
    const edits = editsBetween(lines('a'), lines('b'));
    expect(edits.map(({kind, items}) => [kind, items.length])).toEqual([
      ['gone', 1_000_000],
      ['new', 1_000_000],
    ]);
  });

  test('of 20,000 lines without a common one take a bounded number of steps', () => {
    let looks = 0;
    /** Slices are of the same class, so that every look at a line of them is counted. */
    class Counted extends Array<string> {
      constructor(length: number) {
        super(length);
        // biome-ignore lint/correctness/noConstructorReturn: only a proxy sees looks at an index
        return new Proxy(this, {
          get(target, name, receiver) {
            if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
            return Reflect.get(target, name, receiver);
          },
        });
      }
    }
    const lines = (sign: string) => new Counted(20_000).fill('').map((_, i) => sign + i);
    expect(editsBetween(lines('a'), lines('b')).map(edit => edit.kind)).toEqual(['gone', 'new']);
    expect(looks).toBeGreaterThan(1_000_000);
    expect(looks).toBeLessThan(4_000_000);
  });
});
