import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {Dialog} from '../../components/Dialog.tsx';
import {LineText} from '../../components/LineText.tsx';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {writeDialog, writeScreenLines} from '../../state/overlays/write/write-layer.ts';
import {useAppState} from '../context.ts';

/** The preview of a write, its running requests, or the report. */
export function WriteScreen() {
  const state = useAppState(s => s);
  return (
    <Box flexDirection="column" height={visibleLineCount(state)}>
      {writeScreenLines(state).map((line, i) => (
        <LineText key={`${i}`} spans={line} />
      ))}
    </Box>
  );
}

/** The box over the view: the menu of verbs, a prompt, or the confirmation of a risky write. */
export function WriteDialog() {
  const state = useAppState(s => s);
  const dialog = writeDialog(state);
  if (dialog === undefined) return null;
  return (
    <Dialog
      {...dialog}
      title={safeText(dialog.title)}
      height={visibleLineCount(state)}
      columns={state.columns}
    />
  );
}
