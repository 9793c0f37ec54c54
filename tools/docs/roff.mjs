/** Escape text for man(7). */
export function roff(text) {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('`', '\\(ga');
  return escaped.replace(/^([.'])/gm, '\\&$1');
}

export const bold = text => `\\fB${roff(text)}\\fR`;

/** Build a section from its lines of roff. */
export const section = (title, ...lines) => [`.SH ${title}`, ...lines.flat()];

/** Build a definition: a term in roff, and its description as plain text. */
export const item = (term, text) => ['.TP', term, roff(text)];

/** Build plain paragraphs. */
export const paragraphs = texts =>
  texts.flatMap((text, at) => [...(at > 0 ? ['.PP'] : []), roff(text)]);

/** Build preformatted lines. */
export const literal = lines => ['.nf', '.RS 4', ...lines.map(roff), '.RE', '.fi'];
