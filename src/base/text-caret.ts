/** A text being edited and its caret, an index from 0 to its length. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/**
 * Apply a key to a text of several lines, as in any editor. Undefined for a key without effect.
 *
 * @param key a character, or a name: `enter`, `backspace`, `ctrl+w`
 */
export function applyKey(key: string, {text, caret}: CaretText): CaretText | undefined {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const after = text.indexOf('\n', caret);
  const lineEnd = after === -1 ? text.length : after;
  const cut = (from: number, to: number): CaretText => ({
    text: text.slice(0, from) + text.slice(to),
    caret: from,
  });
  const moveTo = (position: number): CaretText => ({text, caret: position});
  switch (key) {
    case 'enter':
      return insertText({text, caret}, '\n');
    case 'space':
      return insertText({text, caret}, ' ');
    case 'backspace':
      return cut(previousIndex(text, caret), caret);
    case 'delete':
      return cut(caret, nextIndex(text, caret));
    case 'ctrl+w':
      return cut(caret - (/\S*\s*$/.exec(text.slice(lineStart, caret))?.[0].length ?? 0), caret);
    case 'ctrl+u':
      return cut(lineStart, caret);
    case 'left':
      return moveTo(previousIndex(text, caret));
    case 'right':
      return moveTo(nextIndex(text, caret));
    case 'home':
      return moveTo(lineStart);
    case 'end':
      return moveTo(lineEnd);
    case 'up': {
      if (lineStart === 0) return moveTo(0);
      const above = text.lastIndexOf('\n', lineStart - 2) + 1;
      return moveTo(Math.min(above + caret - lineStart, lineStart - 1));
    }
    case 'down': {
      if (lineEnd === text.length) return moveTo(lineEnd);
      const next = text.indexOf('\n', lineEnd + 1);
      return moveTo(Math.min(lineEnd + 1 + caret - lineStart, next === -1 ? text.length : next));
    }
    default:
      return [...key].length === 1 ? insertText({text, caret}, key) : undefined;
  }
}

/** Insert a text at the caret, and move the caret after it. */
export function insertText({text, caret}: CaretText, piece: string): CaretText {
  return {text: text.slice(0, caret) + piece + text.slice(caret), caret: caret + piece.length};
}

/** Return the index of the previous character; a surrogate pair is one. */
function previousIndex(text: string, at: number): number {
  return Math.max(0, at - ([...text.slice(Math.max(0, at - 2), at)].at(-1)?.length ?? 1));
}

function nextIndex(text: string, at: number): number {
  const width = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return Math.min(text.length, at + width);
}
