// Rewrites only the changed parts of a line: with a preview beside a list, most changed lines of a
// frame differ in one of the two only.

const esc = '\u001b';
/**
 * Characters that every terminal draws one column wide, including Greek, Cyrillic, Hebrew and
 * Arabic letters.
 */
const single =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0391-\u03a1\u03a3-\u03c9\u0401\u0410-\u044f\u0451\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2039\u203a\u2190-\u2193\u2500-\u25a1\u2713\u2717]$/;
/**
 * Characters that every terminal draws two columns wide: kana, ideographs, syllables, and their
 * punctuation.
 */
const double =
  /^[\u3001-\u3003\u3008-\u3011\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]$/;
/** Letters whose shape depends on their neighbours. */
const joined = /^[\u0621-\u064a]$/;
const isCertain = character => single.test(character) || double.test(character);
/** Up to this many equal cells between two changes are cheaper to write than to skip. */
const shortGap = 8;

const closers = new Map([
  [39, ['color']],
  [49, ['background']],
  [22, ['bold', 'dim']],
  [23, ['italic']],
  [24, ['underline']],
  [27, ['inverse']],
  [28, ['hidden']],
  [29, ['strike']],
]);
const openers = new Map([
  [1, 'bold'],
  [2, 'dim'],
  [3, 'italic'],
  [4, 'underline'],
  [7, 'inverse'],
  [8, 'hidden'],
  [9, 'strike'],
]);

/** Apply a select graphic rendition sequence to styles. */
function styled(styles, parameters) {
  const codes = parameters === '' ? [0] : parameters.split(';').map(Number);
  const next = {...styles};
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) for (const name of Object.keys(next)) delete next[name];
    else if (code === 38 || code === 48) {
      const length = codes[i + 1] === 2 ? 5 : 3;
      next[code === 38 ? 'color' : 'background'] = codes.slice(i, i + length).join(';');
      i += length - 1;
    } else if (openers.has(code)) next[openers.get(code)] = String(code);
    else if (closers.has(code)) for (const name of closers.get(code)) delete next[name];
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) next.color = String(code);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
      next.background = String(code);
  }
  return next;
}

/** The parts of a style in a fixed order, so that equal styles have equal texts. */
const parts = [...openers.values(), 'color', 'background'];

function keyOf(styles) {
  let key = '';
  for (const name of parts) {
    if (styles[name] !== undefined) key += key === '' ? styles[name] : `;${styles[name]}`;
  }
  return key;
}

/**
 * Return the styles that are visible on a space: only the background, unless it is inverse or has a
 * line.
 */
function blankOf(styles) {
  if (styles.inverse ?? styles.underline ?? styles.strike) return styles;
  return styles.background === undefined ? {} : {background: styles.background};
}

/** Return a style with its key for comparison, and its visible part on a space. */
function lookOf(styles) {
  const blank = blankOf(styles);
  return {styles, key: keyOf(styles), blank: {styles: blank, key: keyOf(blank)}};
}

const plain = lookOf({});

