import {makeLookup} from '../../base/json-pointer.ts';
import {type AlertMemory, alertKey, freshMemory} from './alert-memory.ts';
import {
  type Alert,
  type AlertEvent,
  type AlertFailure,
  acceptSilence,
  alertStep,
  type Mutes,
} from './alerts.ts';
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
  let memory: AlertMemory = known ?? {...freshMemory, isOld: isLater};
  // A watch without a cursor re-reads records that the memory has.
  const knownToMs = isResumed ? 0 : (known?.latestMs ?? 0);
  let isFirst = true;
  // Only appended to, or replaced, so that snapshots do not change.
  let batch: AlertFailure[] = [];
  const apply = (event: AlertEvent, nowMs: number, by = rules): readonly Alert[] => {
    const step = alertStep(memory, event, {rules: by, mutes, nowMs});
    memory = step.memory;
    if (event.kind === 'polled') isFirst = false;
    return step.alerts;
  };
  return {
    raise: apply,
    add(record: string, timeMs: number): void {
      if (isFirst && timeMs <= knownToMs) return;
      batch.push({address: targetOf(makeLookup(record).string('/url') ?? ''), timeMs, record});
    },
    endPage(nowMs: number): void {
      apply({kind: 'page', failures: batch}, nowMs);
      batch = [];
    },
    change(
      {rules: now = rules, mutes: next = mutes, known: failures = []}: WatchChange,
      nowMs: number,
    ) {
      const added = now.filter(rule => !rules.includes(rule) && !memory.counts.has(rule));
      rules = now;
      mutes = next;
      if (added.length === 0) return;
      const {counts, isOld} = memory;
      memory = {...memory, isOld: true};
      apply({kind: 'page', failures}, nowMs, added);
      memory = {...memory, isOld, counts: new Map([...counts, ...memory.counts])};
      memory = acceptSilence(memory, {rules: added, mutes, nowMs});
    },
    /** Milliseconds until the watch may be dead; undefined if no rule needs it, or it is dead. */
    leftMs(nowMs: number): number | undefined {
      const isDue =
        rules.includes('dead') && !memory.open.has(alertKey({rule: 'dead', address: ''}));
      return isDue
        ? Math.max(1, (memory.answeredMs ?? nowMs) + deadAfterMs + 1 - nowMs)
        : undefined;
    },
    snapshot(): () => AlertMemory {
      const [before, failures, count] = [memory, batch, batch.length];
      const settings = {rules, mutes, nowMs: memory.answeredMs ?? 0};
      const memoryAt = () =>
        alertStep(before, {kind: 'page', failures: failures.slice(0, count)}, settings);
      return () => (count === 0 ? before : memoryAt().memory);
    },
  };
}
