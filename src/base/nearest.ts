/**
 * List the names most similar to an unknown one, nearest first, as suggestions. Case is ignored; a
 * name that starts with the text is near, whatever its length.
 *
 * @param max number of names; default 3
 */
export function nearestNames(wanted: string, names: readonly string[], max = 3): string[] {
  const lowerName = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(lowerName.length / 3));
  return names
    .map(name => ({name, distance: distanceTo(lowerName, name.toLowerCase())}))
    .filter(({distance}) => distance <= limit)
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name, 'en'))
    .slice(0, max)
    .map(({name}) => name);
}

function distanceTo(typed: string, name: string): number {
  if (typed.length >= 2 && name.startsWith(typed)) return 0.5;
  // Missing dashes and capitals are the most common mistakes: deleteById for delete-by-id.
  if (typed.replaceAll('-', '') === name.replaceAll('-', '')) return 0.5;
  return editDistance(typed, name);
}

/**
 * Count the insertions, deletions, substitutions and swaps of adjacent letters between two texts.
 */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({length: other.length + 1}, (_, column) => column);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let best = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
