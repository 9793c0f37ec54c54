import {Text} from 'ink';
import {type LineSpan, lineWidth} from '../base/line-span.ts';
import {fitSpans, LineText} from './LineText.tsx';

interface Props {
  readonly left: readonly LineSpan[];
  readonly right: readonly LineSpan[];
  readonly columns: number;
}

/** A line with text at both ends; the left side is cut first, in its last span. */
export function SplitLine({left, right, columns}: Props) {
  const rightWidth = lineWidth(right);
  if (rightWidth > columns) return <Text wrap="truncate">{''}</Text>;
  const {spans, room} = fitSpans(left, Math.max(0, columns - rightWidth - 1));
  return <LineText spans={[...spans, {text: ' '.repeat(room + 1)}, ...right]} />;
}
