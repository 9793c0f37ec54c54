import {memoizeFew} from '../../../base/memoize-few.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {cutText, padText, widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {bodyLines} from '../../model/viewport.ts';
import {widthOfLine} from '../../show/line-shape.ts';
import {differenceText} from './explain-cell.ts';
import {
  cellAt,
  changeSigns,
  differenceAt,
  differenceSigns,
  problemAt,
  stagedChangesOf,
} from './matrix.ts';
import {cellAtCursor, type FilteredMatrix, shownMatrix} from './shown-matrix.ts';
import type {
  CellDifference,
  Matrix,
  MatrixColumn,
  MatrixRow,
  MatrixView,
  Staged,
  StagedChange,
} from './state.ts';

/** Width of the pointer and the space before the names. */
const margin = 2;
const gap = 2;

/** Number of heading and row lines on the screen, below two title lines and above the info line. */
export function matrixLineCount(state: Pick<AppState, 'rows'>): number {
  return Math.max(1, bodyLines(state) - 2);
}

/** A line of the matrix: a heading, or a row by its index among the visible rows. */
export type MatrixLine =
  | {readonly kind: 'heading'; readonly text: string}
  | {readonly kind: 'row'; readonly row: MatrixRow; readonly index: number};

/** The headings and rows, in order. */
export function linesOfMatrix({rows}: FilteredMatrix): readonly MatrixLine[] {
  return rows.flatMap((row, index): MatrixLine[] => {
    const line = {kind: 'row', row, index} as const;
    return rows[index - 1]?.group === row.group
      ? [line]
      : [{kind: 'heading', text: row.group}, line];
  });
}

/** Width of the frozen first column. */
function nameWidth({matrix}: FilteredMatrix, columns: number): number {
  const limit = Math.max(10, Math.min(40, Math.floor(columns * 0.38)));
  const widest = matrix.rows.reduce((w, row) => Math.max(w, widthOf(safeText(row.name))), 8);
  return Math.min(limit, widest);
}

/** Least and greatest width of the pane beside the cells, including its border. */
const pane = {least: 46, most: 84};

/** The widths of a matrix on a screen. */
interface MatrixLayout {
  /** Width of the row names. */
  readonly names: number;
  readonly titleOf: (column: MatrixColumn) => ColumnTitle;
  /** Width of the pane that explains the cell; 0 if the columns need the width. */
  readonly pane: number;
}

/** Divide the screen: all columns, then the pane, then titles on one line, then a wider pane. */
function layoutOf(shown: FilteredMatrix, columns: number): MatrixLayout {
  const names = nameWidth(shown, columns);
  const used = (titleOf: MatrixLayout['titleOf']): number =>
    shown.columns.reduce((sum, one) => sum + gap + titleOf(one).width, margin + names + 2);
  const room = columns - used(narrowTitle);
  if (room < pane.least) return {names, titleOf: narrowTitle, pane: 0};
  const titleOf = columns - used(wideTitle) < pane.least ? narrowTitle : wideTitle;
  return {names, titleOf, pane: Math.min(pane.most, columns - used(titleOf))};
}

/** Number of columns that fit from `left`; at least one. */
export function columnsThatFit(shown: FilteredMatrix, left: number, columns: number): number {
  const {names, titleOf} = layoutOf(shown, columns);
  // Two columns are reserved for the mark that there are more.
  let room = columns - margin - names - 2;
  let count = 0;
  for (const column of shown.columns.slice(left)) {
    room -= gap + titleOf(column).width;
    if (room < 0 && count > 0) break;
    count += 1;
    if (room < 0) break;
  }
  return count;
}

/** A segment of a line, and whether the cell cursor is on it. */
export interface MatrixSpan extends Span {
  readonly cursor?: boolean;
}

/** A rendered line. */
export interface DrawnLine {
  readonly spans: readonly MatrixSpan[];
  /** Whether it is the row under the cursor. */
  readonly here: boolean;
}

/** The titles, the visible lines, and the info line about the cell. */
export interface DrawnMatrix {
  /** Width of the pane at its right; 0 without one. */
  readonly pane: number;
  readonly titles: readonly (readonly MatrixSpan[])[];
  readonly lines: readonly DrawnLine[];
  readonly info: Line;
}

/** Render a matrix view, no wider than the screen; undefined before its response arrives. */
export function drawMatrix(
  view: MatrixView,
  screen: Pick<AppState, 'columns' | 'rows'>,
): DrawnMatrix | undefined {
  const shown = shownMatrix(view);
  if (shown === undefined) return undefined;
  const layout = layoutOf(shown, screen.columns);
  const count = columnsThatFit(shown, view.left, screen.columns);
  const columns = shown.columns.slice(view.left, view.left + count);
  const lines = linesOfMatrix(shown).slice(view.top, view.top + matrixLineCount(screen));
  return {
    pane: layout.pane,
    titles: [0, 1].map(line => titleSpans(view, shown, columns, layout, line)),
    lines: lines
      .map(line =>
        line.kind === 'heading'
          ? headingLine(line.text)
          : rowLine(view, shown, line, columns, layout),
      )
      .map(line => (line.here ? filled(line, screen.columns - layout.pane) : line)),
    info: infoLine(view, shown, screen.columns),
  };
}

