import type {Input, Operation} from '../../../api/operation.ts';
import {safeText} from '../../../base/safe-text.ts';
import {findList} from '../../model/screens.ts';
import type {AppState, Prompt} from '../../model/state.ts';
import {formLinesOf} from './form-fields.ts';
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

/** What the field being typed can take, of that what fits: by value or by name. */
export function picksFor(view: FormView, {text, fresh, whole}: Prompt): readonly Pick[] {
  const line = formLinesOf(view)[view.cursor];
  if (whole || line?.kind !== 'value') return [];
  const own = view.picks?.input === line.name ? view.picks.picks : [];
  const known = (line.input.values ?? []).map(value => ({value, label: ''}));
  const all = own.length > 0 ? own : known;
  const word = fresh ? '' : text.toLowerCase();
  const fitting = all.filter(
    pick => pick.value.toLowerCase().includes(word) || pick.label.toLowerCase().includes(word),
  );
  return fitting.slice(0, shownAtMost);
}

/** What a pick shows: its value, then its name where that says more. */
export function pickText({value, label}: Pick): string {
  return label === '' ? safeText(value) : `${safeText(value)}  ${safeText(label)}`;
}
