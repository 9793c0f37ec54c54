import {findInput} from '../../../api/inputs-of.ts';
import {filterByName, findOnlyNamed} from '../../../api/naming/match-name.ts';
import {findNameList, type NameList} from '../../../api/naming/name-listing.ts';
import {isIdOrKey} from '../../../api/naming/resolve-name.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import {wordsOf} from '../../../api/worded-values.ts';
import {safeText} from '../../../base/safe-text.ts';
import {cutText, padText, widthOf} from '../../../base/width.ts';
import {ofKind} from '../../model/location.ts';
import type {AppState} from '../../model/state.ts';
import type {ViewWithRequirements} from '../../model/transition.ts';
import type {FieldPrompt} from '../../overlays/prompt/state.ts';
import {editedLine, formLinesOf, textsOf, type ValueLine} from './form-fields.ts';
import {currentEntityValues} from './prefill.ts';
import {nameKey, readNames, readPicks} from './read-picks.ts';
import type {FieldCandidate, FormView, PickSource, UnresolvedReference} from './state.ts';

/**
 * The list of the entities an input refers to; undefined if it refers to none, or no operation
 * lists them.
 */
function listNamed(operation: Operation, {names}: Input): NameList | undefined {
  if (names === undefined) return undefined;
  // Users are those of the tracker in both services.
  return findNameList(operation.service, names) ?? findNameList('tracker', names);
}

/**
 * Whether a text is a name to be resolved to an id. A name that is itself the value may be a new
 * one.
 */
export function isName(operation: Operation, input: Input, text: string): boolean {
  const list = listNamed(operation, input);
  const isNull = text === 'null' && input.place === 'field' && 'nullable' in {...input.shape};
  return list !== undefined && text !== '' && !isNull && !isIdOrKey(list, input.by, text);
}

/** Whether the user picks by name and the value is an id. */
export function isPickedByName(operation: Operation, input: Input): boolean {
  const isId = input.by === undefined || input.by === 'id' || input.by === 'address';
  return isId && listNamed(operation, input) !== undefined;
}

/** Whether ids of this kind have no recognizable form, so that any text may be one. */
export function acceptsAnyText(operation: Operation, input: Input): boolean {
  return input.by === 'key' && listNamed(operation, input)?.source.looks?.key === undefined;
}

/**
 * The source of suggestions for an input that refers to an entity; undefined if no operation lists
 * them, if their parent is unknown, or if the service requires a part of the name.
 */
function pickSource(
  view: FormView,
  input: Input,
  state: AppState,
  {like = '', id}: {readonly like?: string; readonly id?: string} = {},
): PickSource | undefined {
  const list = listNamed(view.operation, input);
  if (list === undefined) return undefined;
  const {narrowedBy, byId} = list.source;
  const within = list.within?.required ? withinOf(list, view, state) : undefined;
  if (list.within?.required && within === undefined) return undefined;
  const asked = {
    ...(narrowedBy?.to === 'like' && like !== '' && {like}),
    ...(byId !== undefined && id !== undefined && {ids: [id]}),
  };
  if (narrowedBy?.required && Object.keys(asked).length === 0) return undefined;
  return {list, by: input.by, question: {...asked, ...(within !== undefined && {within})}};
}

/** The parent of a list's entities: from another field of the form, else from the location. */
function withinOf(
  {service, kind, within}: NameList,
  view: FormView,
  state: AppState,
): string | undefined {
  const names = within?.names;
  if (names === undefined || names === kind) return undefined;
  const parent = findNameList(service, names);
  const fields = formLinesOf(view).flatMap(line =>
    line.kind === 'value' && line.input.names === names ? textsOf(view, line.name) : [],
  );
  return [...fields, ...currentEntityValues(state, service, names)].find(
    text => parent === undefined || isIdOrKey(parent, within?.by, text),
  );
}

/** The name of the entity a value refers to; '' if unknown. */
export function entityNameOf(
  {called}: Pick<FormView, 'called'>,
  {names}: Input,
  text: string,
): string {
  return names === undefined ? '' : (called[nameKey(names, text)] ?? '');
}

/**
 * Lookups that a form needs: suggestions for the edited field, repeated if the service may have
 * more; and names of the ids it shows.
 */
