import {hideUrlSecrets, redactedText} from '../base/hide-secrets.ts';
import {checkJson} from '../base/json-check.ts';
import {compactJson, jsonObject} from '../base/json-pretty.ts';
import {isSecretHeader} from './credentials.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * Format a request as --dry-run prints it: `{method, url, headers, body, notes, jq}` (contract 5).
 *
 * @param headers sent besides the plan's own, with secrets already replaced
 * @param jq the filter for the response, which is printed but not applied
 */
export function describePlan(
  plan: RequestPlan,
  headers: Readonly<Record<string, string>> = {},
  jq?: string,
): string {
  return jsonObject({
    method: JSON.stringify(plan.method),
    url: JSON.stringify(hideUrlSecrets(plan.url)),
    headers: JSON.stringify({...headers, ...safeHeaders(plan)}),
    body: plan.body && bodyText(plan.body.content, plan.body.contentType),
    notes: plan.notes.length > 0 ? JSON.stringify(plan.notes) : undefined,
    jq: JSON.stringify(jq),
  });
}

/**
 * Return the headers without secrets. Those of an operation come from its record; those of `raw`
 * may be secrets.
 */
function safeHeaders({operation, headers}: RequestPlan): Readonly<Record<string, string>> {
  if (operation !== undefined) return headers;
  const safe = Object.entries(headers).map(([name, value]) => [
    name,
    isSecretHeader(name) ? redactedText : hideUrlSecrets(value),
  ]);
  return Object.fromEntries(safe);
}

/** Format a body: JSON is unchanged; bytes are only counted. */
function bodyText(content: string | Uint8Array, contentType: string): string {
  if (typeof content !== 'string') {
    return JSON.stringify(`${content.byteLength} bytes of ${contentType}`);
  }
  return checkJson(content) === undefined ? compactJson(content) : JSON.stringify(content);
}
