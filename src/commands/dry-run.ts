import {describePlan, hiddenValue} from '../api/describe-plan.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import type {Target} from '../host/settings.ts';

/**
 * A request as --dry-run prints it, secrets starred out (contract 5). Nothing is read from
 * where a secret is.
 *
 * @param jq the filter of the answer
 */
export function describeRequest(plan: RequestPlan, target: Target, jq?: string): string {
  const own = Object.keys(target.headers).map(name => [name, hiddenValue]);
  const signed = (target.secret ?? target.oauth) !== undefined;
  const headers = {...Object.fromEntries(own), ...(signed && {Authorization: hiddenValue})};
  return describePlan(plan, headers, jq);
}
