import {parseDuration} from '../../base/duration.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {hourMs} from '../../base/times.ts';
import {type AlertMemory, alertKey, type OpenAlert, type PendingAlert} from './alert-memory.ts';
import {deadAfterMs} from './dead-after.ts';

/** A condition that raises an alert. */
export type AlertRule =
  /** A URL starts to fail, for the first time or after a silence. */
  | {readonly kind: 'new'}
  /** More than `count` failures within a time span. */
  | {readonly kind: 'many'; readonly count: number; readonly withinMs: number}
  /** A failing URL has had no failures for this long. */
  | {readonly kind: 'silent'; readonly forMs: number}
  /** The credentials are rejected, or the service has not responded for five minutes. */
  | {readonly kind: 'dead'};

/** An alert, or its end. */
export interface Alert {
  /** The rule in its text form. */
  readonly rule: string;
  /** One sentence. */
  readonly text: string;
  /** Host and path of the URL; absent if the alert covers all URLs. */
  readonly address?: string;
  /** Number of failures. */
  readonly count?: number;
  /** Milliseconds since the UNIX epoch, by the server's clock. */
  readonly atMs: number;
  /** JSON text of the latest failure. */
  readonly record?: string;
  /** The alert that fired at this time is resolved. */
  readonly sinceMs?: number;
}

/** Muted URLs: end of the mute (milliseconds since the UNIX epoch), and the reason. */
export type Mutes = ReadonlyMap<string, {readonly untilMs: number; readonly note: string}>;

/** The facts of a failure that rules use. */
export interface AlertFailure {
  readonly address: string;
  readonly timeMs: number;
  readonly record?: string;
}

/** An input of the alert rules. */
export type AlertEvent =
  /** A page was read: its failures, oldest first. */
  | {readonly kind: 'page'; readonly failures: readonly AlertFailure[]}
  /** A poll ended: all failures up to now are known. */
  | {readonly kind: 'polled'}
  /** The service did not respond; `isRefused`: it rejected the credentials. */
  | {readonly kind: 'unanswered'; readonly reason: string; readonly isRefused: boolean}
  | {readonly kind: 'time'};

/** The rules in their text form, the mutes, and the time by the server's clock. */
export interface AlertSettings {
  readonly rules: readonly string[];
  readonly mutes: Mutes;
  readonly nowMs: number;
}

/** A URL is new again after this silence, if no `silent` rule gives a shorter one. */
const quietMs = hourMs;
/** Limit of remembered URLs, and of open alerts. */
const maxRemembered = 10_000;
/** Parts of a time span whose failures are counted separately, so that the span slides. */
const parts = 60;

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
 * Process an event: an alert is pending while a poll runs, fires when it ends, and is resolved when
 * its cause ends. One alert is open per rule and URL. A count resolves at half of its limit, so
 * that a steady rate fires once. Silence is checked only when a poll ends: before that, failures
 * may not have been read.
 */
export function alertStep(
  memory: AlertMemory,
  event: AlertEvent,
  settings: AlertSettings,
): {readonly memory: AlertMemory; readonly alerts: readonly Alert[]} {
  const {nowMs} = settings;
  const answeredMs = memory.answeredMs ?? nowMs;
  if (event.kind === 'page') {
    return {memory: addFailures({...memory, answeredMs: nowMs}, event, settings), alerts: []};
  }
  if (event.kind === 'polled') return settle(memory, settings);
  const changes = makeChanges(memory, settings);
  const isRefused = event.kind === 'unanswered' && event.isRefused;
  if (settings.rules.includes('dead') && (isRefused || nowMs - answeredMs > deadAfterMs)) {
    const why = event.kind === 'unanswered' ? `: ${event.reason}` : '.';
    changes.fire({rule: 'dead', text: `Failed deliveries are not being watched${why}`});
  }
  return {memory: {...memory, answeredMs, open: changes.open}, alerts: changes.alerts};
}

