import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {cutText, padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {RowLine} from '../../components/RowLine.tsx';
import {roomLines} from '../../state/model/room.ts';
import {useAppState, useScreenContext} from '../context.ts';

const labelWidth = 16;

/** What can be copied of the screen, each with its letter. */
export function CopyScreen() {
  const {theme} = useScreenContext();
  const menu = useAppState(s => s.copyMenu);
  const columns = useAppState(s => s.columns);
  const lines = useAppState(roomLines);
  if (menu === undefined) return null;
  const {items, cursor} = menu;
  const top = Math.max(0, cursor - lines + 2);
  return (
    <Box flexDirection="column" height={lines}>
      <LineText spans={[{text: '  Copy', tone: 'accent'}]} theme={theme} />
      {items.slice(top, top + lines - 1).map(({key, label, text}, i) => {
        const name = `${key}  ${padText(cutText(safeText(label), labelWidth), labelWidth)}  `;
        const value = safeText(text.slice(0, columns * 2).replace(/\s+/g, ' '));
        return (
          <RowLine
            key={key}
            spans={[{text: ` ${name}`}, {text: value, tone: 'dim'}]}
            selected={top + i === cursor}
            columns={columns}
            theme={theme}
          />
        );
      })}
    </Box>
  );
}
