/** A sequence of texts that are in both lists, only in the first, or only in the second. */
export interface ListEdit {
  readonly kind: 'same' | 'gone' | 'new';
  readonly items: readonly string[];
}

/** Maximum number of differences to search for; lists with more are treated as replaced. */
const maxSteps = 1200;

/**
 * Compute a minimal edit script between two lists (Myers' algorithm). Very different lists are
 * reported as replaced between their common start and end, to limit time and memory.
 *
 * @param most maximum number of differences
 */
export function editsBetween(
  before: readonly string[],
  after: readonly string[],
  most = maxSteps,
): ListEdit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end++;
  /** Between two equal runs, removed items precede added items. */
  let runs = {same: [] as string[], gone: [] as string[], new: [] as string[]};
  const edits: ListEdit[] = [];
  const close = (): void => {
    for (const kind of ['same', 'gone', 'new'] as const) {
      if (runs[kind].length > 0) edits.push({kind, items: runs[kind]});
    }
    runs = {same: [], gone: [], new: []};
  };
  const add = (kind: ListEdit['kind'], items: readonly string[]): void => {
    if (kind === 'same' && items.length > 0 && runs.gone.length + runs.new.length > 0) close();
    for (const item of items) runs[kind].push(item);
  };
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  add('same', before.slice(0, start));
  const steps = shortest(old, now, most);
  if (steps === undefined) {
    add('gone', old);
    add('new', now);
  } else {
    for (const {kind, from, to} of steps) add(kind, (kind === 'new' ? now : old).slice(from, to));
  }
  add('same', before.slice(before.length - end));
  close();
  return edits;
}

interface Stretch {
  readonly kind: ListEdit['kind'];
  /** Indexes: of added items in the second list, of all others in the first. */
  readonly from: number;
  readonly to: number;
}

/** Find the shortest edit script; undefined if it has more steps than allowed. */
function shortest(
  old: readonly string[],
  now: readonly string[],
  most: number,
): Stretch[] | undefined {
  const limit = Math.min(most, old.length + now.length);
  const size = 2 * limit + 3;
  const furthest = new Int32Array(size);
  const trail: Int32Array[] = [];
  const at = (k: number): number => k + limit + 1;
  for (let d = 0; d <= limit; d++) {
    trail.push(furthest.slice(at(-d) - 1, at(d) + 2));
    for (let k = -d; k <= d; k += 2) {
      const left = furthest[at(k - 1)] ?? 0;
      const right = furthest[at(k + 1)] ?? 0;
      let x = k === -d || (k !== d && left < right) ? right : left + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x++;
      furthest[at(k)] = x;
      if (x >= old.length && x - k >= now.length) return backwards(trail, old.length, now.length);
    }
  }
  return undefined;
}

/** Trace the steps back from the end. */
function backwards(trail: readonly Int32Array[], oldEnd: number, nowEnd: number): Stretch[] {
  const steps: Stretch[] = [];
  let x = oldEnd;
  let y = nowEnd;
  for (let d = trail.length - 1; d >= 0; d--) {
    const row = trail[d] ?? new Int32Array(0);
    const reach = (k: number): number => row[k + d + 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && reach(k - 1) < reach(k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : reach(fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    const turn = d === 0 ? 0 : down ? fromX : fromX + 1;
    if (x > turn) steps.push({kind: 'same', from: turn, to: x});
    if (d > 0) {
      steps.push(
        down
          ? {kind: 'new', from: fromY, to: fromY + 1}
          : {kind: 'gone', from: fromX, to: fromX + 1},
      );
    }
    x = fromX;
    y = fromY;
  }
  return steps.reverse();
}
