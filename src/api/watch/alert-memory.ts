import {isObject, type JsonObject, type JsonValue} from '../../base/json-value.ts';

/** An alert that fired and is not resolved. */
export interface OpenAlert {
  readonly rule: string;
  /** '' if the alert covers all URLs. */
  readonly address: string;
  /** When it fired, milliseconds since the UNIX epoch. */
  readonly sinceMs: number;
  /** It was reported, so its end is reported too; false if the URL was muted then. */
  readonly isTold: boolean;
}

/** A condition that was met and is reported when the poll ends. */
export interface PendingAlert {
  readonly rule: string;
  readonly address: string;
  readonly count?: number;
  /** JSON text of the failure; not persisted. */
  readonly record?: string;
}

/** State of the alert rules between events. Maps of alerts have `alertKey` as key. */
export interface AlertMemory {
  /** No poll has ended yet, and the failures so far are from before the watch. */
  readonly isOld: boolean;
  /** Time of the latest failure; 0 before the first. */
  readonly latestMs: number;
  /** Failing URL → time of its last failure. */
  readonly failed: ReadonlyMap<string, number>;
  readonly pending: ReadonlyMap<string, PendingAlert>;
  readonly open: ReadonlyMap<string, OpenAlert>;
  /** Rule → start of an interval → failures in it. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Counting rule → time of the latest failure when its last alert was resolved. */
  readonly resolved: ReadonlyMap<string, number>;
  /** Time of the last response in this process; undefined before the first event. */
  readonly answeredMs?: number;
}

/** The initial state. */
export const freshMemory: AlertMemory = {
  isOld: false,
  latestMs: 0,
  failed: new Map(),
  pending: new Map(),
  open: new Map(),
  counts: new Map(),
  resolved: new Map(),
};

/** The key of an alert: one per rule and URL. */
export function alertKey({rule, address}: Pick<OpenAlert, 'rule' | 'address'>): string {
  return `${rule} ${address}`;
}

/** Convert the state to a JSON value for the cursor file. */
export function memoryJson(memory: AlertMemory): JsonObject {
  const {isOld, latestMs, failed, pending, open, counts, resolved} = memory;
  return {
    isOld,
    latestMs,
    failed: [...failed],
    pending: [...pending].map(([key, {record: _, ...one}]) => [key, {...one}]),
    open: [...open].map(([key, one]) => [key, {...one}]),
    counts: [...counts].map(([rule, parts]) => [rule, [...parts]]),
    resolved: [...resolved],
  };
}

/** The JSON written by `memoryJson`: the entries of each map. */
interface PersistedMemory {
  readonly failed: readonly [string, number][];
  readonly pending: readonly [string, PendingAlert][];
  readonly open: readonly [string, OpenAlert][];
  readonly counts: readonly [string, readonly [number, number][]][];
  /** Absent in files of earlier versions. */
  readonly resolved?: readonly [string, number][];
}

/** Read the state from a cursor file; undefined if it is missing or damaged. */
export function readMemory(value: JsonValue | undefined): AlertMemory | undefined {
  if (!isObject(value) || typeof value.latestMs !== 'number') return undefined;
  const {isOld, latestMs} = value;
  const {failed, pending, open, counts, resolved} = value as unknown as PersistedMemory;
  try {
    return {
      isOld: isOld === true,
      latestMs,
      failed: new Map(failed),
      pending: new Map(pending),
      open: new Map(open),
      counts: new Map(counts.map(([rule, parts]) => [rule, new Map(parts)])),
      resolved: new Map(resolved),
    };
  } catch {
    // An edited file: start without it.
    return undefined;
  }
}
