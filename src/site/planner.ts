import {operationNamed} from '../api/catalogue.ts';
import {fillInputs, trackerRef} from '../api/operation-ref.ts';
import {filledPath} from '../api/site-page.ts';
import type {JsonObject, JsonValue} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import type {SiteChange, SiteDifference} from './diff.ts';
import {applySiteChanges, expectedOf} from './expected.ts';
import {kindOf} from './kinds.ts';
import {kindIds, labelOf, partKey, partsIn, type ReadObject} from './model.ts';
import {movesTo} from './order.ts';
import type {IdsOfSite, NameKind, PartKind} from './parts.ts';
import type {PlanInput, PlanStep} from './plan.ts';
import {callOf, inputsOf, numberOf, updateMembers, wireValue} from './wire.ts';

type Draft = Omit<PlanStep, 'step'>;

/** Collects the steps of a plan, with references to objects that earlier steps create. */
export class Planner implements IdsOfSite {
  readonly steps: PlanStep[] = [];
  readonly byHand: string[] = [];
  readonly #input: PlanInput;
  readonly #problems: string[] = [];
  readonly #ids: ReadonlyMap<NameKind, ReadonlyMap<string, string>>;
  readonly #created = new Map<string, number>();
  readonly #unmapped = new Map<string, readonly string[]>();
  #label = '';

  constructor(input: PlanInput) {
    this.#input = input;
    this.#ids = idsByName(input);
  }

  problems(): readonly string[] {
    return [...this.#unmappedPeople(), ...this.#problems];
  }

  write(difference: SiteDifference): void {
    this.#label = labelOf(difference);
    if (difference.action === 'create') this.#create(difference);
    else this.#update(difference);
  }

  move({kind, changes}: SiteDifference): void {
    const {move} = kindOf(kind);
    const [order] = changes;
    if (move === undefined || order === undefined) return;
    this.#label = `${kind} order`;
    // An object that is not created, since it was not chosen, has no place.
    const isThere = (name: string): boolean =>
      this.#ids.get(kind)?.has(name) === true || this.#created.has(`${kind} ${name}`);
    const old = order.old as string[];
    const next = (order.new as string[]).filter(isThere);
    const now = [...old, ...next.filter(name => !old.includes(name))];
    for (const {name, after} of movesTo(now, next)) {
      const body: Record<string, JsonValue> = {ids: [this.idOf(kind, name)]};
      if (after === undefined) body.position = 'First';
      else body.after = this.idOf(kind, after);
      const changed = [{field: 'order', new: after === undefined ? 'first' : `after ${after}`}];
      this.#add({
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
  }

  remove({read, changes, ...difference}: SiteDifference): void {
    if (read === undefined) return;
    this.#label = labelOf(difference);
    const kind = kindOf(difference.kind);
    if (kind.remove === undefined) {
      this.#handOver(read, 'choose what replaces it, then delete it on the site.');
      return;
    }
    const {operation, body} = kind.remove;
    const place = () => Number(read.id);
    const {given} = fillInputs({inputs: {}, ...(body && {body})}, {place});
    this.#add({
      action: 'delete',
      ...whereOf(difference),
      id: read.id,
      operation,
      inputs: inputsOf(kind.remove, {id: read.id}),
      ...(given.body && {body: JSON.parse(given.body) as JsonObject}),
      changes,
      before: expectedOf(read),
    });
  }

  idOf(kind: NameKind, name: string): JsonValue {
    const id = this.#ids.get(kind)?.get(name);
    if (id !== undefined) return id;
    const step = this.#created.get(`${kind} ${name}`);
    if (step !== undefined) return {step};
    const near = nearestNames(name, [...(this.#ids.get(kind)?.keys() ?? [])]);
    const hint = near.length > 0 ? ` Did you mean ${near[0]}?` : '';
    this.#problems.push(`${this.#label}: the site has no "${name}" among its ${kind}.${hint}`);
    return null;
  }

  accountOf(alias: string): string | null {
    const account = this.#input.people.accountOf(alias);
    if (account !== undefined) return account;
    this.#unmapped.set(alias, [...(this.#unmapped.get(alias) ?? []), this.#label]);
    return null;
  }

  #add(draft: Draft): number {
    const step = this.steps.length + 1;
    const {irreversible} = operationNamed(trackerRef(draft.operation));
    this.steps.push({step, ...draft, ...(irreversible && {irreversible})});
    return step;
  }

  /** Leaves a change to people, with the page of the site where they make it. */
  #handOver({kind, id, name}: ReadObject, what: string): void {
    const {page} = kindOf(kind);
    const path = page && filledPath(page.path, value => (value === 'id' ? id : name));
    this.byHand.push(
      `${this.#label}: ${what}${path === undefined ? '' : ` Open ${this.#input.site}${path}`}`,
    );
  }

  /** The inputs that name an object and a group of its parts. */
  #partParams({groupKind}: PartKind, id: JsonValue, group: string) {
    const named = groupKind !== undefined && {group: this.idOf(groupKind, group)};
    return {id, ...named};
  }

  #addPart(parts: PartKind, group: string, entry: JsonValue, draft: PartDraft): void {
    const call = callOf(
      {ref: parts.add},
      this.#partParams(parts, draft.id, group),
      parts.addBody(group, entry, this),
      null,
    );
    this.#add({action: 'add', ...draft, ...call});
  }

