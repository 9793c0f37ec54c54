import {programOf, type Service} from '../api/operation.ts';
import {Failure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {parseUrl} from '../base/parse-url.ts';
import type {Config} from './config.ts';
import {authTypes} from './profile.ts';

/** Scheme, host and port of a URL; the text itself if it is not a URL. */
export function originOf(url: string): string {
  return parseUrl(url)?.origin ?? url;
}

/** A failure for a missing base URL. */
export function noBaseUrl(service: Service, config: Config, name: string): Failure {
  const program = programOf(service);
  const others = Object.keys(config.profiles).sort();
  if (others.length > 0 && !others.includes(name)) {
    const why = `${config.path} has no profile "${name}"; it has ${others.join(', ')}`;
    return new Failure('config_error', `No base URL is set: ${why}.`, {
      hint: `Choose one with -p, or as the default: ${program} profile use ${others[0]}`,
      attempts: 0,
    });
  }
  const why = config.exists
    ? `profile "${name}" of ${config.path} has none`
    : `${config.path} does not exist`;
  return new Failure('config_error', `No base URL is set: ${why}.`, {
    hint: `Sign in with \`${program} login\`, set ${program.toUpperCase()}_BASE_URL or use --base-url; \`jr sandbox\` starts a server to try.`,
    attempts: 0,
  });
}

/** Failure for an unknown type of credentials. */
export function unknownAuthType(value: string): Failure {
  return new Failure('config_error', `Unknown credential type "${value}".`, {
    hint: `Use ${authTypes.join(', ')}.`,
    attempts: 0,
  });
}

/** A failure for using a stored secret with another origin (contract 8.3). */
export function foreignOrigin(
  service: Service,
  name: string,
  base: string,
  stored: string,
): Failure {
  const program = programOf(service);
  return new Failure(
    'config_error',
    `The token of profile "${name}" is for ${originOf(stored)}; it is not sent to ${originOf(base)}.`,
    {
      hint: `Set the token for that address (--auth-token or ${program.toUpperCase()}_AUTH_TOKEN), or choose a profile for that address (-p).`,
      attempts: 0,
    },
  );
}

/** The origin of the API gateway. */
export const publicGateway = 'https://api.atlassian.com';

/**
 * The base URL of a service behind the API gateway.
 *
 * @param cloudId the id of the site
 * @param origin of the gateway
 */
export function gatewayUrl(service: Service, cloudId: string, origin = publicGateway): string {
  const id = encodeURIComponent(cloudId);
  return service === 'tracker'
    ? `${origin}/ex/jira/${id}`
    : `${origin}/ex/confluence/${id}/wiki/api/v2`;
}

/** A warning for credentials sent unencrypted to another machine; none for loopback. */
export function warnPlainHttp(url: string | undefined): readonly string[] {
  const parsed = parseUrl(url ?? '');
  if (parsed === undefined) return [];
  const {protocol, hostname, host} = parsed;
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  return [`plain http: anyone on the network path to ${host} can read the credentials`];
}
