import {resolveCall} from '../../state/ask/resolve-call.ts';
import type {Call, Params, ResolvedCall} from '../../state/model/call.ts';

/** A call of a scheme made concrete, with a body as JSON text. */
export function schemeRequest(call: Call, params: Params, body?: string): ResolvedCall {
  // None of these calls speaks of the time.
  const resolved = resolveCall(call, params, 0);
  return body === undefined ? resolved : {...resolved, given: {...resolved.given, body}};
}

/** What the scheme of a screen is called. */
export function schemeName({crumb, scheme = ''}: Params): string {
  return crumb ?? scheme;
}
