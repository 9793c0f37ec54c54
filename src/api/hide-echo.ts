import type {WireAnswer, WireRequest} from './send.ts';

/** Shorter ones would star out words that are no secret. */
const shortestSecret = 8;
const stars = '***';

/**
 * An answer in which the credentials of its request are starred out, for where it is shown: a server
 * or a proxy may repeat them, in a header or in the text of an error.
 */
export function hideEcho(answer: WireAnswer, request: Pick<WireRequest, 'headers'>): WireAnswer {
  const secrets = secretsIn(request.headers);
  if (secrets.length === 0) return answer;
  const hide = (text: string): string =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, stars), text);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
  const text = new TextDecoder().decode(answer.body);
  const shown = hide(text);
  return {
    ...answer,
    headers: Object.fromEntries(headers),
    body: shown === text ? answer.body : new TextEncoder().encode(shown),
  };
}

/** What may not be shown of Authorization, in each way it may be written; longest first. */
function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(headers).filter(name => /^(?:proxy-)?authorization$/i.test(name));
  const credentials = names.flatMap(name => {
    const [, scheme = '', value = ''] = /^(\S+)\s+(.*)$/s.exec(headers[name] ?? '') ?? [];
    return /^basic$/i.test(scheme) ? [value, passwordOf(value)] : [value];
  });
  const written = credentials
    .filter(secret => secret.length >= shortestSecret)
    .flatMap(secret => [
      secret,
      secret.replaceAll('/', '\\/'),
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
    ]);
  return [...new Set(written)].sort((a, b) => b.length - a.length);
}

/** What follows the colon of basic credentials; empty when they cannot be read. */
function passwordOf(value: string): string {
  try {
    const bytes = Uint8Array.from(atob(value), character => character.charCodeAt(0));
    return new TextDecoder().decode(bytes).replace(/^[^:]*:?/s, '');
  } catch {
    return '';
  }
}
