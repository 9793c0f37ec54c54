import {nameMentions} from '../../../api/mentions.ts';
import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../../../base/json-scan.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {longestShown, safeText} from '../../../base/safe-text.ts';
import {minuteMs} from '../../../base/times.ts';
import {yamlLines} from '../../../output/yaml.ts';
import type {Card} from '../../model/card.ts';
import type {Line, ReadAt} from '../../model/line.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import {besideEachOther, cardLines, columnsIn} from '../../show/card-lines.ts';
import {changeStarts, comparisonLines, isComparison} from '../../show/comparison.ts';
import {describeLines} from '../../show/describe.ts';
import {maxLines, takeLines, textOfLine, wrapLine} from '../../show/line-shape.ts';
import {rawLines, valueTone} from '../../show/raw-lines.ts';
import {storageLines} from '../../show/storage/document.ts';
import type {TextView} from './state.ts';

const lastLines = memoizeLast<readonly Line[]>();

/** Columns beside a text: two for a mark, one so that it does not touch the edge. */
export const textMargin = 3;

/** Where lines are rendered. */
interface Screen extends ReadAt {
  /** Limit of lines of a description. @default all */
  readonly most?: number;
  /** Only the card, or members with values, for a preview. @default false */
  readonly isBrief?: boolean;
  /** Height of the screen: a description that fits in columns is laid out in them. @default none */
  readonly rows?: number;
}

/**
 * The lines of a text view on this screen. The last result is cached, since each frame needs it.
 */
export function linesOfText(view: TextView, screen: Screen): readonly Line[] {
  if (view.text === '') return [];
  const columns = screen.columns - textMargin;
  // Ages are shown in minutes.
  const minute = Math.floor(screen.nowMs / (view.reader?.stepMs ?? minuteMs));
  const own = (view.reader ?? view.card?.adds) && screen.own;
  const source = view.selected?.outputs ?? view.text;
  const wrap = view.wrap === true;
  return lastLines(
    [
      view.key,
      source,
      wrap,
      view.form,
      columns,
      minute,
      own,
      screen.isAwaited,
      view.expanded,
      view.card,
      view.search !== '',
      screen.rows,
    ],
    () => {
      const whole = wholeLines(view, {...screen, columns});
      return wrap ? takeLines(wrappedLinesOf(whole, columns)) : whole;
    },
  );
}

function* wrappedLinesOf(lines: readonly Line[], columns: number): Generator<Line, void> {
  for (const line of lines) yield* wrapLine(line, columns);
}

function wholeLines(view: TextView, screen: Screen): readonly Line[] {
  if (view.form !== 'describe') return formLines(view.selected?.outputs ?? [view.text], view.form);
  return readableLines(view, screen);
}

/** Render a document as its card and its text; anything else is described. */
function readableLines(view: TextView, screen: Screen): readonly Line[] {
  const {columns, nowMs, most} = screen;
  if (view.reader !== undefined) return view.reader.lines(view.text, screen);
  const value = parseJsonValue(view.text);
  if (isComparison(view) && view.document !== undefined) {
    return comparisonLines(value, view.document, columns);
  }
  const xml = view.document === undefined ? undefined : readPointer(value, view.document);
  const {card} = view;
  if (card !== undefined && view.document === undefined) {
    return linesOfCard(view, card, value, screen);
  }
  // What steward composes has long commands, which are copied whole.
  const laid = view.call && card === undefined ? fieldsInColumns(value, screen) : undefined;
  const heading =
    card === undefined
      ? (laid ?? describeLines(value, columns, nowMs, most, screen.isBrief))
      : cardLines(card, value, screen);
  if (typeof xml !== 'string') return heading;
  const rule: Line = [{text: '─'.repeat(columns), tone: 'dim'}];
  const named = nameMentions(xml, readPointer(value, '/mentioned'));
  return [...heading, rule, ...storageLines(named, columns)];
}

/**
 * The card, then the full response, or a line that shows how much is collapsed. Where it fits on a
 * wide screen, it is expanded until the user collapses it.
 */
function linesOfCard(
  view: TextView,
  card: Card,
  value: JsonValue,
  screen: Screen,
): readonly Line[] {
  const {search, opens} = view;
  const lines = cardLines(card, value, screen);
  if (screen.isBrief) return lines;
  const laid = fieldsInColumns(value, screen, lines.length + linesOfRule);
  const isSearched = search !== '' && opens === undefined;
  const isOpen = isSearched || (view.expanded ?? laid !== undefined);
  // If enter opens something else, nothing can be expanded: y shows the response.
  if (opens !== undefined && !isOpen) return lines;
  const all = laid ?? describeLines(value, screen.columns, screen.nowMs, screen.most);
  const count = isOpen ? '' : ` (${all.length > maxLines ? `${maxLines}+` : all.length})`;
  const key = isOpen ? 'collapses' : 'expands';
  const hint = search === '' && opens === undefined ? `  enter ${key}` : '';
  const rule: Line = [
    {text: `All fields${count}`, tone: 'accent'},
    {text: hint, tone: 'dim'},
  ];
  return [...lines, [], rule, ...(isOpen ? [[], ...all] : [])];
}

/** The heading of the fields below a card, with an empty line on both sides. */
const linesOfRule = 3;
/** Fewer fields are read faster below each other. */
const fewestInColumns = 5;

/**
 * The fields of an object in columns beside each other.
 *
 * @param above lines above them
 * @returns undefined if the screen is too narrow for two columns, or too low for all fields
 */
