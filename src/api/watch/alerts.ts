import {parseDuration} from '../../base/duration.ts';
import {groupedNumber} from '../../base/grouped-number.ts';

/** A condition that raises an alert. */
export type AlertRule =
  /** An address fails for the first time. */
  | {readonly kind: 'new'}
  /** More than `count` failures within a time span. */
  | {readonly kind: 'many'; readonly count: number; readonly withinMs: number}
  /** A failing address has had no failures for this long. */
  | {readonly kind: 'silent'; readonly forMs: number}
  /** The credentials are refused, or the service has not responded for five minutes. */
  | {readonly kind: 'dead'};

/** An alert. */
export interface Alert {
  /** The rule in its text form. */
  readonly rule: string;
  /** One sentence. */
  readonly text: string;
  /** Host and path of the address; absent if the alert covers all addresses. */
  readonly address?: string;
  /** Number of failures. */
  readonly count?: number;
  /** Milliseconds since the UNIX epoch, by the server's clock. */
  readonly atMs: number;
  /** JSON text of the latest failure. */
  readonly record?: string;
}

/** Muted addresses: until when (milliseconds since the UNIX epoch), and why. */
export type Mutes = ReadonlyMap<string, {readonly untilMs: number; readonly note: string}>;

/** The facts of a failure that rules use. */
export interface AlertFailure {
  readonly address: string;
  readonly timeMs: number;
  readonly record: string;
}

/** An input of the alert rules. */
export type AlertEvent =
  | {
      readonly kind: 'failures';
      readonly failures: readonly AlertFailure[];
      /** They failed before the watch started and raise no alert. @default false */
      readonly isOld?: boolean;
    }
  /** The service responded. */
  | {readonly kind: 'answered'}
  /** The service did not respond; `isRefused`: it refused the credentials. */
  | {readonly kind: 'unanswered'; readonly reason: string; readonly isRefused: boolean}
  | {readonly kind: 'time'};

/** State of the rules between events. */
export interface AlertMemory {
  /** Address → time of its last failure. */
  readonly failed: ReadonlyMap<string, number>;
  /** Addresses whose silence has been reported. */
  readonly silent: ReadonlySet<string>;
  /** Start of a ten-second interval → failures in it. */
  readonly counts: ReadonlyMap<number, number>;
  /** Rules that have fired and whose cause persists. */
  readonly told: ReadonlySet<string>;
  /** Time of the last response; undefined before the first event. */
  readonly answeredMs?: number;
}

/** The initial state. */
export const freshMemory: AlertMemory = {
  failed: new Map(),
  silent: new Set(),
  counts: new Map(),
  told: new Set(),
};

const stretchMs = 10_000;
const deadAfterMs = 300_000;
const addressesKept = 10_000;

/** Parse a rule: `new`, `100/5m`, `silent/30m`, `dead`; undefined if invalid. */
export function readRule(text: string): AlertRule | undefined {
  if (text === 'new' || text === 'dead') return {kind: text};
  const [, what = '', duration = ''] = /^(silent|\d+)\/(.+)$/.exec(text) ?? [];
  const ms = parseDuration(duration);
  if (ms === undefined || ms < 1000) return undefined;
  if (what === 'silent') return {kind: 'silent', forMs: ms};
  return Number.isSafeInteger(Number(what))
    ? {kind: 'many', count: Number(what), withinMs: ms}
    : undefined;
}

/** The rule forms, for error messages. */
export const rulesTyped = 'new, 100/5m (more than 100 in 5 minutes), silent/30m or dead';

/**
 * Return the alerts of an event. Each cause raises one alert, and another only after it has ended.
 *
 * @param rules in their text form
 * @param nowMs milliseconds since the UNIX epoch, by the server's clock
 */
