import {takesMany} from '../../../api/given-values.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import {safeText} from '../../../base/safe-text.ts';
import {findList} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {formFields} from './form-values.ts';
import {prefilled} from './prefill.ts';
import type {FormView, Pick, PickSource} from './state.ts';

/** The list an input's value can be picked from; undefined when there is none or it needs what is not known. */
export function pickSource(
  operation: Operation,
  input: Input,
  state: AppState,
): PickSource | undefined {
  const found = state.screens.picks.find(
    rule =>
      rule.service === operation.service &&
      (rule.group === undefined || rule.group === operation.group) &&
      rule.inputs.includes(input.name),
  );
  const resource = found && findList(state.screens, found.screen);
  if (found === undefined || resource === undefined) return undefined;
  const {needs} = resource;
  if (needs.length === 0) return {resource, params: {}, value: found.value};
  const [project] = prefilledProject(operation, state);
  if (needs.join() !== 'project' || project === undefined) return undefined;
  return {resource, params: {project}, value: found.value};
}

/** The project the screens before are about. */
function prefilledProject(operation: Operation, state: AppState): readonly string[] {
  const asked = {
    ...operation,
    inputs: [{name: 'projectIdOrKey', place: 'path', type: 'string', required: true} as const],
  };
  return prefilled(asked, state).projectIdOrKey ?? [];
}

const shownAtMost = 100;

/** The picks that fit what is typed, by value or by name. */
export function picksFor(view: FormView, text: string): readonly Pick[] {
  const word = beingTyped(view, text).toLowerCase();
  const all = view.picks?.picks ?? [];
  const fitting = all.filter(
    pick => pick.value.toLowerCase().includes(word) || pick.label.toLowerCase().includes(word),
  );
  return fitting.slice(0, shownAtMost);
}

/** The part of a text that a pick takes the place of: the last word where there are several, else all. */
export function beingTyped(view: FormView, text: string): string {
  const input = formFields(view.operation)[view.cursor];
  return input !== undefined && takesMany(input) ? (/(\S*)$/.exec(text)?.[1] ?? '') : text;
}

/** What a pick shows: its value, then its name where that says more. */
export function pickText({value, label}: Pick): string {
  return label === '' ? safeText(value) : `${safeText(value)}  ${safeText(label)}`;
}