  /** Entries of a new object: those in the body that creates it need no step of their own. */
  #createParts(parts: PartKind, {wanted, ...where}: SiteDifference, id: JsonValue): void {
    const entries = partsIn(wanted?.values[parts.member]);
    const {set, member: field} = parts;
    if (set === undefined) {
      for (const [group, entry] of entries) {
        const changes = [{field, group, new: entry}];
        this.#addPart(parts, group, entry, {...whereOf(where), id, changes});
      }
      return;
    }
    const taken = parts.groupKind === 'roles' ? rolesWithActors(this.#input) : [];
    for (const group of new Set([...entries.map(([one]) => one), ...taken])) {
      const own = entries.filter(([one]) => one === group).map(([, entry]) => entry);
      const params = this.#partParams(parts, id, group);
      this.#add({
        action: 'set',
        ...whereOf(where),
        id,
        ...callOf({ref: set.ref}, params, set.body(own, this), null),
        changes: own.map(entry => ({field, group, new: entry})),
      });
    }
  }

  #create(difference: SiteDifference): void {
    const {kind: id, name, project, wanted, changes} = difference;
    const kind = kindOf(id);
    const {parts} = kind;
    if (id === 'projects') this.#problems.push(...this.#projectProblems(difference));
    const members: Record<string, JsonValue> = kind.nameOf ? {} : {[kind.key]: name};
    for (const field of kind.fields) {
      const value = wanted?.values[field.name];
      if (value === undefined || field.only === 'read') continue;
      members[field.wire ?? field.name] = wireValue(field, value, this);
    }
    const inBody = parts?.inCreate?.(partsIn(wanted?.values[parts.member]), this);
    if (kind.projectMember === 'project') members.project = project ?? '';
    if (kind.projectMember === 'projectId') {
      members.projectId = numberOf(this.idOf('projects', project ?? ''));
    }
    const step = this.#add({
      action: 'create',
      ...whereOf({kind: id, name, project}),
      ...callOf(kind.create, {}, {...members, ...inBody}, null),
      changes: inBody === undefined ? changes.filter(({group}) => group === undefined) : changes,
      idAt: kind.create.idAt ?? '/id',
    });
    this.#created.set(`${id} ${name}`, step);
    if (parts !== undefined && inBody === undefined) this.#createParts(parts, difference, {step});
  }

  #updateParts(
    parts: PartKind,
    {read, changes, ...where}: SiteDifference,
    start: JsonObject,
  ): void {
    if (read === undefined) return;
    let before = start;
    const taken = new Map<string, number>();
    // Grants are added first, so that nobody is without access in between.
    const entries = changes.filter(({group}) => group !== undefined);
    for (const change of [
      ...entries.filter(isAddition),
      ...entries.filter(one => !isAddition(one)),
    ]) {
      const {group = '', old = null, new: entry} = change;
      const draft = {...whereOf(where), id: read.id, changes: [change], before};
      if (entry !== undefined) this.#addPart(parts, group, entry, draft);
      else {
        const key = partKey(group, old);
        const at = taken.get(key) ?? 0;
        taken.set(key, at + 1);
        const part = read.partIds?.get(key)?.[at] ?? '';
        const params = {...this.#partParams(parts, read.id, group), part};
        const inputs = {
          ...inputsOf(parts.remove, params),
          ...parts.removeInputs?.(old, this),
        };
        this.#add({action: 'remove', ...draft, operation: parts.remove.operation, inputs});
      }
      before = applySiteChanges(before, [change]);
    }
  }

  #update(difference: SiteDifference): void {
    const {read, wanted, changes} = difference;
    if (read === undefined || wanted === undefined) return;
    const kind = kindOf(difference.kind);
    const {noun, update: write, parts} = kind;
    const own = changes.filter(({group}) => group === undefined);
    const fixed = own.filter(
      ({field}) =>
        write === undefined ||
        (field === 'key' && kind.key === 'key') ||
        kind.fields.some(one => one.name === field && one.isFixed),
    );
    for (const {field} of fixed) {
      this.#handOver(read, `${field} of a ${noun} cannot be changed by steward.`);
    }
    const sent = own.filter(change => !fixed.includes(change));
    let before = expectedOf(read);
    if (sent.length > 0 && write !== undefined) {
      const members = updateMembers(kind, {wanted, read}, sent, this);
      const call = callOf(write, {id: read.id}, members, read.id);
      const written = {id: read.id, ...call, changes: sent, before};
      this.#add({action: 'update', ...whereOf(difference), ...written});
      before = applySiteChanges(before, sent);
    }
    if (parts !== undefined) this.#updateParts(parts, difference, before);
  }

  /** Why a project cannot be created. */
  #projectProblems({name, wanted}: SiteDifference): readonly string[] {
    const isTaken = [...(this.#input.state.tables.get('projects')?.values() ?? [])].includes(name);
    const {style, template} = wanted?.values ?? {};
    const problems = [
      ...(isTaken
        ? [
            'the site has this project in its archive or its trash. Restore it there, or delete it permanently.',
          ]
        : []),
      ...(style === 'next-gen' && template === undefined
        ? [
            'a team-managed project is created from a template. Add template to its file, such as com.pyxis.greenhopper.jira:gh-simplified-agility-kanban.',
          ]
        : []),
    ];
    return problems.map(problem => `${this.#label}: ${problem}`);
  }

  /** One problem for each person without an account. */
  #unmappedPeople(): readonly string[] {
    return [...this.#unmapped].map(([alias, labels]) => {
      const others = new Set(labels).size - 1;
      const where = `${labels[0]}${others > 0 ? ` and ${others} more` : ''}`;
      return `"${alias}" of ${where} has no account on ${this.#input.site}. Add it to people.yaml under accounts, or to dropPeople of steward.yaml.`;
    });
  }
}

