import {
  type AlertEvent,
  type AlertFailure,
  alertJson,
  alertStep,
  freshMemory,
} from '../api/watch/alerts.ts';
import {targetOf} from '../api/watch/delivery-facts.ts';
import type {FailedEvent} from '../api/watch/failed-watch.ts';
import type {OrderedQueue} from '../api/watch/ordered-queue.ts';
import {isRefusal} from '../api/watch/watch-failed.ts';
import {type Failure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import type {Host} from '../host/host.ts';
import {notificationSequence} from '../host/terminal.ts';

/** What goes on beside a watch of failed deliveries. */
export interface WatchAlerts {
  heard(event: FailedEvent): Promise<void>;
  /** The watch ends because of this. */
  failed(failure: Failure): Promise<void>;
}

/** Where alerts go, and what counts as old. */
export interface WatchAlertOptions {
  /** Rules as they are typed, one or more. */
  readonly rules: readonly string[];
  /** What is listed at first failed before the watch began. */
  readonly isLater: boolean;
  /** Writes an alert to the stream of events. */
  readonly emit: (json: string) => Promise<void>;
  /** Runs a program for each alert. */
  readonly programs?: OrderedQueue<string> | undefined;
}

/** Raise alerts by rules: in the stream, as a ring on a terminal, and to a program. */
export function makeWatchAlerts(
  {rules, isLater, emit, programs}: WatchAlertOptions,
  host: Host,
): WatchAlerts {
  const {clock, stderr, env} = host;
  let memory = freshMemory;
  let skewMs = 0;
  let isOld = isLater;
  let batch: AlertFailure[] = [];
  const step = async (event: AlertEvent): Promise<void> => {
    const nowMs = clock.now() + skewMs;
    const {memory: next, alerts} = alertStep(memory, event, {rules, mutes: new Map(), nowMs});
    memory = next;
    for (const alert of alerts) {
      const json = alertJson(alert);
      await emit(json);
      if (stderr.isTTY) stderr.write(notificationSequence(alert.text, env), 'all');
      await programs?.put(json);
    }
  };
  const tellBatch = async (): Promise<void> => {
    const failures = batch;
    batch = [];
    if (failures.length > 0) await step({kind: 'failures', failures, isOld});
  };
  const unanswered = (failure: Failure) =>
    step({kind: 'unanswered', reason: failure.message, isRefused: isRefusal(failure)});
  return {
    async heard(event) {
      if (event.type === 'failure') {
        const {item, failureTimeMs: timeMs} = event;
        const address = targetOf(makeLookup(item).string('/url') ?? '');
        batch.push({address, timeMs, record: item});
      } else if (event.type === 'poll') {
        skewMs = event.skewMs ?? skewMs;
        await tellBatch();
        isOld = false;
        await step({kind: 'answered'});
      } else if (event.type === 'retry') {
        await tellBatch();
        await unanswered(event.failure);
      }
    },
    failed: failure => unanswered(toFailure(failure)),
  };
}
