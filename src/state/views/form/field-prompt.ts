import {textsOfBody} from '../../../api/body-texts.ts';
import {acceptsList} from '../../../api/given-values.ts';
import {findOnlyNamed} from '../../../api/naming/match-name.ts';
import type {Input} from '../../../api/operation.ts';
import {wireTime} from '../../../api/time-words.ts';
import {valueOfWords, wordsOf} from '../../../api/worded-values.ts';
import {checkJson} from '../../../base/json-check.ts';
import {prettyJson} from '../../../base/json-pretty.ts';
import {textAt} from '../../../base/json-value.ts';
import {caretAfter} from '../../../base/text-caret.ts';
import {ofKind} from '../../model/location.ts';
import {viewsIn, withView} from '../../model/locations.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {
  afterEveryEvent,
  noEffects,
  openOverlays,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import {type FieldPrompt, initialPrompt} from '../../overlays/prompt/state.ts';
import {currentValueLine, textsOf, type ValueLine} from './form-fields.ts';
import {bodyText, entryOf, formProblems} from './form-values.ts';
import {markdownToEdit} from './markdown-texts.ts';
import {isClosedList, isName, picksFor, resolvePick, unresolvedName} from './picks.ts';
import {readCurrentValues} from './read-before.ts';
import {nameKey} from './read-picks.ts';
import type {FormView} from './state.ts';

/** Start editing the value under the cursor; typing replaces a current value. */
export function openField(state: AppState, view: FormView): AppState {
  const line = currentValueLine(view);
  if (line === undefined) return state;
  const current = textsOf(view, line.name)[line.index] ?? '';
  const {kind} = entryOf(line.input);
  const markdown = markdownToEdit(view, line.input, current);
  const text = markdown ?? wordsOf(line.input, current);
  const prompt = text === '' ? suggestedPrompt(state, view, line) : fieldPrompt(text);
  const turned = markdown === undefined ? view.turned : {markdown, xml: current};
  // A key must not replace several lines or markup.
  const gives = line.input.type === 'string' && text !== '' && !text.includes('\n');
  return {
    ...withView(state, {...view, turned}),
    prompt: kind === 'lines' ? {...prompt, fresh: gives, hasLines: true} : prompt,
  };
}

/** Start editing the body as JSON. */
export function openBody(state: AppState, view: FormView): AppState {
  const text = view.unread ?? prettyJson(bodyText(view));
  const prompt = {...fieldPrompt(text), fresh: false, hasLines: true, caret: 0, whole: true};
  return {...state, prompt: {...prompt, problem: fieldProblem(state, view, prompt)}};
}

/** Type the first letter into the field that is open. */
export function typeFirstLetter(state: AppState, view: FormView, letter: string): AppState {
  const open = state.prompt;
  if (open?.kind !== 'field') return state;
  const own = {fresh: false, isEdited: true, listed: 'fitting'} as const;
  const prompt: FieldPrompt = {...open, ...caretAfter(letter), ...own};
  return {...state, prompt: {...prompt, problem: fieldProblem(state, view, prompt)}};
}

function fieldPrompt(text: string): FieldPrompt {
  const own = {fresh: text !== '', isEdited: false, whole: false, listed: 'none'} as const;
  return {...initialPrompt, ...caretAfter(text), kind: 'field', before: text, ...own};
}

/** The prompt of an empty field, with the suggestion of the verb as its text. */
function suggestedPrompt({locations}: AppState, view: FormView, {name}: ValueLine): FieldPrompt {
  const empty = fieldPrompt('');
  const suggests = view.use?.verb.suggests?.[name];
  const [from = ''] = suggests === undefined ? [] : textsOf(view, suggests.from);
  if (suggests === undefined || from === '') return empty;
  const rows = viewsIn(locations).flatMap(one => ofKind(one, 'list')?.rows ?? []);
  const text = suggests.make(from, new Set(rows.map(row => textAt(row.value, `/${name}`))));
  return {...empty, ...caretAfter(text), fresh: text !== ''};
}

function isAsBefore({text, before, cursor}: FieldPrompt): boolean {
  return text === before && cursor === 0;
}

