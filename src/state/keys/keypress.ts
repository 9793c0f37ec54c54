import {lookUp} from '../../base/look-up.ts';

const named: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x1b': 'esc',
  '\x7f': 'backspace',
  '\b': 'backspace',
  ' ': 'space',
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1b[C': 'right',
  '\x1b[D': 'left',
  '\x1bOA': 'up',
  '\x1bOB': 'down',
  '\x1bOC': 'right',
  '\x1bOD': 'left',
  '\x1b[H': 'home',
  '\x1b[F': 'end',
  '\x1bOH': 'home',
  '\x1bOF': 'end',
  '\x1b[1~': 'home',
  '\x1b[4~': 'end',
  '\x1b[7~': 'home',
  '\x1b[8~': 'end',
  '\x1b[5~': 'pgup',
  '\x1b[6~': 'pgdn',
  '\x1b[3~': 'delete',
  '\x1b[2~': 'insert',
  '\x1b[Z': 'shift+tab',
};

const functionKeys: Readonly<Record<string, string>> = {
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  '11': 'f1',
  '12': 'f2',
  '13': 'f3',
  '14': 'f4',
  '15': 'f5',
  '17': 'f6',
  '18': 'f7',
  '19': 'f8',
  '20': 'f9',
  '21': 'f10',
  '23': 'f11',
  '24': 'f12',
};

const arrows: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
};

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
  const functionKey = /^\x1b(?:O|\[)(?:\[)?([PQRS]|\d\d)~?$/.exec(sequence)?.[1];
  if (functionKey !== undefined) return lookUp(functionKeys, functionKey);
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
  const key = lookUp(arrows, letter);
  if (key === undefined) return undefined;
  const bits = modifier - 1;
  const names = [bits & 4 ? 'ctrl' : '', bits & 2 ? 'alt' : '', bits & 1 ? 'shift' : ''];
  return [...names.filter(Boolean), key].join('+');
}

/** Whether a key is a printable character, which a text field takes. */
export function isPrintable(key: string): boolean {
  return key === 'space' || [...key].length === 1;
}