/** Build the set of open alerts; those of removed rules are dropped. */
function makeChanges(memory: AlertMemory, {rules, mutes, nowMs}: AlertSettings) {
  const open = new Map([...memory.open].filter(([, {rule}]) => rules.includes(rule)));
  const alerts: Alert[] = [];
  return {
    open,
    alerts,
    has: (one: Pick<OpenAlert, 'rule' | 'address'>) => open.has(alertKey(one)),
    fire(alert: Omit<Alert, 'atMs'>, isReported = true): void {
      const {rule, address = ''} = alert;
      const key = alertKey({rule, address});
      if (open.has(key)) return;
      const isTold = isReported && (mutes.get(address)?.untilMs ?? 0) <= nowMs;
      open.set(key, {rule, address, sinceMs: nowMs, isTold});
      if (isTold) alerts.push({...alert, atMs: nowMs});
      for (const oldest of open.keys()) {
        if (open.size <= maxRemembered) break;
        open.delete(oldest);
      }
    },
    resolve(one: Pick<OpenAlert, 'rule' | 'address'>, text: string): void {
      const key = alertKey(one);
      const {rule, address, sinceMs, isTold} = open.get(key) ?? {};
      open.delete(key);
      if (!isTold || rule === undefined || sinceMs === undefined) return;
      alerts.push({rule, text, ...(address && {address}), atMs: nowMs, sinceMs});
    },
  };
}

function addFailures(
  memory: AlertMemory,
  {failures}: Extract<AlertEvent, {kind: 'page'}>,
  {rules, mutes, nowMs}: AlertSettings,
): AlertMemory {
  const {isOld} = memory;
  let {latestMs} = memory;
  const failed = new Map(memory.failed);
  const pending = new Map(memory.pending);
  const counters = countersOf(rules, memory);
  const silenceMs = silenceOf(rules);
  for (const {address, timeMs, record} of failures) {
    const lastMs = failed.get(address);
    latestMs = Math.max(latestMs, timeMs);
    // The most recent failures are at the end.
    failed.delete(address);
    failed.set(address, Math.max(lastMs ?? timeMs, timeMs));
    if ((mutes.get(address)?.untilMs ?? 0) > nowMs) continue;
    const of = record === undefined ? {} : {record};
    const isNew = lastMs === undefined || timeMs - lastMs >= silenceMs;
    if (isNew && !isOld && rules.includes('new')) {
      const one: PendingAlert = {rule: 'new', address, ...of};
      pending.set(alertKey(one), one);
    }
    for (const {rule, most, counted, withinMs, countedTo} of counters) {
      const start = startOf(timeMs, withinMs);
      counted.set(start, (counted.get(start) ?? 0) + 1);
      const one = {rule, address: ''};
      const key = alertKey(one);
      if (isOld || memory.open.has(key)) continue;
      const count = countAt(counted, timeMs, withinMs, countedTo);
      if (count > Math.max(most, pending.get(key)?.count ?? 0)) {
        pending.set(key, {...one, count, ...of});
      }
    }
  }
  for (const [key, one] of pending) {
    const {record} = one;
    const isCopy = record === undefined || record === memory.pending.get(key)?.record;
    if (!isCopy) pending.set(key, {...one, record: copyOf(record)});
  }
  for (const address of failed.keys()) {
    if (failed.size <= maxRemembered) break;
    failed.delete(address);
  }
  const counts = new Map(counters.map(({rule, counted}) => [rule, counted]));
  return {...memory, latestMs, failed, pending, counts};
}

/** Copy a text: a part of a response would keep the whole response in memory. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

/**
 * Open the alerts of URLs that are silent already, without reporting them: for a rule that is
 * added.
 */
export function acceptSilence(memory: AlertMemory, {rules, nowMs}: AlertSettings): AlertMemory {
  const open = new Map(memory.open);
  for (const {rule, forMs} of silentRules(rules)) {
    for (const [address, lastMs] of memory.failed) {
      const one = {rule, address, sinceMs: nowMs, isTold: false};
      if (nowMs - lastMs >= forMs) open.set(alertKey(one), one);
    }
  }
  return {...memory, open};
}

