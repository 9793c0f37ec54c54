import type {AppState} from '../../model/state.ts';
import type {AppEvent} from '../../model/step.ts';
import {type PromptParts, type PromptStep, promptKinds, withoutPrompt} from './prompt-kinds.ts';

/** Events of the line being typed. */
export type PromptEvent = Extract<
  AppEvent,
  {kind: 'promptText' | 'promptMove' | 'promptDone' | 'promptComplete' | 'promptCancel'}
>;

/** What typing into the prompt, moving in it, finishing or leaving it does. */
export function updatePrompt(state: AppState, event: PromptEvent, parts: PromptParts): PromptStep {
  const {prompt} = state;
  if (prompt === undefined) return {state};
  const kind = promptKinds[prompt.kind];
  switch (event.kind) {
    case 'promptText': {
      const changed = {
        ...prompt,
        text: event.text,
        revision: prompt.revision + (event.fromField ? 0 : 1),
        cursor: 0,
        problem: undefined,
        goes: undefined,
        ...(prompt.fresh && {fresh: false}),
        ...(event.caret !== undefined && {caret: event.caret}),
      };
      const next = {...state, prompt: changed};
      return kind.typed?.(next, changed, parts) ?? {state: next};
    }
    case 'promptMove':
      return {state: kind.move?.(state, prompt, event.by, parts) ?? state};
    case 'promptComplete':
      return {state: kind.complete?.(state, prompt, parts) ?? state};
    case 'promptDone':
      return kind.done(state, prompt, parts);
    case 'promptCancel':
      if (event.drops && prompt.kind === 'field') return {state: withoutPrompt(state)};
      return kind.cancel?.(state, prompt, parts) ?? {state: withoutPrompt(state)};
  }
}
