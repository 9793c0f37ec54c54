/** Build a table; cells are put on one line and their pipes escaped. */
export function table(headings, rows) {
  const line = cells => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text) {
  return String(text).replaceAll('\n', ' ').replaceAll('|', '\\|');
}

/** Format a name as code. */
export function code(text) {
  return `\`${text}\``;
}
