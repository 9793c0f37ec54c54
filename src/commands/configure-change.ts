import {completeContentUrl, normalBaseUrl} from '../api/base-url.ts';
import {programOf, type Service} from '../api/operation.ts';
import type {Problem} from '../api/request-plan.ts';
import {defined} from '../base/defined.ts';
import {Failure, toFailure} from '../base/failure.ts';
import type {Config} from '../host/config.ts';
import type {ProfileChange} from '../host/config-write.ts';
import {isAuthType, type StoredProfile} from '../host/profile.ts';
import {originOf} from '../host/settings-problems.ts';
import type {GlobalValues} from './flags.ts';

/**
 * Return the changes given by flags. An invalid base URL is returned unchanged; `problemsOfUrl`
 * reports it.
 */
export function parseChange(
  {'base-url': url, 'auth-type': authType, 'auth-user': user}: GlobalValues,
  own: Pick<ProfileChange, 'username' | 'token' | 'appKey' | 'sharedSecret'>,
  service: Service,
): ProfileChange {
  const baseUrl = url && completeUrl(url, service);
  return defined({baseUrl, authType, ...own, username: own.username ?? user});
}

/** The base URL to save; that of cf is completed (contract 1, Base URLs). */
export function completeUrl(url: string, service: Service): string {
  if (problemsOfUrl(url).length > 0) return url;
  return service === 'content' ? completeContentUrl(url) : normalBaseUrl(url);
}

/** The problems of a base URL. */
export function problemsOfUrl(url: string): readonly Problem[] {
  try {
    normalBaseUrl(url);
    return [];
  } catch (error) {
    return [{input: 'base-url', message: toFailure(error).message.replace(/\.$/, '')}];
  }
}

/** A required value that was not given; the flag's name. */
export type MissingValue = 'base-url' | 'username' | 'token' | 'app-key' | 'shared-secret';

export function hasChange(change: ProfileChange): boolean {
  return Object.keys(change).length > 0;
}

/**
 * The values a changed profile lacks, in the order of the questions. A stored token is not reused
 * for another origin (contract 8.3).
 */
export function missingValues(
  stored: StoredProfile,
  change: ProfileChange,
): readonly MissingValue[] {
  const {baseUrl = stored.baseUrl, authType = stored.authType ?? 'basic'} = change;
  const {username = stored.username} = change;
  const isMoved =
    stored.baseUrl !== undefined &&
    baseUrl !== undefined &&
    originOf(stored.baseUrl) !== originOf(baseUrl);
  const isApp = authType === 'app';
  const appKey = change.appKey ?? stored.app.key;
  const [given, kept] = isApp
    ? [change.sharedSecret, stored.app.sharedSecret]
    : [change.token, stored.token];
  const hasSecret = given !== undefined || (kept !== undefined && !isMoved);
  const isStatic = authType !== 'oauth2';
  return [
    ...(baseUrl === undefined && stored.cloudId === undefined ? (['base-url'] as const) : []),
    ...(authType === 'basic' && username === undefined ? (['username'] as const) : []),
    ...(isApp && appKey === undefined ? (['app-key'] as const) : []),
    ...(isStatic && !hasSecret ? [isApp ? ('shared-secret' as const) : ('token' as const)] : []),
  ];
}

/** A stored profile after a change. */
export function mergedProfile(stored: StoredProfile, change: ProfileChange): StoredProfile {
  const {authType, appKey: key, sharedSecret, oauth, ...rest} = change;
  return {
    ...stored,
    ...rest,
    ...(authType && isAuthType(authType) && {authType}),
    app: {...stored.app, ...defined({key, sharedSecret})},
    oauth: {...stored.oauth, ...oauth},
  };
}

/** Reject oauth2 flags (contract 8.1); the hint lists the keys to write manually. */
export function refuseOAuth(config: Config, name: string, service: Service): Failure {
  const site = 'https://your-site.example';
  const profile = {
    base_url: service === 'content' ? `${site}/wiki/api/v2` : site,
    auth: {
      type: 'oauth2',
      client_id: '…',
      client_secret: {env: 'NAME'},
      token_url: '…',
      scopes: '…',
    },
  };
  const message =
    'configure cannot save --auth-type oauth2: client_id, client_secret and token_url have no flags.';
  return new Failure('validation_error', message, {
    errors: {'auth-type': message},
    hint: `To sign in as a user: ${programOf(service)} login --web. For client credentials add the profile to ${config.path} by hand, under profiles: ${JSON.stringify({[name]: profile})}`,
    attempts: 0,
  });
}
