import tables from './tables.json' with {type: 'json'};

/** Split a text into items at commas; line breaks count as blanks. */
export function items(text: string): readonly string[] {
  return text.trim().split(/\s*,\s*/);
}

/**
 * Parse a table of tables.json. Its first line has the names of the members: `#` marks a number,
 * `?` a boolean (`yes`), `*` a list; others are text. Missing cells are empty.
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
 * Return the name at an index in an endlessly repeated list; from the second round on, with the
 * number of the round.
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
