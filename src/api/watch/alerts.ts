import {parseDuration} from '../../base/duration.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {hourMs} from '../../base/times.ts';
import {type AlertMemory, alertKey, type OpenAlert} from './alert-memory.ts';
import {deadAfterMs} from './dead-after.ts';
import {addFailure, type FailingAddress, healthyAddress, updateRuns} from './failing-runs.ts';
import {
  type CountLimit,
  countFailures,
  detectExcess,
  type FailureCounts,
  noFailureCounts,
  skipSpans,
} from './failure-counts.ts';

/** A condition that raises an alert. */
export type AlertRule =
  /** A URL starts to fail, for the first time or after a silence. */
  | {readonly kind: 'new'}
  /** More than `count` failures within a time span. */
  | {readonly kind: 'many'; readonly count: number; readonly withinMs: number}
  /** A failing URL has had no failures for this long. */
  | {readonly kind: 'silent'; readonly forMs: number}
  /** The credentials are rejected, or requests have failed for five minutes. */
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
  /**
   * When the condition was met or ended, milliseconds since the UNIX epoch: by the times of the
   * failures, or by the server's clock if the watch is dead.
   */
  readonly atMs: number;
  /** JSON text of a failure; missing after a restart. */
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
  /** Failures were read, in any order. */
  | {readonly kind: 'page'; readonly failures: readonly AlertFailure[]}
  /** All failures up to a time are known, except late ones; `isPolled`: a poll is complete. */
  | {readonly kind: 'covered'; readonly toMs: number; readonly isPolled: boolean}
  /** The service did not respond; `isRefused`: it rejected the credentials. */
  | {readonly kind: 'unanswered'; readonly reason: string; readonly isRefused: boolean}
  | {readonly kind: 'time'};

/** The rules in their text form, the mutes, and the time by the server's and the local clock. */
export interface AlertSettings {
  readonly rules: readonly string[];
  readonly mutes: Mutes;
  readonly nowMs: number;
  readonly localMs: number;
}

/** A URL is new again after this silence, if no `silent` rule gives a shorter one. */
const quietMs = hourMs;
/** Limit of remembered URLs, and of open alerts. */
const maxRemembered = 10_000;
/** A URL that does not fail is remembered as long as late failures may be found. */
const lateMs = 660_000;

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
export const ruleForms = 'new, 100/5m (more than 100 in 5 minutes), silent/30m or dead';

/**
 * Process an event. Alerts and their ends follow from the times of the failures alone, not from
 * when these are read: an alert fires as soon as no further failure can prevent it, and is resolved
 * when all failures up to its end are known. Failures that are listed late neither undo nor repeat
 * a decision. One alert is open per rule and URL.
 */
export function alertStep(
  memory: AlertMemory,
  event: AlertEvent,
  settings: AlertSettings,
): {readonly memory: AlertMemory; readonly alerts: readonly Alert[]} {
  const {nowMs, localMs, rules} = settings;
  switch (event.kind) {
    case 'page':
      return {memory: addFailures(memory, event.failures, settings), alerts: []};
    case 'covered':
      return settle(memory, event, settings);
    case 'unanswered':
    case 'time': {
      const changes = makeChanges(memory, settings);
      const isUnanswered = event.kind === 'unanswered';
      const unansweredMs = memory.unansweredMs ?? (isUnanswered ? localMs : undefined);
      const isOverdue = unansweredMs !== undefined && localMs - unansweredMs > deadAfterMs;
      if (rules.includes('dead') && ((isUnanswered && event.isRefused) || isOverdue)) {
        const why = isUnanswered ? `: ${event.reason}` : '.';
        const text = `Failed deliveries are not watched${why}`;
        changes.fire({rule: 'dead', text, atMs: nowMs});
      }
      const next = {...memory, open: changes.open, ...(unansweredMs && {unansweredMs})};
      return {memory: next, alerts: changes.alerts};
    }
  }
}

