import {Box, Text} from 'ink';
import type {Tone} from '../base/tone.ts';
import {wrapText} from '../base/width.ts';
import {useTheme} from './theme-context.ts';

interface Props {
  readonly title: string;
  readonly tone: Tone;
  /** Paragraphs below the title, already escaped. */
  readonly lines: readonly string[];
  /** What to do, one line each. */
  readonly advice: readonly string[];
  readonly columns: number;
  /** Number of available lines. */
  readonly height: number;
}

/** A message in place of a list that is empty, loading or unreadable. */
export function Message({title, tone, lines, advice, columns, height}: Props) {
  const theme = useTheme();
  const width = Math.max(20, Math.min(76, columns - 4));
  const body = lines.flatMap(line => wrapText(line, width));
  const todo = advice.flatMap(line => wrapText(line, width));
  const all = [
    {text: title, look: {...theme.tones[tone], bold: true}},
    ...(body.length > 0 ? [{text: '', look: {}}] : []),
    ...body.map(text => ({text, look: {}})),
    ...(todo.length > 0 ? [{text: '', look: {}}] : []),
    ...todo.map(text => ({text, look: theme.tones.dim})),
  ];
  const above = Math.max(0, Math.min(3, height - all.length));
  return (
    <Box flexDirection="column" paddingLeft={2} paddingTop={above} height={height}>
      {all.slice(0, height).map((line, i) => (
        <Text key={`${i}`} wrap="truncate" {...line.look}>
          {line.text === '' ? ' ' : line.text}
        </Text>
      ))}
    </Box>
  );
}
