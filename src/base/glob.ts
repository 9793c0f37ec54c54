/** One part of a glob: matches one character, or any number of characters. */
export type GlobPart = 'any number' | ((character: string) => boolean);

/**
 * Check whether the parts of a glob match the whole text; takes at most the product of both
 * lengths.
 */
export function matchesWholeGlob(parts: readonly GlobPart[], text: string): boolean {
  let at = 0;
  let inText = 0;
  let star = -1;
  let resume = 0;
  while (inText < text.length) {
    const part = parts[at];
    if (part === 'any number') {
      star = at;
      at += 1;
      resume = inText;
    } else if (part?.(text.charAt(inText))) {
      at += 1;
      inText += 1;
    } else if (star !== -1) {
      // Extend the last star by one character.
      at = star + 1;
      resume += 1;
      inText = resume;
    } else {
      return false;
    }
  }
  return parts.slice(at).every(part => part === 'any number');
}
