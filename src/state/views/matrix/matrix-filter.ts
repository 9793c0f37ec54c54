import type {Matrix, MatrixColumn, MatrixRow} from './state.ts';

/**
 * The rows and columns that pass a filter: words narrow the rows by name, key and heading, and
 * `col:word` narrows the columns by what they are called. `a|b` is either, `!word` is not; several
 * words all count. Case does not matter.
 */
export function filterMatrix(
  matrix: Matrix,
  filter: string,
): {readonly rows: readonly MatrixRow[]; readonly columns: readonly MatrixColumn[]} {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const ofColumns = words.filter(word => columnWord.test(word));
  const ofRows = words.filter(word => !columnWord.test(word));
  return {
    rows: matrix.rows.filter(row =>
      passes(`${row.name} ${row.id} ${row.group}`.toLowerCase(), ofRows),
    ),
    columns: matrix.columns.filter(column =>
      passes(
        `${column.label} ${column.text}`.toLowerCase(),
        ofColumns.map(word => word.replace(columnWord, '$1')),
      ),
    ),
  };
}

/** `col:x` and `!col:x`; what is kept is the mark of "not". */
const columnWord = /^(!?)col:/;

function passes(text: string, words: readonly string[]): boolean {
  return words.every(word => {
    const not = word.startsWith('!');
    const choices = (not ? word.slice(1) : word).split('|').filter(Boolean);
    // A word that is still being typed hides nothing.
    if (choices.length === 0) return true;
    return choices.some(choice => text.includes(choice)) !== not;
  });
}
