import {isObject, type JsonObject, type JsonValue} from '../../base/json-value.ts';
import type {FailingAddress, FailingRun, FailurePeriod} from './failing-runs.ts';
import type {FailureCounts} from './failure-counts.ts';

/** An alert that fired and is not resolved. */
export interface OpenAlert {
  readonly rule: string;
  /** '' if the alert covers all URLs. */
  readonly address: string;
  /** Since when its condition is met, milliseconds since the UNIX epoch. */
  readonly sinceMs: number;
  /** It was reported, so its end is reported too; false if the URL was muted then. */
  readonly isReported: boolean;
}

/** State of the alert rules between events. */
export interface AlertMemory {
  /** Rules whose first poll has ended; alerts that start earlier are not reported. */
  readonly rules: ReadonlySet<string>;
  /** All failures up to this time are known, except late ones. */
  readonly coveredMs: number;
  /** Time of the latest failure; 0 before the first. */
  readonly latestMs: number;
  readonly addresses: ReadonlyMap<string, FailingAddress>;
  /** Counting rule → counts. */
  readonly counts: ReadonlyMap<string, FailureCounts>;
  /** Alerts by `alertKey`. */
  readonly open: ReadonlyMap<string, OpenAlert>;
  /** Local time of the first of the current series of failed requests. */
  readonly unansweredMs?: number;
  /**
   * URL → JSON text of the failure that an alert may show; '' → that of the latest one. Not
   * persisted.
   */
  readonly samples: ReadonlyMap<string, string>;
}

/** The initial state. */
export const freshMemory: AlertMemory = {
  rules: new Set(),
  coveredMs: 0,
  latestMs: 0,
  addresses: new Map(),
  counts: new Map(),
  open: new Map(),
  samples: new Map(),
};

/** The key of an alert: one per rule and URL. */
export function alertKey({rule, address}: Pick<OpenAlert, 'rule' | 'address'>): string {
  return `${rule} ${address}`;
}

/** Convert the state to a JSON value for the cursor file. */
export function memoryJson(memory: AlertMemory): JsonObject {
  const {rules, coveredMs, latestMs, addresses, counts, open, unansweredMs} = memory;
  return {
    rules: [...rules],
    coveredMs,
    latestMs,
    ...(unansweredMs !== undefined && {unansweredMs}),
    addresses: [...addresses].map(([address, {periods, runs}]) => [
      address,
      periods.map(period => [...period]),
      [...runs].map(([gapMs, run]) => [gapMs, {...run}]),
    ]),
    counts: [...counts].map(([rule, one]) => [rule, {...one, counts: [...one.counts]}]),
    open: [...open].map(([key, one]) => [key, {...one}]),
  };
}

/** The JSON written by `memoryJson`: the entries of each map. */
interface PersistedMemory {
  readonly rules: readonly string[];
  readonly coveredMs: number;
  readonly latestMs: number;
  readonly unansweredMs?: number;
  readonly addresses: readonly [string, FailurePeriod[], [number, FailingRun][]][];
  readonly counts: readonly [string, FailureCounts & {readonly counts: [number, number][]}][];
  readonly open: readonly [string, OpenAlert][];
}

/** Read the state from a cursor file; undefined if it is missing or damaged. */
export function readMemory(value: JsonValue | undefined): AlertMemory | undefined {
  if (!isObject(value)) return undefined;
  const kept = value as unknown as PersistedMemory;
  if (typeof kept.latestMs !== 'number' || typeof kept.coveredMs !== 'number') return undefined;
  const {unansweredMs} = kept;
  try {
    return {
      rules: new Set(kept.rules),
      coveredMs: kept.coveredMs,
      latestMs: kept.latestMs,
      ...(typeof unansweredMs === 'number' && {unansweredMs}),
      addresses: new Map(
        kept.addresses.map(([address, periods, runs]) => [address, {periods, runs: new Map(runs)}]),
      ),
      counts: new Map(
        kept.counts.map(([rule, one]) => [rule, {...one, counts: new Map(one.counts)}]),
      ),
      open: new Map(kept.open),
      samples: new Map(),
    };
  } catch {
    // An edited file: start without it.
    return undefined;
  }
}
