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
