import {isBlank, skipBlank, skipString, skipValue} from './json-scan.ts';

const openBrace = 0x7b;
const openBracket = 0x5b;
/** Difference between the codes of a closing and its opening bracket. */
const closingOffset = 2;
const comma = 0x2c;
const colon = 0x3a;
/**
 * Number of parts to join at a time: one huge array of parts would take more memory than the text.
 */
const batchSize = 8192;

/**
 * Remove blanks between the tokens of JSON; numbers, key order and escapes are unchanged.
 *
 * @param text valid JSON (see `checkJson`)
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
 * Indent JSON by two spaces, one member or element per line, with empty objects and arrays on one
 * line; numbers, key order and escapes are unchanged.
 *
 * @param text valid JSON (see `checkJson`)
 */
export function prettyJson(text: string): string {
  return [...prettyParts([text])].join('');
}

/**
 * Indent JSON like `prettyJson`, in parts, so that a long text is not in memory twice.
 *
 * @param texts the text in parts that end between two tokens
 */
export function* prettyParts(texts: Iterable<string>): Generator<string, void, undefined> {
  let parts: string[] = [];
  const lineAt = makeLines();
  let depth = 0;
  /** An opening bracket whose next token is in the next part. */
  let opened = '';
  for (const part of texts) {
    const text = opened + part;
    opened = '';
    let position = skipBlank(text, 0);
    while (position < text.length) {
      const code = text.charCodeAt(position);
      let end = position + 1;
      if (code === openBrace || code === openBracket) {
        const next = skipBlank(text, end);
        if (next >= text.length) {
          opened = text.charAt(position);
          break;
        }
        parts.push(code === openBrace ? '{' : '[');
        if (text.charCodeAt(next) === code + closingOffset) {
          parts.push(text.charAt(next));
          end = next + 1;
        } else {
          parts.push(lineAt(++depth));
        }
      } else if (code === openBrace + closingOffset || code === openBracket + closingOffset) {
        parts.push(lineAt(--depth) + text.charAt(position));
      } else if (code === comma) {
        parts.push(`,${lineAt(depth)}`);
      } else if (code === colon) {
        parts.push(': ');
      } else {
        // Advance by at least one character, so that the loop ends for invalid JSON too.
        end = Math.max(skipValue(text, position), end);
        parts.push(text.slice(position, end));
      }
      position = skipBlank(text, end);
      if (parts.length < batchSize) continue;
      yield parts.join('');
      parts = [];
    }
  }
  yield parts.join('') + opened;
}

interface Output {
  readonly push: (part: string) => void;
  readonly text: () => string;
}

function makeOutput(): Output {
  const batches: string[] = [];
  let parts: string[] = [];
  return {
    push(piece) {
      parts.push(piece);
      if (parts.length < batchSize) return;
      batches.push(parts.join(''));
      parts = [];
    },
    text: () => batches.join('') + parts.join(''),
  };
}

/** Create a function that returns a line break with the indentation of a depth, with a cache. */
function makeLines(): (depth: number) => string {
  const lines: string[] = [];
  return depth => {
    const line = lines[depth] ?? `\n${'  '.repeat(Math.max(depth, 0))}`;
    lines[depth] = line;
    return line;
  };
}

/**
 * Build a JSON object from members of JSON text, copied unchanged; undefined members are omitted.
 */
export function jsonObject(members: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(members).filter(([, json]) => json !== undefined);
  return `{${present.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
