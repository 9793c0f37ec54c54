/** A line of CSV (RFC 4180), its line break included. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(field => separatedField(field, ',')).join(',')}\r\n`;
}

/** The same with tabs, in lines as other tools read them. */
export function tsvLine(fields: readonly string[]): string {
  return `${fields.map(field => separatedField(field, '\t')).join('\t')}\n`;
}

const isPlainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * A field of CSV or TSV. Spreadsheets run what begins with = + - @ or a tab as a formula, and such
 * text can come from anybody who may name a project: an apostrophe before it makes it a text.
 * Numbers stay numbers.
 */
export function separatedField(text: string, separator: ',' | '\t'): string {
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n]/.test(text);
  const safe = isFormula && !isPlainNumber.test(text) ? `'${text}` : text;
  const isQuoted = /["\r\n]/.test(safe) || safe.includes(separator) || safe !== text;
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
