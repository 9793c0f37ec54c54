/** DEL, C1 controls and bidirectional controls. */
const unsafeCharacter = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const unsafeCharacters = new RegExp(unsafeCharacter.source, 'g');

/**
 * Replace raw DEL, C1 and bidirectional control characters of JSON by `\uXXXX`: the value is equal
 * and safe to print on a terminal (contract 3.1). They can occur in strings only.
 */
export function escapeControls(text: string): string {
  return unsafeCharacter.test(text) ? text.replace(unsafeCharacters, escapeCharacter) : text;
}

/** Format a UTF-16 unit as `\uXXXX`, with lower-case digits. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
