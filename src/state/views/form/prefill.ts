import {allOperations, findNamed} from '../../../api/catalogue.ts';
import type {EntityKind} from '../../../api/field.ts';
import {inputsOf} from '../../../api/inputs-of.ts';
import {elementsOfUpdate} from '../../../api/known-elements.ts';
import type {Input, Operation, Service} from '../../../api/operation.ts';
import {type OperationRef, paramOf} from '../../../api/operation-ref.ts';
import {paramsFromRow} from '../../ask/row-params.ts';
import {ofKind, type View} from '../../model/location.ts';
import type {Params} from '../../model/params.ts';
import {type Row, valueInRow} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {rowAtCursor} from '../list/list-update.ts';
import {chosenRows} from '../list/marks.ts';
import type {ListView} from '../list/state.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/**
 * What is known of an operation's required inputs and fields from the row that was looked at before:
 * the inputs of the call that describes the row where the operation is of the same group, and
 * wherever one is asked for what the row is, or lies in: the project of a version, as an id or a key.
 *
 * @param row of the list on the screen. @default the marked one or that under the cursor; of
 * several marked ones none
 */
export function prefilled(operation: Operation, state: AppState, row?: Row): Values {
  const values: Record<string, readonly string[]> = {};
  for (const known of knownHere(state, row)) {
    for (const input of inputsOf(operation)) {
      if (values[input.name] !== undefined) continue;
      const value = valueFor(operation, input, known);
      const wanted = input.place === 'path' || (input.required && !isNew(operation, input));
      if (wanted && value !== undefined) values[input.name] = [value];
    }
  }
  const elements = elementsOfUpdate(operation);
  rowsHere(state, row, elements?.names).forEach((id, i) => {
    values[`${elements?.way}.${i}.id`] = [id];
  });
  return values;
}

/** The ids of the rows that are looked at, where they are of a kind. */
function rowsHere(
  state: AppState,
  row: Row | undefined,
  kind: EntityKind | undefined,
): readonly string[] {
  const view = viewOf(state, 'list');
  if (kind === undefined || view === undefined) return [];
  const rows = row === undefined ? chosenRows(view) : [row];
  return rows.flatMap(
    one => thingIn(knownOf(view, one), view.resource.service, kind, undefined) ?? [],
  );
}

/** The key of what is made is no key of something that is there. */
function isNew({effect, path}: Operation, {place, names}: Input): boolean {
  return (
    effect === 'create' && place === 'field' && names !== undefined && path.endsWith(`/${names}`)
  );
}

/** Values that name a thing of a kind, newest first: the row that is looked at, what it lies in. */
export function thingHere(state: AppState, service: Service, kind: EntityKind): readonly string[] {
  return knownHere(state, undefined).flatMap(
    known => thingIn(known, service, kind, undefined) ?? [],
  );
}

/** Operations whose path a row of the list on the screen fills, or what is shown when it is no list. */
export function operationsOfRow(state: AppState, row?: Row): readonly Operation[] {
  const [known] = knownHere(state, row);
  if (known === undefined) return [];
  return allOperations().filter(operation => {
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
  readonly service: Service;
  readonly call: OperationRef | undefined;
  readonly row?: Row;
  readonly params: Params;
  readonly project: string | undefined;
}

/**
 * Newest first: what the lists and objects on the way hold. Of the list that is looked at, also
 * under a form, what its marks say; of those before it the row that was opened.
 */
function knownHere(state: AppState, row: Row | undefined): readonly Known[] {
  const views = viewsOnTheWay(state);
  const looked = views.find(view => !isAside(view));
  return views.flatMap((view): Known[] => {
    const {call, params = {}} = ofKind(view, 'text') ?? {};
    if (call !== undefined) {
      return [{service: call.service, call, params, project: params.project}];
    }
    const list = ofKind(view, 'list');
    if (list === undefined || isAside(list)) return [];
    if (list !== looked) return [knownOf(list, rowAtCursor(list))];
    const [only, ...others] = chosenRows(list);
    return [knownOf(list, row ?? (others.length > 0 ? undefined : only))];
  });
}

/** The views of the places that lead here, the one on the screen first. */
function viewsOnTheWay({locations}: AppState): readonly View[] {
  return [...locations].reverse().flatMap(place => place.views[place.tab] ?? []);
}

/** The parameters of the screen that is looked at, also under a form. */
export function placeHere(state: AppState): Params {
  const looked = viewsOnTheWay(state).find(view => !isAside(view));
  return looked && 'params' in looked ? looked.params : {};
}

/** Forms and the rows of the app itself are about what lies under them. */
function isAside(view: View): boolean {
  return view.kind === 'form' || ofKind(view, 'list')?.resource.local !== undefined;
}

/** What a row of a list stands for; without a row, what the list was opened with. */
function knownOf({resource, params: ofList}: ListView, row: Row | undefined): Known {
  const {project} = ofList;
  const {service} = resource;
  if (row === undefined) return {service, call: undefined, params: {}, project};
  const how = resource.describe;
  const params = how ? paramsFromRow(how.params, row, ofList) : ofList;
  return {service, row, call: how?.call, params, project: project ?? params.project};
}

function valueFor(operation: Operation, input: Input, known: Known): string | undefined {
  const {name, names, place} = input;
  if (place === 'field') {
    return names && thingIn(known, operation.service, names, input.pointer);
  }
  const {call, params} = known;
  if (names === 'project' && known.service === operation.service && known.project !== undefined) {
    return known.project;
  }
  if (call === undefined || call.service !== operation.service) return undefined;
  if (findNamed(call)?.group !== operation.group) return undefined;
  const param = paramOf(call.inputs[name]) ?? (isGroupsOwn(operation, name) && onlyParam(call));
  return param ? params[param] : undefined;
}

/**
 * A thing of a kind that a row is or lies in: what stands at the same pointer of the row, the
 * project of the place, what an input of the call that describes the row names.
 */
function thingIn(
  {call, params, project, row, service}: Known,
  wanted: Service,
  kind: EntityKind,
  pointer: string | undefined,
): string | undefined {
  if (service !== wanted) return undefined;
  const there = pointer && pointer !== '/id' && row ? valueInRow(row, [pointer]) : undefined;
  if (typeof there === 'string' || typeof there === 'number') return String(there);
  if (kind === 'project' && project !== undefined) return project;
  const described = call && findNamed(call);
  const own = described?.inputs.find(
    ({name, names}) => names === kind && call?.inputs[name] !== undefined,
  );
  const param = own && paramOf(call?.inputs[own.name]);
  return param ? params[param] : undefined;
}

/** The one parameter a call is made with; undefined when there are several. */
function onlyParam(call: OperationRef): string | undefined {
  const names = Object.values(call.inputs).flatMap(template => paramOf(template) ?? []);
  return names.length === 1 ? names[0] : undefined;
}

/** An id has different names in the paths of one group; the one right behind the group is its own. */
function isGroupsOwn({group, path}: Operation, input: string): boolean {
  return path.includes(`/${group}/{${input}}`);
}
