import {splitValues} from '../../api/given-values.ts';
import {makeBody} from '../../api/make-body.ts';
import {effectOf, isPermanent} from '../../api/permanence.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {findJson, isArray, isObject, type JsonValue} from '../../base/json-value.ts';
import type {Risk} from '../model/verb.ts';
import type {WritePlan} from './state.ts';

/** More objects than this require a dialog. */
const manyObjects = 10;

/** More objects than this require typing their number. */
const veryManyObjects = 48;

/** The reason used for calls that no operation can undo. */
export const irreversible = 'cannot be undone';

/** What a risk depends on besides the calls. */
interface RiskSetting {
  /** The profile is protected: every risk is one higher. */
  readonly isProtected: boolean;
  /** The minimum risk of every write, 0 to 3. @default 0 */
  readonly atLeast?: number;
  /** The calls affect every row of a list. @default false */
  readonly isWholeList?: boolean;
}

/** Assess the combined risk of calls from their records and bodies; settings can only raise it. */
export function assessRisk(
  calls: readonly ResolvedCall[],
  setting: RiskSetting,
): Pick<WritePlan, 'risk' | 'reasons'> {
  const writes = calls.filter(call => call.operation.effect !== 'read');
  if (writes.length === 0) return {risk: 0, reasons: []};
  const found = new Map<string, number>();
  let objects = 0;
  for (const call of writes) {
    const body = findJson(makeBody(call.operation, call.given).text) ?? null;
    for (const [why, risk] of dangersOf(call, body)) found.set(why, risk);
    objects += countObjects(call, body);
  }
  if (objects > manyObjects) {
    found.set(`${objects} objects at once`, objects > veryManyObjects ? 3 : 2);
  }
  if (setting.isWholeList) found.set('the whole list', 3);
  const own = Math.max(1, setting.atLeast ?? 0, ...found.values());
  const reasons = [...found].sort((x, y) => y[1] - x[1]).map(([why]) => why);
  if (!setting.isProtected) return {risk: asRisk(own), reasons};
  return {risk: asRisk(own + 1), reasons: [...reasons, 'protected profile']};
}

function asRisk(level: number): Risk {
  return level >= 3 ? 3 : level === 2 ? 2 : 1;
}

/**
 * The reasons why a call is riskier than an ordinary write, with the risk.
 *
 * @param body the body as sent, given as a whole or by fields; null if there is none or it is not
 * JSON
 */
function dangersOf(call: ResolvedCall, body: JsonValue): readonly (readonly [string, Risk])[] {
  const {operation, given} = call;
  const effect = effectOf(operation, given);
  const dangers: (readonly [string, Risk])[] = [];
  if (isPermanent(operation, given)) dangers.push([irreversible, 3]);
  if (effect === 'replaceAll' && givesAll(call, body))
    dangers.push(['replaces all existing values', 2]);
  if (effect === 'trash') dangers.push(['moves to the trash', 2]);
  else if (effect === 'delete') dangers.push(['deletes', 2]);
  if (holdsAnyone(body)) dangers.push(['grants to anyone', 2]);
  return dangers;
}

/** Whether the body has the member that replaces everything. */
function givesAll({operation: {replaces}, given}: ResolvedCall, body: JsonValue): boolean {
  if (replaces === undefined) return true;
  return given.inputs[replaces] !== undefined || (isObject(body) && replaces in body);
}

/**
 * Number of objects a call affects: values of its longest list, or elements of its body's longest
 * list; at least 1.
 */
function countObjects({operation, given}: ResolvedCall, body: JsonValue): number {
  const lists = operation.inputs
    .filter(({type}) => type === 'list')
    .map(({name}) => splitValues(given.inputs[name] ?? []).length);
  // The fields of a new object create its parts: a copied scheme counts as one object.
  const isOne = operation.effect === 'create' && given.body === undefined;
  const members = isOne ? [] : isObject(body) ? Object.values(body) : [body];
  return Math.max(1, ...lists, ...members.map(member => (isArray(member) ? member.length : 0)));
}

/** Whether a body grants something to everyone, including anonymous users. */
function holdsAnyone(value: JsonValue): boolean {
  if (isArray(value)) return value.some(holdsAnyone);
  if (!isObject(value)) return false;
  if (isObject(value.holder) && value.holder.type === 'anyone') return true;
  return Object.values(value).some(holdsAnyone);
}

/**
 * Describe whether calls can be undone in a sentence; undefined if the records do not determine it.
 */
export function undoOf(calls: readonly ResolvedCall[]): string | undefined {
  if (calls.some(({operation, given}) => isPermanent(operation, given))) {
    return 'Cannot be undone: no operation restores the previous state.';
  }
  if (calls.some(({operation, given}) => effectOf(operation, given) === 'trash')) {
    return 'Moves to the trash; the API has no operation to restore it.';
  }
  return undefined;
}
