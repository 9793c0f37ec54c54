import type {FailureKind} from '../base/failure.ts';
import {quoteWord} from '../base/shell-words.ts';
import {describeCallers} from './callers.ts';
import {permissionOf} from './catalogue/outcomes.ts';
import {type Operation, programOf, type Service} from './operation.ts';
import type {RequestPlan} from './request-plan.ts';

/** The data about a failed response from which a hint is chosen. */
export interface HintFacts {
  readonly kind: FailureKind;
  readonly status: number;
  readonly plan: RequestPlan;
  /** The server's readable text; may be empty. */
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  /** Origin of the secret that was sent, as text without it. */
  readonly secretFrom?: string;
}

/** Return the remedy for a failed response, as a sentence; undefined if there is none. */
export function failureHint({kind, status, plan, message, ...rest}: HintFacts): string | undefined {
  const {operation} = plan;
  switch (kind) {
    case 'validation_error':
      return hintOnInputs(plan);
    case 'auth_failed':
      if (/\bscope/i.test(message)) return 'The token lacks a scope that this operation needs.';
      return status === 401
        ? hintOnToken(plan, rest.secretFrom)
        : hintOnPermission(operation, message);
    case 'not_found':
      return hintOnBaseUrl(plan) ?? hintOnMissing(plan);
    case 'gone':
      return operation?.deprecated?.successor
        ? `Use ${programOf(plan.service)} ${operation.deprecated.successor}.`
        : 'The service no longer offers this.';
    case 'conflict':
      return 'The resource was changed by someone else. Fetch it again, then retry.';
    case 'rate_limited':
      return hintToWait(rest.retryAfterSeconds);
    case 'server_error':
      return `The service has a problem. ${
        rest.retryAfterSeconds === undefined
          ? 'Try again later.'
          : hintToWait(rest.retryAfterSeconds)
      }`;
    case 'invalid_response':
      return wrongSiteHint;
    default:
      return status === 413
        ? 'Send a smaller body: this one exceeds the limit of the server.'
        : undefined;
  }
}

/** Advice on a response that is not the service's. */
export const wrongSiteHint = 'Check the URL of the site: does it lead to the service itself?';

const daySeconds = 86_400;

function hintToWait(seconds: number | undefined): string {
  if (seconds === undefined) return 'Wait a moment, then retry.';
  if (seconds <= daySeconds) return `Wait ${seconds} s, then retry.`;
  return 'The server requests a wait of more than a day, which is probably a mistake. Ask the administrator of the server.';
}

const helpShows = '--help lists the inputs.';

/** Return the part of a hint that is useful outside a shell; undefined for a hint on flags. */
export function hintOutsideShell(hint: string): string | undefined {
  const isForShell =
    hint.endsWith(helpShows) || hint.startsWith(rawShows) || hint.startsWith('Use --');
  return isForShell
    ? undefined
    : hint.replace(/ (?:Sign in again with|If you know better,) .*$/, '');
}

const rawShows = 'Show the whole response with: ';

/** Return the command that prints a response this program cannot parse. */
export function hintOnResponse(service: Service, path: string): string {
  return `${rawShows}${programOf(service)} raw GET ${quoteWord(path)}`;
}

function hintOnMissing(plan: RequestPlan): string {
  const others = (plan.operation?.otherKinds ?? []).map(
    title => `${programOf(plan.service)} ${title}`,
  );
  if (plan.operation === undefined) {
    return 'Check the path. The server also answers 404 for things you may not see.';
  }
  const elsewhere =
    others.length > 0 ? ` For other content types, use ${others.join(' or ')}.` : '';
  return `Check the id. The server also answers 404 for things you may not see.${elsewhere}`;
}

function hintOnInputs(plan: RequestPlan): string | undefined {
  const {operation} = plan;
  if (operation === undefined) return undefined;
  const given = new URL(plan.url).searchParams;
  const absent = operation.inputs
    .filter(input => input.requiredByService && input.place === 'query')
    .filter(input => !given.has(input.wireName ?? input.name))
    .map(input => `--${input.name}`);
  return absent.length > 0
    ? `Atlassian Cloud requires ${absent.join(' and ')}.`
    : `${programOf(plan.service)} ${plan.title} ${helpShows}`;
}

function hintOnToken(plan: RequestPlan, from: string | undefined): string {
  const token = from === undefined ? 'the token' : `the token, which comes from ${from}`;
  // A flag or a variable that overrides the profile would override a new sign-in too.
  const isStored = from === undefined || from.includes('profile ');
  const again = isStored ? ` Sign in again with ${programOf(plan.service)} login.` : '';
  return `Check the user and ${token}.${again}`;
}

function hintOnPermission(operation: Operation | undefined, message: string): string {
  const callers = operation && describeCallers(operation);
  const known = operation && permissionOf(operation);
  if (known !== undefined && message.toLowerCase().includes(known.toLowerCase())) {
    return 'Use an account that has this permission.';
  }
  // `Add-on apps only` repeats the callers.
  const isNoMore = known === undefined || /^none$|\bapps only$/i.test(known);
  const needs = isNoMore ? undefined : `Needs: ${known}.`;
  return (
    [callers, needs].filter(Boolean).join(' ') ||
    'The credentials lack a permission for this operation.'
  );
}

/**
 * Path parts that a URL contains at most once; twice means that the base URL ends with the start of
 * the path.
 */
const uniqueParts = ['/wiki', '/api/v2', '/rest'];

/**
 * Explain why the base URL is probably wrong when nothing was found at a URL, as a sentence;
 * undefined otherwise (contract 1, Base URLs).
 */
function hintOnBaseUrl({service, operation, url, path}: RequestPlan): string | undefined {
  const base = url.endsWith(path) ? url.slice(0, url.length - path.length) : new URL(url).origin;
  const places = `${new URL(url).pathname}/`;
  const doubled = uniqueParts.find(part => places.split(new RegExp(`${part}(?=/)`)).length > 2);
  if (doubled !== undefined) {
    return `The URL contains ${doubled} twice: check the base URL, ${base}.`;
  }
  const isContent = /\/wiki(\/|$)/.test(base);
  if (service === 'tracker') {
    return isContent ? `Check the base URL: ${base} is for cf, not for jr.` : undefined;
  }
  const isJoined = operation === undefined || operation.root === 'content';
  return isJoined && !/\/api\/v\d/.test(base)
    ? `Check the base URL: ${base} lacks /wiki/api/v2, which cf requires.`
    : undefined;
}
