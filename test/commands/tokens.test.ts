import {parseArgs} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type FlagShape, knownFlags, readTokens} from '../../src/commands/scan.ts';

const rows: readonly FlagShape[] = [
  {name: 'name', type: 'string'},
  {name: 'profile', short: 'p', type: 'string'},
  {name: 'output', short: 'o', type: 'string'},
  {name: 'quiet', short: 'q', type: 'boolean'},
  {name: 'dry-run', type: 'boolean'},
];

/** The same by the library of Node, without places of words and the end of flags. */
function byNode(args: readonly string[]): unknown[] {
  const options = Object.fromEntries(
    rows.map(({name, short, type}) => [
      name,
      {type: type === 'boolean' ? type : 'string', ...(short && {short})} as const,
    ]),
  );
  const given = {args: [...args], options, strict: false, allowPositionals: true, tokens: true};
  const {tokens} = parseArgs(given as typeof given & {tokens: true});
  return tokens.flatMap(({index: _, ...token}) =>
    token.kind === 'option-terminator' ? [] : [token],
  );
}

const piece = fc.constantFrom(
  ...['-', '--', '=', 'name', 'profile', 'quiet', 'dry-run', 'p', 'o', 'q', 'x', ' ', 'ü', '😀'],
);
const word = fc.array(piece, {maxLength: 4}).map(pieces => pieces.join(''));

test('a line is taken apart as parseArgs of Node does', () => {
  fc.assert(
    fc.property(fc.array(word, {maxLength: 6}), args => {
      expect([...readTokens(args, () => knownFlags(rows))]).toEqual(byNode(args));
    }),
    {numRuns: 3000},
  );
});

test.each([
  ['-qp', 'work'],
  ['-qpwork', '-p=work'],
  ['-xq', '--dry-run=no', '--name'],
  ['--=a=b', '--name=', '-', '', '--', '--name', '-p'],
])('%s %s', (...args) => {
  expect([...readTokens(args, () => knownFlags(rows))]).toEqual(byNode(args));
});
