import fc from 'fast-check';

/** Numbers that JSON.parse would change, beside ordinary ones. */
const numberText = fc.oneof(
  fc.constantFrom('0', '-0', '1.0', '1e400', '12345678901234567890', '-1E-7', '0.10', '1e+2'),
  fc.integer().map(String),
  fc.double({noNaN: true, noDefaultInfinity: true}).map(number => JSON.stringify(number)),
);

/** Strings as JSON text, with escapes a writer need not have used. */
const stringText = fc.oneof(
  fc.string({unit: 'binary'}).map(text => JSON.stringify(text)),
  fc.constantFrom('"\\u0041\\/"', '"\\\\"', '"\\\\\\""', '"\\ud800"', '"é\\n漢"', '"{[,:]}"', '""'),
);

/** Blanks where JSON allows them. */
const blank = fc.stringMatching(/^[ \n\r\t]{0,2}$/);

/** JSON text of any form, written with any blanks. */
export const jsonText: fc.Arbitrary<string> = fc
  .letrec<{value: string}>(tie => ({
    value: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null')),
      fc
        .tuple(blank, fc.array(fc.tuple(blank, tie('value'), blank), {maxLength: 4}))
        .map(([inner, items]) => `[${items.map(item => item.join('')).join(',') || inner}]`),
      fc
        .tuple(
          blank,
          fc.array(fc.tuple(blank, stringText, blank, tie('value'), blank), {maxLength: 4}),
        )
        .map(([inner, members]) => {
          const texts = members.map(
            ([before, key, middle, value, after]) =>
              `${before}${key}${middle}:${before}${value}${after}`,
          );
          return `{${texts.join(',') || inner}}`;
        }),
    ),
  }))
  .value.chain(value => fc.tuple(blank, blank).map(([before, after]) => before + value + after));
