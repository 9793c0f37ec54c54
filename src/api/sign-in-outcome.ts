/**
 * A kind of credentials: an API token, a personal access token of a self-hosted site, an add-on
 * app, or OAuth 2.0 through a browser.
 */
export type SignInKind = 'token' | 'bearer' | 'app' | 'web';

/**
 * A field of a sign-in. `username` is also the key of an app or the client id, and `token` any
 * secret.
 */
export type SignInField = 'site' | 'username' | 'token';

/** A site and credentials, as typed. */
export interface SignInRequest {
  /** @default token */
  readonly kind?: SignInKind;
  readonly site: string;
  readonly username: string;
  readonly token: string;
  /** Name of the profile. @default chosen from the site */
  readonly profile?: string;
}

/** Whether a service accepts the credentials. */
export interface SignInResult {
  readonly isAccepted: boolean;
  /** The service and the user, or why it does not accept them. */
  readonly text: string;
}

/** The saved profile, or the field at fault. */
export type SignInOutcome = {readonly services: readonly SignInResult[]} & (
  | {readonly profile: string}
  | {readonly field: SignInField; readonly problem: string}
);
