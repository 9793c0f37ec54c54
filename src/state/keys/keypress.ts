import {lookUp} from '../../base/look-up.ts';

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

/** Keys by what stands behind `ESC [` or `ESC O`. */
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

/** Every key that is no character. */
export const specialKeys: ReadonlySet<string> = new Set([
  ...Object.values(named),
  ...Object.values(sequences),
  'ctrl+space',
]);

/**
 * The keys in what a terminal sent in one piece, by name: `j`, `G`, `ctrl+d`, `alt+x`, `enter`,
 * `pgdn`, `f5`, `shift+up`. Keys pressed quickly arrive together as one text, so there may be many.
 * What is not a key steward knows gives nothing.
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
  if (sequence.startsWith('\x1b') && [...sequence].length === 2) return `alt+${sequence.slice(1)}`;
  const [character, ...rest] = sequence;
  if (character === undefined || rest.length > 0) return undefined;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 0 ? 'ctrl+space' : `ctrl+${String.fromCharCode(code + 96)}`;
  return code >= 0x7f && code < 0xa0 ? undefined : character;
}

/** xterm's modifier number is one more than the bits shift 1, alt 2, ctrl 4. */
function modifiedKey(modifier: number, letter: string): string | undefined {
  const key = lookUp(sequences, letter);
  if (key === undefined) return undefined;
  const bits = modifier - 1;
  const names = [bits & 4 ? 'ctrl' : '', bits & 2 ? 'alt' : '', bits & 1 ? 'shift' : ''];
  return [...names.filter(Boolean), key].join('+');
}

/** Whether a key is a printable character, which a text field takes. */
export function isPrintable(key: string): boolean {
  return key === 'space' || [...key].length === 1;
}

/** A text with a key typed behind it; undefined for one that does nothing to it. */
export function typedBehind(text: string, key: string): string | undefined {
  if (key === 'backspace') return [...text].slice(0, -1).join('');
  if (key === 'ctrl+u') return '';
  if (key === 'space') return `${text} `;
  return isPrintable(key) ? text + key : undefined;
}
