import {isBlank, skipBlank, skipString, skipValue} from './json-scan.ts';

const openBrace = 0x7b;
const openBracket = 0x5b;
/** A closing bracket's code is this much more than its opening one's. */
const closing = 2;
const comma = 0x2c;
const colon = 0x3a;
/** Pieces joined at a time: one huge array of pieces would cost more than the text. */
const batch = 8192;

/**
 * JSON without blanks between its parts; numbers, key order and escapes stay as they are.
 *
 * @param text JSON that `checkJson` found no problem in
 */
export function compactJson(text: string): string {
  const output = makeOutput();
  let from = 0;
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === 0x22) {
      position = skipString(text, position);
    } else if (isBlank(code)) {
      output.push(text.slice(from, position));
      position = skipBlank(text, position);
      from = position;
    } else {
      position++;
    }
  }
  if (from === 0) return text;
  output.push(text.slice(from));
  return output.text();
}

/**
 * JSON indented by two spaces, one member or element a line, empty objects and arrays closed up;
 * numbers, key order and escapes stay as they are.
 *
 * @param text JSON that `checkJson` found no problem in
 */
export function prettyJson(text: string): string {
  const output = makeOutput();
  const lineAt = makeLines();
  let depth = 0;
  let position = skipBlank(text, 0);
  while (position < text.length) {
    const code = text.charCodeAt(position);
    let end = position + 1;
    if (code === openBrace || code === openBracket) {
      const next = skipBlank(text, end);
      output.push(code === openBrace ? '{' : '[');
      if (text.charCodeAt(next) === code + closing) {
        output.push(text.charAt(next));
        end = next + 1;
      } else {
        output.push(lineAt(++depth));
      }
    } else if (code === openBrace + closing || code === openBracket + closing) {
      output.push(lineAt(--depth) + text.charAt(position));
    } else if (code === comma) {
      output.push(`,${lineAt(depth)}`);
    } else if (code === colon) {
      output.push(': ');
    } else {
      // At least one character on, so that text that is no JSON ends too.
      end = Math.max(skipValue(text, position), end);
      output.push(text.slice(position, end));
    }
    position = skipBlank(text, end);
  }
  return output.text();
}

interface Output {
  readonly push: (piece: string) => void;
  readonly text: () => string;
}

function makeOutput(): Output {
  const done: string[] = [];
  let pieces: string[] = [];
  return {
    push(piece) {
      pieces.push(piece);
      if (pieces.length < batch) return;
      done.push(pieces.join(''));
      pieces = [];
    },
    text: () => done.join('') + pieces.join(''),
  };
}

/** A new line with its indentation by depth, made once for each. */
function makeLines(): (depth: number) => string {
  const lines: string[] = [];
  return depth => {
    const line = lines[depth] ?? `\n${'  '.repeat(Math.max(depth, 0))}`;
    lines[depth] = line;
    return line;
  };
}

/** A JSON object from members of JSON text, copied unchanged; undefined members are omitted. */
export function jsonObject(members: Readonly<Record<string, string | undefined>>): string {
  const there = Object.entries(members).filter(([, json]) => json !== undefined);
  return `{${there.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
