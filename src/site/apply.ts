import {Failure, toFailure} from '../base/failure.ts';
import {groupBy} from '../base/group-by.ts';
import {inParallel} from '../base/in-parallel.ts';
import {type JsonObject, parseJsonValue, readPointer} from '../base/json-value.ts';
import {applySiteChanges, isAsExpected, membersTouched} from './expected.ts';
import {kindOf} from './kinds.ts';
import {lastChangeOf} from './last-change.ts';
import {canonicalJson, type KindId, labelOf, partKey, partsIn, type ReadObject} from './model.ts';
import type {NamesOfSite} from './parts.ts';
import {callOfStep, type PlanStep, type SitePlan, withValues} from './plan.ts';
import {findByName, readOrder, rereadObject, type SendCall} from './read-site.ts';
import {withVariables} from './url-secrets.ts';

/** How a step ended. */
export interface StepResult {
  readonly step: number;
  readonly label: string;
  readonly action: PlanStep['action'];
  /** `already`: the site had the result before the step, for example after an interrupted run. */
  readonly status: 'done' | 'already' | 'failed' | 'not_sent';
  readonly id?: string;
  readonly message?: string;
}

/** How an apply ended. */
export interface ApplyResult {
  /** In the order of the steps. */
  readonly results: readonly StepResult[];
  /** The steps that are left, with known ids; absent after the last step. */
  readonly rest?: SitePlan;
  readonly failure?: Failure;
}

/** The dependencies of applying a plan. */
export interface ApplyPorts {
  /**
   * Makes the sender of one step's requests; its reads also give the journal the values before the
   * write.
   */
  readonly openStep: () => SendCall;
  readonly names: NamesOfSite;
  /** Values of variables that URLs refer to. */
  readonly variable: (name: string) => string | undefined;
  /** Called after each step, also a failed one. */
  readonly onStep: (result: StepResult) => void;
}

/** Ids that steps returned, by step and by kind. */
interface Made {
  readonly steps: Map<number, string>;
  readonly names: Map<string, string>;
}

const stepsAtOnce = 4;

/**
 * Carry out the steps of a plan: those of one object one after the other, and objects of a kind
 * four at a time. Each object is read again just before its step: if it is not as the plan expects,
 * nothing more is sent. A refused deletion does not stop the others. An unclear outcome (the
 * connection failed after the request was sent) is resolved by reading.
 */
export async function applyPlan(plan: SitePlan, given: ApplyPorts): Promise<ApplyResult> {
  const made: Made = {steps: new Map(), names: new Map()};
  const names = withMade(given.names, plan, made);
  const results: StepResult[] = [];
  let failure: Failure | undefined;
  let refused: Failure | undefined;
  const run = async (step: PlanStep): Promise<void> => {
    const base = {step: step.step, label: labelOf(step), action: step.action};
    const report = (result: StepResult): void => {
      results.push(result);
      given.onStep(result);
    };
    try {
      const {status, id} = await runStep(step, plan, made, {
        ...given,
        send: given.openStep(),
        names,
      });
      if (id !== undefined) {
        made.steps.set(step.step, id);
        made.names.set(`${step.kind} ${id}`, step.name);
      }
      report({...base, status, ...(id !== undefined && {id})});
    } catch (error) {
      const own = toFailure(error);
      // An object in use stays; no other deletion depends on it.
      if (step.action === 'delete' && isRefusal(own)) refused ??= own;
      else failure ??= own;
      const status = own.details.attempts === 0 ? 'not_sent' : 'failed';
      report({...base, status, message: own.message});
    }
  };
  for (const batch of batchesOf(plan.steps)) {
    await inParallel(batch, stepsAtOnce, async steps => {
      for (const step of steps) if (failure === undefined) await run(step);
    });
  }
  results.sort((a, b) => a.step - b.step);
  failure ??= refused;
  if (failure === undefined) return {results};
  const isDone = new Set(results.filter(isSuccess).map(({step}) => step));
  const left = plan.steps.filter(({step}) => !isDone.has(step));
  return {results, failure, rest: {...plan, steps: left.map(one => withIds(one, made.steps))}};
}

