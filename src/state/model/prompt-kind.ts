import type {Prompt} from '../overlays/prompt/state.ts';
import type {AppState} from './state.ts';
import type {Action, Effect, Hint, Registry} from './transition.ts';

/** What the prompt makes of an event; `run` is what is to be done next. */
export interface PromptStep {
  readonly state: AppState;
  readonly run?: Action;
  readonly effects?: readonly Effect[];
}

/** How one kind of prompt behaves. Methods, so that one kind stands for all and dispatch needs no cast. */
export interface PromptKind<P extends Prompt = Prompt> {
  /** What stands before the text. @default / */
  readonly sign?: string;
  /** It is not drawn at the bottom: a field of a form where it stands, the palette over its lines. @default false */
  readonly isElsewhere?: true;
  /** What can be typed, shown while nothing is. @default nothing */
  placeholder?(state: AppState): string;
  /** Said in place of the command. @default the command */
  note?(state: AppState): string | undefined;
  /** The keys that work in it; `own` are those of the key table. */
  hints(prompt: P, state: AppState, own: readonly Hint[]): readonly Hint[];
  /** What a screen reader says of what is selected. @default as of the view */
  spoken?(state: AppState, prompt: P, registry: Registry): string;
  /** The action of a key that is not for typing; undefined for other keys. */
  key?(prompt: P, key: string): Action | undefined;
  /** Another text is in the prompt: what that shows at once; `caret` where it has several lines. */
  typed?(state: AppState, prompt: P, registry: Registry, caret?: number): PromptStep;
  move?(state: AppState, prompt: P, by: number, registry: Registry): AppState;
  /** Tab: the text of what is selected, ready for what is still missing. @default as down */
  complete?(state: AppState, prompt: P, registry: Registry): AppState;
  /** Enter. */
  done(state: AppState, prompt: P, registry: Registry): PromptStep;
  /** Esc; with `drops` nothing typed is kept. @default the prompt goes */
  cancel?(state: AppState, prompt: P, registry: Registry, drops: boolean): PromptStep;
}

/** The keys of a line: enter, with its word, what else works, and what gives it up. */
export function lineHints(word: string, ...others: readonly Hint[]): readonly Hint[] {
  return [
    {keyName: 'enter', word},
    {keyName: 'esc', word: 'cancel'},
    ...others,
    {keyName: 'ctrl+u', word: 'clear'},
  ];
}

/** The keys that go through what is offered. */
export const chooseHint: Hint = {keyName: '↑↓', word: 'choose'};

/** The state without the prompt. */
export function withoutPrompt(state: AppState): AppState {
  return {...state, prompt: undefined};
}

/** The prompt with what is wrong with its text; undefined when nothing is. */
export function withProblem(
  state: AppState,
  prompt: Prompt,
  problem: string | undefined,
): PromptStep {
  return {state: {...state, prompt: {...prompt, problem}}};
}

/** Enter, where what is wrong with the text keeps it on the screen. */
export const unlessWrong =
  (done: PromptKind['done']): PromptKind['done'] =>
  (state, prompt, registry) =>
    prompt.problem === undefined ? done(withoutPrompt(state), prompt, registry) : {state};
