import {describe, expect, it} from 'vitest';
import {whyNotCaller} from '../../src/api/callers.ts';
import type {ClientIdentity, OAuthGrant} from '../../src/api/client.ts';
import type {Caller} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const site = 'https://site.example';
const apps: readonly Caller[] = ['add-on app', 'OAuth app'];
type Kind = Exclude<ClientIdentity['authType'], 'oauth2'> | OAuthGrant;
const may = (kind: Kind, callers?: readonly Caller[], baseUrl = site) => {
  const isGrant = kind === 'client_credentials' || kind === 'refresh_token';
  const identity = isGrant ? ({authType: 'oauth2', grant: kind} as const) : {authType: kind};
  return whyNotCaller({...(callers && {callers})}, {...identity, baseUrl}) === undefined;
};

describe('the kinds of callers that credentials may be', () => {
  it.each([
    ['basic', undefined, true],
    ['basic', apps, false],
    ['basic', ['organization admin'], true],
    ['bearer', ['add-on app'], true],
    ['none', ['add-on app'], true],
    ['refresh_token', apps, true],
    ['client_credentials', apps, false],
    ['client_credentials', ['site admin'], true],
    ['refresh_token', ['add-on app'], false],
    ['refresh_token', ['organization admin'], true],
    ['app', apps, true],
    ['app', ['platform app'], false],
    ['app', ['organization admin'], false],
  ] as const)('%s, for an operation of %j: %s', (authType, callers, expected) => {
    expect(may(authType, callers)).toBe(expected);
  });

  it('are not judged for a token on this machine, where a sandbox may let it do everything', () => {
    expect(may('basic', ['add-on app'], 'http://127.0.0.1:8080')).toBe(true);
    expect(may('client_credentials', apps, 'http://[::1]:8080')).toBe(true);
    expect(may('refresh_token', ['add-on app'], 'http://127.0.0.1:8080')).toBe(false);
  });

  it('leave every operation to some kind of credentials but those of platform apps', () => {
    const closed = operations.filter(({callers}) =>
      (['basic', 'refresh_token', 'app'] as const).every(authType => !may(authType, callers)),
    );
    expect([...new Set(closed.map(({group}) => group))]).toEqual(['uiModifications']);
  });
});

describe('an operation that these credentials cannot call', () => {
  // Nothing can be sent: the request would fail with connection_error.
  const env = {
    JR_BASE_URL: 'https://site.invalid',
    JR_AUTH_USER: 'ann@example.com',
    JR_AUTH_TOKEN: 'a-token',
  };

  it('is refused before it is sent, with who may and how to be one', async () => {
    const failure = failureOf(await runCli('jr', ['webhook', 'get-failed'], {env}));
    expect(failure).toMatchObject({
      error_type: 'auth_error',
      message: 'webhook get-failed needs the credentials of an add-on app.',
      hint: 'Sign in with `jr login --app`. If you know better, `jr … --unchecked` sends the request anyway.',
      attempts: 0,
    });
  });

  it.each([
    ['webhook get-dynamic-webhooks-for-app', '`jr login --app` or `jr login --web`'],
    ['uiModifications get-ui-modifications', 'Their credentials are not supported'],
    ['watch webhook get-failed', '`jr login --app`'],
  ])('says so of %s', async (line, hint) => {
    const result = await runCli('jr', line.split(' '), {env});
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).hint).toContain(hint);
  });

  it('is sent all the same with --unchecked', async () => {
    const line = ['webhook', 'get-failed', '--unchecked', '--retries', '0'];
    const result = await runCli('jr', line, {env});
    expect(failureOf(result).error_type).toBe('connection_error');
  });

  it('is a warning under --dry-run, which sends nothing', async () => {
    const result = await runCli('jr', ['webhook', 'get-failed', '--dry-run'], {env});
    expect(result.exit).toBe(0);
    expect(result.stderr).toContain('needs the credentials of an add-on app');
  });
});
