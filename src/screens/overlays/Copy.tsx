import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {cutText, padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {useAppState} from '../context.ts';
import {ChosenRows} from './ChosenRows.tsx';

const labelWidth = 16;

/** The copy menu, with a letter for each entry. */
export function CopyScreen() {
  const menu = useAppState(s => s.copyMenu);
  const columns = useAppState(s => s.columns);
  const lines = useAppState(visibleLineCount);
  if (menu === undefined) return null;
  const {items, cursor} = menu;
  const rows = items.map(({key, label, text}) => {
    const name = `${key}  ${padText(cutText(safeText(label), labelWidth), labelWidth)}  `;
    const value = safeText(text.slice(0, columns * 2).replace(/\s+/g, ' '));
    return {key, spans: [{text: ` ${name}`}, {text: value, tone: 'dim' as const}]};
  });
  return (
    <Box flexDirection="column" height={lines}>
      <LineText spans={[{text: '  Copy', tone: 'accent'}]} />
      <ChosenRows rows={rows} cursor={cursor} room={lines - 1} />
    </Box>
  );
}