export function namesNeeded(view: FormView, state: AppState): ViewWithRequirements<FormView> {
  const prompt = ofKind(state.prompt, 'field');
  const line = editedLine(view, prompt);
  const like = prompt === undefined || prompt.fresh ? '' : prompt.text;
  const {view: asked, effects} = line ? picksNeeded(view, line, like, state) : {view, effects: []};
  // A name in the field under the cursor is resolved too, until it is edited.
  const isChanged = prompt !== undefined && prompt.text !== prompt.before;
  const typed = isChanged ? line : undefined;
  const unnamed = view.load.status === 'loading' ? [] : unnamedOf(asked, typed, state);
  const keys = unnamed.map(({names, text}) => nameKey(names, text));
  if (keys.every(key => view.lookedUp.has(key))) return {view: asked, effects};
  const slot = `names:${view.key}`;
  const run = readNames(view.key, unnamed);
  return {
    view: {...asked, lookedUp: new Set([...view.lookedUp, ...keys])},
    effects: [...effects, {kind: 'task', slot, run, asks: true}],
  };
}

function picksNeeded(
  view: FormView,
  line: ValueLine,
  like: string,
  state: AppState,
): ViewWithRequirements<FormView> {
  const nothing = {view, effects: []};
  const {picks} = view;
  const own = picks?.input === line.name ? picks : undefined;
  const list = listNamed(view.operation, line.input);
  if (list === undefined || own?.problem !== undefined) return nothing;
  const isSearched = own === undefined ? list.source.narrowedBy?.required : !own.isAll;
  const source = pickSource(view, line.input, state, isSearched ? {like} : {});
  const question = source?.question ?? {};
  const isSame = JSON.stringify(own?.question) === JSON.stringify(question);
  if (isSame || (own === undefined && source === undefined)) return nothing;
  const before = own?.picks ?? [];
  const next = {
    ...view,
    picks: {input: line.name, question, picks: before, isRead: source === undefined, isAll: false},
  };
  const slot = `picks:${view.key}`;
  if (source === undefined) return {view: next, effects: []};
  const run = readPicks(view.key, line.name, source);
  return {view: next, effects: [{kind: 'task', slot, run, asks: true}]};
}

/** The values on the lines of a form whose names are unknown. */
function unnamedOf(view: FormView, typed: ValueLine | undefined, state: AppState) {
  return formLinesOf(view).flatMap((line): readonly UnresolvedReference[] => {
    if (line.kind !== 'value') return [];
    const {input, name, index} = line;
    const {names, by} = input;
    const text = textsOf(view, name)[index] ?? '';
    const isTyped = typed?.name === name && typed.index === index;
    if (names === undefined || by === 'name' || text === '' || isTyped) return [];
    if (view.called[nameKey(names, text)] !== undefined) return [];
    const asked = isName(view.operation, input, text) ? {like: text} : {id: text};
    const source = pickSource(view, input, state, asked);
    return source === undefined ? [] : [{input: name, names, text, source}];
  });
}

/** The names in a form that are still being resolved. */
export function pendingNames(view: FormView, state: AppState): readonly string[] {
  return unnamedOf(view, undefined, state).flatMap(({input, text}) => {
    const known = findInput(view.operation, input);
    return known !== undefined && isName(view.operation, known, text) ? [text] : [];
  });
}

const shownAtMost = 100;

/**
 * The entities read for the edited field, in the order of suggestions: the most common first.
 * Excludes the object of the request itself and, for body fields, closed entities.
 */
function offered(view: FormView, {name, input}: ValueLine): readonly FieldCandidate[] {
  const {operation, picks, values, use} = view;
  if (picks?.input !== name) return [];
  const inOrder = [...picks.picks].sort((a, b) => Number(!!a.isLast) - Number(!!b.isLast));
  const own = operation.inputs.filter(
    one => one.place === 'path' && one.names === input.names && one.name !== name,
  );
  const itself = new Set([
    ...own.flatMap(one => values[one.name] ?? []),
    ...(own.length > 0 ? (use?.rows ?? []).map(({id}) => id) : []),
  ]);
  return inOrder.filter(
    ({value, isClosed}) => !itself.has(value) && !(isClosed && input.place === 'field'),
  );
}

/** Whether an input takes one of a list of values and nothing else. */
export function isClosedList({type, values = [], enforced, complete, names}: Input): boolean {
  if (type === 'list' || names !== undefined) return false;
  return type === 'boolean' || (values.length > 0 && (enforced === true || complete === true));
}

const valuesOf = ({type, values = []}: Input): readonly string[] =>
  type === 'boolean' ? ['true', 'false'] : values;