/** Build the set of open alerts; those of removed rules are dropped. */
function makeChanges(memory: AlertMemory, {rules, mutes, nowMs}: AlertSettings) {
  const open = new Map([...memory.open].filter(([, {rule}]) => rules.includes(rule)));
  const alerts: Alert[] = [];
  return {
    open,
    alerts,
    fire(alert: Alert, isNews = true): void {
      const {rule, address = '', atMs} = alert;
      const key = alertKey({rule, address});
      if (open.has(key)) return;
      const isMuted = (mutes.get(address)?.untilMs ?? 0) > nowMs;
      const isReported = !isMuted && isNews;
      open.set(key, {rule, address, sinceMs: atMs, isReported});
      if (isReported) alerts.push(alert);
      for (const oldest of open.keys()) {
        if (open.size <= maxRemembered) break;
        open.delete(oldest);
      }
    },
    resolve(one: Pick<OpenAlert, 'rule' | 'address'>, text: string, atMs: number): void {
      const key = alertKey(one);
      const {rule, address, sinceMs, isReported} = open.get(key) ?? {};
      open.delete(key);
      if (!isReported || rule === undefined || sinceMs === undefined) return;
      alerts.push({rule, text, ...(address && {address}), atMs, sinceMs});
    },
  };
}

type Changes = ReturnType<typeof makeChanges>;

function addFailures(
  memory: AlertMemory,
  failures: readonly AlertFailure[],
  {rules, mutes, nowMs}: AlertSettings,
): AlertMemory {
  const gaps = gapsOf(rules);
  const shortestMs = Math.min(...gaps);
  const addresses = new Map(memory.addresses);
  const samples = new Map(memory.samples);
  const counted: number[] = [];
  let {latestMs} = memory;
  let last: string | undefined;
  for (const {address, timeMs, record} of failures) {
    latestMs = Math.max(latestMs, timeMs);
    if (gaps.length > 0) {
      const before = addresses.get(address) ?? healthyAddress;
      const isFailing = [...before.runs.values()].some(run => run.isFailing);
      if (record !== undefined && !isFailing) samples.set(address, record);
      // The most recent failures are at the end.
      addresses.delete(address);
      addresses.set(address, addFailure(before, timeMs, shortestMs));
    }
    if ((mutes.get(address)?.untilMs ?? 0) > nowMs) continue;
    counted.push(timeMs);
    last = record ?? last;
  }
  for (const address of addresses.keys()) {
    if (addresses.size <= maxRemembered) break;
    addresses.delete(address);
  }
  const limits = limitsOf(rules);
  if (last !== undefined && limits.length > 0) samples.set('', last);
  for (const [address, record] of samples) {
    if (record !== memory.samples.get(address)) samples.set(address, copyOf(record));
  }
  const counts = new Map(
    limits.map(one => {
      const before = memory.counts.get(one.rule) ?? noFailureCounts;
      return [one.rule, countFailures(before, counted, one)];
    }),
  );
  return {...memory, latestMs, addresses, counts, samples};
}

