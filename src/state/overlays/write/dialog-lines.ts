import {capitalize} from '../../../base/capital.ts';
import {pluralOf} from '../../../base/counted.ts';
import {lineWidth} from '../../../base/line-span.ts';
import {safeText} from '../../../base/safe-text.ts';
import {type CaretText, caretSpans} from '../../../base/text-caret.ts';
import type {Tone} from '../../../base/tone.ts';
import {padText, widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {frameLines, popupWidth, rowLine} from '../../views/list/popup-place.ts';
import {labelWithoutEllipsis} from '../../write/make-plan.ts';
import {isProtectedSession} from '../../write/permissions.ts';
import {irreversible} from '../../write/risk.ts';
import type {AskStage, ConfirmStage, MenuEntry, MenuStage, WritePlan} from '../../write/state.ts';

/** A box over the view: its title, and its lines. */
export interface DialogLines {
  readonly title: string;
  /** Inner width of the frame. */
  readonly width: number;
  readonly lines: readonly Line[];
  /** Index of the line under the cursor. */
  readonly selected?: number;
  /** Draw the frame as a warning. */
  readonly isDanger: boolean;
  /** Body line that must not be covered. */
  readonly besides?: number;
  /** First row of the list while the box is open. @default unchanged */
  readonly listTop?: number;
}

/**
 * The text to type to confirm a plan of risk 3: the number of its objects, or the name of the only
 * one.
 */
export function typedToConfirm({object}: Pick<WritePlan, 'object'>): string {
  return /^\d+$/.test(object) ? `the number ${object}` : 'the name';
}

/** The confirmation of a risky write: Cancel has the focus; `y` or the typed name sends. */
export function confirmLines(dialog: ConfirmStage, state: AppState): DialogLines {
  const {plan} = dialog;
  const width = popupWidth(state.columns);
  const {about, asked} = confirmParts(dialog, state, width);
  const [only, ...others] = plan.requests;
  const all = [
    ...(only === undefined || others.length > 0 ? [] : wrappedText(capitalize(only.label), width)),
    ...about,
  ];
  // On a small screen, the question itself takes precedence.
  const left = Math.max(0, visibleLineCount(state) - frameLines - asked.length - 1);
  const lines: Line[] = [...all.slice(0, left), [{text: ' '}], ...asked];
  return {title: plan.title, width, lines, isDanger: true};
}

/** The reasons for confirmation, and the controls: the buttons, or the name to type. */
export function confirmParts(
  {plan, focus, typed, problem}: ConfirmStage,
  state: AppState,
  width: number,
): {readonly about: readonly Line[]; readonly asked: readonly Line[]} {
  const wrapped = (text: string, tone: Tone) => wrappedText(text, width, tone);
  const {profile} = state.session;
  // The sentence on undo covers this reason.
  const reasons = plan.reasons.filter(reason => plan.undo === undefined || reason !== irreversible);
  const where = state.session.sandbox ? 'the sandbox' : `profile ${profile}`;
  return {
    about: [
      ...(reasons.length > 0 ? wrapped(`${capitalize(reasons.join(', '))}.`, 'warn') : []),
      ...(plan.undo === undefined ? [] : wrapped(plan.undo, plan.undoable > 0 ? 'plain' : 'bad')),
      ...wrapped(`Target: ${where}${isProtectedSession(state) ? ' (protected)' : ''}.`, 'plain'),
    ],
    asked: plan.risk === 3 ? typeLines(plan.object, typed, problem, width) : buttonLines(focus),
  };
}

function typeLines(
  object: string,
  typed: CaretText,
  problem: string | undefined,
  width: number,
): readonly Line[] {
  const name: Span = {text: safeText(object), tone: 'title'};
  const question: Line = [{text: 'Type '}, name, {text: ' to confirm, then press enter:'}];
  const isLong = lineWidth(question) > width;
  return [
    ...(isLong
      ? [
          [{text: 'To confirm, type and press enter:'}] as const,
          ...wrappedText(object, width, 'title'),
        ]
      : [question]),
    ...typedLines(typed, width, problem),
  ];
}

function typedLines(typed: CaretText, width: number, problem = ' '): readonly Line[] {
  const line: Line = [{text: '> ', tone: 'accent'}, ...caretSpans(typed, width - 2)];
  const used = lineWidth(line);
  return [[...line, {text: ' '.repeat(width - used)}], [{text: safeText(problem), tone: 'bad'}]];
}

function buttonLines(focus: ConfirmStage['focus']): readonly Line[] {
  const button = (text: string, isFocused: boolean): Line => [
    {text: isFocused ? '▸' : ' ', tone: 'accent'},
    {text: ` ${text} `, ...(isFocused ? {tone: 'title', solid: true} : {tone: 'dim'})},
  ];
  return [
    [
      ...button('Cancel', focus === 'cancel'),
      {text: '    '},
      ...button('y Send', focus === 'send'),
    ],
  ];
}

/** The dialog for typing a number. */
export function askLines({use, typed, problem}: AskStage, {columns}: AppState): DialogLines {
  const width = popupWidth(columns);
  const question = `${labelWithoutEllipsis(use.verb).replace(/ N days$/, ' how many days')}?`;
  const lines = [...wrappedText(capitalize(question), width), ...typedLines(typed, width, problem)];
  return {title: capitalize(pluralOf(use.noun)), width, lines, isDanger: false};
}

/** Frame and margins beside the lines. */
const around = 8;
/** Frame, typed line, rule. */
const ownLines = 4;
const leastEntries = 3;
/** Longer titles are cut, so that they do not widen the menu. */
const widestTitle = 60;

/**
 * The menu: labels with their letters, other views below a rule, unavailable entries with the
 * reason. It is as narrow as possible, and does not cover the line of its row.
 */
export function menuLines(menu: MenuStage, state: AppState): DialogLines {
  const {entries, cursor, title} = menu;
  const besides = rowLine(state);
  const height = visibleLineCount(state);
  const free = besides === undefined ? height : Math.max(besides, height - besides - 1);
  const room = Math.max(leastEntries, free - ownLines);
  const widths = entries.map(({text}) => widthOf(safeText(text)));
  const words = Math.max(0, ...widths);
  const notes = entries.map(entry => widthOf(noteOf(entry)));
  const keys = entries.some(({key}) => key !== undefined) ? 3 : 0;
  const wanted = keys + words + 2 + Math.max(0, ...notes) + 1;
  const width = Math.max(
    widthOf(hintOf(menu)) + (entries.length > room ? moreWidth : 0),
    30,
    Math.min(state.columns - around, Math.max(wanted, Math.min(widestTitle, widthOf(title) + 3))),
  );
  const top = Math.max(0, Math.min(cursor - room + 1, entries.length - room));
  const lines: Line[] = [
    withMore(searchLine(menu), entries.length - top - room, width),
    ruleOf(width),
  ];
  let selected = 0;
  for (const [i, entry] of entries.slice(top, top + room).entries()) {
    const before = entries[top + i - 1];
    const isTight = entries.length >= room;
    if (before?.kind === 'verb' && entry.kind !== 'verb' && !isTight) lines.push(ruleOf(width));
    if (top + i === cursor) selected = lines.length;
    lines.push(entryLine(entry, {keys, words, width}));
  }
  if (entries.length === 0) lines.push([{text: 'No match', tone: 'dim'}]);
  return {title, width, lines, selected, isDanger: false, ...(besides !== undefined && {besides})};
}

/** The hint about typing. */
function hintOf({entries}: MenuStage): string {
  const isLetter = entries.some(({key}) => key !== undefined);
  return isLetter ? 'Press a letter, or / to search' : 'Type to search';
}

function searchLine(menu: MenuStage): Line {
  const {typed} = menu;
  if (typed === undefined) return [{text: hintOf(menu), tone: 'dim'}];
  return [{text: '/', tone: 'accent'}, ...caretSpans(typed)];
}

/** Width of `▼ 12 more` and the spaces before it. */
const moreWidth = 11;

/** The first line of a menu, with the number of entries below its last line. */
function withMore(line: Line, count: number, width: number): Line {
  if (count <= 0) return line;
  const used = lineWidth(line);
  const text = padText(`▼ ${count} more`, Math.max(0, width - used), 'right');
  return [...line, {text, tone: 'accent'}];
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
