import {answerList, answersList} from '../ask/answer-list.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {TabSpec} from '../model/location.ts';
import {openLocation} from '../model/locations.ts';
import type {AppState} from '../model/state.ts';
import type {Step} from '../model/step.ts';
import {planOfCall} from './make-plan.ts';
import {startWrite} from './start-write.ts';

/** Show what a call answers: a list as a table, anything else as text; a write begins with its preview. */
export function openTyped(state: AppState, typed: ResolvedCall): Step {
  if (typed.operation.effect !== 'read') return startWrite(state, planOfCall(typed, state));
  const spec: TabSpec = answersList(typed)
    ? {kind: 'list', ...answerList(typed)}
    : {kind: 'typed', typed};
  return openLocation(state, {crumb: 'answer', tabs: [{title: 'Answer', spec}], tab: 0});
}
