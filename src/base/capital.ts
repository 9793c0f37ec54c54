/** Capitalize the first letter of a text. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Write the abbreviations of a label in capitals: `Avatar URL`, `JQL filter`, `Account IDs`. */
export function withAbbreviations(label: string): string {
  return label.replace(
    /\b(id|url|uri|ari|jql|cql|html|xml)(s?)\b/gi,
    (_, word: string, plural: string) => word.toUpperCase() + plural,
  );
}

/** Convert a title for use within a sentence: `blog posts`, but `UI modifications`. */
export function uncapitalize(title: string): string {
  return /^.[A-Z]/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}
