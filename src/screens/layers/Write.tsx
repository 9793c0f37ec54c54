import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {Dialog} from '../../components/Dialog.tsx';
import {LineText} from '../../components/LineText.tsx';
import {
  askLines,
  confirmLines,
  type DialogLines,
  menuLines,
} from '../../state/layers/write/dialog-lines.ts';
import {previewLines, runLines, type WriteLines} from '../../state/layers/write/write-lines.ts';
import {roomLines} from '../../state/model/room.ts';
import type {AppState} from '../../state/model/state.ts';
import {useAppState, useScreenContext} from '../context.ts';

/** The preview of a write, its requests on their way, or the report. */
export function WriteScreen() {
  const {theme} = useScreenContext();
  const state = useAppState(s => s);
  const {write} = state;
  if (write === undefined || write.stage === 'menu' || write.stage === 'ask') return null;
  const {head, body}: WriteLines =
    'previews' in write ? previewLines(write, state) : runLines(write, state);
  const lines = roomLines(state);
  const room = Math.max(0, lines - head.length);
  const drawn = [...head, ...body.slice(write.top, write.top + room)].slice(0, lines);
  return (
    <Box flexDirection="column" height={lines}>
      {drawn.map((line, i) => (
        <LineText key={`${i}`} spans={line} theme={theme} />
      ))}
    </Box>
  );
}

/** The box over the view: the menu of verbs, a question, or the confirmation of a risky write. */
export function WriteDialog() {
  const {theme} = useScreenContext();
  const state = useAppState(s => s);
  const dialog = dialogOf(state);
  if (dialog === undefined) return null;
  return (
    <Dialog
      {...dialog}
      title={safeText(dialog.title)}
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
