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
