/** The words of a line, or a problem. */
export type Words = {readonly words: readonly string[]} | {readonly problem: string};

/**
 * Split a line into words like a POSIX shell: separated by spaces, with `'…'` for literal text and
 * `"…"` and `\` for escapes. No variables, patterns or substitution.
 */
export function splitWords(line: string): Words {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let i = 0; i < line.length; i++) {
    const c = line[i] ?? '';
    if (quote !== undefined) {
      if (c === quote) quote = undefined;
      else if (c === '\\' && quote === '"' && /["\\]/.test(line[i + 1] ?? ''))
        word += line[++i] ?? '';
      else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= '';
    } else if (c === '\\' && i + 1 < line.length) {
      word = (word ?? '') + (line[++i] ?? '');
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + c;
    }
  }
  if (quote !== undefined) return {problem: `close the quote: ${quote}`};
  return {words: word === undefined ? words : [...words, word]};
}

const plainWord = /^[A-Za-z0-9_\-.,/:@%+=]+$/;
/** Quote a text as one word of a POSIX shell, with control characters as `$'…'` escapes. */
export function quoteWord(text: string): string {
  if (plainWord.test(text)) return text;
  if (!/[\u0000-\u001f\u007f-\u009f]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = [...text].map(c => {
    if (c === "'" || c === '\\') return `\\${c}`;
    const code = c.codePointAt(0) ?? 0;
    return code < 0x20 || (code >= 0x7f && code < 0xa0)
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : c;
  });
  return `$'${escaped.join('')}'`;
}
