/** Words in a member's name that suggest a restriction. */
const restrictive =
  /^(?:readonly|only|ro|den(?:y|ies|ied|ylist)|(?:dis)?allow(?:s|ed|list)?|(?:black|white|block)list(?:ed)?|block(?:s|ed)?|polic(?:y|ies)|permissions?|restrict(?:s|ed|ions?)?|forbid(?:s|den)?|prohibit(?:s|ed)?|protect(?:s|ed|ion)?|guard(?:s|ed)?|safe(?:ty)?|operations?|acls?|immutable|frozen|dry|confirm)$/;
/** Words that do so only at the end of a name: `can_write`, but not `write_timeout`. */
const restrictiveAtEnd = /^(?:writ(?:es?|able|eable)|lock(?:s|ed)?)$/;

/**
 * Whether an unknown setting reads like a restriction: `read_only`, `denyList`, `policy`. Its
 * author relies on it.
 */
export function isRestrictiveName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some(word => restrictive.test(word)) || restrictiveAtEnd.test(words.at(-1) ?? '');
}