const maxHeadings = 50;

/** Cached by heading, so that it is not rendered again. */
const headingLine = memoizeFew(
  maxHeadings,
  (text: string): DrawnLine => ({here: false, spans: [{text: ` ${text}`, tone: 'accent'}]}),
);

function titleSpans(
  view: MatrixView,
  shown: FilteredMatrix,
  columns: readonly MatrixColumn[],
  {names, titleOf}: MatrixLayout,
  line: number,
): MatrixSpan[] {
  const lower = line === 1;
  const noun = lower ? shown.matrix.nouns.row.toUpperCase() : '';
  const spans: MatrixSpan[] = [
    {text: `${' '.repeat(margin)}${padText(noun, names)}`, tone: 'dim'},
    {text: lower && view.left > 0 ? '‹ ' : '  ', tone: 'accent'},
  ];
  columns.forEach((column, i) => {
    const at = view.left + i === view.column;
    if (i > 0) spans.push({text: ' '.repeat(gap)});
    spans.push({
      text: padText(titleOf(column).lines[line] ?? '', titleOf(column).width),
      tone: at ? 'title' : (column.tone ?? 'plain'),
    });
  });
  const more = view.left + columns.length < shown.columns.length;
  if (lower && more) spans.push({text: ' ›', tone: 'accent'});
  return spans;
}

/** Extend the row under the cursor to the edge of the screen, for its background. */
function filled({spans, here}: DrawnLine, columns: number): DrawnLine {
  const room = columns - widthOfLine(spans) - 2;
  return {spans: [...spans, {text: ' '.repeat(Math.max(0, room))}], here};
}

const drawnRows = memoizeFor((_: FilteredMatrix) => new Map<string, DrawnLine>());

/** A row; cached away from the cursor, so that it is not rendered again. */
function rowLine(
  view: MatrixView,
  shown: FilteredMatrix,
  line: Extract<MatrixLine, {kind: 'row'}>,
  columns: readonly MatrixColumn[],
  layout: MatrixLayout,
): DrawnLine {
  if (line.index === view.row) return makeRow(view, shown, line, columns, layout);
  const known = drawnRows(shown);
  const {names, pane: beside} = layout;
  const key = `${view.left} ${columns.length} ${names} ${beside} ${line.row.id}`;
  const made = known.get(key) ?? makeRow(view, shown, line, columns, layout);
  known.set(key, made);
  return made;
}

function makeRow(
  view: MatrixView,
  {matrix}: FilteredMatrix,
  {row, index}: Extract<MatrixLine, {kind: 'row'}>,
  columns: readonly MatrixColumn[],
  layout: MatrixLayout,
): DrawnLine {
  const here = index === view.row;
  const name = ` ${padText(safeText(row.name), layout.names)}`;
  const tone = here ? 'title' : matrix.cells.has(row.id) ? 'plain' : 'dim';
  const spans: MatrixSpan[] = [{text: name, tone}];
  columns.forEach((column, i) => {
    const cell = cellSpan(matrix, row, column, view.staged, layout.titleOf(column).width);
    const cursor = here && view.left + i === view.column;
    addSpan(spans, {text: ' '.repeat(gap), tone: cell.tone ?? 'plain'});
    addSpan(spans, cursor ? {...cell, cursor} : cell);
  });
  return {spans, here};
}

function cellSpan(
  matrix: Matrix,
  row: MatrixRow,
  column: MatrixColumn,
  staged: Staged,
  width: number,
): MatrixSpan {
  const entries = cellAt(matrix, row.id, column.id).length;
  const changes = stagedChangesOf(staged, row.id, column.id);
  const sign = signOf(matrix, row, column, changes);
  const before = ' '.repeat(Math.floor((width - sign.length) / 2));
  const odd = problemAt(column, row.id) === undefined ? undefined : column.tone;
  const difference = differenceAt(matrix, row.id, column.id);
  const [change] = changes;
  const tone =
    change !== undefined
      ? changeTones[change.kind]
      : difference !== undefined
        ? differenceTone(difference)
        : entries === 0
          ? 'dim'
          : // Equal entries of a comparison stay in the background.
            (odd ?? (matrix.differences ? 'plain' : 'good'));
  return {text: padText(before + sign, width), tone};
}

const changeTones = {add: 'good', remove: 'bad'} as const;

function differenceTone({where, leftOut}: CellDifference): Tone {
  return leftOut !== undefined ? 'warn' : where === 'left' ? 'good' : 'bad';
}

/**
 * The sign of a cell: `+` for a staged addition, `−` for a staged removal, `●−` if one of several
 * is removed. In a comparison the signs of staged changes begin with `>`.
 */
