import {operationNamed} from '../api/catalogue.ts';
import {fill, sourceOf, trackerRef} from '../api/operation-ref.ts';
import {isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import type {SiteChange, SiteDifference} from './diff.ts';
import {kindOf, type SiteField, type SiteKind, type WriteCall} from './kinds.ts';
import {
  canonical,
  groupParts,
  type KindId,
  kindIds,
  labelOf,
  partKey,
  partsIn,
  type ReadObject,
} from './model.ts';
import {movesTo} from './order.ts';
import type {IdsOfSite, NameKind} from './parts.ts';
import type {People} from './people.ts';
import type {SiteState} from './read-site.ts';

/** One write of a plan. */
export interface PlanStep {
  /** From 1. */
  readonly step: number;
  readonly action: 'create' | 'update' | 'add' | 'remove' | 'move' | 'delete';
  readonly kind: KindId;
  readonly name: string;
  readonly project?: string;
  /** Id of the object; `{"step": 3}` if an earlier step creates it. */
  readonly id?: JsonValue;
  /** `group name` of the operation. */
  readonly operation: string;
  readonly inputs: Readonly<Record<string, JsonValue>>;
  readonly body?: JsonObject;
  readonly changes: readonly SiteChange[];
  /** Of a move: the name that the object follows; null for the first place. */
  readonly after?: string | null;
  /** The values of the object that the step expects to find. */
  readonly before?: JsonObject;
  /** The service cannot undo it. */
  readonly irreversible?: true;
  /** JSON pointer of the new id in the response of a create. */
  readonly idAt?: string;
}

/** A plan: the writes that make a site like the files, and what people have to do themselves. */
export interface SitePlan {
  readonly format: 1;
  /** Origin of the site. */
  readonly site: string;
  readonly steps: readonly PlanStep[];
  /** What the service cannot do, a sentence each. */
  readonly byHand: readonly string[];
  /** Accounts of the site by alias. */
  readonly people: Readonly<Record<string, string>>;
}

/** Why a plan cannot be made: each a sentence that names the object. */
export type PlanProblems = readonly string[];

/**
 * A value that an earlier step returns, within inputs and bodies: `{"step": 3, "as": "number"}`.
 */
export interface StepRef {
  readonly step: number;
  readonly as?: 'number';
}

/** What a plan is made of. */
export interface PlanInput {
  readonly site: string;
  readonly differences: readonly SiteDifference[];
  readonly state: SiteState;
  readonly people: People;
  /** Remove objects that the files lack. @default false */
  readonly prune?: boolean;
  /** Allow permission schemes without anyone who may administer projects. @default false */
  readonly allowLockout?: boolean;
}

type Draft = Omit<PlanStep, 'step'>;

/** Makes the plan; its steps can be sent only if there are no problems. */
export function makePlan(input: PlanInput): {
  readonly plan: SitePlan;
  readonly problems: PlanProblems;
} {
  const planner = makePlanner(input);
  const {differences, prune = false} = input;
  for (const difference of differences) {
    if (difference.action === 'create' || difference.action === 'update') planner.write(difference);
  }
  for (const difference of differences) if (difference.action === 'order') planner.move(difference);
  const removals = differences.filter(({action}) => action === 'remove');
  for (const difference of prune ? [...removals].reverse() : []) planner.remove(difference);
  const {steps, byHand, problems} = planner;
  const people = input.people.accounts();
  return {plan: {format: 1, site: input.site, steps, byHand, people}, problems};
}

function makePlanner(input: PlanInput) {
  const {state, people, allowLockout = false} = input;
  const steps: PlanStep[] = [];
  const byHand: string[] = [];
  const problems: string[] = [];
  const ids = idsByName(state);
  const created = new Map<string, number>();
  let label = '';

  const lookup: IdsOfSite = {
    idOf(kind, name) {
      const step = created.get(`${kind} ${name}`);
      const id = ids.get(kind)?.get(name);
      if (id !== undefined) return id;
      if (step !== undefined) return {step};
      const near = nearestNames(name, [...(ids.get(kind)?.keys() ?? [])]);
      const hint = near.length > 0 ? ` Did you mean ${near[0]}?` : '';
      problems.push(`${label}: the site has no "${name}" among its ${kind}.${hint}`);
      return null;
    },
    accountOf(alias) {
      const account = people.accountOf(alias);
      if (account !== undefined) return account;
      problems.push(
        `${label}: "${alias}" has no account on ${input.site}. Add it to people.yaml under accounts.`,
      );
      return null;
    },
  };

  const add = (draft: Draft): number => {
    const step = steps.length + 1;
    const {irreversible} = operationNamed(trackerRef(draft.operation));
    steps.push({step, ...draft, ...(irreversible && {irreversible})});
    return step;
  };

  const create = ({kind: id, name, project, wanted, changes}: SiteDifference): void => {
    const kind = kindOf(id);
    const members: Record<string, JsonValue> = {[kind.key]: name};
    for (const field of kind.fields) {
      const value = wanted?.values[field.name];
      if (value !== undefined) members[field.wire ?? field.name] = wireValue(field, value, lookup);
    }
    if (kind.parts) {
      Object.assign(
        members,
        kind.parts.inCreate(partsIn(wanted?.values[kind.parts.member]), lookup),
      );
    }
    if (kind.projectMember === 'project') members.project = project ?? '';
    if (kind.projectMember === 'projectId') {
      members.projectId = numberOf(lookup.idOf('projects', project ?? ''));
    }
    const step = add({
      action: 'create',
      ...whereOf({kind: id, name, project}),
      ...callOf(kind.create, {}, members, null),
      changes,
      idAt: kind.create.idAt ?? '/id',
    });
    created.set(`${id} ${name}`, step);
  };

  const update = ({read, wanted, changes, ...difference}: SiteDifference): void => {
    if (read === undefined || wanted === undefined) return;
    const kind = kindOf(difference.kind);
    const where = {...whereOf(difference), id: read.id};
    const own = changes.filter(({group}) => group === undefined);
    const fixed = own.filter(({field}) =>
      kind.fields.some(one => one.name === field && one.isFixed),
    );
    for (const {field} of fixed) {
      byHand.push(
        `${label}: ${field} is set when a ${kind.noun} is created and cannot be changed.`,
      );
    }
    const sent = own.filter(change => !fixed.includes(change));
    let before: JsonObject = {...read.values, [kind.key]: read.name};
    if (sent.length > 0) {
      const members = updateMembers(kind, wanted, sent, lookup);
      const call = callOf(kind.update, {id: read.id}, members, read.id);
      add({action: 'update', ...where, ...call, changes: sent, before});
      before = afterChanges(before, sent);
    }
    const {parts} = kind;
    if (parts === undefined) return;
    const taken = new Map<string, number>();
    // Grants are added first, so that nobody is without access in between.
    const entries = changes.filter(({group}) => group !== undefined);
    for (const change of [
      ...entries.filter(isAddition),
      ...entries.filter(one => !isAddition(one)),
    ]) {
      const {group = '', old, new: entry} = change;
      if (entry !== undefined) {
        const call = callOf(
          {ref: parts.add},
          {id: read.id},
          parts.addBody(group, entry, lookup),
          null,
        );
        add({action: 'add', ...where, ...call, changes: [change], before});
      } else {
        const key = partKey(group, old ?? null);
        const at = taken.get(key) ?? 0;
        taken.set(key, at + 1);
        const part = read.partIds?.get(key)?.[at] ?? '';
        const inputs = inputsOf(parts.remove, {id: read.id, part});
        const {operation} = parts.remove;
        add({action: 'remove', ...where, operation, inputs, changes: [change], before});
      }
      before = afterChanges(before, [change]);
    }
    if (!allowLockout) problems.push(...lockoutOf(label, read, before));
  };

  return {
    steps,
    byHand,
    problems,
    write(difference: SiteDifference): void {
      label = labelOf(difference);
      if (difference.action === 'create') create(difference);
      else update(difference);
    },
    move({kind, changes}: SiteDifference): void {
      const {move} = kindOf(kind);
      const [order] = changes;
      if (move === undefined || order === undefined) return;
      label = `${kind} order`;
      for (const {name, after} of movesTo(order.old as string[], order.new as string[])) {
        const body: Record<string, JsonValue> = {ids: [lookup.idOf(kind, name)]};
        if (after === undefined) body.position = 'First';
        else body.after = lookup.idOf(kind, after);
        const changed = [{field: 'order', new: after === undefined ? 'first' : `after ${after}`}];
        add({
          action: 'move',
          kind,
          name,
          operation: move,
          inputs: {},
          body,
          changes: changed,
          after: after ?? null,
        });
      }
    },
    remove({read, changes, ...difference}: SiteDifference): void {
      if (read === undefined) return;
      label = labelOf(difference);
      const kind = kindOf(difference.kind);
      if (kind.remove === undefined) {
        byHand.push(`${label}: choose what replaces it, then delete it on the site.`);
        return;
      }
      const {operation, body} = kind.remove;
      add({
        action: 'delete',
        ...whereOf(difference),
        id: read.id,
        operation,
        inputs: inputsOf(kind.remove, {id: read.id}),
        ...(Array.isArray(body) && {body: JSON.parse(String(body[0]))}),
        changes,
        before: {...read.values, [kind.key]: read.name},
      });
    },
  };
}

const isAddition = ({new: entry}: SiteChange): boolean => entry !== undefined;

function whereOf({
  kind,
  name,
  project,
}: Pick<PlanStep, 'kind' | 'name'> & {project?: string | undefined}) {
  return {kind, name, ...(project !== undefined && {project})};
}

/** Ids of the site by name. */
function idsByName({
  objects,
  tables,
}: SiteState): ReadonlyMap<NameKind, ReadonlyMap<string, string>> {
  const found = new Map<NameKind, Map<string, string>>();
  for (const [kind, names] of tables) {
    found.set(kind, new Map([...names].map(([id, name]) => [name, id])));
  }
  for (const kind of kindIds.filter(id => kindOf(id).layout !== 'of project')) {
    const own = objects.filter(one => one.kind === kind).map(({name, id}) => [name, id] as const);
    if (own.length > 0) found.set(kind, new Map(own));
  }
  return found;
}

function updateMembers(
  kind: SiteKind,
  wanted: NonNullable<SiteDifference['wanted']>,
  changes: readonly SiteChange[],
  lookup: IdsOfSite,
): JsonObject {
  const changed = new Set(changes.map(({field}) => field));
  const members: Record<string, JsonValue> = {};
  if (kind.update.isWhole || changed.has(kind.key)) members[kind.key] = wanted.name;
  for (const field of kind.fields) {
    if (field.isFixed || !(kind.update.isWhole || changed.has(field.name))) continue;
    const value = wanted.values[field.name] ?? field.default;
    members[field.wire ?? field.name] =
      value === undefined ? (field.none ?? null) : wireValue(field, value, lookup);
  }
  return members;
}

function wireValue(field: SiteField, value: JsonValue, lookup: IdsOfSite): JsonValue {
  if (field.type === 'person') return lookup.accountOf(String(value));
  if (field.type === 'name' && field.of !== undefined) {
    return field.isNumber
      ? numberOf(lookup.idOf(field.of, String(value)))
      : lookup.idOf(field.of, String(value));
  }
  return field.isNumber ? numberOf(value) : value;
}

/** Ids that bodies have as numbers; a reference to an earlier step stays one. */
function numberOf(value: JsonValue): JsonValue {
  if (isObject(value)) return {...value, as: 'number'};
  return value === null ? null : Number(value);
}

function callOf(
  {ref, wrap}: WriteCall,
  params: Readonly<Record<string, string>>,
  members: JsonObject,
  id: JsonValue,
): Pick<PlanStep, 'operation' | 'inputs' | 'body'> {
  const body = wrap === undefined ? members : wrap(members, id);
  return {operation: ref.operation, inputs: inputsOf(ref, params), body};
}

function inputsOf(
  ref: WriteCall['ref'],
  params: Readonly<Record<string, string>>,
): PlanStep['inputs'] {
  return fill(ref, {place: sourceOf(params)}).given.inputs;
}

/** The values of an object after changes; its name is among them. */
export function afterChanges(values: JsonObject, changes: readonly SiteChange[]): JsonObject {
  const next: Record<string, JsonValue> = {...values};
  for (const {field, group, old, new: value} of changes) {
    if (group === undefined) {
      if (value === undefined) delete next[field];
      else next[field] = value;
      continue;
    }
    const parts = [...partsIn(next[field])];
    if (value !== undefined) parts.push([group, value]);
    else {
      const key = partKey(group, old ?? null);
      const at = parts.findIndex(([one, entry]) => partKey(one, entry) === key);
      if (at >= 0) parts.splice(at, 1);
    }
    next[field] = groupParts(parts);
  }
  return next;
}

/** A scheme that someone could administer projects with before, and nobody afterwards. */
function lockoutOf(label: string, read: ReadObject, after: JsonObject): readonly string[] {
  if (read.kind !== 'permission-schemes') return [];
  const administer = 'ADMINISTER_PROJECTS';
  const has = (values: JsonObject): boolean =>
    partsIn(values.grants).some(([group]) => group === administer);
  if (!has(read.values) || has(after)) return [];
  return [
    `${label}: nobody could administer projects with this scheme. Keep a grant of ${administer}, or use --allow-lockout.`,
  ];
}

/** Whether an object has the values that a step expects. */
export function isAsExpected({name, values, kind}: ReadObject, expected: JsonObject): boolean {
  return canonical({...values, [kindOf(kind).key]: name}) === canonical(expected);
}
