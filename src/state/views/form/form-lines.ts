import {permissionOf} from '../../../api/catalogue/outcomes.ts';
import type {Input} from '../../../api/operation.ts';
import {wordsOf} from '../../../api/worded-values.ts';
import {counted} from '../../../base/counted.ts';
import {readableDay} from '../../../base/day-words.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {cutText, padText, widthOf} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import type {FieldPrompt} from '../../overlays/prompt/state.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {swatchSpans, withSwatch} from '../../show/swatch.ts';
import {titleOfVerb} from '../../write/make-plan.ts';
import {inWireForm} from './field-prompt.ts';
import {
  currentLine,
  currentValueLine,
  type FormLine,
  formLinesOf,
  textsOf,
  type ValueLine,
} from './form-fields.ts';
import {defaultText, type FormProblems, fieldFacts, formProblems, ruleText} from './form-values.ts';
import {
  candidateCells,
  entityNameOf,
  isClosedList,
  isPickedByName,
  picksFor,
  resolvePick,
} from './picks.ts';
import {isOfNew} from './prefill.ts';
import type {FormView} from './state.ts';

/** The parts of a form: the request above, its lines, the suggestions below. */
export interface FormLines {
  readonly head: readonly Line[];
  /** The last one submits. */
  readonly fields: readonly Line[];
  readonly foot: readonly Line[];
}

/**
 * Render a form.
 *
 * @param columns width of the fields
 * @param reason why the operation would be refused, if known
 * @param beside width of the foot. @default that of the fields
 */
export function formLines(
  view: FormView,
  columns: number,
  reason?: string,
  beside: number = columns,
): FormLines {
  const {operation} = view;
  const lines = formLinesOf(view);
  const problems = formProblems(view, view.tried);
  const labels = lines.map(({label, depth}) => widthOf(label) + 2 * depth);
  const width = Math.min(Math.max(...labels), Math.floor(columns * labelShare));
  const isRead = operation.effect === 'read';
  const writes = isRead ? '' : `  ${reason ?? `changes data (${operation.effect})`}`;
  const path = cutText(`${operation.method} ${operation.path}`, columns - writes.length - 2);
  const selected = lines[view.cursor];
  return {
    head: [
      [{text: ` ${cutText(titleOf(view), columns - 2)}`, tone: 'title'}],
      ...(view.destination === undefined
        ? [
            [
              {text: ` ${path}`, tone: 'dim'} as const,
              ...(isRead ? [] : [{text: writes, tone: 'warn'} as const]),
            ],
          ]
        : wrappedText(operation.notes?.[0] ?? '', columns - 2, 'dim', ' ')),
      ...rowFactLines(view, columns),
    ],
    fields: lines.map(line => drawnLine(line, view, problems, {width, columns})),
    foot: [
      ...readingNote(view, beside),
      ...(selected ? [...lineFoot(selected, beside), []] : []),
      ...operationFoot(view, problems.others, beside),
    ],
  };
}

function titleOf({operation, use}: FormView): string {
  return use === undefined ? operation.summary : safeText(titleOfVerb(use));
}

/** The verb's note about its row. */
function rowFactLines({use}: FormView, columns: number): readonly Line[] {
  const [row, ...others] = use?.rows ?? [];
  const noteText = row && others.length === 0 ? use?.verb.rowFact?.(row.value) : undefined;
  return noteText === undefined ? [] : [[{text: ` ${cutText(safeText(noteText), columns - 2)}`}]];
}

/** Share of the width for labels; those of members are indented. */
const labelShare = 0.45;

interface Widths {
  /** Width of the labels. */
  readonly width: number;
  /** Width of the screen. */
  readonly columns: number;
}

function drawnLine(line: FormLine, view: FormView, {fields}: FormProblems, size: Widths): Line {
  const {width, columns} = size;
  if (line.kind === 'run') {
    const isRead = view.operation.effect === 'read';
    const preview = view.destination === undefined ? 'Preview the request' : 'Save the values';
    const text = isRead ? 'Run: send and show the response' : `${preview}: nothing is sent`;
    return [{text: '  '}, {text, tone: 'accent'}];
  }
  const required = 'required' in line && line.required;
  const problem = line.kind === 'value' && line.index > 0 ? undefined : fields[line.name];
  const isWrong = problem !== undefined && line.kind !== 'add';
  const room = Math.max(8, columns - width - 6);
  const noteText = isWrong ? `  ${safeText(problem)}` : '';
  const {text, tone, beside = ''} = shownValue(line, view);
  const shown = cutText(withSwatch(text), Math.max(8, room - widthOf(noteText)));
  const left = room - widthOf(shown) - 2;
  const label = `${'  '.repeat(line.depth)}${line.label}`;
  return [
    {text: isWrong ? '✗ ' : '  ', tone: 'bad'},
    {text: padText(cutText(label, width), width), tone: required ? 'title' : 'plain'},
    {text: required ? ' *' : '  ', tone: 'warn'},
    {text: ' '},
    ...swatchSpans({text: shown, tone}),
    ...(isWrong
      ? [{text: cutText(noteText, Math.max(0, room - widthOf(shown))), tone: 'bad' as const}]
      : []),
    ...(!isWrong && beside !== '' && left > 4
      ? [{text: `  ${cutText(beside, left)}`, tone: 'dim' as const}]
      : []),
  ];
}

