import {Text} from 'ink';
import type {LineSpan} from '../base/line-span.ts';
import {fitSpans, LineText} from './LineText.tsx';
import {useTheme} from './theme-context.ts';

interface Props {
  /** The text after the pointer column. */
  readonly spans: readonly LineSpan[];
  readonly selected: boolean;
  /** Width of the whole line. */
  readonly columns: number;
}

/** A selectable line: with a pointer, and a tint over the whole width, if selected. */
export function RowLine({spans, selected, columns}: Props) {
  const theme = useTheme();
  const {spans: fitting, room} = fitSpans(spans, columns - 1);
  if (!selected) return <LineText spans={[{text: ' '}, ...fitting]} />;
  return (
    <Text wrap="truncate">
      <Text {...theme.keyName}>{theme.pointer}</Text>
      <LineText spans={[...fitting, {text: ' '.repeat(room)}]} selected />
    </Text>
  );
}
