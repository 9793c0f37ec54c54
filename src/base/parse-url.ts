/**
 * Parse a URL; undefined if invalid. URL.canParse is not used: on Node 20 it rejects non-ASCII
 * letters after some thousand calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Check for a URL pasted after another one, such as `http://http://localhost`, which is a valid URL
 * of the host `http`.
 */
export function containsTwoUrls(text: string): boolean {
  return /^\s*https?:\/\/(?:https?:?\/\/|[^?#]*[^/?#]https?:\/\/)/i.test(text);
}

/** Hide possible secrets in a URL: user, password, query and fragment. */
export function withoutUrlSecrets(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '?…');
}
