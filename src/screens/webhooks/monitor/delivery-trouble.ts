import type {ClientIdentity} from '../../../api/client.ts';
import type {Failure} from '../../../base/failure.ts';
import {safeText} from '../../../base/safe-text.ts';
import {troubleOf} from '../../../state/ask/trouble.ts';
import type {Trouble} from '../../../state/model/load.ts';
import type {Ports} from '../../../state/model/step.ts';

/**
 * Why the watch of failed deliveries is refused: a token that is no good (401), or one of somebody
 * who may not (403), with who may and which credential would work.
 */
export function refusalTrouble(failure: Failure, ports: Ports): Trouble {
  const {title, text, advice} = troubleOf(failure);
  const {status, hint} = failure.details;
  const answered = `The server answered${status === undefined ? '' : ` ${status}`}: ${text.split('\n')[0] ?? ''}`;
  const last = 'It is asked again once a minute; r asks now, :monitor off ends it, esc goes back.';
  if (failure.kind === 'auth_error') {
    return {title, text, advice: [...advice.filter(line => line === hint), last]};
  }
  if (status === 401) {
    return {
      title: 'The credentials are refused (401)',
      text: answered,
      advice: [
        ...(hint === undefined ? [] : [safeText(hint)]),
        'The token is wrong, has expired or was revoked: with a new one in the profile start steward again, or choose another profile (P).',
        last,
      ],
    };
  }
  return {
    title: 'Failed deliveries are for add-on apps',
    text: answered,
    advice: [
      'Only an add-on app (Connect) may list them, with its own token; an OAuth 2.0 app may list its registered webhooks, not their failures.',
      ...credentialLine(ports),
      'Use a profile with the token of that app (P switches): jr configure --profile app --auth-type bearer',
      `Tab 4 shows the registered webhooks. ${last}`,
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