/** The problem with the typed text; undefined if there is none. */
export function fieldProblem(
  state: AppState,
  view: FormView,
  prompt: FieldPrompt,
): string | undefined {
  const {text} = prompt;
  if (prompt.whole) {
    const read = readBody(view, text);
    return 'problem' in read ? read.problem : undefined;
  }
  const line = currentValueLine(view);
  if (line === undefined) return undefined;
  if (isName(view.operation, line.input, text)) {
    const isOpen = picksFor(view, prompt).length > 0;
    return isOpen ? undefined : unresolvedName(view, prompt);
  }
  // What begins one of few values may still become it.
  if (isClosedList(line.input) && picksFor(view, prompt).length > 0) return undefined;
  return problemOf(state, view, line, text);
}

function problemOf(
  state: AppState,
  view: FormView,
  line: ValueLine,
  text: string,
): string | undefined {
  const values = {...view.values, [line.name]: textsWith(view, line, text, state)};
  return formProblems({...view, values}, false).fields[line.name];
}

/** The problem with a text that is none of the values of a closed list; undefined if it is one. */
export function unlistedProblem(state: AppState, prompt: FieldPrompt): string | undefined {
  const view = currentView(state);
  const line = view.kind === 'form' ? currentValueLine(view) : undefined;
  if (view.kind !== 'form' || line === undefined || !isClosedList(line.input)) return undefined;
  return prompt.text === '' ? undefined : problemOf(state, view, line, prompt.text);
}

/** Set the value of one field. */
export function withValue(
  state: AppState,
  view: FormView,
  name: string,
  texts: readonly string[],
): AppState {
  const {[name]: _, ...others} = view.values;
  const isGone = texts.length === 0 && view.before[name] === undefined;
  const values = isGone ? others : {...others, [name]: texts};
  return withView(state, {...view, values});
}

/** Store the typed text in the form, valid or not. */
export function storeField(state: AppState, prompt: FieldPrompt): Transition {
  const view = currentView(state);
  if (view.kind !== 'form') return noEffects(state);
  const line = currentValueLine(view);
  // An empty text is a value if the user cleared the field, not if the cursor only passed through.
  const isCleared = prompt.text === '' && prompt.isEdited;
  const isEmptied = line !== undefined && isCleared && takesEmpty(line.input);
  if (prompt.text === prompt.before && (prompt.whole || !isEmptied)) return noEffects(state);
  if (prompt.whole) {
    const read = readBody(view, prompt.text);
    const next =
      'problem' in read
        ? {...view, unread: prompt.text}
        : {...view, values: read.values, unread: undefined};
    return noEffects(withView(state, next));
  }
  if (line === undefined) return noEffects(state);
  return readCurrentValues(
    withValue(state, view, line.name, textsWith(view, line, prompt.text, state)),
  );
}

/**
 * The values of a field with the typed text on one of its lines; words for a date become that date.
 */
function textsWith(
  view: FormView,
  {name, index, input}: ValueLine,
  text: string,
  state: AppState,
): readonly string[] {
  const texts = textsOf(view, name);
  if (acceptsList(input)) {
    const typed = text
      .split(/(?<!\\),/)
      .filter(part => part.trim() !== '')
      .map(part => valueOfWords(input, part.trim()));
    return [...texts.slice(0, index), ...typed, ...texts.slice(index + 1)];
  }
  if (text === '' && takesEmpty(input)) return [''];
  if (text === '') return view.before[name] === undefined ? [] : emptyTextsOf(input);
  return [inWireForm(input, text, state)];
}

/** Whether an empty field means an empty text: a required field that allows it. */
function takesEmpty(input: Input): boolean {
  return input.place === 'field' && 'emptyToo' in {...input.shape};
}

/**
 * The value that clears a field: an empty text, or null if the field accepts it. Other fields are
 * omitted, and an update leaves them unchanged.
 */
export function emptyTextsOf(input: Input): readonly string[] {
  if (input.type === 'string' || input.type === 'storage') return [''];
  const shape = input.place === 'field' ? input.shape : undefined;
  return shape && 'nullable' in shape && shape.nullable !== undefined ? ['null'] : [];
}

/**
 * Convert a text to its wire form, such as the date, time or value that its words mean; others are
 * unchanged.
 */
