import {parseJsonValue, readFirstOf, readPointer} from '../../../base/json-value.ts';
import {quoteWord} from '../../../base/shell-words.ts';
import {commandFor} from '../../ask/command-line.ts';
import {key} from '../../keys/binding.ts';
import {say} from '../../model/notice.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Ports, type Step, stay} from '../../model/step.ts';
import {givenOf} from '../../views/form/form-values.ts';
import {homeLines} from '../../views/home/home-lines.ts';
import {rowAtCursor} from '../../views/list/list-update.ts';
import {needsRow} from '../../views/list/needs.ts';
import type {ListView} from '../../views/list/state.ts';
import {copyCell} from '../../views/matrix/kind.ts';
import {cellAtCursor} from '../../views/matrix/matrix-explain.ts';
import type {TextView} from '../../views/text/state.ts';
import {commandsOfWrite} from '../../write/plan-commands.ts';

/** Copy the one-shot command of the screen. */
export function copyCommand(state: AppState): Step {
  const command = commandShown(state);
  if (command === undefined) return stay(say(state, 'this view made no request', 'warn'));
  return {state, effects: [{kind: 'copy', text: command, what: 'the command'}]};
}

/** Copy the id of what is under the cursor or on the screen. */
export function copyId(state: AppState): Step {
  const id = idShown(state);
  if (id === undefined) return stay(say(state, 'nothing is selected', 'warn'));
  return {state, effects: [{kind: 'copy', text: id, what: id}]};
}

/** The id of the row or cell under the cursor, or of the object whose text is shown. */
export function idShown(state: AppState): string | undefined {
  const view = currentView(state);
  if (view.kind === 'matrix') return cellAtCursor(view)?.cell[0]?.id;
  if (view.kind === 'list') return rowAtCursor(view)?.id.split(' ')[0];
  if (view.kind !== 'text' || view.text === '') return undefined;
  const id = readFirstOf(parseJsonValue(view.text), ['/id', '/accountId', '/key']);
  return id === undefined || typeof id === 'object' ? undefined : String(id);
}

/** The command that gives what is on the screen; on the home screen, that of the selected line. */
export function commandShown(state: AppState): string | undefined {
  if (state.write !== undefined) return commandsOfWrite(state)[0];
  const view = currentView(state);
  if (view.kind === 'form') {
    const {operation} = view;
    const given = givenOf(view);
    return commandFor({operation, given}, state.session.flags[operation.service]);
  }
  if (view.kind === 'list' && isOwn(view)) return rowCommand(view);
  const fixed = view.kind === 'text' && view.call === undefined && view.typed === undefined;
  if (fixed && view.sent.length === 0) return commandBehind(state);
  if (view.kind === 'text') return withJq(view.sent.at(-1)?.command, view);
  if (view.kind !== 'home') return view.sent.at(-1)?.command;
  const entry = homeLines(view.entries)[view.cursor]?.entry;
  const start =
    entry && `${entry.call.service === 'tracker' ? 'jr' : 'cf'} ${entry.call.operation}`;
  return view.sent.find(s => start !== undefined && s.command.startsWith(start))?.command;
}

/** The filter kept over an answer is part of the command that gives what is shown. */
function withJq(command: string | undefined, {selected, typed}: TextView): string | undefined {
  const isRead = typed === undefined || typed.operation.effect === 'read';
  if (command === undefined || selected === undefined || !isRead) return command;
  return `${command} --jq ${quoteWord(selected.filter)}`;
}

/** A text that came with its row was made by the request of the list it came from. */
function commandBehind(state: AppState): string | undefined {
  const place = state.locations.at(-2);
  const view = place?.views[place.tab];
  if (view?.kind === 'list' && isOwn(view)) return rowCommand(view);
  return view?.sent.at(-1)?.command;
}

/** Whether its rows are the app's own, each with its command. */
function isOwn({resource, live}: ListView): boolean {
  return resource.local !== undefined && live === undefined;
}

function rowCommand(view: ListView): string | undefined {
  const command = readPointer(rowAtCursor(view)?.value, '/command');
  return typeof command === 'string' ? command : undefined;
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
