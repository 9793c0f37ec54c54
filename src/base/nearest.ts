/**
 * The names most like one that is unknown, nearest first, to be offered in its place. Case does not
 * count; a name that starts with what was typed is near, however long it is.
 *
 * @param max most names returned; default 3
 */
export function nearestNames(wanted: string, names: readonly string[], max = 3): string[] {
  const typed = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(typed.length / 3));
  return names
    .map(name => ({name, distance: distanceTo(typed, name.toLowerCase())}))
    .filter(({distance}) => distance <= limit)
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name, 'en'))
    .slice(0, max)
    .map(({name}) => name);
}

function distanceTo(typed: string, name: string): number {
  if (typed.length >= 2 && name.startsWith(typed)) return 0.5;
  // Dashes and capitals are the most common mistakes: deleteById for delete-by-id.
  if (typed.replaceAll('-', '') === name.replaceAll('-', '')) return 0.5;
  return editDistance(typed, name);
}

/** How many letters must be added, dropped, changed or swapped with their neighbour. */
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