/** Split a line into cells, up to the first character of uncertain width, and return the rest. */
function cellsOf(line) {
  const cells = [];
  let look = plain;
  let at = 0;
  while (at < line.length) {
    if (line[at] === esc) {
      const [sequence, parameters] = /^\u001b\[([\d;]*)m/.exec(line.slice(at, at + 40)) ?? [];
      if (sequence === undefined) break;
      look = lookOf(styled(look.styles, parameters));
      at += sequence.length;
      continue;
    }
    if (!isCertain(line[at])) break;
    // A combining character belongs to the cell of the previous one.
    const next = line[at + 1];
    if (next !== undefined && next !== esc && !isCertain(next)) break;
    const {styles, key} = line[at] === ' ' ? look.blank : look;
    cells.push({text: line[at], styles, key});
    // The second column is a cell without text.
    if (double.test(line[at])) cells.push({text: '', styles, key});
    at += 1;
  }
  return {cells, rest: line.slice(at), style: look.key};
}

const blank = {text: ' ', styles: {}, key: ''};
const same = (a = blank, b = blank) => a.text === b.text && a.key === b.key;
const toColumn = column => `${esc}[${column + 1}G`;
const eraseEndLine = `${esc}[K`;

/** Return the shortest sequence that changes one style to another. */
function turned(from, to) {
  if (to.key === '') return `${esc}[0m`;
  const codes = [];
  for (const [code, names] of closers) {
    if (!names.some(name => from[name] !== undefined && to.styles[name] === undefined)) continue;
    codes.push(code);
    // Bold and dim share one end sequence.
    for (const name of names) if (to.styles[name] !== undefined) codes.push(to.styles[name]);
  }
  for (const name of parts) {
    const code = to.styles[name];
    if (code !== undefined && code !== from[name] && !codes.includes(code)) codes.push(code);
  }
  const changes = codes.join(';');
  return `${esc}[${changes.length < to.key.length + 2 ? changes : `0;${to.key}`}m`;
}

function written(cells) {
  let text = '';
  let now = plain;
  for (const cell of cells) {
    const isShown = cell.key === now.key || (cell.text === ' ' && cell.key === now.blank.key);
    if (!isShown) {
      text += turned(now.styles, cell);
      now = lookOf(cell.styles);
    }
    text += cell.text;
  }
  return now.key === '' ? text : `${text}${esc}[0m`;
}

/**
 * Return the sequence that changes one line of a terminal to another, wherever the cursor is in it,
 * by moving to the changed parts and writing them.
 *
 * @param before the current line; undefined if unknown
 * @param after the new line, without line breaks
 */
export function changedCells(before, after) {
  if (before === undefined) return `${toColumn(0)}${after}${eraseEndLine}`;
  const old = cellsOf(before);
  const now = cellsOf(after);
  const isWhole = old.rest === '' && now.rest === '';
  // No column is certain after a character of uncertain width.
  let length = isWhole
    ? Math.max(old.cells.length, now.cells.length)
    : Math.min(old.cells.length, now.cells.length);
  // Nor one in the middle of a wide character.
  if (now.cells[length]?.text === '') length -= 1;
  const isJoined = i =>
    joined.test(old.cells[i]?.text ?? '') || joined.test(now.cells[i]?.text ?? '');
  /** Check whether the cell joins the previous one. */
  const joinsAt = i => i > 0 && isJoined(i) && isJoined(i - 1);
  let text = '';
  for (let at = 0; at < length; ) {
    if (same(old.cells[at], now.cells[at])) {
      at += 1;
      continue;
    }
    let end = at + 1;
    for (let i = end; i < length && i - end < shortGap; i++) {
      if (!same(old.cells[i], now.cells[i])) end = i + 1;
    }
    let from = at;
    while (joinsAt(from)) from -= 1;
    while (end < length && joinsAt(end)) end += 1;
    text += toColumn(from) + written(now.cells.slice(from, end));
    // Everything after it is erased.
    if (isWhole && end > now.cells.length) return text + eraseEndLine;
    at = end;
  }
  if (isWhole) return text;
  if (old.rest === now.rest && old.cells.length === now.cells.length && old.style === now.style) {
    return text;
  }
  const open = length < now.cells.length || now.style === '' ? '' : `${esc}[${now.style}m`;
  const left = written(now.cells.slice(length));
  const styleOfRest = now.style === '' || open !== '' ? open : `${esc}[${now.style}m`;
  return `${text}${toColumn(length)}${left}${styleOfRest}${now.rest}${esc}[0m${eraseEndLine}`;
}

/** Combine consecutive moves to the next line: most lines of a frame do not change. */
export function fewerMoves(text) {
  return text.replace(/(?:\u001b\[E){2,}/g, moves => `${esc}[${moves.length / 3}E`);
}
