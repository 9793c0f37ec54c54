/** DEL, C1 controls, and the characters that turn the direction of text. */
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const everyUnsafe = new RegExp(unsafe.source, 'g');

/**
 * JSON with raw DEL, C1 and bidirectional control characters written as `\uXXXX`: the same value,
 * safe to show on a terminal (contract 3.1). They can only stand inside strings.
 */
export function escapeControls(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, escapeCharacter) : text;
}

/** A UTF-16 unit as `\uXXXX`, in lower-case digits. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
