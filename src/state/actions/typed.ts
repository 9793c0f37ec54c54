import {answerList, answersList} from '../form/answer-list.ts';
import type {AppState, TabSpec} from '../model.ts';
import type {ResolvedCall} from '../resource.ts';
import {openPlace, type Step} from '../views.ts';

/** Show what a call answers: a list as a table, anything else as text; of a write its request. */
export function openTyped(state: AppState, typed: ResolvedCall): Step {
  const spec: TabSpec = answersList(typed)
    ? {kind: 'list', ...answerList(typed)}
    : {kind: 'typed', typed};
  return openPlace(state, {crumb: 'answer', tabs: [{title: 'Answer', spec}], tab: 0});
}