function signOf(
  matrix: Matrix,
  row: MatrixRow,
  column: MatrixColumn,
  changes: readonly StagedChange[],
): string {
  const entries = cellAt(matrix, row.id, column.id).length;
  const staged = matrix.differences === undefined ? '' : '>';
  const [change] = changes;
  if (change?.kind === 'add') return staged + changeSigns.add;
  if (change !== undefined) {
    return `${staged}${changes.length < entries ? '●' : ''}${changeSigns.remove}`;
  }
  const difference = differenceAt(matrix, row.id, column.id);
  if (difference !== undefined) return differenceSigns[difference.where];
  return entries === 0 ? '·' : entries === 1 ? '●' : `●${entries}`;
}

/** Merge neighbours of the same style: a line with few segments renders faster. */
function addSpan(spans: MatrixSpan[], span: MatrixSpan): void {
  const last = spans.at(-1);
  const joins = last !== undefined && last.tone === span.tone && !last.cursor && !span.cursor;
  if (joins) spans.splice(-1, 1, {...last, text: last.text + span.text});
  else spans.push(span);
}

/** The cell under the cursor in words: the full names, and its entry; undefined without one. */
export function cellText(view: MatrixView): string | undefined {
  const at = cellAtCursor(view);
  if (at === undefined) return undefined;
  const {row, column, cell, shown} = at;
  const {matrix} = shown;
  const meets =
    cell.length === 0 ? '' : `${matrix.nouns.entry} ${cell.map(e => e.id).join(', ')}: `;
  const wrong = cell.length === 0 ? undefined : problemAt(column, row.id);
  return [
    `${meets}${row.name} × ${column.text}`,
    ...[differenceText(matrix, at) ?? []].flat(),
    ...(wrong === undefined ? [] : [wrong]),
    ...(matrix.cells.has(row.id) ? [] : [row.nobody]),
    ...(row.id === row.name ? [] : [`${matrix.nouns.row} ${row.id}`]),
  ].join(' · ');
}

function infoLine(view: MatrixView, {matrix}: FilteredMatrix, columns: number): Line {
  const at = cellAtCursor(view);
  const text = cellText(view);
  if (at === undefined || text === undefined) return [{text: ' '}];
  const {row, column, cell} = at;
  const sign = signOf(matrix, row, column, stagedChangesOf(view.staged, row.id, column.id));
  const isOdd = cell.length > 0 && problemAt(column, row.id) !== undefined;
  const tone = isOdd ? (column.tone ?? 'warn') : 'plain';
  return [{text: cutText(safeText(` ${sign} ${text}`), columns - 1), tone}];
}

/** The title of a column on two lines, so that more columns fit. */
interface ColumnTitle {
  /** Upper and lower line; a short title is on the lower one, next to the cells. */
  readonly lines: readonly [string, string];
  readonly width: number;
}

const narrowest = 4;
const widest = 14;
const widestAlone = 28;

/** The narrowest title that does not break words; long words are cut. */
const narrowTitle = memoizeFor((column: MatrixColumn) => makeTitle(labelOf(column)));

const wideTitle = memoizeFor((column: MatrixColumn): ColumnTitle => {
  const label = cutText(labelOf(column), widestAlone);
  return {lines: ['', label], width: Math.max(narrowest, widthOf(label))};
});

/** Problems are marked by a sign, not only by colour. */
function labelOf({problem, label}: MatrixColumn): string {
  return (problem === undefined ? '' : '!') + safeText(label);
}

function makeTitle(label: string): ColumnTitle {
  const whole = widthOf(label);
  const alone: ColumnTitle = {lines: ['', label], width: Math.max(narrowest, whole)};
  const split = bestSplit(label);
  // Use two lines if that saves a few columns, or avoids a cut.
  if (split !== undefined && split.width <= Math.min(widest, whole - 3)) return split;
  if (whole <= widest) return alone;
  if (split !== undefined && split.width <= widest) return split;
  const upper = [...label].slice(0, widest).join('');
  const rest = label.slice(upper.length);
  return widthOf(upper) <= widest
    ? {lines: [upper, cutText(rest, widest)], width: widest}
    : {lines: ['', cutText(label, widest)], width: widest};
}

/** The narrowest split of a label after a glyph, a space, a dash or a dot. */
function bestSplit(label: string): ColumnTitle | undefined {
  const pieces = label.match(/[^\s\-_.:]*[\s\-_.:]*/g)?.filter(Boolean) ?? [label];
  let best: ColumnTitle | undefined;
  for (let i = 1; i < pieces.length; i++) {
    const upper = pieces.slice(0, i).join('').trimEnd();
    const lower = pieces.slice(i).join('').trimEnd();
    const width = Math.max(narrowest, widthOf(upper), widthOf(lower));
    if (best === undefined || width < best.width) best = {lines: [upper, lower], width};
  }
  return best;
}
