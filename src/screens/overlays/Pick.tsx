import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {cutText, padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {columnChoices} from '../../state/views/matrix/pick-matrix-column.ts';
import {useAppState} from '../context.ts';
import {ChosenRows} from './ChosenRows.tsx';

const labelWidth = 32;

/** The columns that can be added to a matrix and match the typed text. */
export function PickScreen() {
  const state = useAppState(s => s);
  const lines = visibleLineCount(state);
  const found = columnChoices(state);
  const rows = found.map(({id, label, text}) => {
    const name = padText(` ${cutText(safeText(label), labelWidth)}`, labelWidth + 2);
    return {key: id, spans: [{text: name}, {text: safeText(text), tone: 'dim' as const}]};
  });
  return (
    <Box flexDirection="column" height={lines}>
      {found.length === 0 ? <LineText spans={[{text: '  No match', tone: 'dim'}]} /> : null}
      <ChosenRows rows={rows} cursor={state.prompt?.cursor ?? 0} room={lines} />
    </Box>
  );
}
