import {capitalize} from '../../../base/capital.ts';
import {lineWidth} from '../../../base/line-span.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {padText, widthOf} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {swatchSpans, withSwatch} from '../../show/swatch.ts';
import {formPopup, withoutPopupForm} from '../../views/form/popup-form.ts';
import {placePopup, popupWidth, withPopupPlace} from '../../views/list/popup-place.ts';
import {whyNotSent} from '../../write/permissions.ts';
import type {
  Change,
  ConfirmStage,
  PreviewStage,
  RunStage,
  WritePlan,
  WriteStage,
} from '../../write/state.ts';
import {countLines, valueSpans} from './change-lines.ts';
import {changesOf} from './change-rows.ts';
import {confirmParts, type DialogLines} from './dialog-lines.ts';
import {outcomeLines, responseLines, toRetry} from './report-lines.ts';
import {confirmationNote, freshnessText, problemLines, statusOf, undoText} from './write-lines.ts';

type PopupStage = PreviewStage | ConfirmStage | RunStage;

const leastWidth = 44;
const lastPopup = memoizeLast<DialogLines | undefined>();

/**
 * The popup over the list for a write of one request on one object: the changes, their
 * consequences, the confirmation its risk requires, and the error if it fails. Undefined if the
 * write uses the whole screen: it affects several objects or fields, or the row leaves too little
 * room.
 */
export function popupLines(write: PopupStage, state: AppState): DialogLines | undefined {
  return lastPopup([write, state], () => makePopup(write, state));
}

function makePopup(write: PopupStage, state: AppState): DialogLines | undefined {
  const {plan} = write;
  const isRaw = 'asRequest' in write ? write.asRequest : write.asAnswer === true;
  const behind = withoutPopupForm(state);
  const isOver = ['list', 'text', 'home'].includes(currentView(behind).kind);
  if (isRaw || !isOver || !isAboutOne(plan)) return undefined;
  const most = popupWidth(state.columns);
  const lines = bodyOf(write, state, most);
  if (lines === undefined) return undefined;
  // A long title is shown inside, on several lines.
  const isLong = widthOf(safeText(plan.title)) + 3 > most;
  const whole = isLong ? [...wrappedText(plan.title, most, 'title'), ...lines] : lines;
  const title = isLong ? capitalize(plan.noun ?? 'change') : plan.title;
  const widest = Math.max(...whole.map(lineWidth), widthOf(safeText(title)) + 3, leastWidth);
  if (widest > most) return undefined;
  const isDanger = write.stage === 'confirm' || write.stage === 'report';
  const id = plan.requests[0]?.rows?.[0];
  for (const body of [whole, whole.filter(line => !isBlank(line))]) {
    const place = placePopup(behind, body.length, id);
    if (place !== undefined) return {title, width: widest, lines: body, isDanger, ...place};
  }
  return undefined;
}

function isAboutOne({requests}: WritePlan): boolean {
  const [request, ...others] = requests;
  const {rows = [], names = []} = request ?? {};
  return others.length === 0 && rows.length < 2 && names.length < 2;
}

function isBlank(line: Line): boolean {
  return line.every(({text}) => text.trim() === '');
}

function wordsOf(line: Line): string {
  return line
    .map(({text}) => text)
    .join('')
    .trim();
}