/** Whether the service refuses the object, not the account or the pace. */
function isRefusal({details: {status = 0}}: Failure): boolean {
  return status === 400 || status === 409 || status === 422;
}

/** Whether a step had its result. */
export function isSuccess({status}: StepResult): boolean {
  return status === 'done' || status === 'already';
}

/**
 * Groups of steps that do not depend on each other, kind by kind: the steps of one object are one
 * group, and so are all steps of a kind whose objects have an order or exchange their names.
 */
function batchesOf(steps: readonly PlanStep[]): readonly (readonly (readonly PlanStep[])[])[] {
  const batches: {readonly key: string; readonly steps: PlanStep[]}[] = [];
  for (const step of steps) {
    const key = `${step.kind} ${step.action === 'move' || step.action === 'delete' ? step.action : ''}`;
    const last = batches.at(-1);
    if (last?.key === key) last.steps.push(step);
    else batches.push({key, steps: [step]});
  }
  return batches.map(batch => {
    const isOrdered = batch.steps.some(
      ({action, kind, changes}) =>
        action === 'move' ||
        // The service puts new objects at the end, in the order of their requests.
        (action === 'create' && kindOf(kind).move !== undefined) ||
        changes.some(({field, old}) => field === kindOf(kind).key && old),
    );
    if (isOrdered) return [batch.steps];
    return [...groupBy(batch.steps, labelOf).values()];
  });
}

/** The names of the files: also those of renamed and of new objects. */
function withMade(names: NamesOfSite, plan: SitePlan, made: Made): NamesOfSite {
  return {
    nameOf: (kind, id) =>
      made.names.get(`${kind} ${id}`) ?? plan.names?.[kind]?.[id] ?? names.nameOf(kind, id),
    idsOf: kind => [
      ...names.idsOf(kind),
      ...[...made.names.keys()].flatMap(key => {
        const [own, id = ''] = key.split(' ');
        return own === kind ? [id] : [];
      }),
    ],
    aliasOf: names.aliasOf,
  };
}

type StepPorts = ApplyPorts & {readonly send: SendCall};

type Outcome = Pick<StepResult, 'status' | 'id'>;

async function runStep(
  step: PlanStep,
  plan: SitePlan,
  made: Made,
  ports: StepPorts,
): Promise<Outcome> {
  const {send, names} = ports;
  const conflict = async (what: string): Promise<Failure> => {
    const who = await lastChangeOf(send, step, plan.readAt);
    return new Failure('conflict', `${labelOf(step)} ${what}${who && `: ${who}`}.`, {
      attempts: 0,
      hint: 'Run site plan again, and check what changed.',
    });
  };
  if (step.action === 'create') {
    const existing = await findByName(send, step, names);
    if (existing !== undefined) {
      if (hasResultOf(step, plan, existing)) return {status: 'already', id: existing.id};
      throw await conflict('was created by somebody else since the plan was made');
    }
  } else if (step.action === 'move') {
    if (await isMoved(step, ports)) return {status: 'already'};
  } else if (step.before !== undefined) {
    const touched = membersTouched(step.changes);
    const object = await readObjectOf(step, made, ports);
    if (object === undefined && step.action === 'delete') return {status: 'already'};
    if (object === undefined) throw await conflict('no longer exists');
    if (!isAsExpected(object, step.before, touched)) {
      if (hasResultOf(step, plan, object)) return {status: 'already'};
      throw await conflict('was changed since the plan was made');
    }
  }
  try {
    const call = callOfStep(step, {
      ofStep: one => made.steps.get(one),
      ofTemplate: template => withVariables(template, ports.variable),
    });
    const text = await ports.send(call);
    const id = step.idAt === undefined ? undefined : readPointer(parseJsonValue(text), step.idAt);
    return {status: 'done', ...(id !== undefined && id !== null && {id: String(id)})};
  } catch (error) {
    return afterFailure(step, made, ports, toFailure(error));
  }
}

