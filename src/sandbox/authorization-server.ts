import {createHash} from 'node:crypto';
import type {Account} from './accounts.ts';
import {appSecretOf, unauthorizedReply} from './app-credentials.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';

/** The OAuth settings of an app, as printed at start. */
export interface OAuthSetup {
  readonly client_id: string;
  readonly client_secret: string;
  readonly authorize_url: string;
  readonly token_url: string;
  readonly sites_url: string;
}

/** Build the settings of an OAuth app for a sandbox at an origin. */
export function oauthSetupOf(app: Account, origin: string): OAuthSetup {
  return {
    client_id: clientIdOf(app),
    client_secret: appSecretOf(app),
    authorize_url: `${origin}/authorize`,
    token_url: `${origin}/oauth/token`,
    sites_url: `${origin}/oauth/token/accessible-resources`,
  };
}

function clientIdOf({name}: Account): string {
  return `sandbox-${name}`;
}

/** The scopes a user granted to an app. */
interface Consent {
  readonly app: Account;
  readonly scopes: readonly string[];
}

interface Code extends Consent {
  readonly redirectUri: string;
  /** SHA-256 of the code verifier, if the app sent a challenge (RFC 7636). */
  readonly challenge: string | null;
}

interface Access extends Consent {
  readonly endsMs: number;
}

/** Id of the only site, part of the gateway's paths. */
const siteId = '5a4d0b0c-0000-4000-8000-000000000001';
const lifetimeSeconds = 3600;
/** Webhooks need a scope of their own (services W9.2). */
const webhookScope = 'manage:jira-webhook';

/**
 * Add an authorization server, and the gateway that accepts its access tokens (services W9.2), to a
 * request handler. Consent is given automatically. Each refresh token works once; tokens are lost
 * when the sandbox ends.
 *
 * @param now milliseconds since the UNIX epoch
 */
export function withAuthorizationServer(
  accounts: readonly Account[],
  now: () => number,
  answer: (raw: HttpRequest) => HttpReply,
): (raw: HttpRequest) => HttpReply {
  const apps = accounts.filter(({kind}) => kind === 'OAuth app');
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, Consent>();
  const accessTokens = new Map<string, Access>();
  let count = 0;
  const makeToken = (kind: string, {app}: Consent): string =>
    `sandbox-${kind}-${createHash('sha256').update(`${app.token} ${kind} ${++count}`).digest('hex')}`;

  const authorize = (query: URLSearchParams): HttpReply => {
    const app = apps.find(one => clientIdOf(one) === query.get('client_id'));
    const redirectUri = query.get('redirect_uri') ?? '';
    if (
      app === undefined ||
      !/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(redirectUri)
    ) {
      return json(400, {error: 'invalid_request', error_description: 'Unknown client or address.'});
    }
    const scopes = (query.get('scope') ?? '').split(' ').filter(scope => scope !== '');
    const code = {app, scopes, redirectUri, challenge: query.get('code_challenge')};
    const name = makeToken('code', code);
    codes.set(name, code);
    const location = new URL(redirectUri);
    location.searchParams.set('code', name);
    location.searchParams.set('state', query.get('state') ?? '');
    return {status: 302, headers: {location: location.href}, body: ''};
  };

  const issue = (consent: Consent): HttpReply => {
    const access = makeToken('access', consent);
    accessTokens.set(access, {...consent, endsMs: now() + lifetimeSeconds * 1000});
    const refresh = makeToken('refresh', consent);
    const isOffline = consent.scopes.includes('offline_access');
    if (isOffline) refreshTokens.set(refresh, consent);
    return json(200, {
      access_token: access,
      expires_in: lifetimeSeconds,
      token_type: 'Bearer',
      scope: consent.scopes.join(' '),
      ...(isOffline && {refresh_token: refresh}),
    });
  };

  const exchange = (form: Readonly<Record<string, unknown>>): HttpReply => {
    const app = apps.find(one => clientIdOf(one) === form.client_id);
    if (app === undefined || form.client_secret !== appSecretOf(app)) {
      return json(401, {error: 'access_denied', error_description: 'Unauthorized'});
    }
    if (form.grant_type === 'refresh_token') {
      const used = String(form.refresh_token);
      const consent = refreshTokens.get(used);
      refreshTokens.delete(used);
      return consent === undefined ? invalidGrant('refresh token') : issue(consent);
    }
    if (form.grant_type !== 'authorization_code') {
      return json(400, {error: 'unsupported_grant_type'});
    }
    const code = codes.get(String(form.code));
    codes.delete(String(form.code));
    const proof = createHash('sha256').update(String(form.code_verifier)).digest('base64url');
    const isProven = code?.challenge === null || code?.challenge === proof;
    return code === undefined || code.redirectUri !== form.redirect_uri || !isProven
      ? invalidGrant('code')
      : issue(code);
  };

  const throughGateway = (raw: HttpRequest, target: string): HttpReply => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(raw.headers.authorization ?? '') ?? [];
    const access = accessTokens.get(token);
    const own = {...raw, target};
    if (access === undefined || access.endsMs < now())
      return unauthorizedReply(own, 'Unauthorized');
    if (/^\/rest\/api\/\d+\/webhook\b/.test(target) && !access.scopes.includes(webhookScope)) {
      return unauthorizedReply(own, 'Unauthorized; scope does not match');
    }
    return answer({...own, headers: {...raw.headers, authorization: `Bearer ${access.app.token}`}});
  };

  return raw => {
    const [path = ''] = raw.target.split('?', 1);
    const query = new URLSearchParams(raw.target.slice(path.length));
    if (raw.method === 'GET' && path === '/authorize') return authorize(query);
    if (raw.method === 'POST' && path === '/oauth/token') return exchange(membersOf(raw));
    if (raw.method === 'GET' && path === '/oauth/token/accessible-resources') {
      const [, token = ''] = /^Bearer (.+)$/i.exec(raw.headers.authorization ?? '') ?? [];
      const access = accessTokens.get(token);
      return access === undefined
        ? unauthorizedReply(raw, 'Unauthorized')
        : json(200, sitesFor(access));
    }
    const [, target] =
      new RegExp(`^/ex/(?:jira|confluence)/${siteId}(/.*)$`).exec(raw.target) ?? [];
    return target === undefined ? answer(raw) : throughGateway(raw, target);
  };
}

function sitesFor({scopes}: Consent): readonly object[] {
  const name = 'sandbox';
  return [{id: siteId, name, url: 'https://sandbox.example', scopes, avatarUrl: ''}];
}

function invalidGrant(what: string): HttpReply {
  const error_description = `Unknown or invalid ${what}.`;
  return json(403, {error: 'invalid_grant', error_description});
}

/** Parse the members of a JSON body or a form; empty if it is neither. */
function membersOf({headers, body}: HttpRequest): Readonly<Record<string, unknown>> {
  const text = Buffer.from(body).toString('utf8');
  if (!headers['content-type']?.includes('json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return {...JSON.parse(text)};
  } catch {
    return {};
  }
}

function json(status: number, value: object): HttpReply {
  return {
    status,
    headers: {'content-type': 'application/json', 'cache-control': 'no-store'},
    body: JSON.stringify(value),
  };
}
