import {askText} from '../../ask/ask.ts';
import {paramsFromRow, resolveCall} from '../../ask/call.ts';
import {commandFor} from '../../ask/command-line.ts';
import {troubleOf} from '../../ask/trouble.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import type {Call, Params} from '../../model/call.ts';
import type {Line} from '../../model/line.ts';
import {changeOf} from '../../model/locations.ts';
import {bodyLines, previewArea, roomLines} from '../../model/room.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {
  type AppEvent,
  type Effect,
  type Ports,
  type Reaction,
  type Step,
  stay,
} from '../../model/step.ts';
import {rowAtCursor, settleCursor} from '../../views/list/list-update.ts';
import type {ListView} from '../../views/list/state.ts';
import {makeText} from '../../views/text/kind.ts';
import {linesOfText} from '../../views/text/text-lines.ts';
import type {Preview} from './state.ts';

/** Milliseconds the cursor must rest on a row before its object is read. */
const calmMs = 150;
const textsKnown = 50;
/** Each move of the cursor describes a row: of a long one no more than is scrolled through. */
const linesPreviewed = 500;
/** The border and the space behind it; above the text its title. */
const border = 2;
const slot = 'preview';

/** The preview as it opens. */
const opened: Preview = {
  focused: false,
  zoomed: false,
  top: 0,
  about: undefined,
  text: '',
  state: 'waiting',
  command: undefined,
  known: new Map(),
  readAgain: false,
};

/** Open the preview, or close it. */
export function togglePreview(state: AppState): Step {
  const isOpen = state.preview !== undefined;
  const preview = isOpen ? undefined : opened;
  const effects: Effect[] = isOpen ? [{kind: 'cancel', slots: [slot, `${slot}-wait`]}] : [];
  return {state: settled({...state, preview}), effects};
}

/** Give the keys that move to the preview, or back to the list. */
export function focusPreview(state: AppState): Step {
  const {preview} = state;
  if (preview === undefined) return stay(state);
  return stay({...state, preview: {...preview, focused: !preview.focused || preview.zoomed}});
}

/** Show the preview alone, or beside its list again. */
export function zoomPreview(state: AppState): Step {
  const {preview} = state;
  if (preview === undefined) return stay(state);
  const zoomed = !preview.zoomed;
  return stay(settled({...state, preview: {...preview, zoomed, focused: zoomed}}));
}

/** Scroll the preview when the keys are its own; undefined when they are the list's. */
export function scrollPreview(state: AppState, to: (at: number) => number): Step | undefined {
  const {preview} = state;
  const area = previewArea(state, roomLines(state));
  if (preview === undefined || !preview.focused || area === undefined) return undefined;
  const last = Math.max(0, previewLines(state).length - (area.lines - 1));
  const top = Math.max(0, Math.min(last, to(preview.top)));
  return stay({...state, preview: {...preview, top}});
}

/** The list with its cursor on the screen, whose lines may have become fewer. */
function settled(state: AppState): AppState {
  const {key} = currentView(state);
  return changeOf(state, 'list', key, view => settleCursor(view, bodyLines(state)));
}

/** A step after which the preview is about the row under the cursor: what is known is shown, the rest read when the cursor rests. */
export const previewFollows: Reaction = (_, step) => {
  const view = viewOf(step.state, 'list');
  if (step.state.preview === undefined || view === undefined) return step;
  const preview = known(step.state.preview);
  const row = rowAtCursor(view);
  // With the row's text: what a refresh changed is read again.
  const about = row && `${view.resource.id} ${row.id} ${JSON.stringify(view.params)} ${row.text}`;
  if (about === preview.about) return step;
  const {state} = step;
  const text = about === undefined ? undefined : preview.known.get(about);
  const call = row && callOf(view, row);
  const next: Preview = {
    ...preview,
    about,
    top: 0,
    text: text ?? row?.text ?? '',
    state: text !== undefined || call === undefined ? 'ready' : 'waiting',
    command: call && commandOf(state, call),
  };
  const reads = about !== undefined && text === undefined && call !== undefined;
  const effects: Effect[] = [{kind: 'cancel', slots: [slot]}];
  const event: AppEvent = {kind: 'previewDue', about: about ?? ''};
  effects.push(
    reads
      ? {kind: 'timer', slot: `${slot}-wait`, ms: calmMs, event}
      : {kind: 'cancel', slots: [`${slot}-wait`]},
  );
  return {
    state: seen({...state, preview: next}, view),
    effects: [...step.effects, ...effects],
  };
};

