import {safeText} from '../../base/safe-text.ts';
import {Dialog} from '../../components/Dialog.tsx';
import {askLines, confirmLines, type DialogLines} from '../../state/layers/write/dialog-lines.ts';
import {menuLines} from '../../state/layers/write/menu-lines.ts';
import {roomLines} from '../../state/model/room.ts';
import type {AppState} from '../../state/model/state.ts';
import {useAppState, useScreenContext} from '../context.ts';

/** The box over the view: the menu of verbs, a question, or the confirmation of a risky write. */
export function WriteDialog() {
  const {theme} = useScreenContext();
  const state = useAppState(s => s);
  const dialog = dialogOf(state);
  if (dialog === undefined) return null;
  const {title, lines, width, selected, isDanger, besides} = dialog;
  return (
    <Dialog
      title={safeText(title)}
      lines={lines}
      width={width}
      selected={selected}
      isDanger={isDanger}
      besides={besides}
      height={roomLines(state)}
      columns={state.columns}
      theme={theme}
    />
  );
}

function dialogOf(state: AppState): DialogLines | undefined {
  const {write, columns} = state;
  if (write?.stage === 'menu') return menuLines(write, state);
  if (write?.stage === 'ask') return askLines(write, columns);
  return write?.stage === 'confirm' ? confirmLines(write, state) : undefined;
}
