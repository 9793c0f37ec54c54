import {Text} from 'ink';
import type {LineSpan} from '../base/line-span.ts';
import {cutText, widthOf} from '../base/width.ts';
import type {Theme} from './theme.ts';
import {useTheme} from './theme-context.ts';

interface Props {
  /** Program and profile. */
  readonly left: string;
  /** States the user must not forget, the most important first. */
  readonly signs: readonly LineSpan[];
  /** User and site, the longest form first; the first that fits is shown. */
  readonly right: readonly string[];
  /** The profile is protected. */
  readonly isProtected: boolean;
  readonly columns: number;
}

const gap = '  ';

/** The first line: program, status, and connection. */
export function Header({left, signs, right, isProtected, columns}: Props) {
  const theme = useTheme();
  const shownLeft = cutText(` ${left}`, columns);
  const kept: LineSpan[] = [];
  let room = columns - widthOf(shownLeft) - 1;
  for (const sign of signs) {
    const text = cutText(sign.text, room - gap.length);
    if (text === '') break;
    kept.push({...sign, text});
    room -= widthOf(text) + gap.length;
  }
  const name = right.find(text => widthOf(text) + gap.length <= room) ?? '';
  const space = room - (name === '' ? 0 : widthOf(name) + gap.length);
  const look = isProtected ? theme.protectedHeader : theme.header;
  return (
    <Text wrap="truncate" {...look}>
      <Text bold>{shownLeft}</Text>
      {' '.repeat(Math.max(0, space))}
      {kept.map(({text, tone}, i) => (
        <Text key={i}>
          {gap}
          <Text {...signStyle(theme, tone, isProtected)}>{text}</Text>
        </Text>
      ))}
      {name === '' ? ' ' : `${gap}${name} `}
    </Text>
  );
}

/** On a coloured line, text colours are unreadable, so problems are marked by their background. */
function signStyle(theme: Theme, tone: LineSpan['tone'], isProtected: boolean) {
  if (tone === 'bad') return {...(isProtected ? theme.header : theme.protectedHeader), bold: true};
  return tone === 'warn' || tone === 'title' ? {bold: true} : {};
}
