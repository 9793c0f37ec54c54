import {clamp} from '../../../base/clamp.ts';
import {safeText} from '../../../base/safe-text.ts';
import {cutText, padText, widthOf, wrapText} from '../../../base/width.ts';
import type {Count, HomeEntry, PanelRow} from '../../model/count.ts';
import type {Line, Span} from '../../model/line.ts';
import type {Panel, PanelBody} from '../../model/panel.ts';
import type {AppState} from '../../model/state.ts';
import {widthOfLine} from '../../show/line-shape.ts';
import {countOf} from './home-lines.ts';
import type {HomeView} from './state.ts';

/** A rendered line of the home screen, without the pointer column. */
export interface DrawnHome {
  readonly spans: Line;
  readonly selected: boolean;
}

type Bodies = readonly {readonly panel: Panel; readonly body: PanelBody}[];

interface Size {
  readonly columns: number;
  readonly height: number;
}

const titleWidth = 22;
const countWidth = 6;
const longestCount = 10;
const blank: DrawnHome = {spans: [], selected: false};

/**
 * Render the features with their counts, with gaps if there is room, and scrolled to the cursor.
 */
export function entryLines(
  state: AppState,
  view: HomeView,
  {columns, height}: Size,
): readonly DrawnHome[] {
  const {entries, cursor, beside} = view;
  const groups = new Set(entries.map(({feature}) => feature)).size;
  const isParted = entries.length + groups - 1 <= height;
  const top = Math.max(0, Math.min(cursor - Math.floor(height / 2), entries.length - height));
  const shown = isParted ? entries : entries.slice(top, top + height);
  const above = isParted ? 0 : top;
  const below = isParted ? 0 : entries.length - top - shown.length;
  return shown.flatMap((entry, i): DrawnHome[] => {
    const hidden = i === 0 ? hiddenText('▲', above) : '';
    const more = i === shown.length - 1 ? hiddenText('▼', below) : hidden;
    const line = {
      spans: entryLine(
        entry,
        {count: countOf(state, view, entry), last: state.lastCounts?.[entry.id]},
        columns,
        more,
      ),
      selected: beside === undefined && entry === entries[cursor],
    };
    const isNew = i > 0 && shown[i - 1]?.feature !== entry.feature;
    return isParted && isNew ? [blank, line] : [line];
  });
}

interface Known {
  readonly count: Count | undefined;
  /** The count of an earlier session, shown until the new one is known. */
  readonly last: string | undefined;
}

/** The marker for lines beyond the edge. */
function hiddenText(arrow: string, count: number): string {
  return count > 0 ? `${arrow} ${count} more` : '';
}

function entryLine(entry: HomeEntry, {count, last}: Known, columns: number, more: string): Line {
  const isOld = last !== undefined && (count === undefined || count.status === 'loading');
  // A long count takes the space behind the title: digits are never cut.
  const digits = isOld ? last : numberOf(count);
  const wide = clamp(widthOf(digits), countWidth, longestCount);
  const title = padText(entry.title, titleWidth + countWidth - wide);
  const number = padText(digits, wide, 'right');
  const room = columns - titleWidth - countWidth - 4 - widthOf(more);
  const note = noteOf(entry, count, room);
  // Explanatory lines are shown completely or not at all.
  const isSaid =
    count?.status === 'failed' || (count?.status === 'ready' && count.note !== undefined);
  const isShown = room > 3 && (isSaid || widthOf(note.text) <= room);
  return [
    {text: title},
    {text: number, tone: isOld ? 'dim' : 'title'},
    ...(isShown ? [{text: '   '}, {...note, text: padText(cutText(note.text, room), room)}] : []),
    ...(more === ''
      ? []
      : [{text: `${isShown ? '' : padText('', room + 3)}${more}`, tone: 'accent' as const}]),
  ];
}

function numberOf(count: Count | undefined): string {
  if (count === undefined || count.status === 'loading') return '…';
  return count.status === 'ready' ? count.text : '–';
}

function noteOf(entry: HomeEntry, count: Count | undefined, room: number): Span {
  if (count?.status === 'failed') {
    const {text, short = text} = count;
    return {text: widthOf(text) <= room ? text : short, tone: 'warn'};
  }
  if (count?.status === 'ready' && count.note !== undefined) {
    return {text: fittingParts(count.note, room), tone: count.tone ?? 'dim'};
  }
  return {text: entry.about, tone: 'dim'};
}

/** A note without the last of its parts, as far as they do not fit. */
function fittingParts(note: string, room: number): string {
  const end = note.lastIndexOf(' · ');
  return widthOf(note) <= room || end === -1 ? note : fittingParts(note.slice(0, end), room);
}

