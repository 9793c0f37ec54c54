import {needsOf, type OperationRef} from '../../../api/operation-ref.ts';
import {clamp} from '../../../base/clamp.ts';
import {isObject} from '../../../base/json-value.ts';
import {fetchText, withFollowUps} from '../../ask/ask.ts';
import {commandOfRef} from '../../ask/command-line.ts';
import {summarizeError} from '../../ask/error-summary.ts';
import {paramsIdentifying} from '../../ask/row-params.ts';
import {type KeyBinding, keysIn} from '../../keys/binding.ts';
import type {Line, Span} from '../../model/line.ts';
import type {ErrorSummary} from '../../model/load.ts';
import {changeViewOfKind} from '../../model/locations.ts';
import type {Params} from '../../model/params.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {
  type Action,
  afterEveryEvent,
  type Effect,
  noEffects,
  type PersistedState,
  type Task,
  type Transition,
} from '../../model/transition.ts';
import {bodyLines, previewArea, visibleLineCount} from '../../model/viewport.ts';
import {cardOf} from '../../views/list/card-of.ts';
import {isAwaited} from '../../views/list/cells.ts';
import {clampCursor, rowAtCursor} from '../../views/list/list-update.ts';
import type {ListView} from '../../views/list/state.ts';
import {makeText} from '../../views/text/kind.ts';
import {linesOfText} from '../../views/text/text-lines.ts';
import type {Preview, PreviewContent} from './state.ts';

/** Milliseconds the cursor must rest on a row before its object is read. */
const calmMs = 150;
/** Milliseconds of reading after which the row itself is shown. */
const slowMs = 200;
const textsKnown = 50;
/** Limit of lines described: each move of the cursor describes a row. */
const linesPreviewed = 500;
/** The border and the space after it; the title above the text. */
const border = 2;
const slot = 'preview';
const waitSlot = `${slot}-wait`;

/** The initial state of the preview. */
const initialPreview: Preview = {
  focused: false,
  zoomed: false,
  top: 0,
  about: undefined,
  shown: undefined,
  state: 'waiting',
  command: undefined,
  known: new Map(),
};

/** From this screen width, a list opens with its preview unless the user closed it. */
const openFrom = 110;

/** Open or close the preview, now and in later sessions. */
function togglePreview(state: AppState): Transition {
  const isOpen = state.preview !== undefined;
  const preview = isOpen ? undefined : initialPreview;
  const effects: Effect[] = isOpen ? [{kind: 'cancel', slots: [slot, waitSlot]}] : [];
  return {state: clampListCursor({...state, preview, previewChoice: !isOpen}), effects};
}

/** Persist whether the user wants the preview: `on` or `off`. */
export const persistedPreview: PersistedState = {
  name: 'preview',
  scope: 'user',
  value: ({previewChoice}) => previewChoice,
  text: ({previewChoice: isOn}) => (isOn === undefined ? isOn : isOn ? 'on' : 'off'),
  restore: (state, text) =>
    text === 'on' || text === 'off' ? {...state, previewChoice: text === 'on'} : state,
};

/** Open or close the preview as the user chose or, without a choice, if there is room. */
function applyPreviewChoice(state: AppState): AppState {
  const isWanted = state.previewChoice ?? state.columns >= openFrom;
  if (isWanted === (state.preview !== undefined)) return state;
  return {...state, preview: isWanted ? initialPreview : undefined};
}

/** Direct movement keys to the preview, or back to the list. */
export function focusPreview(state: AppState): Transition {
  return noEffects(
    changed(state, preview => ({...preview, focused: !preview.focused || preview.zoomed})),
  );
}

/** Show the preview alone, or beside its list again. */
export function zoomPreview(state: AppState): Transition {
  const zoomed = state.preview?.zoomed !== true;
  return noEffects(
    clampListCursor(changed(state, preview => ({...preview, zoomed, focused: zoomed}))),
  );
}

function changed(state: AppState, change: (preview: Preview) => Preview): AppState {
  return state.preview === undefined ? state : {...state, preview: change(state.preview)};
}

/** Scroll the preview if it has the focus; undefined if the list has it. */
export function scrollPreview(state: AppState, to: (at: number) => number): Transition | undefined {
  const {preview} = state;
  const area = previewArea(state, visibleLineCount(state));
  if (preview === undefined || !preview.focused || area === undefined) return undefined;
  const last = Math.max(0, previewLines(state).length - (area.lines - 1));
  const top = clamp(to(preview.top), 0, last);
  return noEffects({...state, preview: {...preview, top}});
}

