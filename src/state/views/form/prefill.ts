import {findOperation, operations} from '../../../api/catalogue.ts';
import type {Operation} from '../../../api/operation.ts';
import {paramsFromRow} from '../../ask/call.ts';
import {type AppState, currentPlace} from '../../model/model.ts';
import type {Call, Params} from '../../model/resource.ts';
import {rowAtCursor} from '../list/list-update.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/** Inputs that name a project, whatever the operation calls it. */
const projectInputs: ReadonlySet<string> = new Set([
  'projectIdOrKey',
  'projectKeyOrId',
  'projectKey',
  'project',
]);

/**
 * What is known of an operation's required inputs from the row that was looked at before: the
 * inputs of the call that describes the row where the operation is of the same group, and the
 * project wherever one is asked for.
 */
export function prefilled(operation: Operation, state: AppState): Values {
  const values: Record<string, readonly string[]> = {};
  for (const known of knownHere(state)) {
    for (const input of operation.inputs) {
      if (values[input.name] !== undefined) continue;
      const value = valueFor(operation, input.name, known);
      const wanted = input.place === 'path' || input.required;
      if (wanted && value !== undefined) values[input.name] = [value];
    }
  }
  return values;
}

/** Operations whose required inputs the row under the cursor fills, of its own group first. */
export function operationsOfRow(state: AppState): readonly Operation[] {
  const [known] = knownHere(state);
  if (known === undefined) return [];
  return operations.filter(operation => {
    const paths = operation.inputs.filter(input => input.place === 'path');
    return (
      paths.length > 0 && paths.every(input => valueFor(operation, input.name, known) !== undefined)
    );
  });
}

/** What a row stands for: the call that describes it, made concrete. */
interface Known {
  readonly call: Call | undefined;
  readonly params: Params;
  readonly project: string | undefined;
}

/** Newest first: what the lists and objects on the way hold. */
function knownHere(state: AppState): readonly Known[] {
  const here = currentPlace(state);
  return [...state.places].reverse().flatMap((place): Known[] => {
    const view = place.views[place.tab];
    if (view?.kind === 'text' && view.call !== undefined) {
      return [{call: view.call, params: view.params, project: view.params.project}];
    }
    if (view?.kind !== 'list' || view.resource.local !== undefined) return [];
    const row = rowAtCursor(view);
    const how = view.resource.describe;
    const isPassed = place !== here;
    const {project} = view.params;
    if (row === undefined) return isPassed ? [{call: undefined, params: {}, project}] : [];
    const params = how ? paramsFromRow(how.params, row, view.params) : view.params;
    return [{call: how?.call, params, project: project ?? params.project}];
  });
}

function valueFor(operation: Operation, input: string, known: Known): string | undefined {
  if (operation.service === 'tracker' && projectInputs.has(input) && known.project !== undefined) {
    return known.project;
  }
  const {call, params} = known;
  if (call === undefined || call.service !== operation.service) return undefined;
  const [group = '', name = ''] = call.operation.split(' ');
  if (group !== operation.group || findOperation(call.service, group, name) === undefined) {
    return undefined;
  }
  const param = paramOf(call.inputs[input]) ?? (isOnlyPlace(operation, input) && onlyParam(call));
  return param ? params[param] : undefined;
}

/** The parameter an input of a call is filled with: `{id}`. */
function paramOf(template: Call['inputs'][string] | undefined): string | undefined {
  return typeof template === 'string' ? /^\{(\w+)\}$/.exec(template)?.[1] : undefined;
}

/** The one parameter a call is made with; undefined when there are several. */
function onlyParam(call: Call): string | undefined {
  const names = Object.values(call.inputs).flatMap(template => paramOf(template) ?? []);
  return names.length === 1 ? names[0] : undefined;
}

/** An id has different names in the paths of one group; the only one in a path is the group's own. */
function isOnlyPlace(operation: Operation, input: string): boolean {
  const paths = operation.inputs.filter(i => i.place === 'path');
  return paths.length === 1 && paths[0]?.name === input;
}
