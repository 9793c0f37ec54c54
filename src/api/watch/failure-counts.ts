/** Parts of a time span whose failures are counted separately, so that the span slides. */
const parts = 60;

/** A counting rule: more than `most` failures within a time span. */
export interface CountLimit {
  readonly most: number;
  readonly withinMs: number;
}

/** The counts of a counting rule. Parts are numbered from the UNIX epoch. */
export interface FailureCounts {
  /** Part → failures in it. */
  readonly counts: ReadonlyMap<number, number>;
  /** Spans that end with this part or earlier are decided. */
  readonly decided: number;
  /** Failures in this part or earlier do not count again: an alert of them is resolved. */
  readonly resolved: number;
  /** More failed than the limit, and no span with at most half of it has ended since. */
  readonly isOver: boolean;
  /** The limit is exceeded in a span that is not decided yet, and that is reported. */
  readonly isEarly: boolean;
}

/** The start or the end of a time with too many failures, by the times of the failures. */
export interface CountChange {
  readonly isOver: boolean;
  readonly atMs: number;
  /** The largest number within the span; at the end the number that ended it. */
  readonly count: number;
}

/** Counts without failures. */
export const noFailureCounts: FailureCounts = {
  counts: new Map(),
  decided: -1,
  resolved: -1,
  isOver: false,
  isEarly: false,
};

/** Mark the covered spans as decided without judging them; their failures count in later spans. */
export function skipSpans(
  before: FailureCounts,
  {withinMs}: CountLimit,
  coveredMs: number,
): FailureCounts {
  const decided = Math.max(before.decided, coveredPart(coveredMs, withinMs));
  return {...before, decided, counts: keptCounts(before, decided)};
}

/** Count failures. Spans that contain late ones are judged again. */
export function countFailures(
  before: FailureCounts,
  times: readonly number[],
  {withinMs}: CountLimit,
): FailureCounts {
  const partMs = partOf(withinMs);
  const counts = new Map(before.counts);
  let {decided} = before;
  for (const timeMs of times) {
    const part = Math.floor(timeMs / partMs);
    if (part <= before.resolved) continue;
    counts.set(part, (counts.get(part) ?? 0) + 1);
    if (!before.isOver) decided = Math.min(decided, part - 1);
  }
  return {...before, counts, decided};
}

/**
 * Report whether there are too many failures: at once, since further failures can only make them
 * more; the end is decided when all failures up to it are known. It
 * needs at most half of the limit, so that a steady rate is reported once.
 *
 * @param coveredMs all failures up to this time are known, except late ones
 */
export function detectExcess(
  before: FailureCounts,
  {most, withinMs}: CountLimit,
  coveredMs: number,
): {readonly state: FailureCounts; readonly changes: readonly CountChange[]} {
  const partMs = partOf(withinMs);
  const covered = coveredPart(coveredMs, withinMs);
  let {isOver, isEarly, resolved, decided} = before;
  const countTo = makeSum(before.counts);
  const countAt = (part: number) => countTo(part) - countTo(Math.max(part - parts, resolved));
  const ends = [...before.counts.keys()].flatMap(part => [part, part + parts]);
  const points = [...new Set([decided + 1, ...ends])]
    .filter(part => part > decided)
    .sort((a, b) => a - b);
  const changes: CountChange[] = [];
  const report = (part: number, at: number): void => {
    let peak = 0;
    for (const next of points.slice(at)) {
      const count = countAt(next);
      if (count <= most / 2) break;
      peak = Math.max(peak, count);
    }
    changes.push({isOver: true, atMs: part * partMs, count: peak});
  };
  for (const [at, part] of points.entries()) {
    const count = countAt(part);
    if (part > covered) {
      if (isOver || isEarly) break;
      if (count <= most) continue;
      isEarly = true;
      report(part, at);
      break;
    }
    if (!isOver && count > most) {
      if (!isEarly) report(part, at);
      isOver = true;
      isEarly = false;
    } else if (isOver && count <= most / 2) {
      changes.push({isOver: false, atMs: part * partMs, count});
      isOver = false;
      resolved = part;
    }
  }
  decided = Math.max(decided, covered);
  const counts = keptCounts({...before, resolved}, decided);
  return {state: {counts, decided, resolved, isOver, isEarly}, changes};
}

/**
 * Drop the counts that no later span includes; late failures of the previous span may still arrive.
 */
function keptCounts({counts, resolved}: FailureCounts, decided: number) {
  const fromPart = Math.max(decided - 2 * parts, resolved);
  return new Map([...counts].filter(([part]) => part > fromPart));
}

/** The last part that is covered as a whole. */
function coveredPart(coveredMs: number, withinMs: number): number {
  return Math.floor((coveredMs + 1) / partOf(withinMs)) - 1;
}

function partOf(withinMs: number): number {
  return Math.ceil(withinMs / parts);
}

/** Make a function that sums the counts up to a part. */
function makeSum(counts: ReadonlyMap<number, number>): (part: number) => number {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  let sum = 0;
  const sums = sorted.map(([, count]) => {
    sum += count;
    return sum;
  });
  return part => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.[0] ?? 0) <= part) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1] ?? 0;
  };
}
