import {Box, Text} from 'ink';
import {dottedText} from '../base/safe-text.ts';
import {type CaretText, caretSpans} from '../base/text-caret.ts';
import {LineText} from './LineText.tsx';

interface Props extends CaretText {
  /** Typing replaces the text. @default false */
  readonly fresh?: boolean | undefined;
  /** Number of its lines. */
  readonly height: number;
  readonly columns: number;
}

/** An editor for a text of several lines. It only renders: the key router edits the text. */
export function LinesField({text, caret, fresh = false, height, columns}: Props) {
  const lines = text.split('\n');
  const row = text.slice(0, caret).split('\n').length - 1;
  const column = caret - (text.lastIndexOf('\n', caret - 1) + 1);
  const top = Math.max(0, Math.min(row - Math.floor(height / 2), lines.length - height));
  const room = Math.max(8, columns - 5);
  const tone = fresh ? 'dim' : 'plain';
  return (
    <Box flexDirection="column" height={height}>
      {lines.slice(top, top + height).map((line, i) => {
        const isHere = top + i === row;
        const spans = isHere
          ? caretSpans({text: line, caret: column}, room, tone)
          : [{text: dottedText(line.replaceAll('\t', ' ')) || ' ', tone} as const];
        return (
          <Text key={top + i} wrap="truncate">
            <LineText spans={[{text: ' │ ', tone: 'dim'}, ...spans]} />
          </Text>
        );
      })}
    </Box>
  );
}