interface ShownValue {
  readonly text: string;
  readonly tone: 'dim' | 'accent' | 'plain';
  /** The id of a name, or the day of a date. */
  readonly beside?: string;
}

function shownValue(line: Exclude<FormLine, {kind: 'run'}>, view: FormView): ShownValue {
  switch (line.kind) {
    case 'add':
      return {text: '', tone: 'dim'};
    case 'more':
      return {text: line.isOpen ? 'enter collapses' : line.holds, tone: 'dim'};
    case 'group': {
      const [own] = textsOf(view, line.name);
      if (own !== undefined) return {text: oneLine(own), tone: 'accent'};
      return {text: line.isOpen ? '' : line.holds, tone: 'dim'};
    }
    case 'value': {
      const text = textsOf(view, line.name)[line.index];
      if (text === undefined) return {text: leftOutOf(line, view), tone: 'dim'};
      const isOld = view.values[line.name] === undefined;
      const tone = isOld ? 'plain' : 'accent';
      if (text === '') return {text: '(empty)', tone};
      const words = wordsOf(line.input, text);
      if (words !== text) return {text: words, tone};
      const name = entityNameOf(view, line.input, text);
      if (name !== '' && name !== text) {
        return {text: safeText(name), tone, beside: safeText(text)};
      }
      return {text: oneLine(text), tone, beside: isDay(line, text) ? readableDay(text) : ''};
    }
  }
}

/** The hint for an empty field; in an update, an omitted field stays unchanged. */
function leftOutOf(line: ValueLine, view: FormView): string {
  const [before] = view.before[line.name] ?? [];
  const stays = line.index === 0 && before !== undefined && view.operation.effect === 'update';
  return stays ? `unchanged: ${oneLine(wordsOf(line.input, before))}` : placeholderOf(line, view);
}

