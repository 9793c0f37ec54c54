import {lookUp} from '../../base/look-up.ts';
import {pasteKey} from '../../base/text-caret.ts';
import type {MouseAction} from '../model/plain-events.ts';

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

/**
 * A reply of the terminal (OSC, DCS or APC, ended by BEL or ST), a control sequence, a key with
 * alt, a single key, or plain text.
 */
const pattern =
  /\x1b(?:\]\d|P[ -?]|_G)[^\x07\x1b]{0,1000}(?:\x07|\x1b\\)|\x1b\x1b?(?:\[\[?[0-?]*[ -/]*[@-~]|O[@-~])|\x1b[\s\S]|[\x1b\x7f\b]|[^\x1b\x7f\b]+/uy;
/** An incomplete sequence. */
const begun =
  /\x1b(?:\x1b?(?:\[\[?[0-?]*[ -/]*|O)?|[\]P_]|(?:\]\d|P[ -?]|_G)[^\x07\x1b]{0,1000}\x1b?)$/y;

interface Pieces {
  /**
   * In order, as Ink receives them too: keys, a mouse report, a reply, a paste with its markers.
   */
  readonly pieces: readonly string[];
  /** The start of a sequence that continues in the next input; empty if there is none. */
  readonly rest: string;
}

/** Split terminal input into sequences and the text between them. */
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

/** The length of the segment that starts there; undefined if it is incomplete. */
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

/** Whether a segment is a paste, or the start of one. */
export function isPaste(piece: string): boolean {
  return piece.startsWith(pasteStart);
}

/** Whether a segment is a terminal reply, or the start of one; never a key. */
export function isReply(piece: string): boolean {
  return /^\x1b(?:\]\d|P[ -?]|_G)/.test(piece);
}

/** A decoded segment: a mouse event, the background colour, a paste, or keys. */
type Input =
  | {readonly kind: 'mouse'; readonly act: MouseAction}
  | {readonly kind: 'background'; readonly light: boolean}
  | {readonly kind: 'keys'; readonly keys: readonly string[]};

/** Decode a segment of terminal input. */
export function decodeInput(piece: string): Input {
  if (isPaste(piece)) {
    const text = piece.slice(pasteStart.length, -pasteEnd.length);
    return {kind: 'keys', keys: [pasteKey(text)]};
  }
  const act = mouseActOf(piece);
  if (act !== undefined) return {kind: 'mouse', act};
  const light = isLightBackground(piece);
  return light === undefined ? {kind: 'keys', keys: keysOf(piece)} : {kind: 'background', light};
}

/** Decode a mouse report (SGR, `ESC [ < 0 ; 10 ; 5 M`); undefined for anything else. */
function mouseActOf(piece: string): MouseAction | undefined {
  const found = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/.exec(piece);
  if (found === null) return undefined;
  const [, button = '', column = '', line = '', end = ''] = found;
  const at = {column: Number(column), line: Number(line)};
  if (button === '64') return {act: 'wheelUp', ...at};
  if (button === '65') return {act: 'wheelDown', ...at};
  return button === '0' && end === 'M' ? {act: 'press', ...at} : undefined;
}

/**
 * Whether the background colour in a reply is light (`ESC ] 11 ; rgb:ffff/ffff/ffff`, one to four
 * digits a colour); undefined for other replies.
 */
function isLightBackground(piece: string): boolean | undefined {
  const found = /^\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(piece);
  if (found === null) return undefined;
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5;
}

const named: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x1b': 'esc',
  '\x7f': 'backspace',
  '\b': 'backspace',
  ' ': 'space',
  '\x1b[Z': 'shift+tab',
};

/** Keys by the text after `ESC [` or `ESC O`. */
const sequences: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '4~': 'end',
  '7~': 'home',
  '8~': 'end',
  '5~': 'pgup',
  '6~': 'pgdn',
  '3~': 'delete',
  '2~': 'insert',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  '11~': 'f1',
  '12~': 'f2',
  '13~': 'f3',
  '14~': 'f4',
  '15~': 'f5',
  '17~': 'f6',
  '18~': 'f7',
  '19~': 'f8',
  '20~': 'f9',
  '21~': 'f10',
  '23~': 'f11',
  '24~': 'f12',
};

/** All keys that are not characters. */
export const specialKeys: ReadonlySet<string> = new Set([
  ...Object.values(named),
  ...Object.values(sequences),
  'ctrl+space',
  'alt+enter',
]);

/**
 * List the keys of a segment by name: `j`, `G`, `ctrl+d`, `alt+x`, `enter`, `pgdn`, `f5`,
 * `shift+up`. Keys pressed quickly arrive together, so there may be several. Unknown sequences are
 * ignored.
 */
export function keysOf(sequence: string): readonly string[] {
  const whole = keyOf(sequence);
  if (whole !== undefined) return [whole];
  if (sequence.startsWith('\x1b')) return [];
  return [...sequence].flatMap(character => keyOf(character) ?? []);
}

function keyOf(sequence: string): string | undefined {
  const known = lookUp(named, sequence);
  if (known !== undefined) return known;
  const [, behind] = /^\x1b[O[]([A-Z]|\d+~)$/.exec(sequence) ?? [];
  if (behind !== undefined) return lookUp(sequences, behind);
  const modified = /^\x1b\[1;(\d+)([A-DFH])$/.exec(sequence);
  if (modified) return modifiedKey(Number(modified[1]), modified[2] ?? '');
  if (sequence.startsWith('\x1b') && [...sequence].length === 2) {
    const rest = sequence.slice(1);
    return `alt+${lookUp(named, rest) ?? rest}`;
  }
  const [character, ...rest] = sequence;
  if (character === undefined || rest.length > 0) return undefined;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 0 ? 'ctrl+space' : `ctrl+${String.fromCharCode(code + 96)}`;
  return code >= 0x7f && code < 0xa0 ? undefined : character;
}

/** xterm's modifier number is 1 plus the bits shift 1, alt 2, ctrl 4. */
function modifiedKey(modifier: number, letter: string): string | undefined {
  const key = lookUp(sequences, letter);
  if (key === undefined) return undefined;
  const bits = modifier - 1;
  const names = [bits & 4 ? 'ctrl' : '', bits & 2 ? 'alt' : '', bits & 1 ? 'shift' : ''];
  return [...names.filter(Boolean), key].join('+');
}
