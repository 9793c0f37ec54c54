import {Text} from 'ink';
import type {LineSpan} from '../base/line-span.ts';
import {fitSpans, LineText} from './LineText.tsx';
import type {Theme} from './theme.ts';

interface Props {
  /** The text after the pointer column. */
  readonly spans: readonly LineSpan[];
  readonly selected: boolean;
  /** Width of the whole line. */
  readonly columns: number;
  readonly theme: Theme;
}

/** A selectable line: with a pointer, and a tint over the whole width, if selected. */
export function RowLine({spans, selected, columns, theme}: Props) {
  const {spans: fitting, room} = fitSpans(spans, columns - 1);
  if (!selected) return <LineText spans={[{text: ' '}, ...fitting]} theme={theme} />;
  return (
    <Text wrap="truncate">
      <Text {...theme.keyName}>{theme.pointer}</Text>
      <LineText spans={[...fitting, {text: ' '.repeat(room)}]} theme={theme} selected />
    </Text>
  );
}