/** Copy a text: a part of a response would keep the whole response in memory. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

function settle(
  memory: AlertMemory,
  {toMs, isPolled}: Extract<AlertEvent, {kind: 'covered'}>,
  settings: AlertSettings,
) {
  const coveredMs = Math.max(memory.coveredMs, toMs);
  const changes = makeChanges(memory, settings);
  const addresses = settleAddresses(memory, coveredMs, settings, changes);
  const counts = settleLimits(memory, {coveredMs, isPolled}, settings, changes);
  const rules = new Set(isPolled ? settings.rules : memory.rules);
  const alerts = changes.alerts.sort((a, b) => a.atMs - b.atMs);
  if (isPolled) {
    const text = 'Failed deliveries are being watched again.';
    changes.resolve({rule: 'dead', address: ''}, text, settings.nowMs);
  }
  const {open} = changes;
  const samples = new Map<string, string>();
  const {unansweredMs: _, ...answered} = memory;
  return {memory: {...answered, rules, coveredMs, addresses, counts, open, samples}, alerts};
}

function settleAddresses(
  {addresses, latestMs, samples, rules: known}: AlertMemory,
  coveredMs: number,
  {rules}: AlertSettings,
  changes: Changes,
): AlertMemory['addresses'] {
  const gaps = gapsOf(rules);
  const newGapMs = Math.min(...gaps);
  const silences = silencesOf(rules);
  const next = new Map<string, FailingAddress>();
  for (const [address, before] of addresses) {
    const settled = updateRuns(before, gaps, coveredMs);
    for (const {gapMs, isFailing, atMs} of settled.changes) {
      if (gapMs === newGapMs && rules.includes('new')) {
        const record = samples.get(address);
        const text = `${address} ${isFailing ? 'has started to fail' : 'no longer fails'}.`;
        const more = record === undefined ? {} : {record};
        if (isFailing) changes.fire({rule: 'new', text, address, atMs, ...more}, known.has('new'));
        else changes.resolve({rule: 'new', address}, text, atMs);
      }
      for (const {rule, forMs} of silences) {
        if (forMs !== gapMs) continue;
        const text = `${address} has not failed for ${spanOf(rule)}.`;
        if (isFailing) changes.resolve({rule, address}, `${address} fails again.`, atMs);
        else changes.fire({rule, text, address, atMs}, known.has(rule));
      }
    }
    const {runs} = settled.address;
    const isNeeded = [...runs.values()].some(
      ({isFailing, decidedMs}) => isFailing || decidedMs > latestMs - lateMs,
    );
    if (isNeeded) next.set(address, settled.address);
  }
  return next;
}

function settleLimits(
  memory: AlertMemory,
  {coveredMs, isPolled}: {readonly coveredMs: number; readonly isPolled: boolean},
  {rules}: AlertSettings,
  changes: Changes,
): AlertMemory['counts'] {
  const record = memory.samples.get('');
  const counts = new Map<string, FailureCounts>();
  for (const limit of limitsOf(rules)) {
    const {rule} = limit;
    const kept = memory.counts.get(rule) ?? noFailureCounts;
    const isKnown = memory.rules.has(rule);
    // Failures before a rule was added count only if there are too many now.
    const before = isKnown ? kept : skipSpans(kept, limit, coveredMs);
    const isJudged = isKnown || isPolled;
    const settled = isJudged
      ? detectExcess(before, limit, coveredMs)
      : {state: before, changes: []};
    counts.set(rule, settled.state);
    for (const {isOver, atMs, count} of settled.changes) {
      const text = `${groupedNumber(count)} deliveries failed within ${spanOf(rule)}`;
      const half = `${text}, at most half of the limit.`;
      const more = record === undefined ? {} : {record};
      if (isOver) changes.fire({rule, text: `${text}.`, count, atMs, ...more});
      else changes.resolve({rule, address: ''}, half, atMs);
    }
  }
  return counts;
}

function limitsOf(rules: readonly string[]): readonly (CountLimit & {readonly rule: string})[] {
  return rules.flatMap(rule => {
    const read = readRule(rule);
    return read?.kind === 'many' ? [{rule, most: read.count, withinMs: read.withinMs}] : [];
  });
}

function silencesOf(rules: readonly string[]) {
  return rules.flatMap(rule => {
    const read = readRule(rule);
    return read?.kind === 'silent' ? [{rule, forMs: read.forMs}] : [];
  });
}

/** The pauses after which a URL no longer fails, in milliseconds; that of `new` is the shortest. */
function gapsOf(rules: readonly string[]): readonly number[] {
  const silences = silencesOf(rules).map(({forMs}) => forMs);
  const ofNew = rules.includes('new') ? [Math.min(quietMs, ...silences)] : [];
  return [...new Set([...silences, ...ofNew])];
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

/** Read alerts that were saved as JSON; invalid ones are dropped. */
export function alertsFrom(values: readonly unknown[]): readonly Alert[] {
  return values.filter((value): value is Alert => {
    const {rule, text, atMs} = (value ?? {}) as Record<string, unknown>;
    return typeof rule === 'string' && typeof text === 'string' && typeof atMs === 'number';
  });
}
