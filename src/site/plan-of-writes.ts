import {findInput} from '../api/inputs-of.ts';
import type {Operation} from '../api/operation.ts';
import {toFailure} from '../base/failure.ts';
import {type JsonObject, type JsonValue, parseJsonValue} from '../base/json-value.ts';
import type {SiteChange} from './diff.ts';
import type {SiteAccess} from './engine.ts';
import {applySiteChanges, expectedOf} from './expected.ts';
import type {SiteField, SiteKind} from './kind.ts';
import {siteKinds} from './kinds.ts';
import type {ReadObject} from './model.ts';
import type {NamesOfSite, PartKind} from './parts.ts';
import {makePeople} from './people.ts';
import type {PlanStep, SitePlan} from './plan.ts';
import {valuesOf} from './read-object.ts';
import {namesOf, readTables, rereadObject} from './read-site.ts';

/** A write to be saved as a step of a plan. */
export interface SavedWrite {
  /** For messages: `Rename version 2.4.0`. */
  readonly title: string;
  readonly operation: Operation;
  /** Its inputs, and the members of the body among them. */
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  readonly body?: JsonObject | undefined;
  /** It needs a value that an earlier write returns. */
  readonly awaits?: boolean;
}

type StepPart = Pick<PlanStep, 'action' | 'changes'>;

/** The operations with which the kinds change their objects. */
const uses = siteKinds.flatMap(kind => {
  const {update, remove, parts} = kind;
  return [update?.ref, remove, parts?.add, parts?.remove].flatMap(ref =>
    ref === undefined ? [] : [{kind, ref}],
  );
});

const findUse = ({operation}: SavedWrite) =>
  uses.find(({ref}) => ref.operation === nameOf(operation));

/**
 * Make a plan for `jr site apply` of writes: those that change an object of a known kind. Each
 * object is read, so that apply stops if it changes meanwhile.
 *
 * @returns `leftOut` has a sentence for each write that the plan does not contain
 */
export async function planOfWrites(
  writes: readonly SavedWrite[],
  {site, read, now}: SiteAccess,
): Promise<{readonly plan: SitePlan; readonly leftOut: readonly string[]}> {
  const people = makePeople(undefined, site);
  const kinds = siteKinds.filter(({id}) => writes.some(write => findUse(write)?.kind.id === id));
  const scope = {kinds: kinds.map(({id}) => id), projects: []};
  const tables = await readTables(read, scope);
  const names = namesOf(tables, people);
  const steps: PlanStep[] = [];
  const leftOut: string[] = [];
  // A later step finds an object as the earlier ones leave it.
  const values = new Map<string, JsonObject>();
  for (const write of writes) {
    const step = await stepOf(write, names, read).catch(error => toFailure(error).message);
    if (typeof step === 'string') leftOut.push(`${write.title}: ${step}`);
    else {
      const key = `${step.kind} ${String(step.id)}`;
      const before = values.get(key) ?? step.before;
      values.set(key, applySiteChanges(before, step.changes));
      steps.push({step: steps.length + 1, ...step, before});
    }
  }
  const readAt = now && new Date(now()).toISOString();
  const lists = {byHand: [], stay: [], notCompared: [], names: {}};
  const plan = {
    format: 1,
    site,
    ...(readAt && {readAt}),
    steps,
    people: people.accounts(),
  } as const;
  return {plan: {...plan, ...lists}, leftOut};
}

async function stepOf(
  write: SavedWrite,
  names: NamesOfSite,
  read: SiteAccess['read'],
): Promise<(Omit<PlanStep, 'step'> & {readonly before: JsonObject}) | string> {
  const {operation, inputs, body, awaits} = write;
  const found = findUse(write);
  const byId = Object.entries(found?.ref.inputs ?? {}).find(([, template]) => template === '{id}');
  const id = byId && inputs[byId[0]]?.[0];
  if (awaits) return 'it needs the id of an object that another change creates';
  if (found === undefined || id === undefined) return 'jr site has no step for it';
  const {kind} = found;
  const object = await rereadObject(read, {kind: kind.id, id}, names);
  if (object === undefined) return 'the object does not exist';
  const part = stepPart(found, write, object, names);
  if (typeof part === 'string') return part;
  const own = Object.entries(inputs).filter(
    ([name]) => findInput(operation, name)?.place !== 'field',
  );
  return {
    kind: kind.id,
    name: object.name,
    id: object.id,
    operation: nameOf(operation),
    inputs: Object.fromEntries(own),
    ...(body !== undefined && {body}),
    before: expectedOf(object),
    ...part,
    ...(operation.irreversible && {irreversible: true}),
  };
}

function stepPart(
  {kind, ref}: (typeof uses)[number],
  write: SavedWrite,
  read: ReadObject,
  names: NamesOfSite,
): StepPart | string {
  const {update, remove, parts} = kind;
  if (ref === update?.ref) return updated(kind, write, read, names);
  if (ref === remove || parts === undefined) return {action: 'delete', changes: []};
  return ref === parts.add ? partAdded(parts, write, names) : partRemoved(parts, write, read);
}

function nameOf({group, name}: Operation): string {
  return `${group} ${name}`;
}

function updated(
  {key, fields, noun}: SiteKind,
  {body = {}}: SavedWrite,
  read: ReadObject,
  names: NamesOfSite,
): StepPart | string {
  const known = new Map(fields.map(field => [field.wire ?? field.name, field]));
  const changes: SiteChange[] = [];
  for (const [member, value] of Object.entries(body)) {
    const field = known.get(member);
    if (field === undefined && member !== key) {
      return `${member} is not in the files of a ${noun}`;
    }
    const old = field ? read.values[field.name] : read.name;
    const next = field ? valuesOf([field], itemWith(field, value), names)[field.name] : value;
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    changes.push({
      field: field?.name ?? key,
      ...(old !== undefined && {old}),
      ...(next !== undefined && {new: next}),
    });
  }
  return changes.length === 0 ? 'it changes nothing' : {action: 'update', changes};
}

/** A response of the service with the value of a field. */
function itemWith({name, wire = name, at = `/${wire}`}: SiteField, value: JsonValue): JsonObject {
  const [first = '', second] = at.slice(1).split('/');
  return {[first]: second === undefined ? value : {[second]: value}};
}

function partAdded(
  {member: field, read}: PartKind,
  {body = {}}: SavedWrite,
  names: NamesOfSite,
): StepPart | string {
  const [part, ...more] = read('permission' in body ? {permissions: [body]} : body, names);
  if (part === undefined || more.length > 0) return 'jr site has no step for it';
  const {group, entry} = part;
  return {action: 'add', changes: [{field, group, new: entry}]};
}

function partRemoved(
  {member: field, remove}: PartKind,
  {inputs}: SavedWrite,
  read: ReadObject,
): StepPart | string {
  const byPart = Object.entries(remove.inputs).find(([, template]) => template === '{part}');
  const part = byPart && inputs[byPart[0]]?.[0];
  const key = [...(read.partIds ?? [])].find(
    ([, ids]) => part !== undefined && ids.includes(part),
  )?.[0];
  const [, group, entry] = /^(.*?) ([{"].*)$/s.exec(key ?? '') ?? [];
  if (group === undefined || entry === undefined) return 'jr site has no step for it';
  return {action: 'remove', changes: [{field, group, old: parseJsonValue(entry)}]};
}
