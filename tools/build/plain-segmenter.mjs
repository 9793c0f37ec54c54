/**
 * Characters that are one column wide and never combine with their neighbours: printable ASCII,
 * Latin, Greek and Cyrillic letters, dashes, quotes, arrows, box drawing and blocks. Nearly all
 * text on a screen consists of them, while the general rules cost 25 ms at start and most of each
 * frame. test/tools/edits.test.ts compares all of them with those rules.
 */
const characters =
  '\\u0020-\\u007E\\u00A1-\\u00AC\\u00AE-\\u02FF\\u0370-\\u0377\\u037B-\\u037F\\u0384-\\u038A\\u038E-\\u03A1\\u03A3-\\u0482\\u048A-\\u052F\\u2010-\\u2027\\u2030-\\u205E\\u2190-\\u21FF\\u2500-\\u25FC';

/** Matches text whose width is its length. */
export const plainText = new RegExp(`^[${characters}]*$`);

/**
 * Matches text whose UTF-16 units are all graphemes, including the control characters of escape
 * sequences.
 */
const separateText = new RegExp(`^[${characters}\\u0007\\t\\n\\u001B\\u009B]*$`);

let segmenter;

/**
 * A replacement for `Intl.Segmenter` with graphemes, which it creates only for text that needs it.
 */
export class PlainSegmenter {
  segment(text) {
    if (separateText.test(text)) return new SeparateUnits(text);
    segmenter ??= new Intl.Segmenter();
    return segmenter.segment(text);
  }
}

class SeparateUnits {
  constructor(text) {
    this.text = text;
  }

  containing(index = 0) {
    const segment = this.text[Math.trunc(index)];
    return segment && {segment, index: Math.trunc(index), input: this.text};
  }

  [Symbol.iterator]() {
    const units = new Array(this.text.length);
    for (let index = 0; index < units.length; index++) {
      units[index] = {segment: this.text[index], index, input: this.text};
    }
    return units[Symbol.iterator]();
  }
}