type PartDraft = Omit<Draft, 'action' | 'operation' | 'inputs' | 'id'> & {readonly id: JsonValue};

const isAddition = ({new: entry}: SiteChange): boolean => entry !== undefined;

function whereOf({
  kind,
  name,
  project,
}: Pick<PlanStep, 'kind' | 'name'> & {project?: string | undefined}) {
  return {kind, name, ...(project !== undefined && {project})};
}

/** Ids of the site by name in the files. */
function idsByName({
  state: {objects, tables},
  differences,
}: PlanInput): ReadonlyMap<NameKind, ReadonlyMap<string, string>> {
  const found = new Map<NameKind, Map<string, string>>();
  for (const [kind, names] of tables) {
    found.set(kind, new Map([...names].map(([id, name]) => [name, id])));
  }
  for (const kind of kindIds.filter(id => kindOf(id).layout !== 'of project')) {
    const own = objects.filter(one => one.kind === kind).map(({name, id}) => [name, id] as const);
    if (own.length > 0) found.set(kind, new Map(own));
  }
  const renamed = differences.filter(one => one.wanted && one.read?.name !== one.wanted.name);
  for (const {kind, read} of renamed) if (read) found.get(kind)?.delete(read.name);
  for (const {kind, read, wanted} of renamed) {
    if (read && wanted) found.get(kind)?.set(wanted.name, read.id);
  }
  return found;
}

/** Roles that may have actors as soon as a project is created: their default actors. */
function rolesWithActors({state: {objects, tables}, differences}: PlanInput): readonly string[] {
  const read = objects.filter(({kind}) => kind === 'roles');
  const wanted = differences.flatMap(one => (one.kind === 'roles' ? (one.wanted ?? []) : []));
  if (read.length === 0) return [...(tables.get('roles')?.values() ?? [])];
  const names = [...read, ...wanted].filter(({values}) => values.defaultActors !== undefined);
  return [...new Set(names.map(({name}) => name))];
}
