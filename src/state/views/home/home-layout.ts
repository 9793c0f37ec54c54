import {safeText} from '../../../base/safe-text.ts';
import {cutText, padText, widthOf, wrapText} from '../../../base/width.ts';
import type {Count, HomeEntry, PanelRow} from '../../model/count.ts';
import type {Line, Span} from '../../model/line.ts';
import type {Panel, PanelBody} from '../../model/panel.ts';
import type {AppState} from '../../model/state.ts';
import {widthOfLine} from '../../show/line-shape.ts';
import {countOf} from './home-lines.ts';
import type {HomeView} from './state.ts';

/** A line of the home screen as it is drawn, without the column of the pointer. */
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
const blank: DrawnHome = {spans: [], selected: false};

/** The families with their counts, parted where there is room, around the cursor where not all fit. */
export function entryLines(
  state: AppState,
  view: HomeView,
  {columns, height}: Size,
): readonly DrawnHome[] {
  const {entries, cursor, beside} = view;
  const families = new Set(entries.map(({family}) => family)).size;
  const isParted = entries.length + families - 1 <= height;
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
    const isNew = i > 0 && shown[i - 1]?.family !== entry.family;
    return isParted && isNew ? [blank, line] : [line];
  });
}

interface Known {
  readonly count: Count | undefined;
  /** As it was last; shown until it is known. */
  readonly last: string | undefined;
}

/** What stands at the edge where there are more lines than are shown. */
function hiddenText(arrow: string, count: number): string {
  return count > 0 ? `${arrow} ${count} more` : '';
}

function entryLine(entry: HomeEntry, {count, last}: Known, columns: number, more: string): Line {
  const title = padText(entry.title, titleWidth);
  const isOld = last !== undefined && (count === undefined || count.status === 'loading');
  const number = padText(isOld ? last : numberOf(count), countWidth, 'right');
  const room = columns - titleWidth - countWidth - 4 - widthOf(more);
  const note = noteOf(entry, count, room);
  // What is only explained is shown whole or not at all.
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
    return {text: count.note, tone: count.tone ?? 'dim'};
  }
  return {text: entry.about, tone: 'dim'};
}

/** The panels below each other, each with as many rows as there is room for all of them. */
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

/** What a panel without rows says, over as many lines as it takes. */
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
 * What the first panels get, as many as have room for a heading and a row: what parts them, their
 * lines, and then rows in turns until no line is left.
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

/** Columns between two cells of a row. */
const cellGap = 2;
const leastName = 16;

/**
 * Cells below each other. What does not fit goes from the end of the rows, whole, so that no number
 * or name is cut: the second cells stay as long as the first ones, which are cut, keep a few columns.
 */
function aligned(rows: readonly PanelRow[], columns: number): readonly Line[] {
  const safe = rows.map(({cells}) => cells.map(cell => ({...cell, text: safeText(cell.text)})));
  const most = Math.max(0, ...safe.map(cells => cells.length));
  // What stands alone in its row goes on to its end.
  const parted = safe.filter(cells => cells.length > 1);
  const widths = Array.from({length: most}, (_, at) =>
    Math.max(0, ...parted.map(cells => widthOf(cells[at]?.text ?? ''))),
  );
  const behind = (count: number) =>
    widths.slice(1, count).reduce((sum, width) => sum + width + cellGap, 0);
  const room = columns - 1;
  // The first cells have half of the width before what stands at the end goes.
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

/** A line for each panel, where there is no room for more: how many, and the row one moves on or the first. */
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
