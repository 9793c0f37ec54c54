import type {AnsweringClient} from './answering-client.ts';
import {type AppHarness, makeHarness} from './app-harness.ts';
import {fakeTracker, nowMs} from './app-world.ts';

/** A tracker on which deliveries fail when the test says so. */
export interface FailingHooks {
  readonly tracker: AnsweringClient;
  /** A delivery fails, so many milliseconds before the world's now. */
  fail(url: string, agoMs: number, body?: string): void;
  /** The times `after` was asked for. */
  readonly asked: number[];
  /** What the server's clock says; undefined leaves the Date header out. */
  dateMs: number | undefined;
}

/** Make it; without failures at first. */
export function failingHooks(): FailingHooks {
  const tracker = fakeTracker('deliveries fail and are listed when a test says so');
  const records: {id: string; url: string; failureTime: number; body?: string}[] = [];
  const request = tracker.request.bind(tracker);
  const hooks: FailingHooks = {
    tracker,
    asked: [],
    dateMs: nowMs,
    fail(url, agoMs, body) {
      const failureTime = nowMs - agoMs;
      const id = `f${records.length + 1}`;
      records.push({id, url: `https://${url}`, failureTime, ...(body !== undefined && {body})});
    },
  };
  tracker.answers['tracker/webhook/get-failed'] = given => {
    const after = Number(given.inputs.after?.[0] ?? 0);
    hooks.asked.push(after);
    const later = records.filter(({failureTime}) => failureTime > after);
    return {pages: [later.sort((a, b) => a.failureTime - b.failureTime)]};
  };
  return Object.assign(hooks, {
    tracker: Object.assign(tracker, {
      async request(...args: Parameters<AnsweringClient['request']>) {
        const reply = await request(...args);
        const date = hooks.dateMs === undefined ? undefined : new Date(hooks.dateMs).toUTCString();
        return {...reply, headers: {...(date !== undefined && {date})}};
      },
    }),
  });
}

/** The app with the screen of failed deliveries open, which begins the watch. */
export async function watching(
  hooks: FailingHooks,
  options: Parameters<typeof makeHarness>[0] = {},
): Promise<AppHarness> {
  const harness = makeHarness({...options, tracker: hooks.tracker});
  await harness.settle();
  harness.press(':', 'wh failed', 'enter');
  await harness.settle();
  return harness;
}

/** Let the watch poll now; on a screen of the monitor. */
export async function poll(harness: AppHarness): Promise<void> {
  harness.press('r');
  await harness.settle();
}
