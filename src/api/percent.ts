/**
 * Percent-encode a value for one path segment or one query value: all but the unreserved characters
 * of RFC 3986, so that no server interprets a `+`, a comma or a quote.
 *
 * @param value well-formed text (checkInputs refuses unpaired surrogates)
 */
export function percentEncode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Join pairs to a query with `?`; empty without pairs. Values must be encoded. */
export function joinQuery(pairs: readonly (readonly [name: string, encoded: string])[]): string {
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${percentEncode(name)}=${value}`).join('&')}`;
}
