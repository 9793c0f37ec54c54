import {clamp} from '../../../base/clamp.ts';
import {say} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Effect, type Parts, type Step, stay} from '../../model/step.ts';
import {cellOf} from '../../views/list/cells.ts';
import {rowAtCursor} from '../../views/list/list-update.ts';
import type {ListView} from '../../views/list/state.ts';
import {commandShown, idShown} from './copy.ts';
import type {CopyItem} from './state.ts';
import {webUrl} from './web-page.ts';

/** Letters for the cells; those of the other lines are left out. */
const cellKeys = '123456789abdefgmnopstvwxz';
const barColumns = 20;

/** Open the list of what can be copied. */
export function openCopyMenu(state: AppState, parts: Parts): Step {
  const items = copyItems(state, parts);
  if (items.length === 0) return stay(say(state, 'there is nothing to copy here', 'warn'));
  return stay({...state, copyMenu: {items, cursor: 0}});
}

/** What a key does in the menu: a letter copies at once, enter what is selected. */
export function copyMenuKey(state: AppState, key: string): Step {
  const {copyMenu} = state;
  if (copyMenu === undefined) return stay(state);
  const {items, cursor} = copyMenu;
  const closed = {...state, copyMenu: undefined};
  if (['esc', 'q', 'C', 'ctrl+c'].includes(key)) return stay(closed);
  const by = {up: -1, k: -1, down: 1, j: 1}[key];
  if (by !== undefined) {
    const to = clamp(cursor + by, 0, items.length - 1);
    return stay({...state, copyMenu: {items, cursor: to}});
  }
  const item = key === 'enter' ? items[cursor] : items.find(i => i.key === key);
  if (item === undefined) return stay(state);
  const copy: Effect = {kind: 'copy', text: item.text, what: `${item.label}: ${short(item.text)}`};
  return {state: closed, effects: [copy]};
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function copyItems(state: AppState, parts: Parts): readonly CopyItem[] {
  const list = viewOf(state, 'list');
  const row = list && rowAtCursor(list);
  const key = keyOf(row);
  const json = row?.text ?? viewOf(state, 'text')?.text;
  return [
    item('i', 'id', idShown(state, parts)),
    item('k', 'key', key),
    item('u', 'URL', webUrl(state)),
    item('r', 'row as TSV', list && row && tsvOf(list, row, state)),
    item('J', 'JSON', json),
    item('y', 'command', commandShown(state, parts)),
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