function bodyOf(write: PopupStage, state: AppState, width: number): Line[] | undefined {
  const {plan} = write;
  const [request] = plan.requests;
  if (request === undefined) return undefined;
  const changes = changesOf(request, plan.called);
  if (changes.length === 0 && request.call.given.body !== undefined) return undefined;
  const isSent = write.stage === 'running' || write.stage === 'report';
  const what = [
    ...(changes.length === 0
      ? wrappedText(request.label, width)
      : changes.flatMap(one => changeText(one, labelWidth(changes), width))),
    ...(request.names ?? []).flatMap(name => wrappedText(name, width, 'dim')),
    ...countLines(plan.counts, isSent, width).flatMap(line =>
      isBlank(line)
        ? []
        : lineWidth(line) > width
          ? wrappedText(wordsOf(line), width, 'warn')
          : [line],
    ),
  ];
  const keys = (text: string): Line[] => [[{text: ' '}], [{text, tone: 'dim'}]];
  const leftOut = plan.leftOut === undefined ? [] : wrappedText(plan.leftOut, width, 'warn');
  const warnings = (plan.warnings ?? []).flatMap(text => wrappedText(text, width, 'warn'));
  const warned = [...warnings, ...leftOut];
  switch (write.stage) {
    case 'preview': {
      if (write.trouble !== undefined) {
        return [...what, ...problemLines(write, width), ...keys('esc back')];
      }
      const reason = whyNotSent(state);
      const status = [freshnessText(write), undoText(plan)].filter(Boolean).join(' · ');
      const risk = `${confirmationNote(plan)}: ${plan.reasons.join(', ')}`;
      return [
        ...what,
        [{text: ' '}],
        ...(status === '' ? [] : wrappedText(status, width, 'dim')),
        ...(plan.reasons.length === 0 ? [] : wrappedText(risk, width, 'warn')),
        ...[...(plan.undo === undefined ? [] : [plan.undo]), ...plan.notes].flatMap(note =>
          wrappedText(note, width, 'dim'),
        ),
        ...warned,
        ...(reason === undefined ? [] : wrappedText(reason, width, 'warn')),
        ...keys(`${reason === undefined ? 'enter apply   ' : ''}F2 request   esc back`),
      ];
    }
    case 'confirm': {
      const {about, asked} = confirmParts(write, state, width);
      return [...what, [{text: ' '}], ...about, ...warned, [{text: ' '}], ...asked];
    }
    case 'running':
      return [
        ...what,
        [{text: ' '}],
        statusOf(write, state) ?? [{text: 'Sending…'}],
        ...keys('ctrl+c stop'),
      ];
    case 'report': {
      const screen = {columns: width, nowMs: state.nowMs};
      const status = statusOf(write, state);
      const isDone = write.outcomes.every(({state: how}) => how === 'done');
      return [
        ...(isDone ? what : []),
        ...(isDone ? [] : outcomeLines(write, screen)),
        ...(status === undefined ? [] : [status]),
        ...leftOut,
        ...keys(
          `enter close${toRetry(write).length > 0 ? '   . retry' : ''}${isDone || responseLines(write) === undefined ? '' : '   y response'}`,
        ),
      ];
    }
  }
}

function labelWidth(changes: readonly Change[]): number {
  return Math.min(24, Math.max(...changes.map(({field}) => widthOf(safeText(field)))));
}

/** A field with its value before and after; on several lines if they are long. */
function changeText(change: Change, labels: number, width: number): Line[] {
  const {field, before, after} = change;
  const inLines = (text: string, tone: Tone): Line[] =>
    wrappedText(text, width - 2, tone, '  ').map(line =>
      line.flatMap(span => valueSpans(span, change)),
    );
  const label = `${padText(safeText(field), labels)}  `;
  const [old, next] = [before, after].map(text =>
    text === undefined ? undefined : withSwatch(safeText(text)),
  );
  if (before === after || old === undefined) {
    const tone = before === after ? 'dim' : 'accent';
    const value = next ?? '';
    if (widthOf(label) + widthOf(value) <= width) {
      return [[{text: label}, ...valueSpans({text: value, tone}, change)]];
    }
    return [[{text: label}], ...inLines(after, tone)];
  }
  const pairs = [
    [old, next ?? ''],
    // The ids are shown in the request.
    [withoutId(old), withoutId(next ?? '')],
  ] as const;
  const fitting = pairs.find(texts => widthOf(`${label}${texts.join(' → ')}`) <= width);
  if (fitting !== undefined) {
    return [
      [
        {text: label},
        ...swatchSpans({text: fitting[0], tone: 'dim'}),
        {text: ' → '},
        ...valueSpans({text: fitting[1], tone: 'accent'}, change),
      ],
    ];
  }
  return [[{text: label}], ...inLines(before ?? '', 'dim'), ...inLines(`→ ${after}`, 'accent')];
}

/** A value by its name, without the id that follows it. */
export function withoutId(text: string): string {
  return text.replace(/(?<=.) \([^()]+\)$/, '');
}

/** Whether a write shows a box over the view. */
export function isPopup(write: WriteStage, state: AppState): boolean {
  return !('plan' in write) || popupLines(write, state) !== undefined;
}

const lastBackdrop = memoizeLast<AppState>();

/**
 * The state rendered behind a popup: without its form, and scrolled so that the popup fits beside
 * its row.
 */
export function backdrop(state: AppState): AppState {
  return lastBackdrop([state], () => {
    const {write} = state;
    const behind = withoutPopupForm(state);
    if (write !== undefined && !isPopup(write, state)) return state;
    const isPlanned = write !== undefined && 'plan' in write;
    const place = isPlanned ? popupLines(write, state) : formPopup(state);
    return place === undefined ? behind : withPopupPlace(behind, place);
  });
}
