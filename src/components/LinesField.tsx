import {Box, Text} from 'ink';
import {dottedText} from '../base/safe-text.ts';
import type {Theme} from './theme.ts';

interface Props {
  readonly text: string;
  /** Where in the text one is: an index into it. */
  readonly caret: number;
  /** What is typed takes the place of the text. @default false */
  readonly fresh?: boolean;
  /** Lines of the screen it has. */
  readonly height: number;
  readonly columns: number;
  readonly theme: Theme;
}

/** A text of several lines being written. Keys reach it through the key router alone. */
export function LinesField({text, caret, fresh = false, height, columns, theme}: Props) {
  const lines = text.split('\n').map(line => dottedText(line.replaceAll('\t', ' ')));
  const row = text.slice(0, caret).split('\n').length - 1;
  const column = caret - (text.lastIndexOf('\n', caret - 1) + 1);
  const top = Math.max(0, Math.min(row - Math.floor(height / 2), lines.length - height));
  const room = Math.max(8, columns - 5);
  // A line longer than the screen is shown around the caret.
  const left = Math.max(0, column - room + 1);
  return (
    <Box flexDirection="column" height={height}>
      {lines.slice(top, top + height).map((line, i) => {
        const isHere = top + i === row;
        const shown = isHere ? line.slice(left, left + room) : line.slice(0, room);
        const at = column - left;
        return (
          <Text key={top + i} wrap="truncate" {...(fresh ? theme.tones.dim : {})}>
            <Text {...theme.tones.dim}>{' │ '}</Text>
            {isHere ? (
              <>
                {shown.slice(0, at)}
                <Text inverse>{shown.slice(at, at + 1) || ' '}</Text>
                {shown.slice(at + 1)}
              </>
            ) : (
              shown || ' '
            )}
          </Text>
        );
      })}
    </Box>
  );
}
