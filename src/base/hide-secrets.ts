import {skipString} from './json-scan.ts';

/** Replacement for every secret. */
export const redactedText = '***';

/** Matches the name of a secret without its separators: `api_key`, `X-Api-Key`, `clientSecret`. */
const secretName =
  /token|secret|passw(?:or)?d|passphrase|(?:api|access|auth|private|signing|subscription|functions|master|account)key|signature|credential|jwt|assertion|authorization|cookie/;
const wholeSecretName = /^(?:auth|pwd|sig|sas)$/;
/**
 * Names that contain `token` but no secret: page cursors, and a header with the value `no-check`.
 */
const publicName = /(?:page|next|start|cursor|continuation)token$|^xatlassiantoken$/;

/** Check whether the name of a header, query parameter, variable or member indicates a secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (publicName.test(plain)) return false;
  return secretName.test(plain) || wholeSecretName.test(plain);
}

/** Query parameters with secrets in the URLs of other programs, such as webhooks. */
const foreignSecret = /^(?:key|code)$/i;

/** Matches the name of a member, or its part after the last escape, up to a value in quotes. */
const memberStart = /["\\]([^"\\]{0,1000})"\s*:\s*(?=")/g;
const queryPair = /([?&;]([^=&?;#\s"'\\]+)=)[^&;#"'\s\\]+/g;
const secretHeader = /\b((?:Basic|Bearer|JWT) +)[\w.~+/-]{6,}=*/g;
const jsonWebToken = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
const urlCredentials = /(:\/\/)[^/?#\s@"']+@/g;

/**
 * Replace likely secrets in a text: members and query parameters with such names, values of
 * Authorization, credentials in a URL.
 *
 * @param known secrets that are replaced everywhere
 */
export function hideSecrets(text: string, known: readonly string[] = []): string {
  const hidden = hideMembers(text)
    .replace(queryPair, (all, start: string, name: string) =>
      isSecretQuery(name) || foreignSecret.test(name) ? start + redactedText : all,
    )
    .replace(secretHeader, `$1${redactedText}`)
    .replace(jsonWebToken, redactedText)
    .replace(urlCredentials, `$1${redactedText}@`);
  return known.reduce((left, secret) => left.replaceAll(secret, redactedText), hidden);
}

/** Replace the values of members with names of secrets, also in a text that is no valid JSON. */
function hideMembers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  memberStart.lastIndex = 0;
  for (let found = memberStart.exec(text); found; found = memberStart.exec(text)) {
    const start = memberStart.lastIndex;
    // A pattern for whole values would exceed the stack for a value of some millions.
    const end = skipString(text, start);
    if (end - start < 2 || text.charAt(end - 1) !== '"') continue;
    memberStart.lastIndex = end;
    if (!isSecretName(found[1] ?? '')) continue;
    parts.push(text.slice(from, start), `"${redactedText}"`);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/**
 * Replace credentials, and query parameters with names of secrets, in a URL or path for display.
 */
export function hideUrlSecrets(url: string): string {
  return url
    .replace(queryPair, (all, start: string, name: string) =>
      isSecretQuery(name) ? start + redactedText : all,
    )
    .replace(urlCredentials, `$1${redactedText}@`);
}

/** List the values of query parameters with names of secrets, as in the URL. */
export function secretsOfUrl(url: string): readonly string[] {
  return [...url.matchAll(queryPair)].flatMap(([all, start = '', name = '']) =>
    isSecretQuery(name) ? [all.slice(start.length)] : [],
  );
}

function isSecretQuery(name: string): boolean {
  try {
    return isSecretName(decodeURIComponent(name));
  } catch {
    return isSecretName(name);
  }
}

/** Shorter values would also redact ordinary words. */
const shortestSecret = 8;

/** Return the ways in which secrets may be written, the longest first; short ones are left out. */
export function spellingsOf(secrets: readonly string[]): readonly string[] {
  const written = secrets
    .filter(secret => secret.length >= shortestSecret)
    .flatMap(secret => [
      secret,
      secret.replaceAll('/', '\\/'),
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
    ]);
  return [...new Set(written)].sort((a, b) => b.length - a.length);
}
