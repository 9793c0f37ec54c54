import type {ClientIdentity} from '../../../api/client.ts';
import {isFailure} from '../../../base/failure.ts';
import {safeText} from '../../../base/safe-text.ts';
import {troubleOf} from '../../../state/ask/trouble.ts';
import type {Ports} from '../../../state/model/ports.ts';
import type {Trouble} from '../../../state/model/row.ts';

/**
 * Why the watch of failed deliveries ended. A refusal says who may read them and which credential
 * would work; it is not tried again until someone asks.
 */
export function deliveryTrouble(thrown: unknown, ports: Ports): Trouble {
  const trouble = troubleOf(thrown);
  const isRefused =
    isFailure(thrown) && (thrown.kind === 'auth_failed' || thrown.kind === 'auth_error');
  if (!isRefused) return trouble;
  const {status} = thrown.details;
  return {
    title: 'Failed deliveries are for add-on apps',
    text: `The server answered${status === undefined ? '' : ` ${status}`}: ${trouble.text.split('\n')[0] ?? ''}`,
    advice: [
      'Only an add-on app (Connect) may list them, with its own token; an OAuth 2.0 app may list its registered webhooks, not their failures.',
      ...credentialLine(ports),
      'Use a profile with the token of that app (P switches): jr configure --profile app --auth-type bearer',
      'Tab 4 shows the registered webhooks. r tries again, esc goes back.',
    ],
  };
}

function credentialLine(ports: Ports): string[] {
  let identity: ClientIdentity;
  try {
    ({identity} = ports.client('tracker'));
  } catch {
    // Without a client there is no credential to speak of.
    return [];
  }
  const {authType, user, profile} = identity;
  const whose = user === undefined ? '' : ` as ${safeText(user)}`;
  const name = profile === '' ? 'This session' : `Profile ${safeText(profile)}`;
  const kinds = {
    basic: `signs in${whose} with an API token, which is a user's`,
    bearer: 'signs in with a bearer token that is not of an add-on app',
    oauth2: 'signs in by OAuth 2.0, which is not enough',
    none: 'signs in with no credentials',
  } as const;
  return [`${name} ${kinds[authType]}.`];
}
