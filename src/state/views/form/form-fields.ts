import {bodyOf, fieldsOf} from '../../../api/body-of.ts';
import {fieldPath, type GroupInput, isGroup} from '../../../api/body-texts.ts';
import type {Field} from '../../../api/field.ts';
import {acceptsList} from '../../../api/given-values.ts';
import {findInput, inputsOf, isBodyPath} from '../../../api/inputs-of.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import type {Prompt} from '../../overlays/prompt/state.ts';
import {labelOf} from './field-label.ts';
import type {FormView} from './state.ts';

interface LineBase {
  /** Name of its input, `body.a.b` for a nested member; `more` and `run` for these lines. */
  readonly name: string;
  readonly label: string;
  /** Number of enclosing objects, plus one among the collapsed fields. */
  readonly depth: number;
}

/** One line of a form. */
export type FormLine =
  | (LineBase & {
      readonly kind: 'value';
      readonly input: Input;
      readonly required: boolean;
      /** Index of the value in a list; the last one adds a value. */
      readonly index: number;
    })
  /** An object with known members, a list of such objects, or one of them. */
  | (LineBase & {
      readonly kind: 'group';
      readonly input: Input;
      readonly required: boolean;
      readonly isOpen: boolean;
      /** A summary of its content. */
      readonly holds: string;
    })
  /** Adds an object to a list. */
  | (LineBase & {readonly kind: 'add'})
  /** The less common fields, collapsed. */
  | (LineBase & {readonly kind: 'more'; readonly isOpen: boolean; readonly holds: string})
  | (LineBase & {readonly kind: 'run'});

export type ValueLine = Extract<FormLine, {kind: 'value'}>;

type Shown = Pick<FormView, 'operation' | 'values' | 'before' | 'toggled' | 'elements' | 'use'>;

/** From this number of fields, the less common ones are collapsed; this many are shown. */
const collapsedFrom = 10;
const shownAtOnce = 8;

/** The lines of a form: required fields, common fields, the others collapsed, and the run line. */
export function formLinesOf(view: Shown): readonly FormLine[] {
  const fields = topFields(view);
  const usual = view.use ? askedFields(view, fields) : usualFields(fields);
  const others = fields.filter(input => !usual.includes(input));
  const names = labelsOf([...new Set([...usual, ...fields])]);
  const linesOf = (inputs: readonly Input[], depth: number): FormLine[] =>
    inputs.flatMap(input =>
      fieldLines(view, input, {
        label: names.get(input) ?? input.name,
        depth,
        required: input.required === true,
      }),
    );
  const isOpen = view.toggled.has('more');
  const filled = isOpen
    ? []
    : others.filter(input => !isCovered(view, input) && holdsSomething(typedOf(view), input));
  const folded = others.filter(input => !filled.includes(input));
  const more: FormLine[] =
    folded.length === 0
      ? []
      : [
          {
            kind: 'more',
            name: 'more',
            label: `more (${folded.length})`,
            depth: 0,
            isOpen,
            holds: folded.map(input => (names.get(input) ?? input.name).toLowerCase()).join(', '),
          },
        ];
  return [
    ...linesOf([...usual, ...filled], 0),
    ...more,
    ...(isOpen ? linesOf(folded, 1) : []),
    {kind: 'run', name: 'run', label: 'run', depth: 0},
  ];
}

export function currentLine(view: FormView): FormLine | undefined {
  return formLinesOf(view)[view.cursor];
}

/** The index of the next field below the cursor; -1 on the last one. */
export function nextFieldAt(view: FormView): number {
  return formLinesOf(view).findIndex(({kind}, i) => i > view.cursor && kind === 'value');
}

/**
 * Whether tab passes a line: the title of a group, and the empty line for a further value of a
 * list, where enter and the arrows go.
 */
export function isPassedByTab(line: FormLine, view: FormView): boolean {
  if (line.kind === 'group') return line.isOpen;
  const isFurther = line.kind === 'value' && line.index > 0;
  return isFurther && textsOf(view, line.name)[line.index] === undefined;
}

