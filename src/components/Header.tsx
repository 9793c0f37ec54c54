import {Text} from 'ink';
import {cutText, padText, widthOf} from '../base/width.ts';
import type {Theme} from './theme.ts';

interface Props {
  /** Program and profile. */
  readonly left: string;
  /** Site and user. */
  readonly right: string;
  /** The profile asks for care. */
  readonly isProtected: boolean;
  readonly columns: number;
  readonly theme: Theme;
}

/** The line at the top: what this is and where it is connected. */
export function Header({left, right, isProtected, columns, theme}: Props) {
  const shownLeft = cutText(` ${left}`, columns);
  const room = columns - widthOf(shownLeft);
  const shownRight =
    room > 14
      ? `  ${padText(cutText(`${right} `, room - 2), room - 2, 'right')}`
      : ' '.repeat(room);
  return (
    <Text wrap="truncate" {...(isProtected ? theme.protectedHeader : theme.header)}>
      <Text bold>{shownLeft}</Text>
      {shownRight}
    </Text>
  );
}
