const longest = 200;

/** Takes the terminal's replies to questions out of what looks like typing. */
export interface ReplyReader {
  /**
   * One piece of what the terminal sent: nothing when it belongs to a reply, else the piece.
   * A reply comes in several pieces, since Ink takes its start for alt with a bracket.
   */
  take(piece: string): string | undefined;
}

/**
 * Make a reader of replies (OSC … BEL, or OSC … ST).
 *
 * @param onReply called with the text of each whole reply
 */
export function makeReplyReader(onReply: (text: string) => void): ReplyReader {
  let held: string | undefined;
  return {
    take(piece) {
      if (held === undefined) {
        if (piece !== '\x1b]') return piece;
        held = '';
        return undefined;
      }
      // Somebody pressed alt with a bracket: what follows is typing.
      if (held === '' && !/^\d/.test(piece)) {
        held = undefined;
        return piece;
      }
      held += piece;
      const end = /\x07|\x1b\\/.exec(held);
      if (end !== null) {
        onReply(held.slice(0, end.index));
        held = undefined;
      } else if (held.length > longest) held = undefined;
      return undefined;
    },
  };
}

/**
 * Whether the background a terminal names is light; undefined for a text that names none.
 *
 * @param reply `11;rgb:ffff/ffff/ffff`, with one to four digits a colour
 */
export function isLightBackground(reply: string): boolean | undefined {
  const found = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(reply);
  if (found === null) return undefined;
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5;
}
