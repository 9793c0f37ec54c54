import {Failure, toFailure} from '../base/failure.ts';
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonValue,
  readPointer,
} from '../base/json-value.ts';
import {kindOf} from './kinds.ts';
import {labelOf, type ReadObject} from './model.ts';
import type {NamesOfSite} from './parts.ts';
import {afterChanges, isAsExpected, type PlanStep, type SitePlan} from './plan.ts';
import {findByName, readOrder, rereadObject, type SendRead} from './read-site.ts';

/** The request of a step, with the ids that earlier steps returned. */
export interface StepCall {
  readonly operation: string;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
}

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
  readonly results: readonly StepResult[];
  /** The steps that are left, with known ids; absent after the last step. */
  readonly rest?: SitePlan;
  readonly failure?: Failure;
}

/** What carries out a plan. */
export interface ApplyPorts {
  readonly read: SendRead;
  /** Sends a write and returns the JSON text of the response. Throws Failure. */
  readonly write: (call: StepCall) => Promise<string>;
  readonly names: NamesOfSite;
  /** Called after each step, also a failed one. */
  readonly onStep: (result: StepResult) => void;
}

/**
 * Carries out the steps of a plan one after the other. Each object is read again just before its
 * step: if it is not as the plan expects, nothing more is sent. An unclear outcome (the connection
 * failed after the request was sent) is resolved by reading.
 */
export async function applyPlan(plan: SitePlan, ports: ApplyPorts): Promise<ApplyResult> {
  const ids = new Map<number, string>();
  const results: StepResult[] = [];
  const report = (result: StepResult): void => {
    results.push(result);
    ports.onStep(result);
  };
  for (const [at, step] of plan.steps.entries()) {
    const base = {step: step.step, label: labelOf(step), action: step.action};
    try {
      const {status, id} = await runStep(step, ids, ports);
      if (id !== undefined) ids.set(step.step, id);
      report({...base, status, ...(id !== undefined && {id})});
    } catch (error) {
      const failure = toFailure(error);
      const status = failure.details.attempts === 0 ? 'not_sent' : 'failed';
      report({...base, status, message: failure.message});
      const left = plan.steps.slice(at).map(one => withIds(one, ids));
      return {results, failure, rest: {...plan, steps: left}};
    }
  }
  return {results};
}

type Outcome = Pick<StepResult, 'status' | 'id'>;

async function runStep(
  step: PlanStep,
  ids: ReadonlyMap<number, string>,
  ports: ApplyPorts,
): Promise<Outcome> {
  const {read, names} = ports;
  if (step.action === 'create') {
    const existing = await findByName(read, step, names);
    if (existing !== undefined) return {...alreadyThere(step, existing), id: existing.id};
  } else if (step.action === 'move') {
    if (await isMoved(step, ports)) return {status: 'already'};
  } else if (step.before !== undefined) {
    const object = await readObjectOf(step, ids, ports);
    if (object === undefined && step.action === 'delete') return {status: 'already'};
    if (object === undefined) throw changedMeanwhile(step, 'no longer exists');
    if (!isAsExpected(object, step.before)) {
      const after = afterChanges(step.before, step.changes);
      if (step.action !== 'delete' && isAsExpected(object, after)) return {status: 'already'};
      throw changedMeanwhile(step, 'was changed since the plan was made');
    }
  }
  try {
    const text = await ports.write(callOf(step, ids));
    const id = step.idAt === undefined ? undefined : readPointer(parseJsonValue(text), step.idAt);
    return {status: 'done', ...(id !== undefined && id !== null && {id: String(id)})};
  } catch (error) {
    const failure = toFailure(error);
    if (failure.details.mayBeDone !== true) throw failure;
    return afterUnclear(step, ids, ports, failure);
  }
}

/** Reads what became of a write whose response was lost. */
async function afterUnclear(
  step: PlanStep,
  ids: ReadonlyMap<number, string>,
  ports: ApplyPorts,
  failure: Failure,
): Promise<Outcome> {
  if (step.action === 'create') {
    const object = await findByName(ports.read, step, ports.names);
    if (object === undefined) throw failure;
    return {status: 'done', id: object.id};
  }
  if (step.action === 'move' && (await isMoved(step, ports))) return {status: 'done'};
  if (step.before === undefined) throw failure;
  const object = await readObjectOf(step, ids, ports);
  if (object === undefined) {
    if (step.action === 'delete') return {status: 'done'};
    throw failure;
  }
  if (!isAsExpected(object, afterChanges(step.before, step.changes))) throw failure;
  return {status: 'done'};
}

async function isMoved({kind, name, after}: PlanStep, {read}: ApplyPorts): Promise<boolean> {
  const names = await readOrder(read, kind);
  const place = names.indexOf(name);
  return place >= 0 && (after ? names[place - 1] === after : place === 0);
}

/**
 * A step that creates what exists is done if it has the same values; otherwise somebody else made
 * it.
 */
function alreadyThere(step: PlanStep, object: ReadObject): Outcome {
  const values = afterChanges({}, step.changes);
  const key = kindOf(step.kind).key;
  if (isAsExpected({...object, name: ''}, {...values, [key]: ''})) return {status: 'already'};
  throw changedMeanwhile(step, 'was created by somebody else since the plan was made');
}

async function readObjectOf(
  step: PlanStep,
  ids: ReadonlyMap<number, string>,
  {read, names}: ApplyPorts,
): Promise<ReadObject | undefined> {
  const {kind, project} = step;
  const id = String(filledIn(step.id ?? '', ids));
  try {
    return await rereadObject(read, {kind, id, ...(project !== undefined && {project})}, names);
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === 'not_found' || failure.kind === 'gone') return undefined;
    throw failure;
  }
}

function changedMeanwhile(step: PlanStep, what: string): Failure {
  return new Failure('conflict', `${labelOf(step)} ${what}.`, {
    attempts: 0,
    hint: 'Run site plan again, and check what changed.',
  });
}

function callOf(step: PlanStep, ids: ReadonlyMap<number, string>): StepCall {
  const {operation, inputs, body} = withIds(step, ids);
  const texts = Object.entries(inputs).map(
    ([name, value]) => [name, (isArray(value) ? value : [value]).map(String)] as const,
  );
  return {
    operation,
    inputs: Object.fromEntries(texts),
    ...(body !== undefined && {body: JSON.stringify(body)}),
  };
}

/** A step with the ids of the steps before it in place of references to them. */
function withIds(step: PlanStep, ids: ReadonlyMap<number, string>): PlanStep {
  const {id, inputs, body} = step;
  return {
    ...step,
    ...(id !== undefined && {id: filledIn(id, ids)}),
    inputs: filledIn(inputs, ids) as PlanStep['inputs'],
    ...(body !== undefined && {body: filledIn(body, ids) as JsonObject}),
  };
}

function filledIn(value: JsonValue, ids: ReadonlyMap<number, string>): JsonValue {
  if (isArray(value)) return value.map(one => filledIn(one, ids));
  if (!isObject(value)) return value;
  const {step, as} = value;
  const id = typeof step === 'number' ? ids.get(step) : undefined;
  if (id !== undefined) return as === 'number' ? Number(id) : id;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, ids)]));
}
