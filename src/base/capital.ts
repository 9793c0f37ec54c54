/** Capitalize the first letter of a text. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words as a label: `Release date`, with abbreviations in capitals: `Avatar URL`, `JQL filter`. */
export function labelFrom(words: string): string {
  return capitalize(words).replace(
    /\b(id|url|uri|jql)(s?)\b/gi,
    (_, word: string, plural: string) => word.toUpperCase() + plural,
  );
}

/** Convert a title for use within a sentence: `blog posts`, but `UI modifications`. */
export function uncapitalize(title: string): string {
  return /^.[A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
