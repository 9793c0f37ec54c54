/**
 * Percent-encode a value for one path segment or one query value: all but the unreserved characters
 * of RFC 3986, so that no server reads a `+`, a comma or a quote as something else.
 *
 * @param value well-formed text (checkGiven refuses halves of characters)
 */
export function percentEncode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A query from its pairs in their order, with `?`; empty without pairs. Values are encoded already. */
export function joinQuery(pairs: readonly (readonly [name: string, encoded: string])[]): string {
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${percentEncode(name)}=${value}`).join('&')}`;
}