/** Render the panels below each other, sharing the available lines. */
export function panelLines(
  bodies: Bodies,
  beside: number | undefined,
  {columns, height}: Size,
): readonly DrawnHome[] {
  const said = bodies.map(({body}) => emptyLines(body, columns));
  const shares = sharesOf(bodies, said, height);
  let first = 0;
  return bodies.flatMap(({panel, body}, i): DrawnHome[] => {
    const share = shares[i];
    const at = beside === undefined ? -1 : beside - first;
    first += body.rows.length;
    if (share === undefined) return [];
    const {rows, hasLines} = share;
    const inside = at >= 0 && at < body.rows.length ? at : -1;
    const top = Math.max(0, Math.min(inside - rows + 1, body.rows.length - rows));
    const shown = body.rows.slice(top, top + rows);
    const more = body.rows.length - shown.length;
    return [
      ...(i > 0 && share.isParted ? [blank] : []),
      {spans: headLine(panel, body, more, columns), selected: false},
      ...(hasLines ? (body.lines ?? []).map(spans => ({spans, selected: false})) : []),
      ...aligned(shown, columns).map((spans, n) => ({spans, selected: top + n === inside})),
      ...(said[i] ?? []).slice(0, rows).map(spans => ({spans, selected: false})),
    ];
  });
}

/** The text of a panel without rows, wrapped. */
function emptyLines({rows, empty}: PanelBody, columns: number): readonly Line[] {
  if (rows.length > 0 || empty.text === '') return [];
  return wrapText(empty.text, columns - 2).map(text => [{...empty, text: ` ${text.trimEnd()}`}]);
}

interface Share {
  readonly rows: number;
  readonly hasLines: boolean;
  readonly isParted: boolean;
}

/**
 * Distribute lines among the first panels that fit with a heading and a row: separators, their own
 * lines, then rows in turn.
 */
function sharesOf(
  bodies: Bodies,
  said: readonly (readonly Line[])[],
  height: number,
): readonly Share[] {
  const count = Math.min(bodies.length, Math.floor(height / 2));
  let left = height - 2 * count;
  const take = (lines: number): boolean => {
    if (lines > left) return false;
    left -= lines;
    return true;
  };
  const isParted = take(Math.max(0, count - 1));
  const shares = bodies.slice(0, count).map(({body}, i) => ({
    rows: 1,
    most: Math.max(body.rows.length, said[i]?.length ?? 0),
    hasLines: take(body.lines?.length ?? 0),
    isParted,
  }));
  let growing = shares;
  while (growing.length > 0) {
    growing = growing.filter(share => share.rows < share.most && take(1));
    for (const share of growing) share.rows += 1;
  }
  return shares;
}

function headLine({title}: Panel, {count, note}: PanelBody, more: number, columns: number): Line {
  const left: Span[] = [
    ...(title === '' ? [] : [{text: title, tone: 'accent'} as const]),
    ...(count === undefined
      ? []
      : [{...count, text: `${title === '' ? '' : '  '}${safeText(count.text)}`}]),
    ...(more > 0 ? [{text: `  + ${more} more`, tone: 'dim'} as const] : []),
  ];
  if (note === undefined) return left;
  const text = safeText(note.text);
  const space = columns - widthOfLine(left) - widthOf(text) - 2;
  return space < 1 ? left : [...left, {text: ' '.repeat(space)}, {...note, text}];
}

const cellGap = 2;
const leastName = 16;

/**
 * Align cells in columns. If a row is too wide, its last cells are dropped completely, so that no
 * number or name is cut; the first cells are cut but keep a minimum width.
 */
function aligned(rows: readonly PanelRow[], columns: number): readonly Line[] {
  const safe = rows.map(({cells}) => cells.map(cell => ({...cell, text: safeText(cell.text)})));
  const most = Math.max(0, ...safe.map(cells => cells.length));
  // A single cell uses the whole row.
  const parted = safe.filter(cells => cells.length > 1);
  const widths = Array.from({length: most}, (_, at) =>
    Math.max(0, ...parted.map(cells => widthOf(cells[at]?.text ?? ''))),
  );
  const behind = (count: number) =>
    widths.slice(1, count).reduce((sum, width) => sum + width + cellGap, 0);
  const room = columns - 1;
  // The first cells get up to half of the width before trailing cells are dropped.
  const first = Math.min(widths[0] ?? 0, Math.floor(columns / 2));
  let count = most;
  while (count > 2 && first + behind(count) > room) count -= 1;
  const name = Math.min(widths[0] ?? 0, Math.max(leastName, room - behind(count)));
  return safe.map(cells => [
    {text: ' '},
    ...cells.slice(0, count).map((cell, at): Span => {
      const isLast = at === cells.length - 1 || at === count - 1;
      const width = at === 0 ? name : (widths[at] ?? 0);
      return {...cell, text: isLast ? cell.text : `${padText(cell.text, width)}  `};
    }),
  ]);
}

/**
 * One line per panel, if there is no room for more: the count, and the current row or the first.
 */
export function summaryLines(
  bodies: Bodies,
  beside: number | undefined,
  columns: number,
): readonly DrawnHome[] {
  let first = 0;
  return bodies.map(({panel, body}): DrawnHome => {
    const at = beside === undefined ? -1 : beside - first;
    first += body.rows.length;
    const inside = at >= 0 && at < body.rows.length;
    const head = headLine(panel, {...body, note: undefined} as PanelBody, 0, columns);
    const row = body.rows[inside ? at : 0];
    const text = row === undefined ? body.empty : undefined;
    return {
      selected: inside,
      spans: [
        ...head,
        {text: '  '},
        ...(text === undefined ? [] : [text]),
        ...(row?.cells ?? []).map(cell => ({...cell, text: `${safeText(cell.text).trim()}  `})),
      ],
    };
  });
}
