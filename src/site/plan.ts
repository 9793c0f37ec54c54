import {type OperationRef, trackerRef} from '../api/operation-ref.ts';
import {isArray, isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';
import type {SiteChange, SiteDifference} from './diff.ts';
import type {SiteSelf} from './lockout.ts';
import type {KindId} from './model.ts';
import type {People} from './people.ts';
import type {SiteState} from './read-site.ts';

/** One write of a plan. */
export interface PlanStep {
  /** From 1. */
  readonly step: number;
  readonly action: 'create' | 'update' | 'add' | 'remove' | 'set' | 'move' | 'delete';
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

/** A plan: the writes that make a site match the files, and steps to do by hand. */
export interface SitePlan {
  readonly format: 1;
  /** Origin of the site. */
  readonly site: string;
  /** When the site was read, ISO 8601. */
  readonly readAt?: string;
  readonly steps: readonly PlanStep[];
  /** Sentences: changes that the service cannot make. */
  readonly byHand: readonly string[];
  /** Objects that only the site has and that stay there, by label. */
  readonly stay: readonly string[];
  /** Sentences about objects that were not compared. */
  readonly notCompared: readonly string[];
  /** Accounts of the site by alias. */
  readonly people: Readonly<Record<string, string>>;
  /** Kind → id → name in the files, if it is not the name on the site. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Sources of the values that inputs and bodies of a plan refer to. */
interface ValueSources {
  /** The value that an earlier step returns (`{"step": 3, "as": "number"}`), as text. */
  readonly ofStep: (step: number) => string | undefined;
  /** A text with references to variables (`{"template": "…${NAME}"}`). */
  readonly ofTemplate?: (template: string) => string;
}

/** Replace the references in a value; a reference without a value remains. */
export function withValues(value: JsonValue, sources: ValueSources): JsonValue {
  if (isArray(value)) return value.map(one => withValues(one, sources));
  if (!isObject(value)) return value;
  const {step, as, template} = value;
  const found = typeof step === 'number' ? sources.ofStep(step) : undefined;
  if (found !== undefined) return as === 'number' ? Number(found) : found;
  if (typeof template === 'string' && sources.ofTemplate) return sources.ofTemplate(template);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withValues(one, sources)]),
  );
}

/** The request of a step, with the values that it refers to. */
export function callOfStep(
  {operation, inputs, body}: Pick<PlanStep, 'operation' | 'inputs' | 'body'>,
  sources: ValueSources,
): OperationRef {
  const texts = Object.entries(inputs).map(([name, given]) => {
    const value = withValues(given, sources);
    return [name, (isArray(value) ? value : [value]).map(String)] as const;
  });
  const own =
    body === undefined ? {} : {body: [JSON.stringify(withValues(body, sources))] as const};
  return trackerRef(operation, Object.fromEntries(texts), own);
}

/** The data that a plan is made from. */
export interface PlanInput {
  readonly site: string;
  readonly readAt?: string | undefined;
  readonly differences: readonly SiteDifference[];
  readonly state: SiteState;
  readonly people: People;
  /** The account that will apply the plan; without it, its own access is not checked. */
  readonly self?: SiteSelf | undefined;
  /** More entries of `byHand` and of `notCompared`. */
  readonly byHand?: readonly string[];
  readonly notCompared?: readonly string[];
  /** Remove objects that the files lack. @default false */
  readonly prune?: boolean;
  /** Allow permission schemes without anyone who may administer projects. @default false */
  readonly allowLockout?: boolean;
}
