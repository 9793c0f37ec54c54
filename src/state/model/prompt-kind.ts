import type {Prompt} from '../overlays/prompt/state.ts';
import type {AppState} from './state.ts';
import type {Action, Effect, Hint, Registry} from './transition.ts';

/** The prompt's result of an event; `run` is the next action. */
export interface PromptStep {
  readonly state: AppState;
  readonly run?: Action;
  readonly effects?: readonly Effect[];
}

/** How one kind of prompt behaves. Declared as methods so that dispatch needs no cast. */
export interface PromptKind<P extends Prompt = Prompt> {
  /** The sign before the text. @default / */
  readonly sign?: string;
  /**
   * It is not drawn at the bottom: a form field in place, the palette above its lines. @default
   * false
   */
  readonly isElsewhere?: true;
  /** A placeholder for the empty prompt. @default none */
  placeholder?(state: AppState): string;
  /** Shown in place of the command. @default the command */
  note?(state: AppState): string | undefined;
  /** Its keys for the footer; `own` are those of the key table. */
  hints(prompt: P, state: AppState, own: readonly Hint[]): readonly Hint[];
  /** The announcement of the selected item. @default as of the view */
  announcement?(state: AppState, prompt: P, registry: Registry): string;
  /** The action of a non-text key; undefined for other keys. */
  key?(prompt: P, key: string): Action | undefined;
  /** Called when the text changes; `caret` for a text of several lines. */
  onTextChange?(state: AppState, prompt: P, registry: Registry): PromptStep;
  moveSelection?(state: AppState, prompt: P, by: number, registry: Registry): AppState;
  /** Tab: complete the text of the selected item. @default as down */
  complete?(state: AppState, prompt: P, registry: Registry): AppState;
  /** Enter. */
  submit(state: AppState, prompt: P, registry: Registry): PromptStep;
  /** Esc; `drops` discards the typed text. @default close the prompt */
  cancel?(state: AppState, prompt: P, registry: Registry, drops: boolean): PromptStep;
}

/** The keys of a prompt for the footer: enter with its label, others, and esc. */
export function lineHints(word: string, ...others: readonly Hint[]): readonly Hint[] {
  return [
    {keyName: 'enter', word},
    {keyName: 'esc', word: 'cancel'},
    ...others,
    {keyName: 'ctrl+u', word: 'clear'},
  ];
}

/** The keys that move through the suggestions. */
export const chooseHint: Hint = {keyName: '↑↓', word: 'choose'};

export function withoutPrompt(state: AppState): AppState {
  return {...state, prompt: undefined};
}

/** Set the prompt's problem; undefined if there is none. */
export function withProblem(
  state: AppState,
  prompt: Prompt,
  problem: string | undefined,
): PromptStep {
  return {state: {...state, prompt: {...prompt, problem}}};
}

/** Make an enter handler that keeps the prompt open while its text has a problem. */
export const keepOpenOnProblem =
  (submit: PromptKind['submit']): PromptKind['submit'] =>
  (state, prompt, registry) =>
    prompt.problem === undefined ? submit(withoutPrompt(state), prompt, registry) : {state};
