import {makeLookup} from '../../base/json-pointer.ts';
import {type AlertMemory, alertKey, freshMemory} from './alert-memory.ts';
import {type Alert, type AlertEvent, type AlertFailure, alertStep, type Mutes} from './alerts.ts';
import {deadAfterMs} from './dead-after.ts';
import {targetOf} from './delivery-facts.ts';
import type {WatchAlertOptions, WatchChange} from './failed-watch.ts';

/**
 * Make the alerts of a watch: they process each failure on its delivery, so that a cursor includes
 * both or neither.
 *
 * @param isResumed the watch resumes from a cursor, so it delivers nothing that the memory has
 */
export function makeWatchAlerts(
  {rules: first, mutes: muted = new Map(), memory: known, isLater}: WatchAlertOptions,
  isResumed: boolean,
) {
  let rules = first;
  let mutes: Mutes = muted;
  let memory: AlertMemory = known ?? {
    ...freshMemory,
    rules: new Set(isLater ? [] : first),
  };
  let skewMs = 0;
  let lastLocalMs = 0;
  // A watch without a cursor re-reads records that the memory has.
  const knownToMs = isResumed ? 0 : (known?.latestMs ?? 0);
  let isFirst = true;
  // Only appended to, or replaced, so that snapshots do not change.
  let batch: AlertFailure[] = [];
  const apply = (event: AlertEvent, localMs: number, by = rules): readonly Alert[] => {
    lastLocalMs = localMs;
    const settings = {rules: by, mutes, nowMs: localMs + skewMs, localMs};
    const step = alertStep(memory, event, settings);
    memory = step.memory;
    return step.alerts;
  };
  return {
    raise: apply,
    add(record: string, timeMs: number): void {
      if (isFirst && timeMs <= knownToMs) return;
      batch.push({address: targetOf(makeLookup(record).string('/url') ?? ''), timeMs, record});
    },
    /** End a page. @param now how far the server's clock is ahead of the local one */
    endPage(
      {toMs, isPolled}: {readonly toMs: number; readonly isPolled: boolean},
      now: {readonly localMs: number; readonly skewMs: number},
    ): readonly Alert[] {
      ({skewMs} = now);
      apply({kind: 'page', failures: batch}, now.localMs);
      batch = [];
      if (isPolled) isFirst = false;
      return apply({kind: 'covered', toMs, isPolled}, now.localMs);
    },
    change(
      {rules: now = rules, mutes: next = mutes, known: failures = []}: WatchChange,
      localMs: number,
    ) {
      const added = now.filter(rule => !rules.includes(rule));
      const kept = [...memory.rules].filter(rule => now.includes(rule) && !added.includes(rule));
      const {counts, coveredMs} = memory;
      memory = {...memory, rules: new Set(kept)};
      rules = now;
      mutes = next;
      if (added.length === 0) return;
      apply({kind: 'page', failures}, localMs, added);
      const counted = [...memory.counts].filter(([rule]) => added.includes(rule));
      memory = {...memory, counts: new Map([...counts, ...counted])};
      if (isFirst) return;
      apply({kind: 'covered', toMs: coveredMs, isPolled: false}, localMs);
      memory = {...memory, rules: new Set(rules)};
    },
    /** Milliseconds until the watch may be dead; undefined if no rule needs it, or it is dead. */
    leftMs(localMs: number): number | undefined {
      const {unansweredMs, open} = memory;
      const isDue = rules.includes('dead') && !open.has(alertKey({rule: 'dead', address: ''}));
      if (!isDue || unansweredMs === undefined) return undefined;
      return Math.max(1, unansweredMs + deadAfterMs + 1 - localMs);
    },
    snapshot(): () => AlertMemory {
      const [before, failures, count] = [memory, batch, batch.length];
      const settings = {rules, mutes, nowMs: lastLocalMs + skewMs, localMs: lastLocalMs};
      const memoryAt = () =>
        alertStep(before, {kind: 'page', failures: failures.slice(0, count)}, settings);
      return () => (count === 0 ? before : memoryAt().memory);
    },
  };
}
