import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import type {LineSpan} from '../base/line-span.ts';
import {cutText, widthOf} from '../base/width.ts';
import {fitSpans, LineText} from './LineText.tsx';
import {useTheme} from './theme-context.ts';

interface Props {
  readonly title: string;
  /** Lines inside the frame, already escaped. */
  readonly lines: readonly (readonly LineSpan[])[];
  /** Inner width of the frame. */
  readonly width: number;
  /** Index of the line under the cursor. */
  readonly selected?: number | undefined;
  /** Draw the frame as a warning. */
  readonly isDanger: boolean;
  /** The line beside which it is placed: below or, with less room, above. */
  readonly besides?: number | undefined;
  /** Size of the area in which it is centred. */
  readonly height: number;
  readonly columns: number;
  /** Drawn over one of the lines, such as a field being edited. */
  readonly over?: {readonly line: number; readonly content: ReactNode};
}

/**
 * A framed box over other content; every line is as wide as the box, so that nothing behind it is
 * visible.
 */
export function Dialog(props: Props) {
  const {title, width, isDanger, besides, height, columns, over} = props;
  const theme = useTheme();
  const lines = props.lines.slice(0, Math.max(1, height - 2));
  const left = Math.max(0, Math.floor((columns - width - 4) / 2));
  const tall = lines.length + 2;
  const top =
    besides === undefined ? Math.floor((height - tall) / 3) : topBeside(besides, tall, height);
  const frame = theme.tones[isDanger ? 'warn' : 'accent'];
  const head = cutText(title, width - 2);
  return (
    <Box position="absolute" flexDirection="column" marginLeft={left} marginTop={Math.max(0, top)}>
      <Text {...frame}>
        {'┌─ '}
        <Text {...theme.tones.title}>{head}</Text>
        {` ${'─'.repeat(Math.max(0, width - widthOf(head) - 1))}┐`}
      </Text>
      {lines.map((line, i) => {
        const {spans, room} = fitSpans(line, width);
        const whole = [...spans, {text: ' '.repeat(room)}];
        return (
          <Text key={`${i}`} wrap="truncate">
            <Text {...frame}>│ </Text>
            <LineText spans={whole} selected={i === props.selected} />
            <Text {...frame}> │</Text>
          </Text>
        );
      })}
      <Text {...frame}>{`└${'─'.repeat(width + 2)}┘`}</Text>
      {over === undefined ? null : (
        <Box position="absolute" marginLeft={2} marginTop={over.line + 1} width={width} height={1}>
          {over.content}
        </Box>
      )}
    </Box>
  );
}

/** Directly below the line if it fits, else directly above. */
function topBeside(line: number, tall: number, height: number): number {
  return line + 1 + tall <= height ? line + 1 : Math.min(line - tall, height - tall);
}
