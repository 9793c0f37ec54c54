/** Words of a member's name that promise a restriction. */
const restrictive =
  /^(?:readonly|read|only|ro|den(?:y|ies|ied|ylist)|(?:dis)?allow(?:s|ed|list)?|(?:black|white|block)list(?:ed)?|block(?:s|ed)?|polic(?:y|ies)|permissions?|restrict(?:s|ed|ions?)?|forbid(?:s|den)?|prohibit(?:s|ed)?|protect(?:s|ed|ion)?|lock(?:s|ed)?|guard(?:s|ed)?|safe(?:ty)?|writ(?:es?|able|eable)|operations?|acls?|immutable|frozen|dry|confirm)$/;

/**
 * Whether a member that this program does not know reads like a restriction: `read_only`, `denyList`,
 * `policy`. Who wrote it relies on it.
 */
export function soundsRestrictive(name: string): boolean {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some(word => restrictive.test(word));
}
