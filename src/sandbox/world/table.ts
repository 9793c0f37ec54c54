import tables from './tables.json' with {type: 'json'};

/** Items of a text, with commas between them; line breaks count as blanks. */
export function items(text: string): readonly string[] {
  return text.trim().split(/\s*,\s*/);
}

/**
 * The records of a table of tables.json. Its first line names the members: `#` marks a number, `?`
 * yes or nothing, `*` a list; any other is text, empty where a line ends before it.
 */
export function records<Item>(name: keyof typeof tables): readonly Item[] {
  const [head = '', ...lines] = tables[name].map(line => line.split('|').map(cell => cell.trim()));
  return lines.map(cells => {
    const members = [...head].map((title, at) => {
      const cell = cells[at] ?? '';
      return [title.replace(/[#?*]$/, ''), readCell(cell, title.at(-1))];
    });
    return Object.fromEntries(members) as Item;
  });
}

function readCell(cell: string, kind: string | undefined): unknown {
  if (kind === '#') return Number(cell);
  if (kind === '?') return cell === 'yes';
  return kind === '*' ? items(cell).filter(one => one !== '') : cell;
}

/**
 * The name of a place in a row that begins anew when it has ended; in later rounds with their number.
 *
 * @param index from 0
 */
export function nameAt(
  names: readonly string[],
  index: number,
  numbered = (name: string, round: number) => `${name} ${round}`,
): string {
  const name = names[index % names.length] ?? '';
  const round = Math.floor(index / names.length) + 1;
  return round === 1 ? name : numbered(name, round);
}
