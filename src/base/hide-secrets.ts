/** Replacement for every secret. */
export const hiddenValue = '***';

/** A name with its separators left out is one of a secret: `api_key`, `X-Api-Key`, `clientSecret`. */
const secretName =
  /token|secret|passw(?:or)?d|passphrase|(?:api|access|auth|private|signing|subscription|functions|master|account)key|signature|credential|jwt|assertion|authorization|cookie/;
const wholeSecretName = /^(?:auth|pwd|sig|sas)$/;
/** Names that hold `token` and no secret: where a list goes on, and a header that says `no-check`. */
const openName = /(?:page|next|start|cursor|continuation)token$|^xatlassiantoken$/;

/** Whether the name of a header, a query parameter, a variable or a member says that its value is a secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (openName.test(plain)) return false;
  return secretName.test(plain) || wholeSecretName.test(plain);
}

/** Names of query parameters that hold secrets in the addresses of other programs, such as webhooks. */
const foreignSecret = /^(?:key|code)$/i;

const secretMember = /("((?:[^"\\]|\\.)*)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;
const queryPair = /([?&;]([^=&?;#\s"'\\]+)=)[^&;#"'\s\\]+/g;
const secretHeader = /\b((?:Basic|Bearer|JWT) +)[\w.~+/-]{6,}=*/g;
const jsonWebToken = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
const urlCredentials = /(:\/\/)[^/?#\s@"']+@/g;

/**
 * A text without what looks like a secret, each starred out: members and query parameters that are
 * named like one, values of Authorization, credentials in a URL.
 *
 * @param known secrets that are known, hidden wherever they stand
 */
export function hideSecrets(text: string, known: readonly string[] = []): string {
  const hidden = text
    .replace(secretMember, (all, start: string, name: string) =>
      isSecretName(name) ? `${start}"${hiddenValue}"` : all,
    )
    .replace(queryPair, (all, start: string, name: string) =>
      isSecretQuery(name) || foreignSecret.test(name) ? start + hiddenValue : all,
    )
    .replace(secretHeader, `$1${hiddenValue}`)
    .replace(jsonWebToken, hiddenValue)
    .replace(urlCredentials, `$1${hiddenValue}@`);
  return known.reduce((left, secret) => left.replaceAll(secret, hiddenValue), hidden);
}

/** A URL or a path as it may be shown: query parameters named like secrets, and credentials, starred out. */
export function hideUrlSecrets(url: string): string {
  return url
    .replace(queryPair, (all, start: string, name: string) =>
      isSecretQuery(name) ? start + hiddenValue : all,
    )
    .replace(urlCredentials, `$1${hiddenValue}@`);
}

/** The values of query parameters named like secrets, as they stand in the URL. */
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
