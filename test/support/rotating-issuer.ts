import {type LocalServer, startServer} from '../api/local-server.ts';

/** A token endpoint whose refresh tokens can be used once. */
export interface RotatingIssuer extends LocalServer {
  /** Refresh tokens that were sent after they had been used up. */
  readonly reused: readonly string[];
  /** How often a token was issued. */
  readonly issued: () => number;
  /** The access token that a service takes now. */
  readonly accessToken: () => string;
}

/** How it rotates. */
export interface RotatingOptions {
  /**
   * Milliseconds for which a used token is taken once more, as the public service does. @default 0
   */
  readonly graceMs?: number;
  readonly lifetimeSeconds?: number;
  /** Do something before a token is used up; `drop` leaves it as it is. */
  readonly onRequest?: () => Promise<'drop' | undefined>;
  /**
   * Do something before the answer to a token that is used up; what it returns is answered instead.
   */
  readonly before?: (count: number) => Promise<'drop' | 'fail' | undefined>;
}

/** Start one whose first refresh token is `refresh-0`. */
export async function startRotatingIssuer(options: RotatingOptions = {}): Promise<RotatingIssuer> {
  const {graceMs = 0, lifetimeSeconds = 3600, onRequest, before} = options;
  const reused: string[] = [];
  const usedAtMs = new Map<string, number>();
  let issued = 0;
  const server = await startServer(async ({body, headers}) => {
    const isJson = headers['content-type'] === 'application/json';
    const {grant_type, client_id, client_secret, refresh_token} = isJson ? JSON.parse(body) : {};
    if (grant_type !== 'refresh_token') return {status: 400, json: {error: 'invalid_request'}};
    if (client_id !== 'client' || client_secret !== 'cl13nt-s3cret') {
      return {status: 401, json: {error: 'unauthorized_client'}};
    }
    if ((await onRequest?.()) === 'drop') return undefined;
    const used = usedAtMs.get(refresh_token);
    const isKnown = Number(/^refresh-(\d+)$/.exec(refresh_token)?.[1] ?? Infinity) <= issued;
    if (!isKnown || (used !== undefined && Date.now() - used > graceMs)) {
      reused.push(refresh_token);
      const error_description = `Unknown or invalid refresh token ${refresh_token}.`;
      return {status: 403, json: {error: 'invalid_grant', error_description}};
    }
    usedAtMs.set(refresh_token, used ?? Date.now());
    issued++;
    const count = issued;
    const fate = await before?.(count);
    if (fate === 'drop') return undefined;
    if (fate === 'fail') return {status: 503};
    return {
      json: {
        access_token: `access-${count}`,
        refresh_token: `refresh-${count}`,
        expires_in: lifetimeSeconds,
        scope: 'read:jira-work manage:jira-webhook offline_access',
      },
    };
  });
  return Object.assign(server, {
    reused,
    issued: () => issued,
    accessToken: () => `access-${issued}`,
  });
}
