/** Longest key of a project, in characters. */
const longest = 10;
/** Letters taken from a name of one word. */
const ofOneWord = 4;

/**
 * Make a key from the name of a project: the initials of its words, or the first letters of a
 * single word, with a number if the key is taken.
 *
 * @returns '' for a name without two Latin letters or digits
 */
export function makeProjectKey(name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const words = plain.match(/[A-Z0-9]+/g) ?? [];
  const initials = words.map(word => word.slice(0, 1)).join('');
  const letters = words.length > 1 ? initials : (words[0] ?? '').slice(0, ofOneWord);
  const key = letters.replace(/^\d+/, '').slice(0, longest);
  if (key.length < 2) return '';
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : String(number);
    const found = `${key.slice(0, longest - end.length)}${end}`;
    if (!taken.has(found)) return found;
  }
}
