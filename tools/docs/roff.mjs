/** Text for man(7): what roff would take for its own is written so that it comes out as it is. */
export function roff(text) {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('`', '\\(ga');
  return escaped.replace(/^([.'])/gm, '\\&$1');
}

export const bold = text => `\\fB${roff(text)}\\fR`;

/** A section with its lines of roff. */
export const section = (title, ...lines) => [`.SH ${title}`, ...lines.flat()];

/** What is explained, already roff, and its explanation, plain. */
export const item = (term, text) => ['.TP', term, roff(text)];

/** Plain paragraphs. */
export const paragraphs = texts =>
  texts.flatMap((text, at) => [...(at > 0 ? ['.PP'] : []), roff(text)]);

/** Lines that are kept as they are. */
export const literal = lines => ['.nf', '.RS 4', ...lines.map(roff), '.RE', '.fi'];
