import type {AppState, Notice} from './state.ts';
import {type Action, afterEveryEvent, noEffects} from './transition.ts';

/** Show a notice. */
export function showNotice(state: AppState, text: string, tone: Notice['tone']): AppState {
  return {...state, notice: {text, tone}};
}

/** Milliseconds a short notice is shown; an error stays until a key press. */
export const noticeMs = 2500;

/** Start the timer that removes a new notice. */
export const expireNotice = afterEveryEvent((before, step) => {
  const {notice} = step.state;
  if (notice === before.notice) return step;
  const slot = 'notice';
  if (notice === undefined || notice.tone === 'bad' || notice.stays) {
    return before.notice === undefined
      ? step
      : {...step, effects: [...step.effects, {kind: 'cancel', slots: [slot]}]};
  }
  const over: Action = state =>
    noEffects(state.notice === notice ? {...state, notice: undefined} : state);
  const event = {kind: 'taskResult', take: over} as const;
  return {...step, effects: [...step.effects, {kind: 'timer', slot, ms: noticeMs, event}]};
});
