import {memoizeLast} from '../../../base/memoize-last.ts';
import {safeText} from '../../../base/safe-text.ts';
import {widthOf} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import {ofKind} from '../../model/location.ts';
import {type AppState, viewBehind, viewOf} from '../../model/state.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import type {FieldPrompt} from '../../overlays/prompt/state.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {titleOfVerb} from '../../write/make-plan.ts';
import {type PopupPlace, placePopup, popupWidth} from '../list/popup-place.ts';
import {currentLine, enterWord, formLinesOf, type ValueLine} from './form-fields.ts';
import {formLines, pickLines, readingNote, typedValueHint} from './form-lines.ts';
import type {FormView} from './state.ts';

/** A form shown as a popup: its lines, and the line of the edited field. */
export interface FormPopup extends PopupPlace {
  readonly title: string;
  readonly width: number;
  readonly lines: readonly Line[];
  /** Index of the line of the field under the cursor. */
  readonly field: number;
}

/** Least number of lines between the frame's top and bottom for a popup. */
const leastRoom = 16;
/** Number of suggestions on small and on large screens. */
const [fewPicks, manyPicks] = [4, 8];

/**
 * Find the single field of a form that fits into a popup: a verb on one object with one value,
 * while the cursor is on it. Undefined for other forms, and on small screens.
 */
function popupField(state: AppState): ValueLine | undefined {
  const view = viewOf(state, 'form');
  const behind = viewBehind(state)?.kind;
  if (view?.use?.rows.length !== 1 || view.asRequest || visibleLineCount(state) < leastRoom) {
    return undefined;
  }
  if (behind !== 'list' && behind !== 'text') return undefined;
  const prompt = ofKind(state.prompt, 'field');
  if (prompt?.whole || prompt?.hasLines || view.toggled.has('more')) return undefined;
  const lines = formLinesOf(view);
  const here = currentLine(view);
  const isOne = lines.every(({kind, name}) =>
    kind === 'value' ? name === here?.name : kind === 'more' || kind === 'run',
  );
  return isOne && here?.kind === 'value' ? here : undefined;
}

/** Whether the form on the screen is shown as a popup over the view where it was opened. */
export function isPopupForm(state: AppState): boolean {
  return popupField(state) !== undefined;
}

/** Remove the form from the state if it is shown as a popup. */
export function withoutPopupForm(state: AppState): AppState {
  if (!isPopupForm(state)) return state;
  return {...state, locations: state.locations.slice(0, -1), prompt: undefined};
}

const lastPopup = memoizeLast<FormPopup | undefined>();

/** The popup of the form on the screen; undefined if the form uses the whole screen. */
export function formPopup(state: AppState): FormPopup | undefined {
  return lastPopup([state], () => {
    const view = viewOf(state, 'form');
    return view && isPopupForm(state) ? makePopup(view, state) : undefined;
  });
}

function makePopup(view: FormView, state: AppState): FormPopup | undefined {
  const width = popupWidth(state.columns);
  const prompt = ofKind(state.prompt, 'field');
  const room = visibleLineCount(state) < 30 ? fewPicks : manyPicks;
  const all = formLinesOf(view);
  const values = formLines(view, width).fields.filter((_, i) => all[i]?.kind === 'value');
  const notes = readingNote(view, width);
  const {use} = view;
  const title = use === undefined ? '' : safeText(titleOfVerb(use));
  const isLong = widthOf(title) + 3 > width;
  const head = [...(isLong ? wrappedText(title, width, 'title') : []), ...notes];
  const meaning = prompt === undefined ? '' : meaningOf(view, prompt, state);
  const below: Line[] =
    prompt?.problem === undefined
      ? [[{text: `   ${safeText(meaning)}`, tone: 'dim'}]]
      : [...wrappedText(prompt.problem, width - 3, 'bad', '   ')];
  const shown = prompt && {...prompt, listed: prompt.listed === 'none' ? 'fitting' : prompt.listed};
  const picks = shown === undefined ? [] : pickLines(view, shown, room + 1, width);
  // The height does not depend on the matches, so that the box does not move.
  const input = popupField(state)?.input;
  const isPicked = input?.names !== undefined || (input?.values?.length ?? 0) > 0;
  const padding = isPicked ? Array<Line>(room + 1 - picks.length).fill([blank]) : [];
  const lines: Line[] = [
    ...head,
    ...values,
    ...below,
    ...picks,
    ...padding,
    [{text: `enter ${enterWord(view)}   tab more fields   esc leave`, tone: 'dim'}],
  ];
  const place = placePopup(withoutPopupForm(state), lines.length, use?.rows[0]?.id);
  if (place === undefined) return undefined;
  const frame = isLong ? safeText(use?.noun ?? '') : title;
  return {title: frame, width, lines, field: head.length + view.cursor, ...place};
}

const blank = {text: ' '};

/** The meaning of the typed text; the current value has its name in the field. */
function meaningOf(view: FormView, prompt: FieldPrompt, state: AppState): string {
  return prompt.fresh ? '' : typedValueHint(view, prompt, state.nowMs);
}
