import {Text} from 'ink';
import {widthOf} from '../base/width.ts';
import type {Theme} from './theme.ts';

/** A key and a word for what it does. */
export interface FooterHint {
  readonly keyName: string;
  /** Empty where there is only room for the key. */
  readonly word: string;
  /** Shown even where it is tight. @default false */
  readonly always?: boolean;
}

interface Props {
  readonly hints: readonly FooterHint[];
  readonly columns: number;
  readonly theme: Theme;
}

/** The keys worth knowing here, as many as fit, most useful first. */
export function Footer({hints, columns, theme}: Props) {
  const shown = fittingHints(hints, columns - 1);
  return (
    <Text wrap="truncate">
      {' '}
      {shown.map((hint, i) => (
        <Text key={hint.keyName}>
          {i === 0 ? '' : '  '}
          <Text {...theme.keyName}>{hint.keyName}</Text>
          {hint.word === '' ? null : <Text {...theme.tones.dim}> {hint.word}</Text>}
        </Text>
      ))}
    </Text>
  );
}

/**
 * The hints that must be shown, and before them as many of the others as fit, in their order. Where
 * not even those fit, words of the last ones go: a key that is there without its word can be tried,
 * one that is missing cannot.
 */
export function fittingHints(hints: readonly FooterHint[], columns: number): readonly FooterHint[] {
  const needed = withoutWords(
    hints.filter(hint => hint.always),
    columns + 2,
  );
  let left = columns + 2 - widthOfHints(needed);
  return hints.flatMap(hint => {
    if (hint.always) return needed.find(({keyName}) => keyName === hint.keyName) ?? [];
    left -= widthOfHints([hint]);
    return left >= 0 ? hint : [];
  });
}

function withoutWords(hints: readonly FooterHint[], room: number): readonly FooterHint[] {
  const shown = [...hints];
  for (let i = shown.length - 1; i >= 0 && widthOfHints(shown) > room; i -= 1) {
    const hint = shown[i];
    if (hint !== undefined) shown[i] = {...hint, word: ''};
  }
  return shown;
}

function widthOfHints(hints: readonly FooterHint[]): number {
  return hints.reduce((sum, hint) => sum + widthOf(textOf(hint)) + 2, 0);
}

function textOf({keyName, word}: FooterHint): string {
  return word === '' ? keyName : `${keyName} ${word}`;
}
