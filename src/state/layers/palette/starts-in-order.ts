const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);

/**
 * Makes a test whether words of a text begin as those typed, in their order: `perm sch` fits
 * `Default permission scheme`. Nothing typed fits nothing.
 */
export function startsInOrder(typed: string): (text: string) => boolean {
  const wanted = wordsIn(typed);
  if (wanted.length === 0) return () => false;
  return text => {
    let at = 0;
    for (const word of wordsIn(text)) {
      if (word.startsWith(wanted[at] ?? '')) at += 1;
      if (at === wanted.length) return true;
    }
    return false;
  };
}
