import {Text} from 'ink';
import {memo} from 'react';
import type {Tone} from '../base/tone.ts';
import {cursorStyle, type Theme} from './theme.ts';

/** A piece of a line; its text is already safe for a terminal. */
export interface LineSpan {
  readonly text: string;
  readonly tone?: Tone;
  /** Keeps its own look in the row under the cursor: a bar would turn inside out. @default false */
  readonly solid?: boolean;
  /** A colour it shows, `#rrggbb`, where the theme has colours. */
  readonly color?: string;
  /** Stands out in its line, with or without colour. @default false */
  readonly strong?: boolean;
}

interface Props {
  readonly spans: readonly LineSpan[];
  readonly theme: Theme;
  /** Drawn as the row under the cursor. @default false */
  readonly selected?: boolean;
}

const strong = {bold: true, underline: true} as const;

/** The colour of a swatch; nothing where the theme has none. */
function shown({colorless}: Theme, color: string | undefined): {readonly color?: string} {
  return color === undefined || colorless === true ? {} : {color};
}

/** One line of the screen, never wrapped. */
export const LineText = memo(function LineText({spans, theme, selected = false}: Props) {
  if (selected) {
    return (
      <Text wrap="truncate">
        {spans.map((span, i) => (
          <Text
            key={i}
            {...cursorStyle(theme, span.tone, span.solid)}
            {...(span.strong && strong)}
            {...shown(theme, span.color)}
          >
            {span.text}
          </Text>
        ))}
      </Text>
    );
  }
  return (
    <Text wrap="truncate">
      {spans.map((span, i) => (
        // Spans of a line have no identity but their place.
        <Text
          key={`${i}`}
          {...theme.tones[span.tone ?? 'plain']}
          {...(span.strong && strong)}
          {...shown(theme, span.color)}
        >
          {span.text}
        </Text>
      ))}
    </Text>
  );
});
