/** Text being written, and where in it one is: an index into it, 0 to its length. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/**
 * What a key does to a text of several lines: a character goes in at the caret, the others move or
 * take away, as in every editor. Undefined for a key that does nothing to it.
 *
 * @param key a character, or a name: `enter`, `backspace`, `ctrl+w`
 */
export function editedBy(key: string, {text, caret}: CaretText): CaretText | undefined {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const after = text.indexOf('\n', caret);
  const lineEnd = after === -1 ? text.length : after;
  const cut = (from: number, to: number): CaretText => ({
    text: text.slice(0, from) + text.slice(to),
    caret: from,
  });
  const to = (place: number): CaretText => ({text, caret: place});
  switch (key) {
    case 'enter':
      return insertedInto({text, caret}, '\n');
    case 'space':
      return insertedInto({text, caret}, ' ');
    case 'backspace':
      return cut(before(text, caret), caret);
    case 'delete':
      return cut(caret, behind(text, caret));
    case 'ctrl+w':
      return cut(caret - (/\S*\s*$/.exec(text.slice(lineStart, caret))?.[0].length ?? 0), caret);
    case 'ctrl+u':
      return cut(lineStart, caret);
    case 'left':
      return to(before(text, caret));
    case 'right':
      return to(behind(text, caret));
    case 'home':
      return to(lineStart);
    case 'end':
      return to(lineEnd);
    case 'up': {
      if (lineStart === 0) return to(0);
      const above = text.lastIndexOf('\n', lineStart - 2) + 1;
      return to(Math.min(above + caret - lineStart, lineStart - 1));
    }
    case 'down': {
      if (lineEnd === text.length) return to(lineEnd);
      const next = text.indexOf('\n', lineEnd + 1);
      return to(Math.min(lineEnd + 1 + caret - lineStart, next === -1 ? text.length : next));
    }
    default:
      return [...key].length === 1 ? insertedInto({text, caret}, key) : undefined;
  }
}

/** Insert a text at the caret, and move the caret behind it. */
export function insertedInto({text, caret}: CaretText, piece: string): CaretText {
  return {text: text.slice(0, caret) + piece + text.slice(caret), caret: caret + piece.length};
}

/** One character back; a surrogate pair is one. */
function before(text: string, at: number): number {
  return Math.max(0, at - ([...text.slice(Math.max(0, at - 2), at)].at(-1)?.length ?? 1));
}

function behind(text: string, at: number): number {
  const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return Math.min(text.length, at + width);
}
