import {safeText} from '../../../base/safe-text.ts';
import {padText, widthOf} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import {headLines, roomLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {currentLocation, viewOf} from '../../model/state.ts';
import type {MenuEntry, MenuStage} from '../../write/state.ts';
import type {DialogLines} from './dialog-lines.ts';

/** Frame and margins beside the lines of a dialog. */
const around = 8;
/** Frame, the line that is typed, its rule. */
const ownLines = 4;
const leastEntries = 3;
/** A longer title is cut: the menu is no wider for it. */
const widestTitle = 60;

/**
 * The menu: words with their letters, other ways to look below a rule, those that cannot be done now
 * with the reason. It is as wide as it must be, and leaves the line of the row it is about free.
 */
export function menuLines(menu: MenuStage, state: AppState): DialogLines {
  const {entries, cursor, title} = menu;
  const besides = rowLine(state);
  const height = roomLines(state);
  const free = besides === undefined ? height : Math.max(besides, height - besides - 1);
  const room = Math.max(leastEntries, free - ownLines);
  const widths = entries.map(({text}) => widthOf(safeText(text)));
  const words = Math.max(0, ...widths);
  const notes = entries.map(entry => widthOf(noteOf(entry)));
  const keys = entries.some(({key}) => key !== undefined) ? 3 : 0;
  const wanted = keys + words + 2 + Math.max(0, ...notes) + 1;
  const width = Math.max(
    widthOf(hintOf(menu)),
    30,
    Math.min(state.columns - around, Math.max(wanted, Math.min(widestTitle, widthOf(title) + 3))),
  );
  const top = Math.max(0, Math.min(cursor - room + 1, entries.length - room));
  const lines: Line[] = [searchLine(menu), ruleOf(width)];
  let selected = 0;
  for (const [i, entry] of entries.slice(top, top + room).entries()) {
    const before = entries[top + i - 1];
    const isTight = entries.length >= room;
    if (before?.kind === 'verb' && entry.kind !== 'verb' && !isTight) lines.push(ruleOf(width));
    if (top + i === cursor) selected = lines.length;
    lines.push(entryLine(entry, {keys, words, width}));
  }
  if (entries.length === 0) lines.push([{text: 'nothing of that name', tone: 'dim'}]);
  return {title, width, lines, selected, isDanger: false, ...(besides !== undefined && {besides})};
}

/** What typing does. */
function hintOf({entries}: MenuStage): string {
  const isLetter = entries.some(({key}) => key !== undefined);
  return isLetter ? 'a letter does its verb · / finds' : 'type to find';
}

function searchLine(menu: MenuStage): Line {
  const {typed} = menu;
  if (typed === undefined) return [{text: hintOf(menu), tone: 'dim'}];
  return [{text: '/', tone: 'accent'}, {text: `${safeText(typed)}_`}];
}

function ruleOf(width: number): Line {
  return [{text: '─'.repeat(width), tone: 'dim'}];
}

function noteOf({reason, beside = ''}: MenuEntry): string {
  return safeText(reason ?? beside);
}

interface Widths {
  readonly keys: number;
  readonly words: number;
  readonly width: number;
}

function entryLine(entry: MenuEntry, {keys, words, width}: Widths): Line {
  const {key = '', text, reason, kind} = entry;
  const isOff = reason !== undefined;
  const shown = Math.min(words, width - keys);
  const room = Math.max(0, width - keys - shown - 2);
  return [
    {text: padText(keys === 0 ? '' : ` ${key}`, keys), tone: isOff ? 'dim' : 'accent'},
    {
      text: padText(safeText(text), shown),
      tone: isOff ? 'dim' : kind === 'verb' ? 'title' : 'plain',
    },
    {text: `  ${padText(noteOf(entry), room)}`, tone: 'dim'},
  ];
}

/** Line of the room on which the row under the cursor stands, below the titles. */
function rowLine(state: AppState): number | undefined {
  const view = viewOf(state, 'list');
  if (view === undefined || view.rows.length === 0) return undefined;
  return view.cursor - view.top + 1 + headLines(state, currentLocation(state));
}
