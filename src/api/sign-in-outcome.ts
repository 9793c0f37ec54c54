/** A field of a sign-in with an API token. */
export type SignInField = 'site' | 'username' | 'token';

/** A site and the credentials of a user, as typed. */
export interface SignInRequest {
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
