/** What one part of a glob matches: one character, or any number of characters. */
export type GlobPart = 'any number' | ((character: string) => boolean);

/** Whether the parts of a glob take the whole text; in no more steps than the product of both. */
export function fitsGlob(parts: readonly GlobPart[], text: string): boolean {
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
      // Let the last star take one character more.
      at = star + 1;
      resume += 1;
      inText = resume;
    } else {
      return false;
    }
  }
  return parts.slice(at).every(part => part === 'any number');
}