function isDay({input}: ValueLine, text: string): boolean {
  return input.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A text of several lines on one line. */
function oneLine(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const more = others.length === 0 ? '' : ` … (${others.length + 1} lines)`;
  return safeText(first) + more;
}

function placeholderOf(
  {input, index}: ValueLine,
  {operation}: Pick<FormView, 'operation'>,
): string {
  if (index > 0) return '+';
  // Show the default among the choices while no value is given.
  if (input.values && input.values.length > 0 && input.values.length <= 4) {
    const isForce = (value: string) => value === input.default;
    return input.values
      .map(value => {
        const words = wordsOf(input, value);
        return isForce(value) ? defaultText(words) : words;
      })
      .join(' | ');
  }
  if (input.default !== undefined) return `default ${wordsOf(input, input.default)}`;
  // A name is easier to type than an id.
  if (isPickedByName(operation, input)) return `a ${input.names}, by name`;
  if (input.example !== undefined) return `for example ${oneLine(wordsOf(input, input.example))}`;
  return '—';
}

/** The announcement of the line under the cursor. */
export function announceLine(view: FormView): string {
  const line = currentLine(view);
  if (line === undefined || line.kind === 'run') return 'run';
  const problem = formProblems(view, view.tried).fields[line.name];
  const required = 'required' in line && line.required ? ', required' : '';
  const {text, tone} = shownValue(line, view);
  const byItself = line.kind === 'value' ? line.input.default : undefined;
  const empty = byItself === undefined ? 'empty' : defaultText(byItself);
  const value = line.kind === 'value' && tone === 'dim' ? empty : text;
  return `${line.label || line.name}${required}: ${value}${problem ? `, ${safeText(problem)}` : ''}`;
}

/** The name to show for a current value that is an id, until the field is edited; '' if unknown. */
export function currentName(view: FormView, {text, fresh}: FieldPrompt): string {
  const input = currentValueLine(view)?.input;
  return fresh && input !== undefined ? entityNameOf(view, input, text) : '';
}

/** The text beside the edited field: the date it means, or the name of the value. */
export function typedValueHint(view: FormView, prompt: FieldPrompt, nowMs: number): string {
  const {text, problem, whole} = prompt;
  const line = currentValueLine(view);
  if (problem !== undefined || whole || line === undefined || text === '') return '';
  const wire = inWireForm(line.input, text, {nowMs});
  if (line.input.type === 'date') return isDay(line, wire) ? readableDay(wire) : '';
  if (line.input.type === 'time') return wire === text ? '' : wire;
  const meant = resolvePick(view, prompt);
  if (meant === undefined) return '';
  const others = picksFor(view, prompt).filter(pick => pick !== meant);
  return [meant, ...(meant.value === text ? [] : others.slice(0, 2))]
    .map(({label}) => label)
    .join('   ');
}

/** Render the suggestions below a field. */
export function pickLines(
  view: FormView,
  prompt: FieldPrompt,
  lines: number,
  columns: number,
): readonly Line[] {
  const line = currentValueLine(view);
  const picks = view.picks?.input === line?.name ? view.picks : undefined;
  if (picks?.problem !== undefined && picks.picks.length === 0) {
    return [[{text: ` ${cutText(safeText(picks.problem), columns - 2)}`, tone: 'dim'}]];
  }
  const isPicked =
    line && (picks !== undefined || line.input.values?.length || isClosedList(line.input));
  if (!isPicked) return [];
  const fitting = picksFor(view, prompt);
  if (prompt.listed === 'none') {
    const found = fitting.length === 0 ? 'Type to search' : counted(fitting.length, 'candidate');
    return [[{text: ` ${found} · ctrl+o lists all`, tone: 'dim'}]];
  }
  const selected = prompt.cursor - 1;
  const room = Math.max(1, lines - 1);
  const from = Math.max(0, Math.min(selected - room + 1, fitting.length - room));
  const title =
    fitting.length > 0
      ? counted(fitting.length, 'candidate')
      : picks?.isRead === false
        ? 'Loading candidates…'
        : noMatch(view, line?.input, prompt.text);
  const below = fitting.length - from - room;
  const shown = candidateCells(fitting.slice(from, from + room), picks?.picks ?? fitting);
  return [
    [
      {text: ` ${title}`, tone: 'dim'},
      {text: below > 0 ? `  ▼ ${below} more` : '', tone: 'accent'},
    ],
    ...shown.map(([name = '', ...others], i): Line => {
      const isHere = from + i === selected;
      const text = cutText(name, columns - 4);
      return [
        {text: isHere ? ' > ' : '   ', tone: 'accent'},
        {text, tone: isHere ? 'accent' : 'plain'},
        {
          text: cutText(others.join(''), Math.max(0, columns - 4 - widthOf(text))).trimEnd(),
          tone: isHere ? 'accent' : 'dim',
        },
      ];
    }),
  ];
}

/** The title of an empty list of candidates: the typed name may be that of a new object. */
function noMatch({operation, picks}: FormView, input: Input | undefined, text: string): string {
  const isNew = (input?.by === 'name' || input?.by === 'key') && isOfNew(operation, input);
  return isNew && text !== '' && picks?.isAll ? `No match · adds a new ${input.names}` : 'No match';
}

/** A note on reading the current values, or on a restored draft. */
export function readingNote({load, reads, before, restored}: FormView, columns: number): Line[] {
  const note = (text: string, tone: 'dim' | 'warn'): Line[] => [
    [{text: ` ${cutText(safeText(text), columns - 2)}`, tone}],
  ];
  if (load.status === 'ready' && restored) {
    return note('Draft restored · ctrl+n starts over', 'warn');
  }
  if (reads === undefined) return [];
  if (load.status === 'loading') return note('Loading current values…', 'dim');
  if (load.status !== 'failed') return [];
  const {title, text} = load.trouble;
  return Object.keys(before).length > 0
    ? []
    : note(`Current values unknown: ${title}: ${text.split('\n')[0]}`, 'warn');
}

function lineFoot(line: FormLine, columns: number): Line[] {
  if (!('input' in line)) return [];
  const {input} = line;
  const width = Math.max(20, columns - 3);
  // For an image, the help also names the source that commands read it from.
  const help =
    input.help && input.type !== 'image' ? wrappedText(input.help, width, 'plain', ' ') : [];
  return [...help, ...wrappedText(`--${input.name}: ${fieldFacts(input)}`, width, 'dim', ' ')];
}

function operationFoot(view: FormView, others: readonly string[], columns: number): Line[] {
  const {operation} = view;
  const width = Math.max(20, columns - 3);
  const {deprecated, rules = [], notes = [], apiNotes = [], callers} = operation;
  const permission = permissionOf(operation);
  const text = (line: string, tone: Tone) => wrappedText(line, width, tone, ' ');
  return [
    ...others.flatMap(problem => text(problem, 'bad')),
    ...(deprecated ? text(`Deprecated: ${deprecated.note}`, 'warn') : []),
    ...(callers ? text(`Only for: ${callers.join(', ')}`, 'warn') : []),
    ...(permission === undefined ? [] : text(`Permission: ${permission}`, 'dim')),
    ...rules.flatMap(rule => text(ruleText(rule, operation), 'dim')),
    ...[...notes.slice(view.destination === undefined ? 0 : 1), ...apiNotes].flatMap(note =>
      text(note, 'dim'),
    ),
  ];
}
