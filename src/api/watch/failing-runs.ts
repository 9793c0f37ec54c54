/** Failures of an address without a pause as long as the shortest gap: first and last time. */
export type FailurePeriod = readonly [firstMs: number, lastMs: number];

/** Whether an address fails, and up to which failure time that is decided. */
export interface FailingRun {
  readonly isFailing: boolean;
  readonly decidedMs: number;
}

/**
 * The failures of an address as far as they still matter, and for each gap whether it fails: it
 * fails from a failure on until it had none for the gap.
 */
export interface FailingAddress {
  readonly periods: readonly FailurePeriod[];
  /** Gap in milliseconds → run. */
  readonly runs: ReadonlyMap<number, FailingRun>;
}

/** The start or the end of a run, by the times of the failures. */
export interface RunChange {
  readonly gapMs: number;
  readonly isFailing: boolean;
  readonly atMs: number;
}

/** An address that has not failed yet. */
export const healthyAddress: FailingAddress = {periods: [], runs: new Map()};

/** Add a failure. One from before the ends of the runs for all gaps has no effect. */
export function addFailure(
  address: FailingAddress,
  timeMs: number,
  shortestGapMs: number,
): FailingAddress {
  const {periods, runs} = address;
  const isDecided = ({isFailing, decidedMs}: FailingRun): boolean =>
    !isFailing && timeMs <= decidedMs;
  if (runs.size > 0 && [...runs.values()].every(isDecided)) return address;
  let [firstMs, lastMs] = [timeMs, timeMs];
  const others = periods.filter(([first, last]) => {
    const isApart = first - timeMs >= shortestGapMs || timeMs - last >= shortestGapMs;
    if (!isApart) [firstMs, lastMs] = [Math.min(firstMs, first), Math.max(lastMs, last)];
    return isApart;
  });
  const next: FailurePeriod[] = [...others, [firstMs, lastMs]];
  return {periods: next.sort(([a], [b]) => a - b), runs};
}

/**
 * Start and end runs: one starts with a failure, at once, and ends when all failures up to its end
 * are known.
 *
 * @param coveredMs all failures up to this time are known, except late ones
 */
export function updateRuns(
  address: FailingAddress,
  gaps: readonly number[],
  coveredMs: number,
): {readonly address: FailingAddress; readonly changes: readonly RunChange[]} {
  const changes: RunChange[] = [];
  const runs = new Map(
    gaps.map(gapMs => {
      const run = address.runs.get(gapMs) ?? firstRun(address);
      return [gapMs, settleRun(address.periods, run, gapMs, coveredMs, changes)];
    }),
  );
  const needed = [...runs.values()].filter(({isFailing}) => isFailing);
  const fromMs = Math.min(...needed.map(({decidedMs}) => decidedMs));
  return {address: {periods: address.periods.filter(([, last]) => last >= fromMs), runs}, changes};
}

/** The state for a gap that is watched from now on. */
function firstRun({periods, runs}: FailingAddress): FailingRun {
  if (runs.size === 0) return {isFailing: false, decidedMs: Number.NEGATIVE_INFINITY};
  const lastMs = periods.at(-1)?.[1];
  if (lastMs !== undefined) return {isFailing: true, decidedMs: lastMs};
  const decided = [...runs.values()].map(({decidedMs}) => decidedMs);
  return {isFailing: false, decidedMs: Math.max(...decided)};
}

function settleRun(
  periods: readonly FailurePeriod[],
  run: FailingRun,
  gapMs: number,
  coveredMs: number,
  changes: RunChange[],
): FailingRun {
  let {isFailing, decidedMs} = run;
  for (;;) {
    let atMs: number;
    if (isFailing) {
      atMs = endOf(periods, decidedMs, gapMs) + gapMs;
      if (coveredMs < atMs) break;
      decidedMs = atMs - 1;
    } else {
      const next = periods.find(([, last]) => last > decidedMs);
      if (next === undefined) return {isFailing, decidedMs};
      // A late failure may have joined it with failures before the end of the last run.
      atMs = Math.max(next[0], decidedMs + 1);
      // Failures before this one may still be read.
      decidedMs = Math.max(decidedMs, Math.min(atMs, coveredMs));
    }
    isFailing = !isFailing;
    changes.push({gapMs, isFailing, atMs});
  }
  const known = periods.map(([, last]) => last).filter(last => last <= coveredMs);
  return {isFailing, decidedMs: Math.max(decidedMs, ...known)};
}

/** The last failure before a pause as long as the gap, of those from a time on. */
function endOf(periods: readonly FailurePeriod[], fromMs: number, gapMs: number): number {
  let endMs: number | undefined;
  for (const [first, last] of periods) {
    if (last < fromMs) continue;
    if (endMs !== undefined && first - endMs >= gapMs) break;
    endMs = Math.max(endMs ?? last, last);
  }
  return endMs ?? fromMs;
}
