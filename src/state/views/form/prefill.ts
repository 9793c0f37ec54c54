import {findOperation, operations} from '../../../api/catalogue.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import {paramsFromRow} from '../../ask/call.ts';
import type {Call, Params} from '../../model/call.ts';
import type {View} from '../../model/location.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {rowAtCursor} from '../list/list-update.ts';
import {chosenRows} from '../list/marks.ts';
import type {ListView} from '../list/state.ts';

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
 *
 * @param row of the list on the screen. @default the marked one or that under the cursor; of
 * several marked ones none
 */
export function prefilled(operation: Operation, state: AppState, row?: Row): Values {
  const values: Record<string, readonly string[]> = {};
  for (const known of knownHere(state, row)) {
    for (const input of operation.inputs) {
      if (values[input.name] !== undefined) continue;
      const value = valueFor(operation, input, known);
      const wanted = input.place === 'path' || input.required;
      if (wanted && value !== undefined) values[input.name] = [value];
    }
  }
  return values;
}

/** Operations whose path a row of the list on the screen fills, or what is shown when it is no list. */
export function operationsOfRow(state: AppState, row?: Row): readonly Operation[] {
  const [known] = knownHere(state, row);
  if (known === undefined) return [];
  return operations.filter(operation => {
    const paths = pathInputs(operation);
    return (
      paths.length > 0 && paths.every(input => valueFor(operation, input, known) !== undefined)
    );
  });
}

/** Whether the rows of the list on the screen fill an operation's path each in its own way. */
export function tellsApart(
  operation: Operation,
  state: AppState,
  [first, second]: readonly Row[],
): boolean {
  const [one, other] = [first, second].map(row => knownHere(state, row)[0]);
  if (one === undefined || other === undefined) return false;
  return pathInputs(operation).some(
    input => valueFor(operation, input, one) !== valueFor(operation, input, other),
  );
}

function pathInputs(operation: Operation): readonly Input[] {
  return operation.inputs.filter(input => input.place === 'path');
}

/** What a row stands for: the call that describes it, made concrete. */
interface Known {
  readonly call: Call | undefined;
  readonly params: Params;
  readonly project: string | undefined;
}

/**
 * Newest first: what the lists and objects on the way hold. Of the list that is looked at, also
 * under a form, what its marks say; of those before it the row that was opened.
 */
function knownHere(state: AppState, row: Row | undefined): readonly Known[] {
  const views = [...state.locations].reverse().flatMap(place => place.views[place.tab] ?? []);
  const looked = views.find(view => !isAside(view));
  return views.flatMap((view): Known[] => {
    if (view.kind === 'text' && view.call !== undefined) {
      return [{call: view.call, params: view.params, project: view.params.project}];
    }
    if (view.kind !== 'list' || isAside(view)) return [];
    if (view !== looked) return [knownOf(view, rowAtCursor(view))];
    const [only, ...others] = chosenRows(view);
    return [knownOf(view, row ?? (others.length > 0 ? undefined : only))];
  });
}

/** Forms and the rows of the app itself are about what lies under them. */
function isAside(view: View): boolean {
  return view.kind === 'form' || (view.kind === 'list' && view.resource.local !== undefined);
}

/** What a row of a list stands for; without a row, what the list was opened with. */
function knownOf({resource, params: ofList}: ListView, row: Row | undefined): Known {
  const {project} = ofList;
  if (row === undefined) return {call: undefined, params: {}, project};
  const how = resource.describe;
  const params = how ? paramsFromRow(how.params, row, ofList) : ofList;
  return {call: how?.call, params, project: project ?? params.project};
}

function valueFor(operation: Operation, input: Input, known: Known): string | undefined {
  const {name} = input;
  if (operation.service === 'tracker' && projectInputs.has(name) && known.project !== undefined) {
    return known.project;
  }
  const {call, params} = known;
  if (call === undefined || call.service !== operation.service) return undefined;
  const [group = '', described = ''] = call.operation.split(' ');
  if (group !== operation.group || findOperation(call.service, group, described) === undefined) {
    return undefined;
  }
  const param = paramOf(call.inputs[name]) ?? (isGroupsOwn(operation, name) && onlyParam(call));
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

/** An id has different names in the paths of one group; the one right behind the group is its own. */
function isGroupsOwn({group, path}: Operation, input: string): boolean {
  return path.includes(`/${group}/{${input}}`);
}
