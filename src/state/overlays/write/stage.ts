import {commandFor} from '../../../api/command-for.ts';
import {clamp} from '../../../base/clamp.ts';
import {applyKey} from '../../../base/text-caret.ts';
import type {KeyBinding} from '../../keys/binding.ts';
import type {KeyRegistry} from '../../keys/route-key.ts';
import type {Line} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Registry, type Transition} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import type {AskStage, ConfirmStage, WritePlan, WriteStage} from '../../write/state.ts';
import type {DialogLines} from './dialog-lines.ts';
import type {WriteLines} from './write-lines.ts';

/** How a stage of a write behaves. Declared as methods so that dispatch needs no cast. */
export interface WriteStageKind<W extends WriteStage = WriteStage> {
  /** Its bindings in the key table. */
  readonly keys?: readonly KeyBinding[];
  /** Esc. @default close the write */
  readonly back?: Action;
  /** ctrl+c. @default close the write */
  readonly stop?: Action;
  /** Handle a typed character; undefined to use the key table. */
  typed?(state: AppState, write: W, key: string, registry: KeyRegistry): Action | undefined;
  /** The content shown in place of the view. @default the view stays */
  lines?(write: W, state: AppState): WriteLines;
  /** A box over that content. @default none */
  dialog?(write: W, state: AppState): DialogLines;
  /** A box over the view, in place of both; undefined if the write needs the whole screen. */
  popup?(write: W, state: AppState): DialogLines | undefined;
  /** The announcement for a screen reader. */
  announcement(write: W, state: AppState): readonly string[];
  /** Move its cursor, or scroll its lines. @default unchanged */
  moved?(write: W, to: CursorMove, state: AppState): W;
}

/** Computes a new position; `page` is the number of lines shown. */
export type CursorMove = (at: number, page: number) => number;

/** A stage of a write, by its name. */
type StageOf<S extends WriteStage['stage']> = WriteStage & {readonly stage: S};

/** Make an action for one stage of a write; in other stages it does nothing. */
export function actionForStage<S extends WriteStage['stage']>(
  stage: S,
  act: (state: AppState, write: StageOf<S>, registry: Registry) => Transition,
): Action {
  const isHere = (write: WriteStage | undefined): write is StageOf<S> => write?.stage === stage;
  return (state, registry) =>
    isHere(state.write) ? act(state, state.write, registry) : noEffects(state);
}

/** Edit the text of a dialog; undefined if the key is not part of a text. */
export function editLine(write: AskStage | ConfirmStage, key: string): Action | undefined {
  const typed = applyKey(key, write.typed);
  if (typed === undefined) return undefined;
  return state => noEffects({...state, write: {...write, typed, problem: undefined}});
}

/** Scroll, within the limits of the lines. */
export function scrolledTop(
  {head, body}: WriteLines,
  top: number,
  to: CursorMove,
  state: AppState,
): number {
  const room = bodyLines(state) + 1 - head.length;
  return clamp(to(top, room), 0, body.length - room);
}

/** The one-shot commands of the plan on the screen, one for each request. */
export function commandsOfWrite({write, session}: AppState): readonly string[] {
  const requests = write && 'plan' in write ? write.plan.requests : [];
  return requests.map(({call}) => commandFor(call, session.flags[call.operation.service]));
}

/** The status of an unsent plan, shown beside its command. */
export function unsentText({requests: {length}}: WritePlan): string {
  return `nothing sent yet${length < 2 ? '' : `; the first of ${length} commands:`}`;
}

/** Lines for a screen reader: without empty ones. */
export function announcedTexts(lines: readonly Line[]): readonly string[] {
  return lines
    .map(line =>
      line
        .map(span => span.text)
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(text => /[^\s\u2500]/.test(text));
}
