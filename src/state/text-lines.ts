import {describeLines} from './describe.ts';
import {parseJsonValue} from './json-value.ts';
import type {Line, TextView} from './model.ts';
import {rawLines} from './raw-lines.ts';

interface Memo {
  readonly text: string;
  readonly form: TextView['form'];
  readonly columns: number;
  readonly minute: number;
  readonly lines: readonly Line[];
}

const memos = new Map<number, Memo>();

/** Columns beside a text: two for its mark, one so that it does not touch the edge. */
const margin = 3;

/** The lines of a text view on this screen. The last result is kept, since each frame asks. */
export function linesOfText(
  view: TextView,
  screen: {readonly columns: number; readonly nowMs: number},
): readonly Line[] {
  const {nowMs} = screen;
  const columns = screen.columns - margin;
  const minute = Math.floor(nowMs / 60_000);
  const memo = memos.get(view.key);
  if (
    memo &&
    memo.text === view.text &&
    memo.form === view.form &&
    memo.columns === columns &&
    memo.minute === minute
  ) {
    return memo.lines;
  }
  const lines =
    view.form === 'raw'
      ? rawLines(view.text)
      : describeLines(parseJsonValue(view.text), columns, nowMs);
  memos.clear();
  memos.set(view.key, {text: view.text, form: view.form, columns, minute, lines});
  return lines;
}

/** Indexes of the lines that hold the searched text; case does not matter. */
export function matchingLines(lines: readonly Line[], search: string): number[] {
  if (search === '') return [];
  const wanted = search.toLowerCase();
  return lines.flatMap((line, i) =>
    line
      .map(span => span.text)
      .join('')
      .toLowerCase()
      .includes(wanted)
      ? [i]
      : [],
  );
}
