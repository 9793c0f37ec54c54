import fc from 'fast-check';

/** Something that takes text from outside, with inputs for it and what must hold for each. */
export interface FuzzTarget<Input = unknown> {
  readonly name: string;
  /** What holds for every input, as a sentence. */
  readonly says: string;
  /** Inputs are values that JSON can hold, so that a found case can be kept. */
  readonly inputs: fc.Arbitrary<Input>;
  /** @throws when it does not hold */
  readonly check: (input: Input) => void;
}

/** A target of a list of them: its inputs and its check fit each other. */
export function makeTarget<Input>(target: FuzzTarget<Input>): FuzzTarget {
  return {...target, check: input => target.check(input as Input)};
}

/**
 * Text of everything that has ever been trouble: marks, halves of pairs, controls, wide and joined.
 */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({unit: 'grapheme', maxLength: 8}),
      fc.string({unit: 'binary', maxLength: 4}),
      fc.constantFrom(
        ' ',
        '  ',
        'a',
        'word',
        '漢字',
        '👩‍👩‍👧‍👦',
        'é̂',
        '\ud800',
        '\u0000',
        '\u001b[2J',
        '\u202e',
        '\u200d',
        '\ufeff',
        '\t',
        '\n',
        '\r\n',
        '\u2028',
        'İ',
        '\u0301',
        '🇩🇪',
        '#',
        'constructor',
        '%2e',
        '..',
        '//',
        '\\',
        '"',
        "'",
        '|',
        '!',
        '~',
      ),
    ),
    {maxLength: 8},
  )
  .map(parts => parts.join(''));

/** A text with pieces taken out, doubled or put in. */
export function damaged(
  text: fc.Arbitrary<string>,
  pieces: readonly string[],
): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.nat({max: 3}), fc.constantFrom('', ...pieces));
  return fc.tuple(text, fc.array(edit, {maxLength: 4})).map(([whole, edits]) =>
    edits.reduce((now, [at, length, piece]) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + piece + now.slice(place + length);
    }, whole),
  );
}