/** Adjust the list's cursor after its lines became fewer. */
function clampListCursor(state: AppState): AppState {
  const {key} = currentView(state);
  return changeViewOfKind(state, 'list', key, view => clampCursor(view, bodyLines(state)));
}

/**
 * Keep the preview on the row under the cursor. While the cursor moves, the previous content stays;
 * when it rests, known data is shown and the rest is read.
 */
export const updatePreview = afterEveryEvent((_, step) => {
  const state = applyPreviewChoice(step.state);
  const view = viewOf(state, 'list');
  if (state.preview === undefined || view === undefined) return {...step, state};
  const {preview} = state;
  const row = rowAtCursor(view);
  // Includes the row's text, so that changed rows are read again.
  const about = row && `${view.resource.id} ${row.id} ${JSON.stringify(view.params)} ${row.text}`;
  if (about === preview.about) return state === step.state ? step : {...step, state};
  const reading = row && readingOf(view, row);
  const command = reading?.call && commandOfRef(reading.call, reading.params, state);
  const next: Preview = {...preview, about, command, state: 'waiting'};
  const {shown} = preview;
  const stays =
    row !== undefined && shown?.resource.id === view.resource.id && shown.row !== row.id;
  const effects: Effect[] = [
    {kind: 'cancel', slots: [slot]},
    about === undefined ? {kind: 'cancel', slots: [waitSlot]} : dueIn(calmMs, about),
  ];
  return {
    state: withVisibleCursor({...state, preview: stays ? next : showRow(next, view, row)}, view),
    effects: [...step.effects, ...effects],
  };
});

/** Show what is known about a row. */
function showRow(preview: Preview, view: ListView, row: Row | undefined): Preview {
  const {about} = preview;
  const {resource} = view;
  if (about === undefined || row === undefined)
    return {...preview, shown: undefined, state: 'ready'};
  const read = preview.known.get(about);
  const shown = {about, row: row.id, resource, text: read ?? row.text};
  const isAll = read !== undefined || readingOf(view, row) === undefined;
  return {...preview, top: 0, shown, state: isAll ? 'ready' : 'waiting'};
}

/** Make the cursor of a restored list visible if the screen has become smaller. */
function withVisibleCursor(state: AppState, view: ListView): AppState {
  const isSeen = view.cursor >= view.top && view.cursor < view.top + bodyLines(state);
  return isSeen ? state : clampListCursor(state);
}

/**
 * Read the object when the cursor rests. The previous content stays until the object arrives, to
 * avoid rendering twice; after a delay, the row itself is shown.
 */
export function showDuePreview(about: string): Action {
  return state => {
    const view = viewOf(state, 'list');
    const {preview} = state;
    if (preview?.about !== about || view === undefined) return noEffects(state);
    const row = rowAtCursor(view);
    const reading = row && readingOf(view, row);
    const isBegun = preview.begun === about;
    const isOther = preview.shown !== undefined && preview.shown.about !== about;
    const waits = isOther && !isBegun && reading !== undefined && !preview.known.has(about);
    const next = isOther && !waits ? showRow(preview, view, row) : preview;
    const isRead = reading === undefined || next.state === 'ready' || isBegun;
    const effects: Effect[] = [
      ...(isRead
        ? []
        : [{kind: 'task', slot, run: readRow(about, row?.text ?? '', reading)} as const]),
      ...(waits ? [dueIn(slowMs, about)] : []),
    ];
    return {state: {...state, preview: {...next, begun: about}}, effects};
  };
}

function dueIn(ms: number, about: string): Effect {
  const event = {kind: 'taskResult', take: showDuePreview(about)} as const;
  return {kind: 'timer', slot: waitSlot, ms, event};
}

/** Set the object's JSON text, or the failure to read it. */
export function previewedRow(about: string, read: string | ErrorSummary): Action {
  const text = typeof read === 'string' ? read : undefined;
  return state => {
    const view = viewOf(state, 'list');
    if (state.preview === undefined) return noEffects(state);
    const texts = [...state.preview.known, ...(text === undefined ? [] : [[about, text] as const])];
    const preview = {...state.preview, known: new Map(texts.slice(-textsKnown))};
    if (preview.about !== about) return noEffects({...state, preview});
    const isShown = preview.shown?.about === about || view === undefined;
    const {shown, ...rest} = isShown ? preview : showRow(preview, view, rowAtCursor(view));
    if (shown?.about !== about) return noEffects({...state, preview});
    const now = text === undefined ? shown : {...shown, text};
    const how = typeof read === 'string' ? 'ready' : {trouble: read};
    return noEffects({...state, preview: {...rest, shown: now, state: how}});
  };
}

/** The calls for a row's preview: its object, and follow-ups for the entities it names. */
interface RowReading {
  readonly call: OperationRef | undefined;
  readonly after: OperationRef['after'];
  readonly params: Params;
}

