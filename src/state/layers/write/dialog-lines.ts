import {capital} from '../../../base/capital.ts';
import {clamp} from '../../../base/clamp.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {padText} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import {roomLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {wrappedText} from '../../show/line-shape.ts';
import {isProtectedSession} from '../../write/gate.ts';
import {irreversible} from '../../write/risk.ts';
import type {AskStage, ConfirmStage} from '../../write/state.ts';

/** A box over the view: its title, and lines that fit its width. */
export interface DialogLines {
  readonly title: string;
  /** Columns inside the frame. */
  readonly width: number;
  readonly lines: readonly Line[];
  /** Index of the line under the cursor. */
  readonly selected?: number;
  /** The frame warns. */
  readonly isDanger: boolean;
  /** Line of the room that must not be covered. */
  readonly besides?: number;
}

const widest = 72;
/** The frame's own lines. */
const frameLines = 2;

function roomFor(columns: number): number {
  return clamp(columns - 8, 20, widest);
}

/** The question before a risky write: Cancel is focused, `y` or the name sends. */
export function confirmLines(dialog: ConfirmStage, state: AppState): DialogLines {
  const {preview, focus, typed, problem} = dialog;
  const {plan} = preview;
  const width = roomFor(state.columns);
  const wrapped = (text: string, tone: Tone) => wrappedText(text, width, tone);
  const {profile} = state.session;
  // The sentence on undoing says this one better.
  const reasons = plan.reasons.filter(reason => plan.undo === undefined || reason !== irreversible);
  const where = state.session.sandbox ? 'the sandbox' : `profile ${profile}`;
  const [only, ...others] = plan.requests;
  const about: Line[] = [
    ...(only === undefined || others.length > 0 ? [] : wrapped(capital(only.label), 'plain')),
    ...(reasons.length > 0 ? wrapped(`${capital(reasons.join(', '))}.`, 'warn') : []),
    ...(plan.undo === undefined ? [] : wrapped(plan.undo, plan.undoable > 0 ? 'plain' : 'bad')),
    ...wrapped(`On ${where}${isProtectedSession(state) ? ', which is protected' : ''}.`, 'plain'),
  ];
  const asked =
    plan.risk === 3 ? typeLines(plan.object, typed, problem, width) : buttonLines(focus);
  // On a small screen the question itself is what must be seen.
  const left = Math.max(0, roomLines(state) - frameLines - asked.length - 1);
  const lines: Line[] = [...about.slice(0, left), [{text: ' '}], ...asked];
  return {title: plan.title, width, lines, isDanger: true};
}

function typeLines(
  object: string,
  typed: string,
  problem: string | undefined,
  width: number,
): readonly Line[] {
  const name: Span = {text: safeText(object), tone: 'title'};
  return [
    [{text: 'Type '}, name, {text: ' and press enter to send it:'}],
    ...typedLines(typed, width, problem),
  ];
}

/** What is typed, and what is wrong with it. */
function typedLines(typed: string, width: number, problem = ' '): readonly Line[] {
  return [
    [{text: '> ', tone: 'accent'}, {text: padText(`${safeText(typed)}_`, width - 2)}],
    [{text: safeText(problem), tone: 'bad'}],
  ];
}

function buttonLines(focus: ConfirmStage['focus']): readonly Line[] {
  const button = (text: string, isFocused: boolean): Line => [
    {text: isFocused ? '▸' : ' ', tone: 'accent'},
    {text: ` ${text} `, ...(isFocused ? {tone: 'title', solid: true} : {tone: 'dim'})},
  ];
  return [
    [
      ...button('Cancel', focus === 'cancel'),
      {text: '    '},
      ...button('y Send', focus === 'send'),
    ],
  ];
}

/** A number being typed. */
export function askLines({menu, question, text, problem}: AskStage, columns: number): DialogLines {
  const width = roomFor(columns);
  const lines = [...wrappedText(capital(question), width), ...typedLines(text, width, problem)];
  return {title: menu.title, width, lines, isDanger: false};
}
