import type {FailureKind} from '../../base/failure.ts';
import {makeLookup} from '../../base/json-pointer.ts';
import {safeText} from '../../base/safe-text.ts';
import type {AlertMemory} from './alert-memory.ts';
import {isRefusal} from './backoff.ts';
import {deadAfterMs} from './dead-after.ts';
import {targetOf} from './delivery-facts.ts';
import type {FailedEvent} from './failed-watch.ts';

/** State of a watch, for monitoring it. */
export interface WatchHealth {
  add(event: FailedEvent, nowMs: number): void;
  /** Why the watch does not work, as a sentence; undefined if it does. */
  problem(nowMs: number): string | undefined;
  /** The state as JSON. */
  state(nowMs: number): string;
  /** All counts in the text format of Prometheus. */
  metrics(nowMs: number, queues: QueueLengths): string;
}

/** Number of deliveries or programs in progress, by destination. */
export type QueueLengths = Readonly<Record<string, number>>;

/** Most addresses with a count of their own. */
const maxAddresses = 1000;
const longestLabel = 200;
const otherAddresses = '(other)';

/** Make the health of a watch that starts now. @param memory alerts that are firing already */
export function makeWatchHealth(startedMs: number, memory?: AlertMemory): WatchHealth {
  const failures = new Map<string, number>();
  const errors = new Map<FailureKind, number>();
  const firing = new Map<string, string>();
  for (const [key, {rule, isReported}] of memory?.open ?? []) if (isReported) firing.set(key, rule);
  let polls = 0;
  let late = 0;
  let lagMs: number | undefined;
  let polledMs: number | undefined;
  let trouble: string | undefined;
  let isRefused = false;
  // The limit of the alert rule `dead`.
  let goodUntilMs = startedMs + deadAfterMs;
  const countFailure = ({item, late: isLate}: Extract<FailedEvent, {type: 'failure'}>): void => {
    const target = targetOf(makeLookup(item).string('/url') ?? '').slice(0, longestLabel);
    const isKnown = failures.has(target) || failures.size < maxAddresses;
    const name = isKnown ? target : otherAddresses;
    failures.set(name, (failures.get(name) ?? 0) + 1);
    if (isLate) late++;
  };
  const problem = (nowMs: number): string | undefined => {
    if (isRefused) return trouble;
    if (nowMs <= goodUntilMs) return undefined;
    return trouble ?? 'The watch does not proceed.';
  };
  return {
    add(event, nowMs) {
      for (const alert of ('alerts' in event ? event.alerts : undefined) ?? []) {
        const {rule, address = '', sinceMs} = alert;
        // As in an AlertMemory.
        const key = `${rule} ${address}`;
        if (sinceMs === undefined) firing.set(key, rule);
        else firing.delete(key);
      }
      if (event.type === 'alerts') return;
      if (event.type === 'retry' || event.type === 'ended') {
        const {kind, message} = event.failure;
        errors.set(kind, (errors.get(kind) ?? 0) + 1);
        trouble = message;
        isRefused = isRefusal(event.failure) || event.type === 'ended';
        return;
      }
      isRefused = false;
      trouble = undefined;
      goodUntilMs = nowMs + deadAfterMs;
      if (event.type === 'failure') countFailure(event);
      if (event.type !== 'poll') return;
      polls++;
      polledMs = nowMs;
      lagMs = event.lagMs;
      goodUntilMs = Math.max(nowMs, event.nextAtMs) + deadAfterMs;
    },
    problem,
    state(nowMs) {
      const why = problem(nowMs);
      return JSON.stringify({
        status: why === undefined ? 'ok' : 'failing',
        problem: why,
        at: nowMs,
        last_poll: polledMs,
        polls,
        failures: [...failures.values()].reduce((sum, count) => sum + count, 0),
        alerts_firing: firing.size,
      });
    },
    metrics(nowMs, queues) {
      const rules = new Map<string, number>();
      for (const rule of firing.values()) rules.set(rule, (rules.get(rule) ?? 0) + 1);
      const seconds = (ms: number | undefined) =>
        ms === undefined ? [] : ([['', ms / 1000]] as const);
      return [
        family('up', 'gauge', 'Whether the watch works: 1 or 0.', '', [
          ['', problem(nowMs) === undefined ? 1 : 0],
        ]),
        family('polls_total', 'counter', 'Complete polls.', '', [['', polls]]),
        family('poll_errors_total', 'counter', 'Failed requests, by kind.', 'kind', errors),
        family('failures_total', 'counter', 'Failed deliveries, by address.', 'address', failures),
        family('late_failures_total', 'counter', 'Failed deliveries listed late.', '', [
          ['', late],
        ]),
        family(
          'lag_seconds',
          'gauge',
          'Age of the latest failure at the last poll.',
          '',
          seconds(lagMs),
        ),
        family(
          'last_poll_timestamp_seconds',
          'gauge',
          'End of the last poll.',
          '',
          seconds(polledMs),
        ),
        family('alerts_firing', 'gauge', 'Firing alerts, by rule.', 'rule', rules),
        family(
          'queue_length',
          'gauge',
          'Failures in progress, by destination.',
          'destination',
          Object.entries(queues),
        ),
      ].join('');
    },
  };
}

/** A family of metrics: its help, its type and one line per label value. */
function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  label: string,
  values: Iterable<readonly [string, number]>,
): string {
  const full = `steward_watch_${name}`;
  const lines = [...values].map(([value, number]) =>
    label === '' ? `${full} ${number}\n` : `${full}{${label}="${labelText(value)}"} ${number}\n`,
  );
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

/** Escape a label value; characters that a terminal could interpret are escaped too. */
function labelText(text: string): string {
  return safeText(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
