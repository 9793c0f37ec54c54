import {showNotice} from '../model/notice.ts';
import type {AppState} from '../model/state.ts';
import {
  type Action,
  afterEvents,
  andThen,
  noEffects,
  type Reaction,
  type Transition,
} from '../model/transition.ts';
import type {PromptRegistry} from '../overlays/palette/palette.ts';
import type {PaletteCommand} from '../overlays/palette/palette-command.ts';
import {updatePrompt} from '../overlays/prompt/prompt.ts';
import type {PromptEvent} from '../overlays/prompt/state.ts';
import {isSending} from '../write/start-write.ts';

/** Run an action of the user. It clears the notice unless it sets one or it must be read. */
export function runAction(before: AppState, act: Action, registry: PromptRegistry): Transition {
  const {state, effects} = act(before, registry);
  const {notice} = state;
  const isOver = notice !== undefined && notice === before.notice && notice.stays !== 'unread';
  return {state: isOver ? {...state, notice: undefined} : state, effects};
}

/** Handle an event of the prompt, and run the action it results in. */
export function promptStep(
  state: AppState,
  event: PromptEvent,
  registry: PromptRegistry,
): Transition {
  const {state: next, run, effects = []} = updatePrompt(state, event, registry);
  const step = run === undefined ? noEffects(next) : runAction(next, run, registry);
  return {...step, effects: [...effects, ...step.effects]};
}

/**
 * Make the reaction that runs the line of the palette once the activity it waits for has ended: a
 * search, the names of the site, requests being sent. If those failed, their report stays and the
 * line waits for another enter.
 */
export function runWaitingLine(commands: readonly PaletteCommand[]): Reaction {
  return afterEvents(['found', 'named', 'taskResult', 'write'], (before, step, _, registry) => {
    const {prompt, write} = step.state;
    if (prompt?.kind !== 'palette' || !prompt.goes || isSending(step.state)) return step;
    const wasSending = isSending(before);
    if (prompt.asking > 0 && !wasSending) return step;
    const rested = {...step.state, prompt: {...prompt, goes: false}};
    if (wasSending && write?.stage === 'report') {
      const text = 'Not everything succeeded: esc shows the report, enter goes on';
      return {...step, state: showNotice(rested, text, 'bad')};
    }
    return andThen({...step, state: rested}, state => {
      const next = promptStep(state, {kind: 'done'}, {...registry, commands});
      // The result of the requests was not on the screen before.
      return {...next, state: {...next.state, notice: next.state.notice ?? state.notice}};
    });
  });
}
