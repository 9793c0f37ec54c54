import {hiddenValue, hideUrlSecrets} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';
import {compactJson, jsonObject} from '../base/json-pretty.ts';
import {isSecretHeader} from './credentials.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * A request as --dry-run prints it: `{method, url, headers, body, notes, jq}` (contract 5).
 *
 * @param headers those that are sent beside the plan's own, secrets already starred out
 * @param jq the filter its answer is for, which is shown and not applied
 */
export function describePlan(
  plan: RequestPlan,
  headers: Readonly<Record<string, string>> = {},
  jq?: string,
): string {
  return jsonObject({
    method: JSON.stringify(plan.method),
    url: JSON.stringify(hideUrlSecrets(plan.url)),
    headers: JSON.stringify({...headers, ...shownHeaders(plan)}),
    body: plan.body && bodyText(plan.body.content, plan.body.contentType),
    notes: plan.notes.length > 0 ? JSON.stringify(plan.notes) : undefined,
    jq: JSON.stringify(jq),
  });
}

/** Headers of an operation are those of its record; those typed for `raw` may be secrets. */
function shownHeaders({operation, headers}: RequestPlan): Readonly<Record<string, string>> {
  if (operation !== undefined) return headers;
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    isSecretHeader(name) ? hiddenValue : hideUrlSecrets(value),
  ]);
  return Object.fromEntries(shown);
}

/** JSON is included unchanged, digit for digit; bytes are only counted. */
function bodyText(content: string | Uint8Array, contentType: string): string {
  if (typeof content !== 'string') {
    return JSON.stringify(`${content.byteLength} bytes of ${contentType}`);
  }
  return checkJson(content) === undefined ? compactJson(content) : JSON.stringify(content);
}