export function inWireForm(input: Input, text: string, {nowMs}: Pick<AppState, 'nowMs'>): string {
  return wireTime(input, text, nowMs) ?? valueOfWords(input, text);
}

/** The values of a form whose body was edited as JSON; members that were removed are cleared. */
function readBody(
  view: FormView,
  json: string,
): {readonly values: FormView['values']} | {readonly problem: string} {
  const problem = checkJson(json);
  if (problem !== undefined) {
    return {
      problem: `not JSON: line ${problem.line}, column ${problem.column}: ${problem.message}`,
    };
  }
  const {operation, before} = view;
  const found = textsOfBody(operation, json);
  if ('left' in found)
    return {problem: `unknown field of ${operation.name}: ${found.left.join(', ')}`};
  const ofBody = textsOfBody(operation, bodyText(view));
  const gone = 'left' in ofBody ? [] : Object.keys(ofBody.values);
  const kept = Object.entries(view.values).filter(([name]) => !gone.includes(name));
  const emptied = gone.filter(name => before[name] !== undefined).map(name => [name, []] as const);
  return {values: Object.fromEntries([...kept, ...emptied, ...Object.entries(found.values)])};
}

/** Move through the suggestions of a field; enter accepts the selected one. */
export function nextChoice(state: AppState, prompt: FieldPrompt, by: number): AppState {
  const view = currentView(state);
  if (view.kind !== 'form') return state;
  const count = picksFor(view, prompt).length + 1;
  const cursor = (prompt.cursor + by + count) % count;
  const listed = prompt.listed === 'none' ? 'fitting' : prompt.listed;
  return {...state, prompt: {...prompt, cursor, listed, problem: undefined}};
}

/**
 * Replace the typed text by the suggestion under the cursor; without a cursor, by the one the text
 * means, and for an invalid text by the first match.
 */
export function withPicked(
  state: AppState,
  prompt: FieldPrompt,
): {readonly prompt: FieldPrompt; readonly called?: FormView['called']} {
  const view = currentView(state);
  if (view.kind !== 'form' || prompt.whole) return {prompt};
  const fitting = picksFor(view, prompt);
  if (prompt.cursor === 0 && prompt.text === prompt.before) return {prompt};
  const input = currentValueLine(view)?.input;
  const isListed = prompt.problem !== undefined || (input !== undefined && isClosedList(input));
  const wrong = isListed && prompt.text !== '';
  const meant =
    resolvePick(view, prompt) ?? (wrong ? findOnlyNamed(fitting, prompt.text) : undefined);
  const pick = prompt.cursor > 0 ? fitting[prompt.cursor - 1] : meant;
  if (pick === undefined) return {prompt};
  const names = input?.names;
  return {
    prompt: {...prompt, text: pick.value, problem: undefined},
    ...(names !== undefined && {called: {[nameKey(names, pick.value)]: pick.label}}),
  };
}

/**
 * The field under the cursor is in edit mode, unless an overlay is open or it has few values to
 * choose from. Current values that arrive meanwhile replace an unedited text.
 */
export const openFieldUnderCursor = afterEveryEvent((before, step, _, registry) => {
  const {prompt: left} = step.state;
  const isLeft = currentView(before).key !== currentView(step.state).key;
  const isStale = left?.kind === 'field' && isLeft && left === before.prompt;
  const now = isStale ? {...step, state: {...step.state, prompt: undefined}} : step;
  return withField(before, now, registry);
});

function withField(
  before: AppState,
  step: Transition,
  registry: Pick<Registry, 'overlays'>,
): Transition {
  const {state} = step;
  const view = currentView(state);
  if (view.kind !== 'form' || view.asRequest) return step;
  const line = currentValueLine(view);
  if (line === undefined || entryOf(line.input).kind === 'choice') return step;
  if (openOverlays(state, registry).length === 0) return {...step, state: openField(state, view)};
  const {prompt} = state;
  const isUntouched = prompt?.kind === 'field' && !prompt.whole && isAsBefore(prompt);
  if (!isUntouched || view === currentView(before)) return step;
  const again = openField(state, view);
  return again.prompt?.text === prompt.text ? step : {...step, state: again};
}
