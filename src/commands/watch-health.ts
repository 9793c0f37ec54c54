import type {AlertMemory} from '../api/watch/alert-memory.ts';
import type {FailedEvent} from '../api/watch/failed-watch.ts';
import {makeWatchHealth, type QueueLengths} from '../api/watch/watch-health.ts';
import {toFailure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {serveHealth} from '../host/health-server.ts';
import {pathsOf} from '../host/paths.ts';
import {writePrivateFile} from '../host/private-file.ts';
import type {CommandHost} from './context.ts';
import type {WatchStart} from './watch-start.ts';

/** Reports the state of a watch in a file and to HTTP clients. */
export interface HealthOutlet {
  add(event: FailedEvent): void;
  close(): Promise<void>;
}

/** Milliseconds between two writes of the heartbeat file. */
const beatMs = 1000;

/**
 * Open --heartbeat and --listen. The file is written when the watch makes progress; one that cannot
 * be written is a warning.
 *
 * @throws Failure 'config_error' if the address cannot be listened on
 */
export async function openHealth(
  {heartbeat, listen}: Pick<WatchStart, 'heartbeat' | 'listen'>,
  memory: AlertMemory | undefined,
  queues: () => QueueLengths,
  host: CommandHost,
): Promise<HealthOutlet> {
  const {clock, reporter} = host;
  const health = makeWatchHealth(clock.now(), memory);
  const server =
    listen &&
    (await serveHealth(listen, {
      problem: () => health.problem(clock.now()),
      state: () => health.state(clock.now()),
      metrics: () => health.metrics(clock.now(), queues()),
    }));
  if (server) {
    reporter.note(`Serving /healthz and /metrics at ${server.url}.`);
    if (!isLoopback(new URL(server.url).hostname)) {
      reporter.warn('other machines can read the addresses and counts of the failures there');
    }
  }
  const path = heartbeat && pathsOf(host).resolve(host.cwd, heartbeat);
  let nextMs = Number.NEGATIVE_INFINITY;
  let isWarned = false;
  let isBehind = false;
  let writing: Promise<void> | undefined;
  const beat = async (file: string): Promise<void> => {
    isBehind = false;
    try {
      await writePrivateFile(file, `${health.state(clock.now())}\n`, {ownsDirectory: false});
      isWarned = false;
    } catch (error) {
      const text = `The heartbeat file cannot be written: ${toFailure(error).message}`;
      if (!isWarned) reporter.warn(text);
      isWarned = true;
    }
    writing = undefined;
  };
  return {
    add(event) {
      health.add(event, clock.now());
      const isProgress =
        event.type !== 'retry' && event.type !== 'alerts' && event.type !== 'ended';
      const isDue =
        event.type === 'poll' || clock.now() >= nextMs || clock.now() < nextMs - 2 * beatMs;
      if (!path || !isProgress) return;
      isBehind = true;
      if (!isDue || writing !== undefined) return;
      nextMs = clock.now() + beatMs;
      writing = beat(path);
    },
    async close() {
      server?.close();
      await writing;
      if (path && isBehind) await beat(path);
    },
  };
}