function settle(memory: AlertMemory, settings: AlertSettings) {
  const {rules, nowMs} = settings;
  const changes = makeChanges(memory, settings);
  const silenceMs = silenceOf(rules);
  const counters = countersOf(rules, memory, nowMs);
  const resolved = new Map(memory.resolved);
  const startText = (address: string): string => `Deliveries to ${address} have started to fail.`;
  const endText = (address: string): string => `Deliveries to ${address} no longer fail.`;
  for (const {rule, address, record} of memory.pending.values()) {
    if (rule !== 'new' || !rules.includes(rule)) continue;
    changes.resolve({rule, address}, endText(address));
    changes.fire({rule, text: startText(address), address, ...(record && {record})});
  }
  for (const [address, lastMs] of memory.failed) {
    const silentMs = nowMs - lastMs;
    if (silentMs >= silenceMs) changes.resolve({rule: 'new', address}, endText(address));
    for (const {rule, forMs} of silentRules(rules)) {
      const text = `${address} has not failed for ${spanOf(rule)}.`;
      const {sinceMs = nowMs} = changes.open.get(alertKey({rule, address})) ?? {};
      // Also if it fell silent again before the poll ended.
      if (lastMs > sinceMs - forMs) changes.resolve({rule, address}, `${address} fails again.`);
      if (silentMs >= forMs) changes.fire({rule, text, address}, !memory.isOld);
    }
  }
  for (const {rule, most, counted, withinMs} of counters) {
    const now = countAt(counted, nowMs, withinMs);
    const {count: peak = 0, record} = memory.pending.get(alertKey({rule, address: ''})) ?? {};
    const count = Math.max(now, peak);
    if (changes.has({rule, address: ''})) {
      const text = `${groupedNumber(now)} deliveries failed within ${spanOf(rule)}, at most half of the limit.`;
      if (now <= most / 2) {
        changes.resolve({rule, address: ''}, text);
        resolved.set(rule, memory.latestMs);
      }
    } else if (count > most) {
      const text = `${groupedNumber(count)} deliveries failed within ${spanOf(rule)}.`;
      changes.fire({rule, text, count, ...(record && {record})});
    }
  }
  changes.resolve({rule: 'dead', address: ''}, 'Failed deliveries are being watched again.');
  const longestMs = Math.max(silenceMs, ...silentRules(rules).map(({forMs}) => forMs));
  return {
    memory: {
      ...memory,
      isOld: false,
      answeredMs: nowMs,
      failed: new Map([...memory.failed].filter(([, lastMs]) => nowMs - lastMs < longestMs)),
      pending: new Map(),
      open: changes.open,
      counts: new Map(counters.map(({rule, counted}) => [rule, counted])),
      resolved,
    },
    alerts: changes.alerts,
  };
}

/** Copy the counts of counting rules, without those too old for any late record. */
function countersOf(
  rules: readonly string[],
  {counts, latestMs, resolved}: AlertMemory,
  nowMs = latestMs,
) {
  return rules.flatMap(rule => {
    const read = readRule(rule);
    if (read?.kind !== 'many') return [];
    const {count: most, withinMs} = read;
    const kept = [...(counts.get(rule) ?? [])].filter(([start]) => start > nowMs - 2 * withinMs);
    const countedTo = startOf(resolved.get(rule) ?? Number.NEGATIVE_INFINITY, withinMs);
    return [{rule, most, withinMs, counted: new Map(kept), countedTo}];
  });
}

function startOf(timeMs: number, withinMs: number): number {
  const partMs = Math.ceil(withinMs / parts);
  return Math.floor(timeMs / partMs) * partMs;
}

/**
 * Count the failures within a time span that ends at a time.
 *
 * @param afterMs earlier ones were part of an alert that is resolved
 */
function countAt(
  counted: ReadonlyMap<number, number>,
  timeMs: number,
  withinMs: number,
  afterMs = Number.NEGATIVE_INFINITY,
): number {
  const fromMs = Math.max(timeMs - withinMs, afterMs);
  let sum = 0;
  for (const [start, count] of counted) {
    if (start > fromMs && start <= timeMs) sum += count;
  }
  return sum;
}

function silentRules(rules: readonly string[]) {
  return rules.flatMap(rule => {
    const read = readRule(rule);
    return read?.kind === 'silent' ? [{rule, forMs: read.forMs}] : [];
  });
}

/** Silence after which a URL no longer counts as failing. */
function silenceOf(rules: readonly string[]): number {
  return Math.min(quietMs, ...silentRules(rules).map(({forMs}) => forMs));
}

/** `5m` of `100/5m`. */
function spanOf(rule: string): string {
  return rule.slice(rule.indexOf('/') + 1);
}

/**
 * Format an alert or its end as JSON for commands and event streams, with its record as an object.
 */
export function alertJson({rule, text, address, count, atMs, record, sinceMs}: Alert): string {
  const type = sinceMs === undefined ? 'alert' : 'resolved';
  const head = JSON.stringify({type, rule, text, address, count, at: atMs, since: sinceMs});
  return record === undefined ? head : `${head.slice(0, -1)},"record":${record}}`;
}
