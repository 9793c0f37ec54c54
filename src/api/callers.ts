import {capitalize} from '../base/capital.ts';
import {Failure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {parseUrl} from '../base/parse-url.ts';
import {listFlags} from './check-rules.ts';
import type {ClientIdentity} from './client.ts';
import {type Caller, type Operation, programOf, type Service} from './operation.ts';
import type {RequestPlan} from './request-plan.ts';

/** The facts of an identity that decide which operations it can call. */
export type CallerIdentity = Pick<ClientIdentity, 'authType' | 'baseUrl' | 'grant'>;

const admins: readonly Caller[] = ['organization admin', 'site admin'];

/**
 * Return the kinds of callers that credentials may belong to (services W9): an API token belongs to
 * a user, client credentials to a service account, a signature to an add-on app, a sign-in to an
 * OAuth 2.0 app that acts for a user. Undefined if unknown, as for a bearer token.
 */
function possibleCallers({authType, grant}: CallerIdentity): readonly Caller[] | undefined {
  switch (authType) {
    case 'basic':
      return admins;
    case 'oauth2':
      return grant === 'refresh_token' ? ['OAuth app', ...admins] : admins;
    case 'app':
      return ['add-on app'];
    case 'bearer':
    case 'none':
      return undefined;
  }
}

/** The command that stores credentials of such a caller. */
const loginOf: Readonly<Partial<Record<Caller, string>>> = {
  'add-on app': 'login --app',
  'OAuth app': 'login --web',
};

/**
 * Explain why credentials of this kind cannot call an operation: `needs the credentials of an
 * add-on app`. Undefined when they may be allowed to, and for credentials of users and service
 * accounts on this machine, where a sandbox or a proxy may allow everything.
 */
export function whyNotCaller(
  {callers}: Pick<Operation, 'callers'>,
  identity: CallerIdentity,
): string | undefined {
  const possible = possibleCallers(identity);
  if (callers === undefined || possible === undefined) return undefined;
  if (callers.some(caller => possible.includes(caller))) return undefined;
  const isHere = isLoopback(parseUrl(identity.baseUrl)?.hostname ?? '');
  if (possible === admins && isHere) return undefined;
  return `needs the credentials of ${listFlags(callers, 'or', withArticle)}`;
}

/**
 * Refuse a request that credentials of this kind cannot make on any site, before it is sent.
 * Unchecked plans are not refused, since the API documentation may be wrong.
 *
 * @throws Failure 'auth_error'
 */
export function checkCaller(plan: RequestPlan, identity: CallerIdentity): void {
  const {operation, service} = plan;
  if (operation === undefined || plan.isUnchecked) return;
  const why = whyNotCaller(operation, identity);
  if (why === undefined) return;
  throw new Failure('auth_error', `${plan.title} ${why}.`, {
    hint: `${sentence(signInHint(operation.callers ?? [], service))} If you know better, \`${programOf(service)} … --unchecked\` sends the request anyway.`,
    request: {method: plan.method, path: plan.path},
    attempts: 0,
  });
}

/** Describe how one of these callers signs in, as a sentence fragment. */
function signInHint(callers: readonly Caller[], service: Service): string {
  const logins = [...new Set(callers.flatMap(caller => loginOf[caller] ?? []))];
  const commands = logins.map(login => `\`${programOf(service)} ${login}\``);
  if (commands.length > 0) return `sign in with ${commands.join(' or ')}`;
  return callers.some(caller => caller.endsWith('admin'))
    ? 'use the token of such a user'
    : 'their credentials are not supported';
}

const sentence = (fragment: string): string => `${capitalize(fragment)}.`;

/**
 * Describe the required callers of an operation; undefined if everyone may call it: `Only add-on
 * apps may call this: …`.
 */
export function describeCallers(
  operation: Pick<Operation, 'callers' | 'notFor' | 'service'>,
): string | undefined {
  const {callers, notFor} = operation;
  if (callers === undefined) return notFor && `Not for ${listFlags(notFor, 'and', plural)}.`;
  return `Only for ${listFlags(callers, 'and', plural)}: ${signInHint(callers, operation.service)}.`;
}

const plural = (caller: Caller): string => `${caller}s`;

const withArticle = (caller: Caller): string => `${/^[aeio]/i.test(caller) ? 'an' : 'a'} ${caller}`;
