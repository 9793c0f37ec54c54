const secretMember =
  /("[^"\\]*(?:token|secret|password|passphrase)[^"\\]*"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const secretQuery = /([?&](?:token|secret|password|signature|sig|key)=)[^&"'\s]+/gi;
const secretHeader = /\b((?:Basic|Bearer) +)[\w.~+/-]{6,}=*/g;
const urlCredentials = /(:\/\/)[^/\s@:]*:[^/\s@]+@/g;

/**
 * A text without what looks like a secret, each starred out: members and query parameters that are
 * named like one, values of Authorization, credentials in a URL.
 *
 * @param known secrets that are known, hidden wherever they stand
 */
export function hideSecrets(text: string, known: readonly string[] = []): string {
  const hidden = text
    .replace(secretMember, '$1"***"')
    .replace(secretQuery, '$1***')
    .replace(secretHeader, '$1***')
    .replace(urlCredentials, '$1***@');
  return known.reduce((left, secret) => left.replaceAll(secret, '***'), hidden);
}
