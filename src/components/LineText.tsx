import {Text} from 'ink';
import {memo} from 'react';
import type {LineSpan} from '../base/line-span.ts';
import {cutText, widthOf} from '../base/width.ts';
import {cursorStyle, type TextStyle, type Theme} from './theme.ts';
import {useTheme} from './theme-context.ts';

/** Cut a line to a width; returns its spans and the remaining columns. */
export function fitSpans(
  line: readonly LineSpan[],
  columns: number,
): {readonly spans: readonly LineSpan[]; readonly room: number} {
  let room = columns;
  const spans = line.map(span => {
    const text = cutText(span.text, room);
    room -= widthOf(text);
    return {...span, text};
  });
  return {spans, room};
}

interface Props {
  readonly spans: readonly LineSpan[];
  /** Draw it as the row under the cursor. @default false */
  readonly selected?: boolean;
}

const strong = {bold: true, underline: true} as const;

/** A colour sample, if the theme has colours; in inverse video the background is drawn. */
function swatch({colorless}: Theme, style: TextStyle, color: string | undefined): TextStyle {
  if (color === undefined || colorless === true) return {};
  return style.inverse === true ? {backgroundColor: color} : {color};
}

/** One line of the screen, never wrapped. */
export const LineText = memo(function LineText({spans, selected = false}: Props) {
  const theme = useTheme();
  return (
    <Text wrap="truncate">
      {spans.map((span, i) => {
        const {tone} = span;
        const style = selected ? cursorStyle(theme, tone) : theme.tones[tone ?? 'plain'];
        // Spans of a line have no identity but their position.
        return (
          <Text
            key={i}
            {...style}
            {...(span.solid && theme.selected)}
            {...(span.strong && strong)}
            {...(span.caret && {inverse: true})}
            {...swatch(theme, style, span.color)}
          >
            {span.text}
          </Text>
        );
      })}
    </Text>
  );
});
