import {code, table} from './markdown.mjs';

/** Build the table of exit codes in ascending order. */
export function exitCodeTable({exitCodeRows}) {
  const rows = exitCodeRows().map(({code: exit, kind, meaning}) => [
    exit,
    kind === '' ? '' : code(kind),
    meaning,
  ]);
  return table(['Exit', '`error_type`', 'When'], rows);
}
