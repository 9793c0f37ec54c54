import {type JsonValue, parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {minuteMs} from '../../../base/times.ts';
import type {Card} from '../../model/card.ts';
import type {Line, ReadAt} from '../../model/line.ts';
import {cardLines} from '../../show/card-lines.ts';
import {changeStarts, comparisonLines, isComparison} from '../../show/comparison.ts';
import {describeLines} from '../../show/describe.ts';
import {textOfLine, wrapLine} from '../../show/line-shape.ts';
import {storageLines} from '../../show/storage/document.ts';
import {formLines} from './raw-forms.ts';
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
      view.unfolded,
      view.card,
      view.search !== '',
    ],
    () => {
      const whole = wholeLines(view, {...screen, columns});
      return wrap ? whole.flatMap(line => wrapLine(line, columns)) : whole;
    },
  );
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
  const heading =
    card === undefined
      ? describeLines(value, columns, nowMs, most, screen.isBrief)
      : cardLines(card, value, screen);
  if (typeof xml !== 'string') return heading;
  const rule: Line = [{text: '─'.repeat(columns), tone: 'dim'}];
  return [...heading, rule, ...storageLines(xml, columns)];
}

/** The card, then the full response, or a line that tells how much is collapsed. */
function linesOfCard(
  {unfolded, search, opens}: TextView,
  card: Card,
  value: JsonValue,
  screen: Screen,
): readonly Line[] {
  const {columns, nowMs, most} = screen;
  const lines = cardLines(card, value, screen);
  // If enter opens something else, nothing is collapsed: y shows the response.
  if (screen.isBrief || opens !== undefined) return lines;
  const all = describeLines(value, columns, nowMs, most);
  const isOpen = unfolded === true || search !== '';
  const count = isOpen ? '' : ` (${all.length})`;
  const key = isOpen ? 'collapses' : 'expands';
  const rule: Line = [
    {text: `All fields${count}`, tone: 'accent'},
    ...(search === '' ? [{text: `  enter ${key}`, tone: 'dim'} as const] : []),
  ];
  return [...lines, [], rule, ...(isOpen ? [[], ...all] : [])];
}

/** Whether there is more below a card, expanded or collapsed: for a document, its text. */
export function isFoldable({card, document, opens, form, selected}: TextView): boolean {
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
export function stopsOf(view: TextView, lines: readonly Line[]): number[] {
  const compares = view.search === '' && view.form === 'describe' && isComparison(view);
  return compares ? changeStarts(lines) : matchingLines(lines, view.search);
}