export function alertStep(
  memory: AlertMemory,
  event: AlertEvent,
  {
    rules,
    mutes,
    nowMs,
  }: {readonly rules: readonly string[]; readonly mutes: Mutes; readonly nowMs: number},
): {readonly memory: AlertMemory; readonly alerts: readonly Alert[]} {
  const alerts: Alert[] = [];
  const isMuted = (address: string): boolean => (mutes.get(address)?.untilMs ?? 0) > nowMs;
  const failed = new Map(memory.failed);
  const silent = new Set(memory.silent);
  const counts = new Map([...memory.counts].filter(([at]) => at > nowMs - longestWithin(rules)));
  const told = new Set(memory.told);
  const answeredMs = event.kind === 'answered' ? nowMs : (memory.answeredMs ?? nowMs);
  const failures = event.kind === 'failures' ? event.failures : [];
  const isTold = event.kind === 'failures' && event.isOld !== true;
  for (const failure of failures) {
    const {address, timeMs, record} = failure;
    const isNew = !failed.has(address);
    failed.delete(address);
    failed.set(address, Math.max(memory.failed.get(address) ?? 0, timeMs));
    silent.delete(address);
    if (isMuted(address)) continue;
    const stretch = Math.floor(timeMs / stretchMs) * stretchMs;
    counts.set(stretch, (counts.get(stretch) ?? 0) + 1);
    if (isNew && isTold && rules.includes('new')) {
      const text = `Deliveries to ${address} have started to fail.`;
      alerts.push({rule: 'new', text, address, atMs: nowMs, record});
    }
  }
  for (const [address] of failed) {
    if (failed.size <= addressesKept) break;
    failed.delete(address);
  }
  for (const text of rules) {
    const rule = readRule(text);
    if (rule?.kind === 'many') {
      const count = [...counts].reduce(
        (sum, [at, n]) => (at > nowMs - rule.withinMs ? sum + n : sum),
        0,
      );
      const isMany = count > rule.count;
      if (isMany && !told.has(text) && (isTold || event.kind !== 'failures')) {
        const span = text.slice(text.indexOf('/') + 1);
        const said = `${groupedNumber(count)} deliveries failed within ${span}.`;
        const record = failures.at(-1)?.record;
        alerts.push({
          rule: text,
          text: said,
          count,
          atMs: nowMs,
          ...(record !== undefined && {record}),
        });
        told.add(text);
      }
      if (!isMany) told.delete(text);
    }
    if (rule?.kind === 'silent') {
      for (const [address, lastMs] of failed) {
        if (nowMs - lastMs < rule.forMs || silent.has(address)) continue;
        silent.add(address);
        // Failures before the watch started raised no alert.
        if (isMuted(address) || memory.answeredMs === undefined) continue;
        const span = text.slice(text.indexOf('/') + 1);
        alerts.push({
          rule: text,
          text: `${address} has not failed for ${span}.`,
          address,
          atMs: nowMs,
        });
      }
    }
    if (rule?.kind === 'dead') {
      const isRefused = event.kind === 'unanswered' && event.isRefused;
      const isDead = isRefused || nowMs - answeredMs > deadAfterMs;
      if (isDead && !told.has(text)) {
        const why = event.kind === 'unanswered' ? `: ${event.reason}` : '.';
        alerts.push({
          rule: text,
          text: `Failed deliveries are not being watched${why}`,
          atMs: nowMs,
        });
        told.add(text);
      }
      if (event.kind === 'answered') told.delete(text);
    }
  }
  return {memory: {failed, silent, counts, told, answeredMs}, alerts};
}

function longestWithin(rules: readonly string[]): number {
  return Math.max(
    0,
    ...rules.map(text => {
      const rule = readRule(text);
      return rule?.kind === 'many' ? rule.withinMs + stretchMs : 0;
    }),
  );
}

/** Format an alert as JSON for commands and event streams, with its record as an object. */
export function alertJson({rule, text, address, count, atMs, record}: Alert): string {
  const head = JSON.stringify({type: 'alert', rule, text, address, count, at: atMs});
  return record === undefined ? head : `${head.slice(0, -1)},"record":${record}}`;
}
