import {bodyOf, fieldsOf} from '../../../api/body-of.ts';
import {type GroupInput, isGroup, wayOf} from '../../../api/body-texts.ts';
import type {Field} from '../../../api/field.ts';
import {takesMany} from '../../../api/given-values.ts';
import {findInput, inputsOf, isBodyPath} from '../../../api/inputs-of.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import type {Prompt} from '../../overlays/prompt/state.ts';
import {labelOf} from './field-label.ts';
import type {FormView} from './state.ts';

interface LineBase {
  /** Name of its input, `body.a.b` deeper in the body; of `more` and `run` that word. */
  readonly name: string;
  readonly label: string;
  /** Objects it lies in, plus one where it is folded among the less usual fields. */
  readonly depth: number;
}

/** One line of a form. */
export type FormLine =
  | (LineBase & {
      readonly kind: 'value';
      readonly input: Input;
      readonly required: boolean;
      /** Which value of several, from 0; the one after the last adds another. */
      readonly index: number;
    })
  /** An object of known members, a list of such objects, or one of them. */
  | (LineBase & {
      readonly kind: 'group';
      readonly input: Input;
      readonly required: boolean;
      readonly isOpen: boolean;
      /** Members, or objects of a list. */
      readonly holds: string;
    })
  /** Adds an object to a list. */
  | (LineBase & {readonly kind: 'add'})
  /** The less usual fields. */
  | (LineBase & {readonly kind: 'more'; readonly isOpen: boolean; readonly holds: string})
  | (LineBase & {readonly kind: 'run'});

/** A line that holds a value. */
export type ValueLine = Extract<FormLine, {kind: 'value'}>;

type Shown = Pick<FormView, 'operation' | 'values' | 'before' | 'toggled' | 'elements' | 'use'>;

/** From so many fields on, the less usual ones are folded; so many of the others are shown. */
const foldedFrom = 10;
const shownAtOnce = 8;

/** The lines of a form: what is required first, then the usual fields, the others folded, and the one to run. */
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

/** The line under the cursor. */
export function lineHere(view: FormView): FormLine | undefined {
  return formLinesOf(view)[view.cursor];
}

/** The line under the cursor, where it holds a value. */
export function valueHere(view: FormView): ValueLine | undefined {
  const line = lineHere(view);
  return line?.kind === 'value' ? line : undefined;
}

/** The line that is typed; undefined while none is, or the whole body. */
export function typedLine(view: FormView, prompt: Prompt | undefined): ValueLine | undefined {
  return prompt?.kind === 'field' && !prompt.whole ? valueHere(view) : undefined;
}

/** The inputs that have lines of their own; a whole body only where its fields are not known, or given. */
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

/** What a verb asks, then what else must be given. */
function askedFields({operation, use}: Shown, fields: readonly Input[]): readonly Input[] {
  const asked = Object.keys(use?.verb.asks ?? {}).flatMap(name => findInput(operation, name) ?? []);
  const isAsked = (input: Input): boolean => asked.some(({name}) => name === input.name);
  return [
    ...asked.map(input => fields.find(({name}) => name === input.name) ?? input),
    ...fields.filter(input => input.required && !isAsked(input) && !isCovered({use}, input)),
  ];
}

/** Of what the verb asks or gives itself some lies in it: the rest is folded. */
function isCovered({use}: Pick<Shown, 'use'>, input: Input): boolean {
  if (use === undefined) return false;
  const names = Object.keys({...use.verb.asks, ...use.verb.inputs});
  if (input.place === 'body') return names.some(isBodyPath);
  if (!isGroup(input)) return false;
  return names.some(name => name.startsWith(`${wayOf(input)}.`));
}

/** Of a verb's form what the object holds stays folded: what was typed does not. */
function typedOf(view: Shown): Shown {
  return view.use === undefined ? view : {...view, before: {}};
}

function usualFields(fields: readonly Input[]): readonly Input[] {
  if (fields.length < foldedFrom) return fields;
  const required = fields.filter(input => input.required);
  const others = fields.filter(input => !input.required && !('deprecated' in input));
  return [...required, ...others.slice(0, Math.max(0, shownAtOnce - required.length))];
}

/** Labels; two fields of one form never have the same. */
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
  const count = takesMany(input) ? textsOf(view, name).length + 1 : 1;
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
    const element = findInput(view.operation, `${wayOf(input)}.${i}`);
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
    const member = findInput(view.operation, `${wayOf(input)}.${field.name}`);
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

/** How many objects of a list have lines: those that hold something, those asked for, at least one. */
export function elementsOf(view: Shown, input: GroupInput): number {
  const start = `${wayOf(input)}.`;
  const indexes = namesBelow(view, input).map(name =>
    Number.parseInt(name.slice(start.length), 10),
  );
  return Math.max(1, view.elements[input.name] ?? 0, ...indexes.map(index => index + 1));
}

/** The names of values that lie in a group. */
export function namesBelow(
  {values, before}: Pick<Shown, 'values' | 'before'>,
  input: GroupInput,
): readonly string[] {
  const start = `${wayOf(input)}.`;
  return [...new Set([...Object.keys(before), ...Object.keys(values)])].filter(name =>
    name.startsWith(start),
  );
}

/** The name of the field at a place of the body: that of its flag, or the way there. */
export function nameAt(operation: Operation, pointer: string): string {
  const own = inputsOf(operation).find(
    input => input.place === 'field' && input.pointer === pointer,
  );
  return own?.name ?? wayOf({pointer});
}

/** The texts of a field: what was given here, else what is there now. */
export function textsOf(
  view: Pick<FormView, 'values' | 'before'>,
  name: string,
): readonly string[] {
  return view.values[name] ?? view.before[name] ?? [];
}

/** The file that a field's path names, with its bytes; undefined while it is not read. */
export function fileOf(
  {checked = {}}: Partial<Pick<FormView, 'checked'>>,
  name: string,
  path: string | undefined,
): NonNullable<FormView['checked'][string]['file']> | undefined {
  const known = checked[name];
  return known?.text === path ? known?.file : undefined;
}
