import {
  findNameList,
  idList,
  type NameFilter,
  type NameList,
} from '../../../api/naming/name-listing.ts';
import {isIdOrKey} from '../../../api/naming/resolve-name.ts';
import {isFailure} from '../../../base/failure.ts';
import {fetchEntities} from '../../ask/ask.ts';
import {requestEach} from '../../ask/item-steps.ts';
import type {AppState} from '../../model/state.ts';
import {
  type Action,
  afterEveryEvent,
  noEffects,
  type Ports,
  type Task,
} from '../../model/transition.ts';
import {currentEntityValues} from '../../views/form/prefill.ts';
import {nameKey} from '../../views/form/read-picks.ts';
import {maxRefetched} from '../../write/reads.ts';
import type {WritePlan, WriteRequest} from '../../write/state.ts';
import {type IdentifyingValue, identifyingValues} from './change-rows.ts';

/** Limit of requests for names per preview. */
const maxLookups = 8;

/** A request for the names of several ids of one kind. */
interface Lookup {
  readonly list: NameList;
  readonly question: NameFilter;
  readonly ids: readonly string[];
}

/**
 * Look up the names of the ids in a preview, once its objects are read: names in those responses
 * need no request.
 */
export const nameIds = afterEveryEvent((_, step) => {
  const {write} = step.state;
  if (write === undefined || !('asRequest' in write) || write.namesAsked) return step;
  if (write.plan.requests.some(({before}) => before === 'looking')) return step;
  const lookups = lookupsOf(write.plan, step.state);
  // An id never stands alone before its name: the name is pending.
  const pending = Object.fromEntries(lookups.flatMap(keysOf).map(key => [key, '…']));
  const plan = {...write.plan, called: {...pending, ...write.plan.called}};
  const state = {...step.state, write: {...write, plan, namesAsked: true as const}};
  if (lookups.length === 0) return {...step, state};
  const effect = {kind: 'task', slot: 'write-names', run: lookUp(lookups)} as const;
  return {state, effects: [...step.effects, effect]};
});

/**
 * The lookups for the ids of a plan without a known name; one per kind if its list takes several
 * ids.
 */
function lookupsOf({requests, called}: WritePlan, state: AppState): readonly Lookup[] {
  const lookups = new Map<string, Lookup>();
  for (const request of requests.slice(0, maxRefetched)) {
    const values = identifyingValues(request, called);
    // The names of listed rows are shown above their ids.
    const listed = new Set(request.names === undefined ? [] : request.rows);
    for (const value of values) {
      if (value.isNamed || listed.has(value.text)) continue;
      const found = lookupOf(value, [...values, ...pathValues(request)], request, state);
      if (found === undefined) continue;
      const {list, question, ids} = found;
      const key = JSON.stringify([list.service, value.names, question]);
      const known = lookups.get(key)?.ids ?? [];
      lookups.set(key, {list, question, ids: [...new Set([...known, ...ids])]});
    }
  }
  return [...lookups.values()].slice(0, maxLookups).map(withIds);
}

function lookupOf(
  {names, text}: IdentifyingValue,
  beside: readonly Pick<IdentifyingValue, 'names' | 'text'>[],
  {call: {operation}}: WriteRequest,
  state: AppState,
): Lookup | undefined {
  // Users of both services are listed by the tracker only.
  const list = findNameList(operation.service, names) ?? findNameList('tracker', names);
  if (list === undefined || !isIdOrKey(list, 'id', text)) return undefined;
  const {source, within} = list;
  if (source.narrowedBy?.required && source.byId === undefined) return undefined;
  // An input for a single id takes a request per id.
  const own = source.byId === undefined || takesIds(list) ? {} : {ids: [text]};
  if (!within?.required) return {list, question: own, ids: [text]};
  const kind = within.names;
  if (kind === undefined || kind === names) return undefined;
  const parents = findNameList(list.service, kind);
  const parent = [
    ...beside.filter(one => one.names === kind).map(one => one.text),
    ...currentEntityValues(state, list.service, kind),
  ].find(one => parents === undefined || isIdOrKey(parents, within.by, one));
  return parent === undefined ? undefined : {list, question: {...own, within: parent}, ids: [text]};
}

function takesIds(list: NameList): boolean {
  const {operation, source} = idList(list);
  const {byId} = source;
  return operation.inputs.find(({name}) => name === byId)?.type === 'list';
}

function withIds(lookup: Lookup): Lookup {
  const {list, question, ids} = lookup;
  return takesIds(list) ? {...lookup, question: {...question, ids}} : lookup;
}

/** Ids in the path of a request. */
function pathValues({call: {operation, given}}: WriteRequest) {
  return operation.inputs.flatMap(({place, name, names}) => {
    if (place !== 'path' || names === undefined) return [];
    return (given.inputs[name] ?? []).map(text => ({names, text}));
  });
}

/** Read names and add them to the plan; after a failure the ids stay. */
function lookUp(lookups: readonly Lookup[]): Task {
  return async (ports, {signal}) => {
    await requestEach(lookups, async lookup => {
      const called = await namesFrom(lookup, ports, signal);
      if (!signal.aborted) ports.dispatch({kind: 'taskResult', take: withNames(called, lookup)});
    });
  };
}

/** The names on the first page of a lookup. */
async function namesFrom(
  {list, question, ids}: Lookup,
  ports: Ports,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  try {
    for await (const {entities} of fetchEntities(list, question, ports, signal)) {
      const named = entities.filter(({id}) => ids.includes(id));
      return Object.fromEntries(named.map(({id, title}) => [nameKey(list.kind, id), title]));
    }
  } catch (thrown) {
    if (!isFailure(thrown) && !signal.aborted) throw thrown;
  }
  return {};
}

const keysOf = ({list, ids}: Lookup): readonly string[] => ids.map(id => nameKey(list.kind, id));

/** Replace the pending names of a lookup; those without a name stay ids. */
function withNames(found: NonNullable<WritePlan['called']>, lookup: Lookup): Action {
  return state => {
    const {write} = state;
    if (write === undefined || !('plan' in write)) return noEffects(state);
    const asked = new Set(keysOf(lookup));
    const others = Object.entries(write.plan.called ?? {}).filter(([key]) => !asked.has(key));
    const plan = {...write.plan, called: {...Object.fromEntries(others), ...found}};
    return noEffects({...state, write: {...write, plan}});
  };
}
