/**
 * A URL; undefined when the text is none. Not by URL.canParse: on Node 20 it refuses letters beyond
 * ASCII once it has been called some thousand times.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Whether a text holds one address behind another, as pasting behind what is already there makes it:
 * `http://http://localhost`, which is a valid URL of the host `http`.
 */
export function holdsTwoUrls(text: string): boolean {
  return /^\s*https?:\/\/(?:https?:?\/\/|[^?#]*[^/?#]https?:\/\/)/i.test(text);
}

/** Hide possible secrets in a URL: user, password, query and fragment. */
export function withoutUrlSecrets(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '?…');
}
