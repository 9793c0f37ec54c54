import type {FlagRow} from './flags.ts';

/** What of a flag matters for taking a line apart. */
export type FlagShape = Pick<FlagRow, 'name' | 'short' | 'type'>;

/** A flag with what was typed after it. */
export interface OptionToken {
  readonly kind: 'option';
  /** Without dashes; the long name of a short one that is known. */
  readonly name: string;
  readonly rawName: string;
  /** A flag that is true or false has one only after `=`. */
  readonly value: string | undefined;
  /** Whether the value stands in the same word. */
  readonly inlineValue: boolean | undefined;
}

/** One piece of a command line. */
type Token = OptionToken | {readonly kind: 'positional'; readonly value: string};

/**
 * The pieces of a command line as `parseArgs` of `node:util` tells them without `strict`, which
 * test/commands/tokens.test.ts compares; loading that takes longer than a whole line does here.
 */
export function tokensOf(argv: readonly string[], rows: readonly FlagShape[]): readonly Token[] {
  const valued = new Set(rows.flatMap(({name, type}) => (type === 'boolean' ? [] : [name])));
  const shorts = new Map(rows.flatMap(({name, short}) => (short ? [[short, name]] : [])));
  const longOf = (letter: string): string => shorts.get(letter) ?? letter;
  const rest = [...argv];
  const tokens: Token[] = [];
  /** `-qp5` as `-q` and `-p5`. */
  const apart = (group: string): string[] => {
    const at = group.split('').findIndex((letter, i) => i > 0 && valued.has(longOf(letter)));
    const end = at === -1 ? group.length : at;
    const alone = group
      .slice(1, end)
      .split('')
      .map(letter => `-${letter}`);
    return at === -1 ? alone : [...alone, `-${group.slice(at)}`];
  };
  const option = (name: string, rawName: string, inline: string | undefined): void => {
    const value = inline ?? (valued.has(name) ? rest.shift() : undefined);
    const inlineValue = value === undefined ? undefined : inline !== undefined;
    tokens.push({kind: 'option', name, rawName, value, inlineValue});
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      for (const value of rest) tokens.push({kind: 'positional', value});
      break;
    }
    const letter = word.charAt(1);
    if (!word.startsWith('-') || word === '-') tokens.push({kind: 'positional', value: word});
    else if (letter === '-') {
      const sign = word.includes('=', 3) ? word.indexOf('=') : word.length;
      const inline = sign < word.length ? word.slice(sign + 1) : undefined;
      option(word.slice(2, sign), word.slice(0, sign), inline);
    } else if (word.length === 2) option(longOf(letter), word, undefined);
    else if (valued.has(longOf(letter))) option(longOf(letter), `-${letter}`, word.slice(2));
    else rest.unshift(...apart(word));
  }
  return tokens;
}