/** What submitting a form does, in a word. */
export function submitWord({operation, destination}: FormView): string {
  if (operation.effect === 'read') return 'run';
  return destination === undefined ? 'preview' : 'save';
}

/** What enter does on the line under the cursor, in a word: the last field submits. */
export function enterWord(view: FormView): string {
  const line = currentLine(view);
  if (line?.kind === 'run') return submitWord(view);
  if (line?.kind !== 'value') return line?.kind === 'add' ? 'add' : 'expand';
  return nextFieldAt(view) === -1 ? submitWord(view) : 'next';
}

/** The line under the cursor if it has a value. */
export function currentValueLine(view: FormView): ValueLine | undefined {
  const line = currentLine(view);
  return line?.kind === 'value' ? line : undefined;
}

/** The line being edited; undefined if there is none, or for the whole body. */
export function editedLine(view: FormView, prompt: Prompt | undefined): ValueLine | undefined {
  return prompt?.kind === 'field' && !prompt.whole ? currentValueLine(view) : undefined;
}

/**
 * The inputs with their own lines; the whole body only if its fields are unknown or it is given.
 */
function topFields({operation, values, use}: Shown): readonly Input[] {
  const hasFields = fieldsOf(bodyOf(operation)).length > 0;
  const inputs = inputsOf(operation).filter(({place, name, unavailable}) => {
    const isWhole = place === 'body' && hasFields && (values[name] ?? []).length === 0;
    const isGiven = use?.verb.inputs?.[name] !== undefined;
    return unavailable === undefined && !isWhole && !isGiven;
  });
  const rank = ({required}: Input): number => (required ? 0 : 1);
  return inputs.toSorted((one, other) => rank(one) - rank(other));
}

/** The fields of the verb, then other required ones. */
function askedFields({operation, use}: Shown, fields: readonly Input[]): readonly Input[] {
  const asked = Object.keys(use?.verb.asks ?? {}).flatMap(name => findInput(operation, name) ?? []);
  const isAsked = (input: Input): boolean => asked.some(({name}) => name === input.name);
  return [
    ...asked.map(input => fields.find(({name}) => name === input.name) ?? input),
    ...fields.filter(input => input.required && !isAsked(input) && !isCovered({use}, input)),
  ];
}

/** Whether the verb asks for or sets a part of it, so that the rest can be collapsed. */
function isCovered({use}: Pick<Shown, 'use'>, input: Input): boolean {
  if (use === undefined) return false;
  const names = Object.keys({...use.verb.asks, ...use.verb.inputs});
  if (input.place === 'body') return names.some(isBodyPath);
  if (!isGroup(input)) return false;
  return names.some(name => name.startsWith(`${fieldPath(input)}.`));
}

/** For the form of a verb, ignore current values, so that only typed ones expand a group. */
function typedOf(view: Shown): Shown {
  return view.use === undefined ? view : {...view, before: {}};
}

function usualFields(fields: readonly Input[]): readonly Input[] {
  if (fields.length < collapsedFrom) return fields;
  const required = fields.filter(input => input.required);
  const others = fields.filter(input => !input.required && !('deprecated' in input));
  return [...required, ...others.slice(0, Math.max(0, shownAtOnce - required.length))];
}

/** Labels, unique within a form. */
function labelsOf(fields: readonly Input[]): ReadonlyMap<Input, string> {
  const short = fields.map(input =>
    input.type === 'image'
      ? 'Image'
      : 'deprecated' in input
        ? `${labelOf(input)} (deprecated)`
        : labelOf(input),
  );
  return new Map(
    fields.map((input, i) => {
      const label = short[i] ?? input.name;
      const isTwice = short.filter(other => other === label).length > 1;
      return [input, isTwice ? labelOf({name: input.name}) : label];
    }),
  );
}

function holdsSomething(view: Shown, input: Input): boolean {
  const holds = textsOf(view, input.name).length > 0;
  return holds || (isGroup(input) && namesBelow(view, input).length > 0);
}

interface Place {
  readonly label: string;
  readonly depth: number;
  readonly required: boolean;
}

