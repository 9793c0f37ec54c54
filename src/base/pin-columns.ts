import {hasCertainWidth, widthOf} from './width.ts';

/**
 * A CSI sequence, a control character, characters other than ASCII with the one that they may
 * combine with, or plain ASCII.
 */
const parts =
  /\x1b\[[\d;?]*[ -/]*([@-~])|[\0-\x1f\x7f]|[\x20-\x7e]?[^\0-\x7f]+|[\x20-\x7e](?:[\x20-\x7e](?![^\0-\x7f]))*/g;

const wrapOff = '\x1b[?7l';
const wrapOn = '\x1b[?7h';

/**
 * Keep what follows uncertain characters in its column. Terminals disagree about the width of
 * combining letters and of emoji, so after these the cursor is moved to the column that the layout
 * expects; at the right edge they do not wrap.
 *
 * @param frame changes of the screen, each line from its first column or after a move to a column
 */
export function pinColumns(frame: string): string {
  if (hasCertainWidth(frame)) return frame;
  let column = 0;
  return frame.replace(parts, (part: string, command?: string) => {
    if (command === 'G') column = Math.max(1, Number.parseInt(part.slice(2), 10) || 1) - 1;
    else if (command === undefined ? /^[\n\r]/.test(part) : /[EFH]/.test(command)) column = 0;
    if (command !== undefined || /^[\0-\x1f\x7f]/.test(part)) return part;
    const width = widthOf(part);
    column += width;
    if (hasCertainWidth(part)) return part;
    // A terminal that draws fewer columns would show part of the previous text.
    const erased = width === 0 ? '' : `\x1b[${width}X`;
    return `${wrapOff}${erased}${part}${wrapOn}\x1b[${column + 1}G`;
  });
}
