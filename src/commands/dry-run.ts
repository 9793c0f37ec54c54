import type {RequestPlan} from '../api/request-plan.ts';
import {checkJson} from '../base/json-check.ts';
import {compactJson} from '../base/json-pretty.ts';
import type {Target} from '../host/settings.ts';

/** What stands in the place of every secret. */
const hidden = '***';

/**
 * A request as --dry-run prints it: `{method, url, headers, body, notes}`, secrets starred out
 * (client-contract 5). Nothing is read from where a secret is.
 */
export function describeRequest(plan: RequestPlan, target: Target): string {
  const headers = {
    ...Object.fromEntries(Object.keys(target.headers).map(name => [name, hidden])),
    ...plan.headers,
    ...((target.secret ?? target.oauth) !== undefined && {Authorization: hidden}),
  };
  const members = [
    ['method', JSON.stringify(plan.method)],
    ['url', JSON.stringify(plan.url)],
    ['headers', JSON.stringify(headers)],
    ...(plan.body ? [['body', bodyText(plan.body.content, plan.body.contentType)]] : []),
    ...(plan.notes.length > 0 ? [['notes', JSON.stringify(plan.notes)]] : []),
  ];
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

/** JSON goes in as it is, number for number; bytes are only counted. */
function bodyText(content: string | Uint8Array, contentType: string): string {
  if (typeof content !== 'string') {
    return JSON.stringify(`${content.byteLength} bytes of ${contentType}`);
  }
  return checkJson(content) === undefined ? compactJson(content) : JSON.stringify(content);
}
