import type {FailureKind} from '../base/failure.ts';
import {quoteWord} from '../base/shell-words.ts';
import {describeCallers} from './callers.ts';
import {notGiven} from './catalogue/outcomes.ts';
import {type Operation, programOf, type Service} from './operation.ts';
import type {RequestPlan} from './request-plan.ts';

/** What is known of a failed answer when a hint is looked for. */
export interface HintFacts {
  readonly kind: FailureKind;
  readonly status: number;
  readonly plan: RequestPlan;
  /** The server's readable text; may be empty. */
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  /** Where the secret that was sent comes from, in words without it. */
  readonly secretFrom?: string;
}

/** What to do about a failed answer, as a sentence; undefined when there is nothing to say. */
export function hintFor({kind, status, plan, message, ...rest}: HintFacts): string | undefined {
  const {operation} = plan;
  switch (kind) {
    case 'validation_error':
      return hintOnInputs(plan);
    case 'auth_failed':
      if (/\bscope/i.test(message)) return 'The token lacks a scope that this operation needs.';
      return status === 401 ? hintOnToken(plan, rest.secretFrom) : hintOnPermission(operation);
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
      return 'The service has a problem. Try again later.';
    case 'invalid_response':
      return 'Check the base URL: does it point to the service itself?';
    default:
      return status === 413
        ? 'Send a smaller body: this one exceeds the limit of the server.'
        : undefined;
  }
}

const daySeconds = 86_400;

function hintToWait(seconds: number | undefined): string {
  if (seconds === undefined) return 'Wait a moment, then retry.';
  if (seconds <= daySeconds) return `Wait ${seconds} s, then retry.`;
  return 'The server requests a wait of more than a day, which is probably a mistake. Ask the administrator of the server.';
}

const helpShows = '--help lists the inputs.';

/** Whether a hint is of use in a shell alone. */
export function isForShell(hint: string): boolean {
  return hint.endsWith(helpShows) || hint.startsWith(rawShows);
}

const rawShows = 'Show the whole response with: ';

/** The command that prints an answer this program cannot read as what it should be. */
export function hintOnResponse(service: Service, path: string): string {
  return `${rawShows}${programOf(service)} raw GET ${quoteWord(path)}`;
}

function hintOnMissing(plan: RequestPlan): string {
  const others = (plan.operation?.otherKinds ?? []).map(
    title => `${programOf(plan.service)} ${title}`,
  );
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
  return `Check the user and ${token}. Test a profile with ${programOf(plan.service)} configure --test.`;
}

function hintOnPermission(operation: Operation | undefined): string {
  const callers = operation && describeCallers(operation);
  const known = operation && operation.permission !== notGiven ? operation.permission : undefined;
  const needs = known === undefined ? undefined : `Needs: ${known}.`;
  return (
    [callers, needs].filter(Boolean).join(' ') ||
    'The credentials lack a permission for this operation.'
  );
}

/** What an address holds once at most; twice when the base URL ends in what the path begins with. */
const once = ['/wiki', '/api/v2', '/rest'];

/**
 * What speaks for a wrong base URL when nothing is found at an address, as a sentence; undefined
 * when nothing does (contract 1, Base URLs).
 */
function hintOnBaseUrl({service, operation, url, path}: RequestPlan): string | undefined {
  const base = url.endsWith(path) ? url.slice(0, url.length - path.length) : new URL(url).origin;
  const places = `${new URL(url).pathname}/`;
  const doubled = once.find(part => places.split(new RegExp(`${part}(?=/)`)).length > 2);
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