/**
 * Read the object after a write whose response was lost, or which a resumed plan repeats and the
 * service refuses.
 */
async function afterFailure(
  step: PlanStep,
  made: Made,
  ports: StepPorts,
  failure: Failure,
): Promise<Outcome> {
  const isUnclear = failure.details.mayBeDone === true;
  const {status = 0} = failure.details;
  const isRefused = ['add', 'remove'].includes(step.action) && status >= 400 && status < 500;
  if (!isUnclear && !(isRefused && status !== 429 && status !== 403)) throw failure;
  const done: Outcome = {status: isUnclear ? 'done' : 'already'};
  if (step.action === 'create') {
    const object = await findByName(ports.send, step, ports.names);
    if (object === undefined) throw failure;
    return {...done, id: object.id};
  }
  if (step.action === 'move') {
    if (await isMoved(step, ports)) return done;
    throw failure;
  }
  const object = await readObjectOf(step, made, ports, true);
  if (object === undefined) {
    if (step.action === 'delete') return done;
    throw failure;
  }
  if (!hasChanges(object, step)) throw failure;
  return done;
}

/** Whether an object has the changes of a step; other members may differ. */
function hasChanges({name, values, kind}: ReadObject, {action, changes}: PlanStep): boolean {
  if (action === 'delete') return false;
  const own: JsonObject = {...values, [kindOf(kind).key]: name};
  return changes.every(({field, group, old = null, new: value}) => {
    if (group === undefined) return canonicalJson(own[field]) === canonicalJson(value);
    const key = partKey(group, value ?? old);
    const isThere = partsIn(own[field]).some(part => partKey(...part) === key);
    return isThere === (value !== undefined);
  });
}

async function isMoved({kind, name, after}: PlanStep, {send}: StepPorts): Promise<boolean> {
  const names = await readOrder(send, kind);
  const place = names.indexOf(name);
  return place >= 0 && (after ? names[place - 1] === after : place === 0);
}

/**
 * Whether an object is as a step would leave it, or as a later step of the same object would: a
 * plan that was interrupted is applied from the start.
 */
function hasResultOf(step: PlanStep, {steps}: SitePlan, object: ReadObject): boolean {
  const touched = membersTouched(step.changes);
  const label = labelOf(step);
  const isCreate = step.action === 'create';
  let values: JsonObject = isCreate ? {[kindOf(step.kind).key]: object.name} : (step.before ?? {});
  return steps.some(one => {
    if (one.step < step.step || labelOf(one) !== label || one.action === 'delete') return false;
    values = applySiteChanges(values, one.changes);
    return isAsExpected(object, values, touched);
  });
}

async function readObjectOf(
  step: PlanStep,
  made: Made,
  {send, names}: StepPorts,
  members = false,
): Promise<ReadObject | undefined> {
  const {kind, project} = step;
  const id = String(withIds(step, made.steps).id ?? '');
  const touched = {...membersTouched(step.changes), members};
  const where: {kind: KindId; id: string; project?: string} = {kind, id};
  if (project !== undefined) where.project = project;
  try {
    return await rereadObject(send, where, names, touched);
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === 'not_found' || failure.kind === 'gone') return undefined;
    throw failure;
  }
}

/** A step with the ids of the steps before it in place of references to them. */
function withIds(step: PlanStep, ids: ReadonlyMap<number, string>): PlanStep {
  const {id, inputs, body} = step;
  const ofIds = {ofStep: (one: number) => ids.get(one)};
  return {
    ...step,
    ...(id !== undefined && {id: withValues(id, ofIds)}),
    inputs: withValues(inputs, ofIds) as PlanStep['inputs'],
    ...(body !== undefined && {body: withValues(body, ofIds) as JsonObject}),
  };
}
