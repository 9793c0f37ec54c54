import {Text} from 'ink';
import {cutText, padText, widthOf} from '../base/width.ts';
import type {LineSpan} from './LineText.tsx';
import type {Theme} from './theme.ts';

interface Props {
  /** Program and profile. */
  readonly left: string;
  /** What holds for a while and must not be forgotten. */
  readonly badge: LineSpan | undefined;
  /** Site and user. */
  readonly right: string;
  /** The profile asks for care. */
  readonly isProtected: boolean;
  readonly columns: number;
  readonly theme: Theme;
}

/** The line at the top: what this is and where it is connected. */
export function Header({left, badge, right, isProtected, columns, theme}: Props) {
  const shownLeft = cutText(` ${left}`, columns);
  const shownBadge =
    badge === undefined ? '' : cutText(`  ${badge.text}`, columns - widthOf(shownLeft));
  const room = columns - widthOf(shownLeft) - widthOf(shownBadge);
  const shownRight =
    room > 14
      ? `  ${padText(cutText(`${right} `, room - 2), room - 2, 'right')}`
      : ' '.repeat(room);
  return (
    <Text wrap="truncate" {...(isProtected ? theme.protectedHeader : theme.header)}>
      <Text bold>{shownLeft}</Text>
      {shownBadge === '' ? null : (
        <Text {...theme.tones[badge?.tone ?? 'title']} bold>
          {shownBadge}
        </Text>
      )}
      {shownRight}
    </Text>
  );
}
