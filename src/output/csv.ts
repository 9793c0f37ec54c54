/** Format a line of CSV (RFC 4180) with its line break. */
export function csvLine(fields: readonly string[], isGuarded = true): string {
  return `${fields.map(field => separatedField(field, ',', isGuarded)).join(',')}\r\n`;
}

/** Format a line with tabs, as other tools read it. */
export function tsvLine(fields: readonly string[], isGuarded = true): string {
  return `${fields.map(field => separatedField(field, '\t', isGuarded)).join('\t')}\n`;
}

const isPlainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Format a field of CSV or TSV. Spreadsheets evaluate text that starts with = + - @ or a tab as a
 * formula, and anyone who can name a project could inject one: an apostrophe makes it plain text.
 * Numbers are unchanged.
 *
 * @param isGuarded false if no spreadsheet reads it
 */
export function separatedField(text: string, separator: ',' | '\t', isGuarded = true): string {
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text);
  const safe = isGuarded && isFormula && !isPlainNumber.test(text) ? `'${text}` : text;
  const isQuoted = /["\r\n]/.test(safe) || safe.includes(separator) || safe !== text;
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
