import {completeContentUrl, normalBaseUrl} from '../api/base-url.ts';
import type {Service} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {toFailure} from '../base/failure.ts';
import type {ProfileChange} from '../host/config-write.ts';
import type {StoredSecret} from '../host/profile.ts';
import type {BuiltinLine} from './builtin-line.ts';

/** What the flags say is to be saved; `baseUrl` as typed when it is wrong, which `problemsOfUrl` tells. */
export function parseChange(
  {own, globals}: BuiltinLine,
  token: StoredSecret | undefined,
  service: Service,
): ProfileChange {
  const {'base-url': baseUrl, 'auth-type': authType} = globals;
  const username = own.username ?? globals['auth-user'];
  return {
    ...(baseUrl !== undefined && {baseUrl: completeUrl(baseUrl, service)}),
    ...(authType !== undefined && {authType}),
    ...(username !== undefined && {username: String(username)}),
    ...(token !== undefined && {token}),
  };
}

/** The base URL as it is saved: that of cf is completed (contract 1, Base URLs). */
export function completeUrl(url: string, service: Service): string {
  if (problemsOfUrl(url).length > 0) return url;
  return service === 'content' ? completeContentUrl(url) : normalBaseUrl(url);
}

/** What is wrong with a base URL. */
export function problemsOfUrl(url: string): readonly Problem[] {
  try {
    normalBaseUrl(url);
    return [];
  } catch (error) {
    return [{input: 'base-url', message: toFailure(error).message}];
  }
}
