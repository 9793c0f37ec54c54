import {Text} from 'ink';
import {widthOf} from '../base/width.ts';
import {useTheme} from './theme-context.ts';

/** A key and its label. */
export interface FooterHint {
  readonly keyName: string;
  /** Empty if there is only room for the key. */
  readonly word: string;
  /** Shown even in a narrow footer. @default false */
  readonly always?: boolean;
}

interface Props {
  readonly hints: readonly FooterHint[];
  readonly columns: number;
}

/** The most useful keys, as many as fit. */
export function Footer({hints, columns}: Props) {
  const theme = useTheme();
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
 * The hints that are always shown, and before them as many others as fit, in order. If even those
 * do not fit, the labels of the last ones are dropped: the user can try a key without a label, but
 * not a missing one.
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
