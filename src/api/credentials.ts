import {Failure} from '../base/failure.ts';

/** What a request is signed with. The oauth2 kind (a token that is fetched and renewed) goes here. */
export type Credentials =
  | {readonly type: 'none'}
  | {readonly type: 'basic'; readonly user: string; readonly token: string}
  | {readonly type: 'bearer'; readonly token: string};

/**
 * The value of the Authorization header; undefined without credentials. A secret: never shown.
 *
 * @throws Failure 'auth_error' when a part cannot stand in a header (a line break, say); the
 * message does not hold it
 */
export function authorizationHeader(credentials: Credentials): string | undefined {
  switch (credentials.type) {
    case 'none':
      return undefined;
    case 'basic':
      refuseUnsendable('user name', credentials.user, /[\0-\x1f\x7f:]/);
      refuseUnsendable('token', credentials.token, /[\0-\x1f\x7f]/);
      return `Basic ${toBase64(`${credentials.user}:${credentials.token}`)}`;
    case 'bearer':
      refuseUnsendable('token', credentials.token, /[^\x21-\x7e]/);
      return `Bearer ${credentials.token}`;
  }
}

function refuseUnsendable(part: string, value: string, forbidden: RegExp): void {
  if (value === '') {
    throw new Failure('auth_error', `The ${part} is empty.`, {attempts: 0});
  }
  if (!forbidden.test(value)) return;
  throw new Failure('auth_error', `The ${part} holds a character that cannot be sent.`, {
    hint: `Look for a line break or a space that was copied along with the ${part}.`,
    attempts: 0,
  });
}

/** Base64 of the UTF-8 bytes; `btoa` alone takes Latin-1 only. */
function toBase64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
