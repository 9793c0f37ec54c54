/** Items of a text, with commas between them; line breaks count as blanks. */
export function items(text: string): readonly string[] {
  return text.trim().split(/\s*,\s*/);
}

/**
 * Records of a text: a line each, bars between the members, which stand in the order of the names.
 *
 * @param names of the members, blanks between them
 */
export function table<Name extends string>(
  names: readonly Name[],
  text: string,
): readonly Readonly<Record<Name, string>>[] {
  return text
    .trim()
    .split('\n')
    .map(line => {
      const cells = line.split('|').map(cell => cell.trim());
      const entries = names.map((name, at) => [name, cells[at] ?? ''] as const);
      return Object.fromEntries(entries) as Readonly<Record<Name, string>>;
    });
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
