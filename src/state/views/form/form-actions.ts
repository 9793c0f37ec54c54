import {fieldPath, isGroup} from '../../../api/body-texts.ts';
import {commandFor} from '../../../api/command-for.ts';
import type {FieldInput} from '../../../api/operation.ts';
import {clamp} from '../../../base/clamp.ts';
import {caretAfter} from '../../../base/text-caret.ts';
import {commandStart} from '../../ask/command-line.ts';
import {type Need, needIn} from '../../keys/binding.ts';
import {actionForView, viewChange} from '../../model/actions.ts';
import {ofKind} from '../../model/location.ts';
import {openLocation, withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {tabsOf} from '../../model/screens.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Action,
  afterEveryEvent,
  andThen,
  noEffects,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import type {FieldPrompt} from '../../overlays/prompt/state.ts';
import {planOfCall, planOfVerb} from '../../write/make-plan.ts';
import {openTypedCall, startWrite} from '../../write/start-write.ts';
import {
  emptyTextsOf,
  fieldProblem,
  nextChoice,
  openBody,
  openField,
  storeField,
  typeFirstLetter,
  unlistedProblem,
  withPicked,
  withValue,
} from './field-prompt.ts';
import {
  currentLine,
  currentValueLine,
  elementsOf,
  type FormLine,
  formLinesOf,
  isPassedByTab,
  namesBelow,
  nextFieldAt,
  textsOf,
  type ValueLine,
} from './form-fields.ts';
import {entryOf, formProblems, hasBody, inputValuesOf} from './form-values.ts';
import {conversionLosses, withStorage} from './markdown-texts.ts';
import {pendingNames, unresolvedName} from './picks.ts';
import {isPopupForm} from './popup-form.ts';
import type {FormView} from './state.ts';
import {unknownFieldNotes} from './unknown-fields.ts';

/** Lines above the fields: the description, the request, an empty line. */
const headLines = 3;

/** Number of field lines on the screen; suggestions of the field under the cursor take the rest. */
export function visibleFieldCount(state: Pick<AppState, 'rows'>): number {
  const lines = bodyLines(state) + 1 - headLines;
  return Math.max(1, lines >= 12 ? lines - 5 : lines - 2);
}

export function moveInForm(view: FormView, to: number, state: AppState): FormView {
  const cursor = clamp(to, 0, formLinesOf(view).length - 1);
  const top = Math.max(Math.min(view.top, cursor), cursor - visibleFieldCount(state) + 1);
  return {...view, cursor, top};
}

/** Enter outside a text: run, expand or collapse, add an entry, or go to the next field. */
export const enterLine: Action = actionForView('form', (state, view, registry) => {
  const line = currentLine(view);
  switch (line?.kind) {
    case undefined:
      return noEffects(state);
    case 'run':
      return runForm(state, registry);
    case 'more':
    case 'group':
      return noEffects(withView(state, {...view, toggled: flipped(view.toggled, line.name)}));
    case 'add':
      return noEffects(withElement(state, view, line.name));
    case 'value':
      return nextField(state, registry);
  }
});

/** Choose the next or previous of a field's few values; before the first there is no value. */
export const cycleChoice = (by: 1 | -1): Action =>
  actionForView('form', (state, view) => {
    const line = currentValueLine(view);
    const choices = line ? choicesOf(line) : [];
    if (line === undefined || choices.length === 0) return noEffects(state);
    const all = [undefined, ...choices];
    const at = all.indexOf(textsOf(view, line.name)[0]);
    const next = all[(Math.max(at, 0) + by + all.length) % all.length];
    return noEffects(withValue(state, view, line.name, next === undefined ? [] : [next]));
  });

/** Right and left: expand or collapse a group, or choose among a field's few values. */
export const changeByArrow = (by: 1 | -1): Action =>
  actionForView('form', (state, view, registry) => {
    const line = currentLine(view);
    if (line === undefined || !('isOpen' in line)) return cycleChoice(by)(state, registry);
    return line.isOpen === (by === 1) ? noEffects(state) : enterLine(state, registry);
  });

/** On a field with few values, start typing one: the text narrows them. */
export function typedChoice(state: AppState, view: FormView, letter: string): Transition {
  const line = currentValueLine(view);
  if (line === undefined || choicesOf(line).length === 0) {
    return noEffects(
      showNotice(state, 'this line takes no text: tab goes to the next field', 'dim'),
    );
  }
  return noEffects(typeFirstLetter(openField(state, view), view, letter));
}

function choicesOf({input}: ValueLine): readonly string[] {
  const entry = entryOf(input);
  return entry.kind === 'choice' ? entry.choices : [];
}

/** Store the typed text and go to the next field or value; after the last, to the preview. */
const nextField: Action = (before, registry) =>
  leaveFieldThen(
    actionForView('form', (state, view) => {
      const next = nextFieldAt(view);
      return next === -1
        ? runForm(state, registry)
        : noEffects(withView(state, moveInForm(view, next, state)));
    }),
  )(before, registry);

function flipped(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}

function withElement(state: AppState, view: FormView, name: string): AppState {
  const group = formLinesOf(view).find(line => line.kind === 'group' && line.name === name);
  if (group?.kind !== 'group' || !isGroup(group.input)) return state;
  const elements = {...view.elements, [name]: elementsOf(view, group.input) + 1};
  return withView(state, {...view, elements});
}

/** Store the typed text and leave the line; a problem is shown beside the field. */
export function saveTypedText(state: AppState): Transition {
  const {prompt} = state;
  if (prompt?.kind !== 'field') return noEffects(state);
  const picked = withPicked(state, prompt);
  const {state: kept, effects} = storeField({...state, prompt: undefined}, picked.prompt);
  const view = viewOf(kept, 'form');
  if (view === undefined || picked.called === undefined) return {state: kept, effects};
  const called = {...view.called, ...picked.called};
  return {state: withView(kept, {...view, called}), effects};
}

/** Enter in a field: store the typed text and go to the next field. */
export function finishTyping(state: AppState, prompt: FieldPrompt, registry: Registry): Transition {
  const picked = withPicked(state, prompt).prompt;
  const problem = picked.problem ?? unlistedProblem(state, picked);
  if (problem !== undefined) {
    return noEffects({...state, prompt: {...prompt, problem, listed: 'fitting'}});
  }
  // A path can go on after a folder.
  if (prompt.cursor > 0 && picked.text.endsWith('/')) {
    const open = {...caretAfter(picked.text), cursor: 0, fresh: false};
    return noEffects({...state, prompt: {...picked, ...open}});
  }
  return nextField(state, registry);
}

/** Store the typed text, then run another action on the form. */
export function saveTypedTextThen(act: Action): Action {
  return (before, registry) => andThen(saveTypedText(before), state => act(state, registry));
}

/**
 * Leave the field under the cursor, then run an action. A text that matches no entity, or several,
 * keeps the field open, with the problem and the candidates below.
 */
function leaveFieldThen(act: Action): Action {
  return (state, registry) => {
    const view = viewOf(state, 'form');
    const prompt = ofKind(state.prompt, 'field');
    const problem = view && prompt && unresolvedName(view, prompt);
    if (prompt === undefined || problem === undefined)
      return saveTypedTextThen(act)(state, registry);
    return noEffects({...state, prompt: {...prompt, listed: 'fitting', problem}});
  };
}

export const previewForm: Action = leaveFieldThen(runForm);

/** Move to another line; headings of expanded groups are skipped, the arrows reach them. */
export const moveLines = (by: 1 | -1): Action =>
  leaveFieldThen(
    viewChange('form', (view, state) => {
      const lines = formLinesOf(view);
      let to = view.cursor + by;
      for (let line = lines[to]; line && isPassedByTab(line, view); line = lines[to]) to += by;
      return moveInForm(view, to, state);
    }),
  );

/** The arrows: move through the suggestions while they are listed, else to another line. */
export const moveInField =
  (by: 1 | -1): Action =>
  (state, registry) => {
    const prompt = ofKind(state.prompt, 'field');
    if (prompt !== undefined && (prompt.listed !== 'none' || isPopupForm(state))) {
      return noEffects(nextChoice(state, prompt, by));
    }
    const move = viewChange('form', (view, at) => moveInForm(view, view.cursor + by, at));
    return saveTypedTextThen(move)(state, registry);
  };

/** Show or hide all suggestions of the field, whatever its text. */
export const listCandidates: Action = state => {
  const prompt = ofKind(state.prompt, 'field');
  if (prompt === undefined) return noEffects(state);
  const listed = prompt.listed === 'all' ? 'none' : 'all';
  return noEffects({...state, prompt: {...prompt, listed, cursor: listed === 'all' ? 1 : 0}});
};

/** Clear the field: in an update, first restore the current value, then clear it. */
export const clearTyped: Action = actionForView('form', (state, view) => {
  const prompt = ofKind(state.prompt, 'field');
  const line = currentValueLine(view);
  if (prompt === undefined) return noEffects(state);
  const current = (line && !prompt.whole && view.before[line.name]?.[line.index]) || '';
  const text = prompt.text === '' || prompt.text === current ? '' : current;
  const fresh = text !== '' && !prompt.hasLines;
  const now = {...prompt, ...caretAfter(text), fresh, isEdited: true, cursor: 0};
  return noEffects({...state, prompt: {...now, problem: fieldProblem(state, view, now)}});
});

/**
 * Pass the values on: to a list of the app that takes them, or to the screen of a question, which
 * receives the names of its values as `called`.
 */
function passOn(state: AppState, view: FormView, screen: string, registry: Registry): Transition {
  const save = registry.localLists[screen]?.save;
  if (save !== undefined) return save(state, view);
  const params = Object.fromEntries(
    Object.entries(view.values).map(([name, texts]) => [name, texts.join(',')]),
  );
  return openLocation(
    state,
    tabsOf(state.screens, screen, {...params, called: JSON.stringify(view.called)}),
  );
}

/** The result of clearing the line under the cursor; undefined if there is nothing to clear. */
function cleared(state: AppState, view: FormView): AppState | undefined {
  const line = currentLine(view);
  if (line?.kind === 'group' && isGroup(line.input)) {
    const gone = [line.name, ...namesBelow(view, line.input)];
    const values = Object.fromEntries(
      Object.entries(view.values).filter(([name]) => !gone.includes(name)),
    );
    const elements = {...view.elements, [line.name]: 0};
    return withView(state, {...view, values, elements});
  }
  if (line?.kind !== 'value') return undefined;
  const {name, index, input} = line;
  const texts = textsOf(view, name);
  if (texts[index] === undefined) return undefined;
  const {[name]: own, ...others} = view.values;
  if (input.type === 'list') {
    return withValue(state, view, name, [...texts.slice(0, index), ...texts.slice(index + 1)]);
  }
  // Restore the current value first; if it is a text, clear it.
  if (
    own !== undefined &&
    view.before[name] !== undefined &&
    own.join() !== view.before[name].join()
  ) {
    return withView(state, {...view, values: others});
  }
  return withValue(state, view, name, view.before[name] === undefined ? [] : emptyTextsOf(input));
}

/** Clear the value under the cursor: in an update first the typed value, then the current one. */
export const clearField: Action = actionForView('form', (state, view) =>
  noEffects(cleared(state, view) ?? state),
);

export const whyNotCleared: Need = needIn('form', (view, state) =>
  cleared(state, view) === undefined ? 'no value to clear' : undefined,
);

/** Toggle between the request as printed by --dry-run and the fields. */
const toggleRequest: Action = viewChange('form', view => ({
  ...view,
  asRequest: !view.asRequest,
}));

/** Edit the body as JSON; for an operation without a body, toggle the request view. */
export const editBody: Action = actionForView('form', (state, view, registry) =>
  hasBody(view.operation) ? noEffects(openBody(state, view)) : toggleRequest(state, registry),
);

/**
 * Submit the form. If there are problems, nothing is sent: the cursor moves to the first field with
 * a problem, and all problems are shown.
 */
export function runForm(state: AppState, registry: Registry): Transition {
  const view = viewOf(state, 'form');
  if (view === undefined) return noEffects(state);
  const {operation} = view;
  if (view.unread !== undefined) {
    return noEffects(showNotice(openBody(state, view), 'nothing sent: fix the JSON first', 'bad'));
  }
  const awaited = pendingNames(view, state);
  if (awaited.length > 0) {
    const waiting = withView(state, {...view, runs: true});
    return noEffects(showNotice(waiting, `looking up ${awaited.join(', ')}…`, 'dim'));
  }
  const {fields, others} = formProblems(view, true);
  const count = Object.keys(fields).length + others.length;
  const given = inputValuesOf(view);
  if (count === 0 && view.destination !== undefined)
    return passOn(state, view, view.destination, registry);
  if (count === 0 && operation.effect === 'read') return openTypedCall(state, {operation, given});
  if (count === 0) {
    const plan = view.use
      ? planOfVerb(view.use, state, given, view.called)
      : planOfCall({operation, given}, state);
    const called = {...view.called, ...plan.called};
    const notes = [...conversionLosses(view), ...plan.notes];
    const {before: opened} = view;
    const isEdit = Object.keys(opened).length > 0 && plan.requests.length === 1;
    const requests = isEdit ? plan.requests.map(one => ({...one, opened})) : plan.requests;
    return startWrite(state, {...plan, requests, called, notes, warnings: unknownFieldNotes(view)});
  }
  if (isUntouched(view)) return noEffects(showNotice(state, 'nothing sent: no changes', 'warn'));
  const shown = withShown({...view, tried: true, asRequest: false}, Object.keys(fields));
  const lines = formLinesOf(shown);
  const at = lines.findIndex(({kind, name}) => kind !== 'add' && fields[name] !== undefined);
  const moved = withView(state, at === -1 ? shown : moveInForm(shown, at, state));
  const line = lines[at];
  const text = line
    ? `${line.label} ${fields[line.name]}`
    : (others[0] ?? Object.values(fields)[0]);
  const more = count > 1 ? `, and ${count - 1} more` : '';
  return noEffects(showNotice(moved, `nothing sent: ${text}${more}`, 'bad'));
}

/** Submit a form that waited for name lookups, unless the user continued editing. */
export const runWaitingForm = afterEveryEvent((_, step, __, registry) => {
  const {state, effects} = step;
  const view = viewOf(state, 'form');
  if (!view?.runs || pendingNames(view, state).length > 0) return step;
  const ready = withView(state, {...view, runs: false});
  if (state.write !== undefined) return {state: ready, effects};
  return andThen({state: {...ready, notice: undefined}, effects}, at =>
    saveTypedTextThen(runForm)(at, registry),
  );
});

/** Whether an update has no changes. */
function isUntouched(view: FormView): boolean {
  const {operation, before, values, spare, use} = withStorage(view);
  if (operation.effect !== 'update' || Object.keys(before).length === 0) return false;
  return Object.entries(values).every(([name, texts]) => {
    const isGiven = use?.verb.inputs?.[name] !== undefined;
    return isGiven || texts.join() === (before[name] ?? spare[name] ?? []).join();
  });
}

function withShown(view: FormView, names: readonly string[]): FormView {
  const lines = formLinesOf(view);
  const missing = names.filter(name => !lines.some(line => line.name === name));
  const holds = (line: FormLine): boolean =>
    line.kind === 'group' &&
    isGroup(line.input) &&
    missing.some(name => name.startsWith(`${fieldPath(line.input as FieldInput)}.`));
  const closed = lines.filter(line => 'isOpen' in line && !line.isOpen);
  const next = closed.find(holds) ?? closed.find(({kind}) => kind === 'more');
  if (missing.length === 0 || next === undefined) return view;
  return withShown({...view, toggled: flipped(view.toggled, next.name)}, names);
}

/** Continue in the command prompt with the values of the form. */
export const formAsCommand: Action = actionForView('form', (state, view) => {
  const {operation, values} = view;
  const isEmpty = Object.keys(values).length === 0;
  const text = isEmpty
    ? commandStart(operation)
    : commandFor({operation, given: inputValuesOf(view)}, []);
  return openPrompt(state, 'run', text);
});
