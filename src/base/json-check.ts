/** The position and cause of a syntax error in JSON. */
export interface JsonProblem {
  /** Starts at 1. */
  readonly line: number;
  /** Character position in the line, starting at 1. */
  readonly column: number;
  /** The problem, printed after its position: `expected a comma or }`. */
  readonly message: string;
  /** The text may be valid JSON, but exceeds a limit. */
  readonly isTooMuch?: true;
}

const escapes = new Set('"\\/bfnrt');
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Longest text that V8 checks: its value is small, and a command often checks just one. */
const shortText = 16_384;

/**
 * Report the first syntax error of JSON text (RFC 8259); undefined if the text is valid. One pass
 * without building the value, unless the text is short; depth is limited by memory only.
 *
 * @param most maximum number of elements of an array, of members of an object, and of levels
 */
export function checkJson(text: string, most = Number.POSITIVE_INFINITY): JsonProblem | undefined {
  if (text.length <= Math.min(shortText, most) && isParsed(text)) return undefined;
  const failed = new Checker(text, most).run();
  if (failed === undefined) return undefined;
  const {at, message, isTooMuch} = failed;
  return {...positionOf(text, at, message), ...(isTooMuch && {isTooMuch})};
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface CheckError {
  readonly at: number;
  readonly message: string;
  readonly isTooMuch?: true;
}

/** A parser of one text; `at` is its position. */
class Checker {
  readonly #text: string;
  #at = 0;
  #error: CheckError | undefined;
  /** The kinds of the enclosing values: 1 an object, 0 an array. */
  readonly #open: number[] = [];
  readonly #most: number;
  /** Number of elements so far in each enclosing value. */
  readonly #counts: number[] = [];
  #count = 0;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  run(): CheckError | undefined {
    this.#blank();
    if (this.#at >= this.#text.length) return {at: 0, message: 'the text is empty'};
    do {
      if (!this.#value()) return this.#error;
    } while (this.#open.length > 0);
    this.#blank();
    if (this.#at < this.#text.length) {
      return {at: this.#at, message: 'unexpected text after the value'};
    }
    return undefined;
  }

  /**
   * Check a value, or the opening of one, and everything that closes after it; false on an error.
   */
  #value(): boolean {
    this.#blank();
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#openObject();
      case 0x5b:
        return this.#openArray();
      case 0x22:
        return this.#string() && this.#close();
      case 0x74:
        return this.#word('true') && this.#close();
      case 0x66:
        return this.#word('false') && this.#close();
      case 0x6e:
        return this.#word('null') && this.#close();
      default:
        return this.#number() && this.#close();
    }
  }

  #openObject(): boolean {
    this.#at++;
    this.#blank();
    if (this.#text.charCodeAt(this.#at) === 0x7d) {
      this.#at++;
      return this.#close();
    }
    return this.#enter(1) && this.#key();
  }

  #openArray(): boolean {
    this.#at++;
    this.#blank();
    if (this.#text.charCodeAt(this.#at) === 0x5d) {
      this.#at++;
      return this.#close();
    }
    return this.#enter(0);
  }

  #enter(kind: 0 | 1): boolean {
    if (this.#open.length >= this.#most) return this.#tooMuch();
    this.#open.push(kind);
    this.#counts.push(this.#count);
    this.#count = 1;
    return true;
  }

  #tooMuch(): false {
    this.#error = {at: this.#at, message: `more than ${this.#most} values`, isTooMuch: true};
    return false;
  }

  /** After a value, close the values that end here, and stop before the next value. */
  #close(): boolean {
    while (this.#open.length > 0) {
      this.#blank();
      const inObject = this.#open[this.#open.length - 1] === 1;
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x2c) {
        if (++this.#count > this.#most) return this.#tooMuch();
        this.#at++;
        this.#blank();
        return inObject ? this.#key() : true;
      }
      if (code !== (inObject ? 0x7d : 0x5d)) {
        return this.#fail(`expected a comma or ${inObject ? '}' : ']'}`);
      }
      this.#at++;
      this.#open.pop();
      this.#count = this.#counts.pop() ?? 0;
    }
    return true;
  }

  #key(): boolean {
    if (this.#text.charCodeAt(this.#at) !== 0x22) {
      return this.#fail('expected a property name in double quotes');
    }
    if (!this.#string()) return false;
    this.#blank();
    if (this.#text.charCodeAt(this.#at) !== 0x3a) return this.#fail('expected a colon');
    this.#at++;
    return true;
  }

  #string(): boolean {
    const start = this.#at;
    const text = this.#text;
    let at = start + 1;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at + 1;
        return true;
      }
      if (code < 0x20) {
        this.#at = at;
        return this.#fail('a control character inside a string must be escaped');
      }
      if (code !== 0x5c) {
        at++;
        continue;
      }
      const length = escapeLength(text, at);
      if (length === 0) {
        this.#at = at;
        return this.#fail('invalid escape in a string');
      }
      at += length;
    }
    this.#at = start;
    return this.#fail('unterminated string');
  }

  #word(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return this.#fail('expected a value');
    this.#at += word.length;
    return true;
  }

  #number(): boolean {
    numberForm.lastIndex = this.#at;
    const found = numberForm.exec(this.#text);
    if (found === null) return this.#fail('expected a value');
    this.#at += found[0].length;
    return true;
  }

  #blank(): void {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      at++;
      code = text.charCodeAt(at);
    }
    this.#at = at;
  }

  #fail(message: string): false {
    const at = this.#at;
    this.#error = {
      at,
      message: at < this.#text.length ? message : `the text ends too early: ${message}`,
    };
    return false;
  }
}

/** Return the length of the escape at `at`; 0 if invalid. */
function escapeLength(text: string, at: number): number {
  const next = text.charAt(at + 1);
  if (escapes.has(next)) return 2;
  return next === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
}

function positionOf(text: string, at: number, message: string): JsonProblem {
  let line = 1;
  let lineStart = 0;
  for (
    let next = text.indexOf('\n');
    next !== -1 && next < at;
    next = text.indexOf('\n', next + 1)
  ) {
    line++;
    lineStart = next + 1;
  }
  return {line, column: at - lineStart + 1, message};
}
