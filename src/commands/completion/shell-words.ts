/**
 * The words of a line as bash hands it over: up to the cursor, quotes and backslashes still in it.
 * The last one is being typed; empty after a blank.
 */
export function splitShellWords(line: string): string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let inWord = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (quote === "'" ? character !== "'" : character === '\\') {
      word += quote === "'" ? character : (line[++at] ?? '');
      inWord = true;
    } else if (character === quote) {
      quote = '';
    } else if (quote === '' && (character === "'" || character === '"')) {
      quote = character;
      inWord = true;
    } else if (quote === '' && /\s/.test(character)) {
      if (inWord) words.push(word);
      word = '';
      inWord = false;
    } else {
      word += character;
      inWord = true;
    }
  }
  return [...words, word];
}

/** A text as it is typed in a shell without quotes. */
export function escapeForShell(text: string): string {
  return text.replace(/[^\w@%+=:,./-]/g, '\\$&');
}
