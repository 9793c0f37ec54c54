import type {SignInField, SignInKind} from '../../../api/sign-in-outcome.ts';

interface CardField {
  readonly field: SignInField;
  readonly label: string;
  readonly placeholder: string;
  /** The problem of an empty field. */
  readonly empty: string;
}

/** The texts and fields of the card for a kind of credentials. */
export interface CardKind {
  readonly title: string;
  readonly fields: readonly CardField[];
  /** Shown below the fields before a test. */
  readonly notes: readonly string[];
}

const site: CardField = {
  field: 'site',
  label: 'Site',
  placeholder: 'acme, acme.atlassian.net or a URL',
  empty: 'Enter the address of your site.',
};

/** The kinds of credentials in the order in which ctrl+o shows them. */
export const cardKinds: Readonly<Record<SignInKind, CardKind>> = {
  token: {
    title: 'Sign in to a site with an API token',
    fields: [
      site,
      {
        field: 'username',
        label: 'E-mail',
        placeholder: 'e-mail address',
        empty: 'Enter the e-mail address of your account.',
      },
      {
        field: 'token',
        label: 'API token',
        placeholder: 'create one: id.atlassian.com/manage-profile/security/api-tokens',
        empty: 'Enter an API token.',
      },
    ],
    notes: ['Both services are tested before anything is saved.'],
  },
  bearer: {
    title: 'Sign in to a self-hosted site with a personal access token',
    fields: [
      site,
      {
        field: 'token',
        label: 'Token',
        placeholder: 'a personal access token',
        empty: 'Enter a personal access token.',
      },
    ],
    notes: ['Both services are tested before anything is saved.'],
  },
  app: {
    title: 'Sign in as an add-on app',
    fields: [
      site,
      {
        field: 'username',
        label: 'App key',
        placeholder: 'key of the app, from its descriptor',
        empty: 'Enter the key of the app.',
      },
      {
        field: 'token',
        label: 'Secret',
        placeholder: 'shared secret that the site sent when the app was installed',
        empty: 'Enter the shared secret of the app.',
      },
    ],
    notes: [
      'Jira returns failed webhook deliveries to apps only. The profile is app.',
      'Requests are signed with the secret, which is never sent.',
    ],
  },
  web: {
    title: 'Sign in through a browser with OAuth 2.0',
    fields: [
      site,
      {
        field: 'username',
        label: 'Client id',
        placeholder: 'client id of your OAuth 2.0 app',
        empty: 'Enter the client id of your OAuth 2.0 app.',
      },
      {
        field: 'token',
        label: 'Secret',
        placeholder: 'client secret of your OAuth 2.0 app',
        empty: 'Enter the client secret of your OAuth 2.0 app.',
      },
    ],
    notes: [
      'You consent in a browser, for Jira only. The profile is web.',
      'The callback URL of the app is http://localhost:8976/callback',
    ],
  },
};

/** The kind that ctrl+o shows after this one. */
export function nextKind(kind: SignInKind): SignInKind {
  const kinds: readonly SignInKind[] = ['token', 'bearer', 'app', 'web'];
  return kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? 'token';
}
