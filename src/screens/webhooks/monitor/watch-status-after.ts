import type {ClientIdentity} from '../../../api/client.ts';
import {isRefusal, longerWaitText} from '../../../api/watch/backoff.ts';
import type {Failure} from '../../../base/failure.ts';
import {safeText} from '../../../base/safe-text.ts';
import {clockText} from '../../../base/times.ts';
import {errorText, summarizeError} from '../../../state/ask/error-summary.ts';
import type {ErrorSummary} from '../../../state/model/load.ts';
import type {WaitingWatch} from './monitor-state.ts';

/**
 * Return the watch status after a failed or refused poll.
 *
 * @param identity identity of the credentials in use
 */
export function watchStatusAfter(
  failure: Failure,
  {nextAtMs, sinceMs, atMs}: Pick<WaitingWatch, 'nextAtMs' | 'sinceMs'> & {readonly atMs: number},
  identity: ClientIdentity | undefined,
): WaitingWatch {
  const known = summarizeError(failure);
  const {status} = failure.details;
  const waiting = {
    kind: 'waiting',
    reason: errorText(known) + longerWaitText(failure, nextAtMs - atMs),
    nextAtMs,
    sinceMs,
    cause: causeOf(failure),
  } as const;
  if (isRefusal(failure)) {
    const trouble = refusalTrouble(failure, known, identity);
    return {...waiting, trouble, refusal: {...(status && {status})}};
  }
  const again = `Next attempt at ${clockText(nextAtMs)}. r retries now, esc goes back.`;
  return {...waiting, trouble: {...known, advice: [...known.advice.slice(0, -1), again]}};
}

function causeOf({kind, details: {status, isNotJson}}: Failure): string {
  if (kind === 'invalid_response') return isNotJson ? 'not JSON' : 'no list';
  if (kind === 'timeout_error') return 'no response';
  return status === undefined ? 'no connection' : String(status);
}

/** Explain a 401 or 403: what was denied, who is allowed and which credentials would work. */
function refusalTrouble(
  failure: Failure,
  {title, text, advice}: ErrorSummary,
  identity: ClientIdentity | undefined,
): ErrorSummary {
  const {status, hint} = failure.details;
  const answered = `The server responded${status === undefined ? '' : ` with ${status}`}: ${text.split('\n')[0] ?? ''}`;
  const last = 'Retrying once a minute. r retries now, :monitor off stops, esc goes back.';
  if (failure.kind === 'auth_error') {
    return {title, text, advice: [...advice.filter(line => line === hint), last]};
  }
  if (status === 401) {
    return {
      title: 'Sign-in failed (401)',
      text: answered,
      advice: [...advice.slice(0, -1), 'Another profile may have a valid token: P switches.', last],
    };
  }
  return {
    title: 'Only add-on apps can list failed deliveries',
    text: answered,
    advice: [
      'Failed deliveries are listed for Connect add-on apps only; an OAuth 2.0 app can list its registered webhooks but not their failures.',
      ...(identity === undefined ? [] : [credentialLine(identity)]),
      'Use a profile of that app (P switches): jr login --app --profile app',
      `Tab 4 shows the registered webhooks. ${last}`,
    ],
  };
}

function credentialLine({authType, user, profile}: ClientIdentity): string {
  const whose = user === undefined ? '' : ` as ${safeText(user)}`;
  const name = profile === '' ? 'This session' : `Profile ${safeText(profile)}`;
  const kinds = {
    basic: `signs in${whose} with the API token of a user`,
    bearer: 'signs in with a bearer token that does not belong to an add-on app',
    oauth2: 'signs in with OAuth 2.0, which is not enough',
    app: `signs as the app ${safeText(user ?? '')}, which is not installed as an add-on app on this site`,
    none: 'signs in with no credentials',
  } as const;
  return `${name} ${kinds[authType]}.`;
}
