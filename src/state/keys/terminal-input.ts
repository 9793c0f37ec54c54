const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

/**
 * A reply to a question (OSC, ended by BEL or ST), a control sequence, one key with alt, a key that
 * stands alone, or what is plain text.
 */
const pattern =
  /\x1b\]\d[^\x07\x1b]{0,200}(?:\x07|\x1b\\)|\x1b\x1b?(?:\[\[?[0-?]*[ -/]*[@-~]|O[@-~])|\x1b[\s\S]|[\x1b\x7f\b]|[^\x1b\x7f\b]+/uy;
/** What may become a sequence by what comes next. */
const begun = /\x1b(?:\x1b?(?:\[\[?[0-?]*[ -/]*|O)?|\](?:\d[^\x07\x1b]{0,200}\x1b?)?)$/y;

interface Pieces {
  /** In their order, each as Ink takes it too: keys, a mouse report, a reply, a paste with its marks. */
  readonly pieces: readonly string[];
  /** The begin of a sequence that goes on in what the terminal sends next; empty when there is none. */
  readonly rest: string;
}

/** What a terminal sent, cut into pieces: sequences whole, the text between them as it came. */
export function piecesOf(text: string): Pieces {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const length = lengthAt(text, at);
    if (length === undefined) return {pieces, rest: text.slice(at)};
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return {pieces, rest: ''};
}

/** How long the piece is that begins there; undefined where its end has not come yet. */
function lengthAt(text: string, at: number): number | undefined {
  if (text.startsWith(pasteStart, at)) {
    const end = text.indexOf(pasteEnd, at);
    return end < 0 ? undefined : end + pasteEnd.length - at;
  }
  begun.lastIndex = at;
  if (begun.test(text)) return undefined;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 1;
}

/** Whether a piece is a paste, or the begin of one. */
export function isPaste(piece: string): boolean {
  return piece.startsWith(pasteStart);
}

/** The text of a whole paste; undefined for another piece. */
export function pastedIn(piece: string): string | undefined {
  return isPaste(piece) ? piece.slice(pasteStart.length, -pasteEnd.length) : undefined;
}

/** What the terminal replied to a question, such as `11;rgb:0000/0000/0000`; undefined for another piece. */
export function replyIn(piece: string): string | undefined {
  return /^\x1b\]([^\x07\x1b]+)[\x07\x1b]/.exec(piece)?.[1];
}