function fieldsInColumns(
  value: JsonValue,
  {columns, rows, nowMs}: Screen,
  above = 0,
): readonly Line[] | undefined {
  const {count, width} = columnsIn(columns);
  const room = rows === undefined ? 0 : visibleLineCount({rows, guide: undefined}) - 1 - above;
  if (count === 1 || room <= 0) return undefined;
  const described = describeLines(value, width, nowMs, room * count + 1);
  const fields = [...wrappedLinesOf(described, width)];
  if (fields.length < fewestInColumns || fields.length > room * count) return undefined;
  return besideEachOther(splitLines(fields, count, room), width);
}

/** Indentations at which a column may begin, the best first. */
const beginnings = [0, 2, 4, Number.POSITIVE_INFINITY];

/**
 * Split the lines of an object into columns of similar height that begin with one of its outermost
 * members, if the room allows, else further inside.
 */
function splitLines(
  lines: readonly Line[],
  count: number,
  room: number,
): readonly (readonly Line[])[] {
  const indents = lines.map(line => textOfLine(line).search(/\S/));
  const least = Math.ceil(lines.length / count);
  for (const depth of beginnings) {
    for (let height = least; height <= Math.min(room, 2 * least + 2); height++) {
      const parts: (readonly Line[])[] = [];
      let from = 0;
      while (from < lines.length && parts.length <= count) {
        if (lines[from]?.length === 0) from++;
        const end = from + height;
        const isBeginning = (_: Line, at: number): boolean =>
          at > from && at <= end && (indents[at] ?? -1) <= depth && indents[at] !== -1;
        const to = end >= lines.length ? lines.length : lines.findLastIndex(isBeginning);
        parts.push(lines.slice(from, Math.max(to, from + 1)));
        from = Math.max(to, from + 1);
      }
      if (parts.length <= count) return parts;
    }
  }
  return [lines];
}

/** Whether there is more below a card, expanded or collapsed: for a document, its text. */
export function isCollapsible({card, document, opens, form, selected}: TextView): boolean {
  const isCard = card !== undefined && document === undefined && opens === undefined;
  return isCard && form === 'describe' && selected === undefined;
}

/** Indexes of the lines that contain the searched text, ignoring case. */
export function matchingLines(lines: readonly Line[], search: string): number[] {
  if (search === '') return [];
  const wanted = search.toLowerCase();
  return lines.flatMap((line, i) => (textOfLine(line).toLowerCase().includes(wanted) ? [i] : []));
}

/** The lines for next and previous: search matches, else the changes of a comparison. */
export function jumpTargets(view: TextView, lines: readonly Line[]): number[] {
  const compares = view.search === '' && view.form === 'describe' && isComparison(view);
  return compares ? changeStarts(lines) : matchingLines(lines, view.search);
}

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface PathValue {
  readonly path: string;
  /** JSON text exactly as received. */
  readonly value: string;
}

/**
 * One field for each scalar or empty value of a JSON text, with its jq path: `.lead.name`,
 * `.values[0]["odd name"]`.
 *
 * @param json one JSON value
 */
export function fieldsOf(json: string): PathValue[] {
  return below(json, rootSpan(json), '');
}

function below(json: string, span: JsonSpan, path: string): PathValue[] {
  const kind = kindOf(json, span);
  if (kind === 'object') {
    const members = memberSpans(json, span);
    if (members.length > 0) {
      return members.flatMap(({key, value}) =>
        below(json, value, path + step(decodeString(json, key), path)),
      );
    }
  }
  if (kind === 'array') {
    const items = itemSpans(json, span);
    if (items.length > 0) {
      return items.flatMap((item, i) => below(json, item, `${path === '' ? '.' : path}[${i}]`));
    }
  }
  return [{path: path === '' ? '.' : path, value: sliceSpan(json, span)}];
}

function step(name: string, path: string): string {
  if (plainName.test(name)) return `.${name}`;
  return `${path === '' ? '.' : ''}[${JSON.stringify(name)}]`;
}

const member = /^((?: {2}|- )*)((?:"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_-]*):)( ?)(.*)$/s;
const item = /^((?: {2}|- )*- )(.*)$/s;

/** Render JSON texts in a raw form, one after the other. */
function formLines(texts: readonly string[], form: TextView['form']): Line[] {
  return takeLines(linesInForm(texts, form));
}

function* linesInForm(texts: readonly string[], form: TextView['form']): Generator<Line, void> {
  for (const [i, text] of texts.entries()) {
    if (form === 'yaml') {
      if (i > 0) yield [{text: '---', tone: 'dim'}];
      for (const line of yamlLines(text)) yield yamlLine(line);
    } else if (form === 'fields') for (const field of fieldsOf(text)) yield fieldLine(field);
    else yield* rawLines(text);
  }
}

function yamlLine(line: string): Line {
  const found = member.exec(line.slice(0, longestShown + 1));
  if (found !== null) {
    const [, indent = '', key = '', space = '', value = ''] = found;
    return [
      {text: indent, tone: 'dim'},
      {text: safeText(key), tone: 'accent'},
      {text: space + safeText(value), tone: toneOf(value)},
    ];
  }
  const [, dash = '', value = line] = item.exec(line) ?? [];
  return [
    {text: dash, tone: 'dim'},
    {text: safeText(value), tone: toneOf(value)},
  ];
}

function toneOf(value: string) {
  return /^[-\d"tfn[{]/.test(value) && valueTone(value) !== 'dim' ? valueTone(value) : 'plain';
}

function fieldLine({path, value}: {readonly path: string; readonly value: string}): Line {
  return [
    {text: safeText(path), tone: 'accent'},
    {text: ' = ', tone: 'dim'},
    {text: safeText(value), tone: valueTone(value)},
  ];
}
