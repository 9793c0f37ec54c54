import {
  type AlertEvent,
  type AlertFailure,
  alertJson,
  alertStep,
  freshMemory,
} from '../api/watch/alerts.ts';
import {targetOf} from '../api/watch/delivery-facts.ts';
import type {FailedEvent} from '../api/watch/failed-watch.ts';
import {isRefusal} from '../api/watch/watch-failed.ts';
import {type Failure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import type {Host} from '../host/host.ts';
import {runProgram} from '../host/run-program.ts';
import {notificationSequence} from '../host/terminal.ts';
import {reportRemark} from './report.ts';

/** When somebody is to be told, and by what program. */
export interface AlertOptions {
  /** Rules as they are typed; none: the program is run for each failure. */
  readonly rules: readonly string[];
  /** Program and arguments. */
  readonly exec?: readonly string[];
}

/** What goes on beside a watch of failed deliveries. */
export interface WatchAlerts {
  heard(event: FailedEvent): Promise<void>;
  /** The watch ends because of this. */
  failed(failure: Failure): Promise<void>;
  end(): Promise<void>;
}

/**
 * Alerts by rules, as events of the stream, as a ring where standard error is a terminal, and to a
 * program; without rules the program gets each failure.
 *
 * @param isLater what is listed at first failed before the watch began
 */
export function makeWatchAlerts(
  {rules, exec}: AlertOptions,
  isLater: boolean,
  emit: (json: string) => Promise<void>,
  host: Host,
): WatchAlerts {
  const {clock, stderr, env} = host;
  let memory = freshMemory;
  let skewMs = 0;
  let isOld = isLater;
  let batch: AlertFailure[] = [];
  const warn = (problem: string): void => reportRemark('warning', `--exec: ${problem}`, stderr);
  const queue: ExecQueue | undefined =
    exec && makeExecQueue(async input => (await runProgram(exec, input)).problem, warn);
  const step = async (event: AlertEvent): Promise<void> => {
    const nowMs = clock.now() + skewMs;
    const {memory: next, alerts} = alertStep(memory, event, {rules, mutes: new Map(), nowMs});
    memory = next;
    for (const alert of alerts) {
      const json = alertJson(alert);
      await emit(json);
      if (stderr.isTTY) stderr.write(notificationSequence(alert.text, env), 'all');
      queue?.add(`${json}\n`);
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
      if (event.type === 'failure' && rules.length === 0) queue?.add(`${event.item}\n`);
      if (rules.length === 0) return;
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
    async failed(failure) {
      if (rules.length > 0) await unanswered(toFailure(failure));
    },
    end: async () => queue?.end(),
  };
}

/** Programs that are run one for each thing that happens, bounded in number. */
export interface ExecQueue {
  /** Run it for this text; left out when too many wait. */
  add(input: string): void;
  /** Wait for those that run and wait. */
  end(): Promise<void>;
}

/** How many run at a time. */
const atOnce = 2;
/** How many wait at most. */
const mostWaiting = 100;

/**
 * Make a queue.
 *
 * @param run why it did not end well; undefined when it did
 * @param failed hears of those, and once of each time texts are left out
 */
export function makeExecQueue(
  run: (input: string) => Promise<string | undefined>,
  failed: (problem: string) => void,
): ExecQueue {
  const waiting: string[] = [];
  const running = new Set<Promise<void>>();
  let leftOut = 0;
  const start = (): void => {
    while (running.size < atOnce) {
      const input = waiting.shift();
      if (input === undefined) return;
      const one: Promise<void> = run(input).then(problem => {
        if (problem !== undefined) failed(problem);
        running.delete(one);
        start();
      });
      running.add(one);
    }
  };
  return {
    add(input) {
      if (waiting.length >= mostWaiting) {
        if (leftOut++ === 0)
          failed(`more than ${mostWaiting} wait: it is not run for the rest of them`);
        return;
      }
      leftOut = 0;
      waiting.push(input);
      start();
    },
    async end() {
      while (running.size > 0) await Promise.race(running);
    },
  };
}
