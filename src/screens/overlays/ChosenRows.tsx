import type {LineSpan} from '../../base/line-span.ts';
import {RowLine} from '../../components/RowLine.tsx';
import {useAppState} from '../context.ts';

interface Props {
  readonly rows: readonly {readonly key: string; readonly spans: readonly LineSpan[]}[];
  /** Index of the selected row. */
  readonly cursor: number;
  /** Number of lines for them. */
  readonly room: number;
}

/** Rows with one selected: the first ones, or those up to it. */
export function ChosenRows({rows, cursor, room}: Props) {
  const columns = useAppState(s => s.columns);
  const top = Math.max(0, cursor - room + 1);
  return rows
    .slice(top, top + room)
    .map(({key, spans}, i) => (
      <RowLine key={key} spans={spans} selected={top + i === cursor} columns={columns} />
    ));
}
