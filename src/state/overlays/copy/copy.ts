import {clamp} from '../../../base/clamp.ts';
import {safeText} from '../../../base/safe-text.ts';
import {key} from '../../keys/binding.ts';
import {ofKind} from '../../model/location.ts';
import {showNotice} from '../../model/notice.ts';
import {chooseHint} from '../../model/prompt-kind.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView, viewBehind, viewOf} from '../../model/state.ts';
import {
  type Action,
  commandOf,
  kindOf,
  noEffects,
  type Overlay,
  openOverlays,
  type Ports,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import {cellOf} from '../../views/list/cells.ts';
import {needsRow, rowAtCursor} from '../../views/list/list-update.ts';
import type {ListView} from '../../views/list/state.ts';
import {copyCell} from '../../views/matrix/kind.ts';
import type {CopyItem, CopyMenu} from './state.ts';
import {webUrl} from './web-page.ts';

/** Copy the equivalent command of the screen. */
export function copyCommand(state: AppState, registry: Registry): Transition {
  const command = commandShown(state, registry);
  if (command === undefined)
    return noEffects(showNotice(state, 'this view made no request', 'warn'));
  return {state, effects: [{kind: 'copy', text: command, what: 'the command'}]};
}

/** Copy the id of the item under the cursor or on the screen. */
function copyId(state: AppState, registry: Registry): Transition {
  const id = idShown(state, registry);
  if (id === undefined) return noEffects(showNotice(state, 'nothing is selected', 'warn'));
  return {state, effects: [{kind: 'copy', text: id, what: id}]};
}

/** The id of the row or cell under the cursor, or of the object shown. */
function idShown(state: AppState, registry: Registry): string | undefined {
  const view = currentView(state);
  return kindOf(view, registry).id?.(view);
}

/** The command equivalent to the screen; on the home screen, to the selected line. */
export function commandShown(state: AppState, registry: Registry): string | undefined {
  const over = openOverlays(state, registry).find(({layer}) => layer.command !== undefined);
  if (over !== undefined) return over.layer.command?.(over.open, state);
  return commandOf(currentView(state), state, registry);
}

/** The key that copies the id of a row, or of the object described. */
export const copyIdKey = key('c', 'copy the id', copyId, {
  scopes: ['list', 'text'],
  needs: needsRow,
});

/** The same in a matrix. */
export const copyCellKey = key('c', 'copy the id of the cell’s entry', copyId, copyCell);

const bytesPerKb = 1024;

/** Copy a text to the clipboard; reports "copied" only on success. */
export function copyText(text: string, what: string, ports: Ports): void {
  if (ports.copy(text)) {
    ports.dispatch({kind: 'notice', notice: {text: `copied ${what}`, tone: 'good'}});
    return;
  }
  const size = Math.ceil(new TextEncoder().encode(text).length / bytesPerKb);
  const why = `${size} kB exceed the terminal’s clipboard limit; E exports to a file`;
  ports.dispatch({kind: 'notice', notice: {text: why, tone: 'warn', stays: true}});
}

/** Open a URL in a browser; without one, show and copy the URL. */
export async function openUrl(url: string, ports: Ports): Promise<void> {
  if (await ports.browse(url)) {
    ports.dispatch({kind: 'notice', notice: {text: `opened ${url}`, tone: 'good'}});
    return;
  }
  const copied = ports.copy(url) ? 'copied' : 'URL';
  const text = `no browser found; ${copied}: ${url}`;
  ports.dispatch({kind: 'notice', notice: {text, tone: 'warn', stays: true}});
}

/** Letters for the cells, without those of the other lines. */
const cellKeys = '123456789abdefgmnopstvwxz';
const barColumns = 20;

/** Open the menu of texts to copy. */
export function openCopyMenu(state: AppState, registry: Registry): Transition {
  const items = copyItems(state, registry);
  if (items.length === 0) return noEffects(showNotice(state, 'nothing to copy here', 'warn'));
  return noEffects({...state, copyMenu: {items, cursor: 0}});
}

/** The menu of texts to copy. */
export const copyOverlay: Overlay<CopyMenu> = {
  scope: () => 'copy',
  key(_, menu, key) {
    const act = menuKey(menu, key);
    return act && {kind: 'act', act};
  },
  closesWithView: () => true,
  hints: () => [{keyName: 'enter', word: 'copy'}, {keyName: 'esc', word: 'cancel'}, chooseHint],
  announcement({items, cursor}) {
    const item = items[cursor];
    if (item === undefined) return undefined;
    const {key, label, text} = item;
    return [`copy ${key}, ${safeText(label)}: ${safeText(text.slice(0, 200))}`];
  },
};

/**
 * The action of a key in the menu: a letter copies at once, enter copies the selected line;
 * undefined for other keys.
 */
function menuKey({items, cursor}: CopyMenu, key: string): Action | undefined {
  const closed = (state: AppState): AppState => ({...state, copyMenu: undefined});
  if (['esc', 'q', 'C', 'ctrl+c'].includes(key)) return state => noEffects(closed(state));
  const by = {up: -1, k: -1, down: 1, j: 1}[key];
  if (by !== undefined) {
    const to = clamp(cursor + by, 0, items.length - 1);
    return state => noEffects({...state, copyMenu: {items, cursor: to}});
  }
  const item = key === 'enter' ? items[cursor] : items.find(i => i.key === key);
  if (item === undefined) return undefined;
  const {label, text} = item;
  const what = `${label}: ${shortened(text)}`;
  return state => ({state: closed(state), effects: [{kind: 'copy', text, what}]});
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function copyItems(state: AppState, registry: Registry): readonly CopyItem[] {
  const text = viewOf(state, 'text')?.text;
  // A text opened from a row has the texts of its row.
  const list = ofKind(text === undefined ? currentView(state) : viewBehind(state), 'list');
  const here = list && rowAtCursor(list);
  const row = text === undefined || here?.text === text ? here : undefined;
  const key = keyOf(row);
  const json = row?.text ?? text;
  return [
    item('i', 'id', idShown(state, registry)),
    item('k', 'key', key),
    item('u', 'URL', webUrl(state)),
    item('r', 'row as TSV', list && row && tsvOf(list, row, state)),
    item('J', 'JSON', json),
    item('y', 'command', commandShown(state, registry)),
    ...(list && row ? cellItems(list, row, state) : []),
  ].flatMap(found => found ?? []);
}

function item(key: string, label: string, text: string | undefined): CopyItem | undefined {
  return text === undefined || text === '' ? undefined : {key, label, text};
}

function keyOf(row: Row | undefined): string | undefined {
  const value = row?.value;
  const key = value !== null && typeof value === 'object' && 'key' in value ? value.key : undefined;
  return typeof key === 'string' ? key : undefined;
}

function cellItems(view: ListView, row: Row, state: AppState): readonly CopyItem[] {
  return view.resource.columns.flatMap((column, i): CopyItem[] => {
    const {text} = cellOf(column, row, state.nowMs, barColumns);
    const key = cellKeys[i];
    if (text === '' || key === undefined) return [];
    return [{key, label: column.title.toLowerCase(), text}];
  });
}

/** The cells of a row as one line of tab-separated values. */
function tsvOf(view: ListView, row: Row, state: AppState): string {
  return view.resource.columns
    .map(column => cellOf(column, row, state.nowMs, barColumns).text.replace(/[\t\r\n]+/g, ' '))
    .join('\t');
}
