import {Text} from 'ink';
import {cutText, widthOf} from '../base/width.ts';
import {type LineSpan, LineText} from './LineText.tsx';
import type {Theme} from './theme.ts';

interface Props {
  readonly left: readonly LineSpan[];
  readonly right: readonly LineSpan[];
  readonly columns: number;
  readonly theme: Theme;
}

/** A line with something at each end; the left side is cut first, in its last span. */
export function TwoSides({left, right, columns, theme}: Props) {
  const rightWidth = right.reduce((sum, span) => sum + widthOf(span.text), 0);
  const shown: LineSpan[] = [];
  let room = Math.max(0, columns - rightWidth - 1);
  for (const span of left) {
    const text = cutText(span.text, room);
    if (text !== '') shown.push({...span, text});
    room -= widthOf(text);
  }
  const used = shown.reduce((sum, span) => sum + widthOf(span.text), 0);
  const space = ' '.repeat(Math.max(1, columns - used - rightWidth));
  if (used + rightWidth > columns) return <Text wrap="truncate">{cutText('', columns)}</Text>;
  return <LineText spans={[...shown, {text: space}, ...right]} theme={theme} />;
}
