/** A record of a CSV file. */
export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A CSV file, or what is wrong with it. */
export type CsvFile = {readonly records: readonly CsvRecord[]} | {readonly problem: string};

const delimiters = [',', ';', '\t'];

/**
 * Parse CSV (RFC 4180) with a comma, a semicolon or a tab as delimiter, whichever the first line
 * has most. Quoted cells may contain delimiters, line breaks and doubled quotes; a byte order mark
 * and empty lines are ignored.
 */
export function parseCsv(source: string): CsvFile {
  const text = source.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let at = 0;
  const endRecord = (): void => {
    if (cells.length > 1 || cells[0] !== '') records.push({line: start, cells});
    cells = [];
  };
  while (at < text.length) {
    if (cells.length === 0) start = line;
    let cell: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return {problem: `line ${line}: a quoted cell is not closed`};
      const quoted = text.slice(at + 1, end);
      line += quoted.split('\n').length - 1;
      cell = quoted.replaceAll('""', '"');
      at = end + 1;
      if (at < text.length && text[at] !== delimiter && !isLineBreak(text, at)) {
        return {problem: `line ${line}: text follows the closing quote of a cell`};
      }
    } else {
      const end = endOfCell(text, at, delimiter);
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (text[at] === delimiter) {
      at++;
      // A delimiter at the end of the file precedes an empty cell.
      if (at === text.length) cells.push('');
      else if (isLineBreak(text, at)) cells.push('');
      else continue;
    }
    endRecord();
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
  }
  return {records};
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const plain = first.replace(/"(?:[^"]|"")*"/g, '');
  const count = (one: string): number => plain.split(one).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && !isLineBreak(text, at)) at++;
  return at;
}

function isLineBreak(text: string, at: number): boolean {
  return (
    text[at] === '\n' || (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length))
  );
}
