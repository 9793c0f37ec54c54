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
import {targetRows} from '../list/marks.ts';
import type {ListView} from '../list/state.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/**
 * Find values for an operation's required inputs and fields in the current row: the inputs of the
 * call that describes it if the operation is of the same group, and references to its entity or
 * parents, such as the project of a version, as an id or a key.
 *
 * @param row row of the list on the screen. @default the selected row or the one under the cursor;
 * none if several are selected
 */
export function prefillValues(operation: Operation, state: AppState, row?: Row): Values {
  const values: Record<string, readonly string[]> = {};
  for (const known of knownHere(state, row)) {
    for (const input of inputsOf(operation)) {
      if (values[input.name] !== undefined) continue;
      const value = valueFor(operation, input, known);
      const isNew = operation.effect === 'create' && isOfNew(operation, input);
      const wanted = input.place === 'path' || (input.required && !isNew);
      if (wanted && value !== undefined) values[input.name] = [value];
    }
  }
  const elements = elementsOfUpdate(operation);
  rowsHere(state, row, elements?.names).forEach((id, i) => {
    values[`${elements?.way}.${i}.id`] = [id];
  });
  return values;
}

/** The ids of the current rows, if they are of a kind. */
function rowsHere(
  state: AppState,
  row: Row | undefined,
  kind: EntityKind | undefined,
): readonly string[] {
  const view = viewOf(state, 'list');
  if (kind === undefined || view === undefined) return [];
  const rows = row === undefined ? targetRows(view) : [row];
  return rows.flatMap(
    one => thingIn(knownOf(view, one), view.resource.service, kind, undefined) ?? [],
  );
}

/** Whether a value may be the key or name of a new object, which refers to no existing one. */
export function isOfNew({method, path}: Operation, {place, names}: Input): boolean {
  return method === 'POST' && place !== 'path' && names !== undefined && path.endsWith(`/${names}`);
}

/** Values that refer to an entity of a kind, most specific first: the current row, its parents. */
export function currentEntityValues(
  state: AppState,
  service: Service,
  kind: EntityKind,
): readonly string[] {
  return knownHere(state, undefined).flatMap(
    known => thingIn(known, service, kind, undefined) ?? [],
  );
}

/** Operations whose path can be filled from a row, or from the object shown. */
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

/** Whether the rows of the list on the screen fill an operation's path with different values. */
export function variesByRow(
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

/** The entity of a row: the call that describes it, with its parameters. */
interface Known {
  readonly service: Service;
  readonly call: OperationRef | undefined;
  readonly row?: Row;
  readonly params: Params;
  readonly project: string | undefined;
}

/**
 * Known entities, most specific first, from the lists and objects that lead to the screen. The
 * current list (also below a form) contributes its selection; earlier ones the row that was opened.
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
    const [only, ...others] = targetRows(list);
    return [knownOf(list, row ?? (others.length > 0 ? undefined : only))];
  });
}

/** The views that lead to the screen, the current one first. */
function viewsOnTheWay({locations}: AppState): readonly View[] {
  return [...locations].reverse().flatMap(place => place.views[place.tab] ?? []);
}

/** The parameters of the current screen, also below a form. */
export function currentParams(state: AppState): Params {
  const looked = viewsOnTheWay(state).find(view => !isAside(view));
  return looked && 'params' in looked ? looked.params : {};
}

/** Forms and lists of the app itself refer to the screen below them. */
function isAside(view: View): boolean {
  return view.kind === 'form' || ofKind(view, 'list')?.resource.local !== undefined;
}

/** The entity of a row of a list; without a row, of the list's parameters. */
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
 * The entity of a kind that a row is or belongs to: the value at the same pointer of the row, the
 * project of the location, or the value of an input of the describe call.
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

/** The only parameter of a call; undefined if there are several. */
function onlyParam(call: OperationRef): string | undefined {
  const names = Object.values(call.inputs).flatMap(template => paramOf(template) ?? []);
  return names.length === 1 ? names[0] : undefined;
}

/**
 * The id of a group's entity has different names in its paths; it is the one directly after the
 * group.
 */
function isGroupsOwn({group, path}: Operation, input: string): boolean {
  return path.includes(`/${group}/{${input}}`);
}
