import {Text} from 'ink';
import type {LineSpan} from '../base/line-span.ts';
import {fitSpans, LineText} from './LineText.tsx';
import type {Theme} from './theme.ts';

interface Props {
  /** What stands behind the pointer's column. */
  readonly spans: readonly LineSpan[];
  readonly selected: boolean;
  /** Columns of the whole line. */
  readonly columns: number;
  readonly theme: Theme;
}

/** One line of something one moves in: a pointer and a tint over the whole width where the cursor is. */
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