/** The suggestions for the edited field that match its text, by value or by part of a name. */
export function picksFor(view: FormView, prompt: FieldPrompt): readonly FieldCandidate[] {
  const line = editedLine(view, prompt);
  if (line === undefined) return [];
  const own = offered(view, line);
  const known = valuesOf(line.input).map((value): FieldCandidate => {
    const words = wordsOf(line.input, value);
    return {value, label: words, names: [words, value], details: {}};
  });
  const all = own.length > 0 ? own : known;
  const word = prompt.fresh || prompt.listed === 'all' ? '' : prompt.text;
  const byValue = all.filter(({value}) => value.toLowerCase().includes(word.toLowerCase()));
  return [...new Set([...filterByName(all, word), ...byValue])].slice(0, shownAtMost);
}

/** Largest width of a name beside its details, in columns. */
const maxName = 36;

/**
 * The cells of the suggestions, each as wide in all of them: name, details, value; for an
 * enumeration only the label. A detail that is the same for all is left out.
 *
 * @param all every suggestion read, so that typing does not change the details
 */
export function candidateCells(
  shown: readonly FieldCandidate[],
  all: readonly FieldCandidate[],
): readonly (readonly string[])[] {
  const words = [...new Set(all.flatMap(({details}) => Object.keys(details)))].filter(
    word => all.length === 1 || new Set(all.map(({details}) => details[word])).size > 1,
  );
  const rows = shown.map(({value, label, details, names}) => {
    const isListed = names.includes(value) && Object.keys(details).length === 0;
    const known = words.map(word => details[word] ?? '');
    const isSaid = label === '' || isListed || label === value || known.includes(value);
    return [label || value, ...known, isSaid ? '' : value].map(text => safeText(text));
  });
  const full = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map(cells => widthOf(cells[i] ?? ''))),
  );
  // One long name would push the details of the others out of the box.
  const isAlone = full.slice(1).every(width => width === 0);
  const widths = full.map((width, i) => (i > 0 || isAlone ? width : Math.min(width, maxName)));
  const padded = (text: string, width = 0) =>
    width === 0 ? '' : padText(cutText(text, width), width + 2);
  return rows.map(cells => cells.map((text, i) => padded(text, widths[i])));
}

/**
 * The suggestion that a text means without a selection: the one with that value or name, else the
 * only match. With several matches the field stays open until the user selects one.
 */
export function resolvePick(view: FormView, prompt: FieldPrompt): FieldCandidate | undefined {
  const line = editedLine(view, prompt);
  const {text} = prompt;
  if (line === undefined || view.picks?.input !== line.name || text === '' || prompt.fresh) {
    return undefined;
  }
  const picks = offered(view, line);
  const same = picks.find(({value}) => value === text);
  if (same !== undefined) return same;
  const only = findOnlyNamed(picks, text);
  const isWhole = only?.names.some(name => name.toLowerCase() === text.toLowerCase());
  const isNew = line.input.by === 'name';
  return isWhole || (!isNew && isName(view.operation, line.input, text)) ? only : undefined;
}

/**
 * Return why a text is not accepted as a reference: no entity has that name, or several match.
 * Undefined if it is not a name, if it is resolved, or while suggestions load.
 */
export function unresolvedName(view: FormView, prompt: FieldPrompt): string | undefined {
  const line = editedLine(view, prompt);
  const {text, fresh} = prompt;
  if (line === undefined || fresh || !isName(view.operation, line.input, text)) return undefined;
  const {picks} = view;
  const isRead = picks?.input === line.name && picks.isRead && picks.problem === undefined;
  const isWhole = picks?.isAll === true || picks?.question.like === text;
  if (!isRead || !isWhole || acceptsAnyText(view.operation, line.input)) return undefined;
  if (prompt.cursor > 0 || resolvePick(view, prompt) !== undefined) return undefined;
  return noneCalled(line.input.names ?? '', text, offered(view, line));
}

/** `No status called 'kan' · 3 begin with it`. */
function noneCalled(kind: string, text: string, picks: readonly FieldCandidate[]): string {
  const starts = picks.filter(({names}) =>
    names.some(name => name.toLowerCase().startsWith(text.toLowerCase())),
  );
  const has = starts.length > 0 ? starts : filterByName(picks, text);
  const how = starts.length > 0 ? 'start with this' : 'contain this';
  const more = has.length > 1 ? ` · ${has.length} ${how}` : '';
  return `No ${kind} named '${text}'${more}`;
}
