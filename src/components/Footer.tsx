import {Text} from 'ink';
import {widthOf} from '../base/width.ts';
import type {Theme} from './theme.ts';

/** A key and a word for what it does. */
export interface Hint {
  readonly keyName: string;
  readonly word: string;
  /** Shown even where it is tight. @default false */
  readonly always?: boolean;
}

interface Props {
  readonly hints: readonly Hint[];
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
          <Text {...theme.tones.dim}> {hint.word}</Text>
        </Text>
      ))}
    </Text>
  );
}

/** The hints that must be shown, and before them as many of the others as fit, in their order. */
function fittingHints(hints: readonly Hint[], columns: number): readonly Hint[] {
  const width = (hint: Hint) => widthOf(`${hint.keyName} ${hint.word}`) + 2;
  let left = columns + 2 - hints.reduce((sum, hint) => sum + (hint.always ? width(hint) : 0), 0);
  return hints.filter(hint => {
    if (hint.always) return true;
    left -= width(hint);
    return left >= 0;
  });
}
