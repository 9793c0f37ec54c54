import {Box, Text} from 'ink';
import {memo} from 'react';
import {safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import {LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import {cellStyle, cursorStyle, type Theme} from '../../components/theme.ts';
import {useTheme} from '../../components/theme-context.ts';
import {viewOf} from '../../state/model/state.ts';
import {bodyLines} from '../../state/model/viewport.ts';
import {cellPaneLines} from '../../state/views/matrix/cell-pane.ts';
import {
  type DrawnLine,
  drawMatrix,
  matrixLineCount,
} from '../../state/views/matrix/matrix-lines.ts';
import {shownMatrix} from '../../state/views/matrix/shown-matrix.ts';
import type {MatrixView} from '../../state/views/matrix/state.ts';
import {useAppState} from '../context.ts';
import {failedMessage, loadingMessage, type MessageParts} from './load-message.ts';
import {paneBorder, SidePane} from './SidePane.tsx';

/** Rows against columns: titles and names are fixed, the cells scroll; the info line is below. */
export function MatrixScreen() {
  const view = useAppState(s => viewOf(s, 'matrix'));
  const state = useAppState(s => s);
  const {columns, rows} = state;
  if (view === undefined) return null;
  const height = bodyLines({rows}) + 1;
  const message = messageOf(view);
  if (message !== undefined) {
    return <Message {...message} columns={columns} height={height} />;
  }
  const drawn = drawMatrix(view, {columns, rows});
  if (drawn === undefined) return null;
  const {pane} = drawn;
  return (
    <Box flexDirection="column" height={height}>
      <Box height={height - 1}>
        <Box flexDirection="column" width={columns - pane}>
          {drawn.titles.map((spans, i) => (
            <LineText key={i} spans={spans} />
          ))}
          <Box flexDirection="column" height={matrixLineCount({rows})}>
            {drawn.lines.map((line, i) => (
              <MatrixLineText key={i} line={line} />
            ))}
          </Box>
        </Box>
        {pane === 0 ? null : (
          <SidePane
            lines={cellPaneLines(view, state, pane - paneBorder)}
            columns={pane}
            height={height - 1}
          />
        )}
      </Box>
      <LineText spans={drawn.info} />
    </Box>
  );
}

interface LineProps {
  readonly line: DrawnLine;
}

/**
 * A heading or a row; the row under the cursor is tinted if the theme supports it, its cell is
 * emphasized.
 */
const MatrixLineText = memo(function MatrixLineText({line}: LineProps) {
  const theme = useTheme();
  if (!line.here) return <LineText spans={[{text: ' '}, ...line.spans]} />;
  return (
    <Text wrap="truncate">
      <Text {...theme.keyName}>{theme.pointer}</Text>
      {line.spans.map(({text, tone = 'plain', cursor}, i) => (
        <Text key={i} {...(cursor ? cellStyle(theme, tone) : rowStyle(theme, tone))}>
          {text}
        </Text>
      ))}
    </Text>
  );
});

/** Without a tint only the cell is inverse: a whole inverse row would hide it. */
function rowStyle(theme: Theme, tone: Tone) {
  return theme.tint === undefined ? theme.tones[tone] : cursorStyle(theme, tone);
}

/** The message in place of the cells; undefined if there are cells. */
function messageOf(view: MatrixView): MessageParts | undefined {
  const {load} = view;
  if (load.status === 'failed') return failedMessage(load);
  const shown = shownMatrix(view);
  if (shown === undefined) return loadingMessage(load);
  const {matrix, rows, columns} = shown;
  if (matrix.columns.length === 0 || matrix.rows.length === 0) {
    const title = `No ${matrix.nouns.entry}s`;
    const advice = [`a adds a ${matrix.nouns.column}, r refreshes, esc goes back.`];
    return {title, tone: 'plain', lines: [matrix.empty], advice};
  }
  if (rows.length === 0 || columns.length === 0) {
    const hidden = rows.length === 0 ? matrix.nouns.row : matrix.nouns.column;
    return {
      title: `Nothing matches ${safeText(view.filter)}`,
      tone: 'plain',
      lines: [`The filter hides every ${hidden}.`],
      advice: ['/ changes the filter, esc clears it.'],
    };
  }
  return undefined;
}