/** The preview without what is to be read anew. */
function known(preview: Preview): Preview {
  if (!preview.readAgain) return preview;
  return {...preview, readAgain: false, about: undefined, known: new Map()};
}

/** A list come back to may have more lines above its cursor than the screen has now. */
function seen(state: AppState, view: ListView): AppState {
  const isSeen = view.cursor >= view.top && view.cursor < view.top + bodyLines(state);
  return isSeen ? state : settled(state);
}

/** The cursor rests: the object is read. */
export function previewDue(state: AppState, about: string): Step {
  const view = viewOf(state, 'list');
  if (state.preview?.about !== about || view === undefined) return stay(state);
  const row = rowAtCursor(view);
  const call = row && callOf(view, row);
  return call === undefined
    ? stay(state)
    : {state, effects: [{kind: 'preview', slot, about, ...call}]};
}

/** The object was read, or could not be. */
export function previewed(
  state: AppState,
  {about, text, trouble}: Extract<AppEvent, {kind: 'previewed'}>,
): AppState {
  const {preview} = state;
  if (preview === undefined) return state;
  const known = text === undefined ? preview.known : withText(preview.known, about, text);
  if (preview.about !== about) return {...state, preview: {...preview, known}};
  const shown = text === undefined ? preview : {...preview, text};
  return {
    ...state,
    preview: {...shown, known, state: trouble === undefined ? 'ready' : {trouble}},
  };
}

function withText(
  known: ReadonlyMap<string, string>,
  about: string,
  text: string,
): ReadonlyMap<string, string> {
  const all = [...known, [about, text] as const];
  return new Map(all.slice(-textsKnown));
}

interface RowCall {
  readonly call: Call;
  readonly params: Params;
}

function callOf({resource, params}: ListView, row: Row): RowCall | undefined {
  const {describe} = resource;
  if (describe === undefined) return undefined;
  return {call: describe.call, params: paramsFromRow(describe.params, row, params)};
}

function commandOf(state: AppState, {call, params}: RowCall): string {
  const flags = state.session.flags[call.service];
  return commandFor(resolveCall(call, params, state.nowMs), flags);
}

/** The lines of the preview on this screen. */
export function previewLines(state: AppState): readonly Line[] {
  const {preview} = state;
  const area = previewArea(state, roomLines(state));
  if (preview === undefined || area === undefined || preview.text === '') return [];
  const spec = {kind: 'text', form: 'describe', text: preview.text} as const;
  const text = makeText(-1, spec, state.nowMs);
  const columns = area.where === 'beside' ? area.columns - border : area.columns;
  return linesOfText(text, {columns, nowMs: state.nowMs, most: linesPreviewed});
}

/** Keys of the preview beside a list; `pane` is the scope of a list that has one. */
export const previewKeys: readonly KeyBinding[] = [
  key('tab', 'scroll the preview, or move in the list again', focusPreview, {scopes: ['pane']}),
  key('p', 'preview of the row under the cursor, on or off', togglePreview, {scopes: ['list']}),
  key('z', 'the preview alone, or beside its list again', zoomPreview, {
    scopes: ['list'],
    needs: state => (state.preview === undefined ? 'no preview is shown: p shows one' : undefined),
  }),
];

/** Read the object of the row under the cursor; a failure is shown in the preview, nowhere else. */
export async function readPreview(
  {about, call, params}: Extract<Effect, {kind: 'preview'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  try {
    const text = await askText(call, params, ports, signal);
    if (!signal.aborted) ports.dispatch({kind: 'previewed', about, text});
  } catch (thrown) {
    if (signal.aborted) return;
    ports.dispatch({kind: 'previewed', about, trouble: troubleOf(thrown)});
  }
}
