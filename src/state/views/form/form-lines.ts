import {describeRule} from '../../../api/check-rules.ts';
import type {Input} from '../../../api/operation.ts';
import {safeText} from '../../../base/safe-text.ts';
import {cutText, padText, widthOf, wrapText} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import type {Prompt} from '../../model/state.ts';
import {editText, fieldFacts, formFields, formProblems} from './form-values.ts';
import {picksFor, pickText} from './picks.ts';
import type {FormView} from './state.ts';

/** What a form shows, in parts: the request above, one line per field, what the field takes below. */
export interface FormLines {
  readonly head: readonly Line[];
  /** The last one runs the operation. */
  readonly fields: readonly Line[];
  readonly foot: readonly Line[];
}

/**
 * The lines of a form.
 *
 * @param columns width of the screen
 */
export function formLines(view: FormView, columns: number): FormLines {
  const {operation} = view;
  const fields = formFields(operation);
  const {fields: wrong, others} = formProblems(operation, view.values, view.tried);
  const longest = Math.max(...fields.map(input => widthOf(input.name)), 0);
  const nameWidth = Math.min(longest, Math.floor(columns / 3));
  const isRead = operation.effect === 'read';
  const lines = fields.map(input => fieldLine(input, view, wrong[input.name], nameWidth, columns));
  const writes = isRead ? '' : `  writes (${operation.effect})`;
  const run = isRead ? 'Run: send it and show the answer' : 'Preview the request: nothing is sent';
  const selected = fields[view.cursor];
  return {
    head: [
      [{text: ` ${cutText(operation.summary, columns - 2)}`, tone: 'title'}],
      [
        {
          text: ` ${cutText(`${operation.method} ${operation.path}`, columns - writes.length - 2)}`,
          tone: 'dim',
        },
        ...(isRead ? [] : [{text: writes, tone: 'warn' as const}]),
      ],
    ],
    fields: [...lines, [{text: '  '}, {text: run, tone: 'accent'}]],
    foot: [
      ...(selected ? [...inputFoot(selected, columns), []] : []),
      ...operationFoot(view, others, columns),
    ],
  };
}

function fieldLine(
  input: Input,
  view: FormView,
  problem: string | undefined,
  nameWidth: number,
  columns: number,
): Line {
  const texts = view.values[input.name] ?? [];
  const isEmpty = texts.length === 0;
  const value = isEmpty ? placeholderOf(input) : safeText(editText(input, texts));
  const room = Math.max(8, columns - nameWidth - 6);
  const told = problem === undefined ? '' : `  ${problem}`;
  const shown = cutText(value, Math.max(8, room - widthOf(told)));
  return [
    {text: `${problem === undefined ? ' ' : '✗'} `, tone: 'bad'},
    {
      text: padText(cutText(input.name, nameWidth), nameWidth),
      tone: input.required ? 'title' : 'plain',
    },
    {text: input.required ? ' *' : '  ', tone: 'warn'},
    {text: ` ${shown}`, tone: isEmpty ? 'dim' : 'accent'},
    ...(told === '' ? [] : [{text: cutText(told, room), tone: 'bad' as const}]),
  ];
}

function placeholderOf(input: Input): string {
  if (input.values && input.values.length <= 4) return input.values.join(' | ');
  if (input.default !== undefined) return `default ${input.default}`;
  return input.type === 'json' ? 'JSON' : input.type;
}

/**
 * What the field being typed can take, in place of what is said about it; the one enter takes is
 * marked.
 *
 * @param lines lines there is room for
 */
export function pickLines(view: FormView, prompt: Prompt, lines: number, columns: number): Line[] {
  const {picks} = view;
  if (picks === undefined) return [];
  if (picks.problem !== undefined) {
    return [[{text: ` ${cutText(safeText(picks.problem), columns - 2)}`, tone: 'dim'}]];
  }
  const fitting = picksFor(view, prompt.text);
  const selected = prompt.cursor - 1;
  const room = Math.max(1, lines - 1);
  const from = Math.max(0, Math.min(selected - room + 1, fitting.length - room));
  const title = fitting.length === 0 ? 'none of those known' : `${fitting.length} to pick from`;
  return [
    [{text: ` ${title}`, tone: 'dim'}],
    ...fitting.slice(from, from + room).map((pick, i): Line => {
      const isHere = from + i === selected;
      const text = cutText(pickText(pick), columns - 4);
      return [
        {text: isHere ? ' > ' : '   ', tone: 'accent'},
        {text, tone: isHere ? 'accent' : 'plain'},
      ];
    }),
  ];
}

function inputFoot(input: Input, columns: number): Line[] {
  const width = Math.max(20, columns - 3);
  const help = input.help === undefined ? [] : wrapText(input.help, width);
  const facts = wrapText(fieldFacts(input), width);
  return [
    ...help.map((text): Line => [{text: ` ${text}`}]),
    ...facts.map((text): Line => [{text: ` ${text}`, tone: 'dim'}]),
  ];
}

function operationFoot(view: FormView, others: readonly string[], columns: number): Line[] {
  const {operation} = view;
  const width = Math.max(20, columns - 3);
  const {deprecated, rules = [], notes = [], callers} = operation;
  const text = (line: string, tone: 'dim' | 'warn' | 'bad'): Line[] =>
    wrapText(line, width).map(part => [{text: ` ${part}`, tone}]);
  return [
    ...others.flatMap(problem => text(problem, 'bad')),
    ...(deprecated ? text(`Deprecated: ${deprecated.note}`, 'warn') : []),
    ...(callers ? text(`Only for: ${callers.join(', ')}`, 'warn') : []),
    ...text(`Permission: ${operation.permission}`, 'dim'),
    ...rules.flatMap(rule => text(describeRule(rule), 'dim')),
    ...notes.flatMap(note => text(note, 'dim')),
  ];
}
