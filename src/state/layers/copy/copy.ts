import {key} from '../../keys/binding.ts';
import {say} from '../../model/notice.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {
  commandOf,
  kindOf,
  layersOver,
  type Parts,
  type Ports,
  type Step,
  stay,
} from '../../model/step.ts';
import {needsRow} from '../../views/list/list-update.ts';
import {copyCell} from '../../views/matrix/kind.ts';

/** Copy the one-shot command of the screen. */
export function copyCommand(state: AppState, parts: Parts): Step {
  const command = commandShown(state, parts);
  if (command === undefined) return stay(say(state, 'this view made no request', 'warn'));
  return {state, effects: [{kind: 'copy', text: command, what: 'the command'}]};
}

/** Copy the id of what is under the cursor or on the screen. */
function copyId(state: AppState, parts: Parts): Step {
  const id = idShown(state, parts);
  if (id === undefined) return stay(say(state, 'nothing is selected', 'warn'));
  return {state, effects: [{kind: 'copy', text: id, what: id}]};
}

/** The id of the row or cell under the cursor, or of the object whose text is shown. */
export function idShown(state: AppState, parts: Parts): string | undefined {
  const view = currentView(state);
  return kindOf(view, parts).id?.(view);
}

/** The command that gives what is on the screen; on the home screen, that of the selected line. */
export function commandShown(state: AppState, parts: Parts): string | undefined {
  const over = layersOver(state, parts).find(({layer}) => layer.command !== undefined);
  if (over !== undefined) return over.layer.command?.(over.open, state);
  return commandOf(currentView(state), state, parts);
}

/** The key that copies the id of a row, or of the object described. */
export const copyIdKey = key('c', 'copy the id', copyId, {
  scopes: ['list', 'text'],
  needs: needsRow,
});

/** The same in a matrix. */
export const copyCellKey = key('c', 'copy the id of what stands in the cell', copyId, copyCell);

const bytesPerKb = 1024;

/** Put a text on the clipboard; "copied" is said only when it was written. */
export function copyText(text: string, what: string, ports: Ports): void {
  if (ports.copy(text)) {
    ports.dispatch({kind: 'notice', notice: {text: `copied ${what}`, tone: 'good'}});
    return;
  }
  const size = Math.ceil(new TextEncoder().encode(text).length / bytesPerKb);
  const why = `${size} kB are too much for the terminal’s clipboard: E writes a file`;
  ports.dispatch({kind: 'notice', notice: {text: why, tone: 'warn', stays: true}});
}

/** Open an address in a browser; where there is none it is shown, and copied. */
export async function openUrl(url: string, ports: Ports): Promise<void> {
  if (await ports.browse(url)) {
    ports.dispatch({kind: 'notice', notice: {text: `opened ${url}`, tone: 'good'}});
    return;
  }
  const copied = ports.copy(url) ? 'copied' : 'the address is';
  const text = `no browser can be opened from here; ${copied}: ${url}`;
  ports.dispatch({kind: 'notice', notice: {text, tone: 'warn', stays: true}});
}