function readingOf({resource, params}: ListView, row: Row): RowReading | undefined {
  const {describe} = resource;
  const card = cardOf(resource);
  const {after} = card ?? {};
  if (describe === undefined) {
    return after === undefined ? undefined : {call: undefined, after, params};
  }
  const named = paramsIdentifying(describe.params, row, params);
  if (named === undefined) return undefined;
  const call = card?.call ?? (after === undefined ? describe.call : undefined);
  return {call, after, params: named};
}

/**
 * The lines of the preview; for a row that is no longer selected, the title is grey.
 *
 * @param nowMs the reference time for ages, that of the list beside it
 */
export function previewLines(state: AppState, nowMs: number = state.nowMs): readonly Line[] {
  const {preview} = state;
  const area = previewArea(state, visibleLineCount(state));
  if (preview?.shown === undefined || area === undefined) return [];
  const {text, resource, about} = preview.shown;
  const {reader} = resource;
  const card = cardOf(resource);
  const own = filledRow(state, preview.shown);
  const spec = {
    kind: 'text',
    form: 'describe',
    text: own === undefined ? text : textWithFills(own),
    ...(reader && {reader}),
    ...(card && {card}),
  } as const;
  const columns = area.where === 'beside' ? area.columns - border : area.columns;
  const isFilling =
    own !== undefined && resource.columns.some(one => isAwaited(one, own, resource.fills));
  const isReading = preview.state === 'waiting' && about === preview.about;
  // A reader has its own reference time.
  const toldMs = reader === undefined ? nowMs : state.nowMs;
  const at = {
    columns,
    nowMs: toldMs,
    own: state.own,
    most: linesPreviewed,
    isBrief: true,
    isAwaited: isReading || isFilling,
  };
  const lines = linesOfText(makeText(-1, spec, nowMs), at);
  return about === preview.about ? lines : withGreyName(lines);
}

/** The row that the preview shows, if parts of it are filled in and no call reads it. */
function filledRow(state: AppState, {resource, row}: PreviewContent): Row | undefined {
  const view = viewOf(state, 'list');
  if (resource.fills === undefined || view?.resource.id !== resource.id) return undefined;
  const found = view.rows.find(({id}) => id === row);
  return found && readingOf(view, found) === undefined ? found : undefined;
}

/** The JSON text of a row with the members that its list has filled in. */
function textWithFills({text, value, filled}: Row): string {
  if (filled === undefined || !isObject(value)) return text;
  const members = Object.entries(filled).map(([at, one]) => [at.slice(1), one]);
  return JSON.stringify({...value, ...Object.fromEntries(members)});
}

/** Only the title turns grey: the rest would flicker on each move. */
function withGreyName([name, ...rest]: readonly Line[]): readonly Line[] {
  return name === undefined ? [] : [name.map(({text}): Span => ({text, tone: 'dim'})), ...rest];
}

const listKey = keysIn('list');

/** Keys of the preview beside a list; `pane` is the scope of a list with a preview. */
export const previewKeys: readonly KeyBinding[] = [
  keysIn('pane')('tab', 'move the focus between preview and list', focusPreview, {
    hint: state => (previewArea(state, visibleLineCount(state)) ? 'preview' : undefined),
  }),
  listKey('p', 'show or hide the preview of the current row', togglePreview),
  listKey('z', 'preview in full width, or beside the list', zoomPreview, {
    needs: state => (state.preview === undefined ? 'no preview open: p opens one' : undefined),
  }),
];

/** Leave out follow-ups that are the same for every row, which each move would read again. */
function withoutSiteReads({after = {}, ...call}: OperationRef): OperationRef {
  const isOfRow = ({inputs}: OperationRef): boolean =>
    Object.values(inputs)
      .flat()
      .some(text => needsOf(text).length > 0);
  return {
    ...call,
    after: Object.fromEntries(Object.entries(after).filter(([, ref]) => isOfRow(ref))),
  };
}

/** Read the object of the row under the cursor; a failure is shown in the preview only. */
const readRow =
  (about: string, row: string, {call, after, params}: RowReading): Task =>
  async (ports, {signal}) => {
    try {
      const text =
        call === undefined
          ? await withFollowUps(after, row, params, ports, signal)
          : await fetchText(withoutSiteReads(call), params, ports, signal);
      if (!signal.aborted) ports.dispatch({kind: 'taskResult', take: previewedRow(about, text)});
    } catch (thrown) {
      if (signal.aborted) return;
      ports.dispatch({kind: 'taskResult', take: previewedRow(about, summarizeError(thrown))});
    }
  };
