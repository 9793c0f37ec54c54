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
  let room = columns - widthOf(shownLeft) - 1;
  const kept = fittingSigns(signs, room, widthOf(right.at(-1) ?? '') + gap.length);
  for (const {text} of kept) room -= widthOf(text) + gap.length;
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

/** No sign is cut to less than this for the site. */
const leastSign = 12;

/**
 * The signs that fit: the longest is cut so that the others and the site stay, then the last are
 * dropped.
 */
function fittingSigns(signs: readonly LineSpan[], room: number, site: number): LineSpan[] {
  const widths = signs.map(({text}) => widthOf(text));
  const widest = Math.max(0, ...widths);
  const over = widths.reduce((sum, width) => sum + width + gap.length, site) - room;
  const cut = widest - Math.max(0, over);
  const longest = cut < leastSign ? widest : cut;
  const kept: LineSpan[] = [];
  let left = room;
  for (const sign of signs) {
    const text = cutText(sign.text, Math.min(longest, left - gap.length));
    if (text === '') break;
    kept.push({...sign, text});
    left -= widthOf(text) + gap.length;
  }
  return kept;
}

/** On a coloured line, text colours are unreadable, so problems are marked by their background. */
function signStyle(theme: Theme, tone: LineSpan['tone'], isProtected: boolean) {
  if (tone === 'bad') return {...(isProtected ? theme.header : theme.protectedHeader), bold: true};
  return tone === 'warn' || tone === 'title' ? {bold: true} : {};
}