function fieldLines(view: Shown, input: Input, place: Place): readonly FormLine[] {
  const {name} = input;
  if (isGroup(input)) return groupLines(view, input, place);
  const count = acceptsList(input) ? textsOf(view, name).length + 1 : 1;
  return Array.from({length: count}, (_, index) => ({
    ...place,
    kind: 'value',
    name,
    input,
    index,
    label: index === 0 ? place.label : '',
    required: place.required && index === 0,
  }));
}

function groupLines(view: Shown, input: GroupInput, place: Place): readonly FormLine[] {
  const {name, shape} = input;
  const isOpen = view.toggled.has(name) !== (place.required || isElement(input));
  const count = shape.type === 'list' ? elementsOf(view, input) : 0;
  const holds =
    shape.type === 'list'
      ? `${count} ${count === 1 ? 'entry' : 'entries'}`
      : fieldsOf(shape)
          .map(field => labelOf(field).toLowerCase())
          .join(', ');
  const head: FormLine = {...place, kind: 'group', name, input, isOpen, holds};
  if (!isOpen) return [head];
  const depth = place.depth + 1;
  if (shape.type === 'object') return [head, ...memberLines(view, input, shape.fields, depth)];
  const one = place.label.replace(/(?<=us|ss|x|ch|sh)es$|s$/, '').toLowerCase();
  const elements = Array.from({length: count}, (_, i) => {
    const element = findInput(view.operation, `${fieldPath(input)}.${i}`);
    const label = `${one} ${i + 1}`;
    return element ? fieldLines(view, element, {label, depth, required: false}) : [];
  });
  return [head, ...elements.flat(), {kind: 'add', name, label: `another ${one}`, depth}];
}

function memberLines(
  view: Shown,
  input: GroupInput,
  fields: readonly Field[],
  depth: number,
): readonly FormLine[] {
  const ordered = fields.toSorted((one, other) => rankOf(one) - rankOf(other));
  return ordered.flatMap(field => {
    const member = findInput(view.operation, `${fieldPath(input)}.${field.name}`);
    if (member === undefined) return [];
    const help = field.help === undefined ? {} : {help: field.help};
    return fieldLines(
      view,
      {...member, ...help},
      {label: labelOf(field), depth, required: field.required === true},
    );
  });
}

function rankOf({required, deprecated}: Field): number {
  return required ? 0 : deprecated === undefined ? 1 : 2;
}

function isElement({pointer}: GroupInput): boolean {
  return /\/\d+$/.test(pointer);
}

/** Number of objects of a list with lines: those with values, those added, at least one. */
export function elementsOf(view: Shown, input: GroupInput): number {
  const start = `${fieldPath(input)}.`;
  const indexes = namesBelow(view, input).map(name =>
    Number.parseInt(name.slice(start.length), 10),
  );
  return Math.max(1, view.elements[input.name] ?? 0, ...indexes.map(index => index + 1));
}

/** The names of values within a group. */
export function namesBelow(
  {values, before}: Pick<Shown, 'values' | 'before'>,
  input: GroupInput,
): readonly string[] {
  const start = `${fieldPath(input)}.`;
  return [...new Set([...Object.keys(before), ...Object.keys(values)])].filter(name =>
    name.startsWith(start),
  );
}

/** The name of the field at a pointer of the body: its flag, or the path. */
export function nameAt(operation: Operation, pointer: string): string {
  const own = inputsOf(operation).find(
    input => input.place === 'field' && input.pointer === pointer,
  );
  return own?.name ?? fieldPath({pointer});
}

/** The values of a field: those given, else the current ones. */
export function textsOf(
  view: Pick<FormView, 'values' | 'before'>,
  name: string,
): readonly string[] {
  return view.values[name] ?? view.before[name] ?? [];
}

/** The file that a field's path names, with its content; undefined until it is read. */
export function fileOf(
  {checked = {}}: Partial<Pick<FormView, 'checked'>>,
  name: string,
  path: string | undefined,
): NonNullable<FormView['checked'][string]['file']> | undefined {
  const known = checked[name];
  return known?.text === path ? known?.file : undefined;
}
