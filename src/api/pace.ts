import type {Clock} from '../base/clock.ts';
import {Failure} from '../base/failure.ts';
import {onAbort} from '../base/on-abort.ts';
import type {WireResponse} from './send.ts';

/** A wait that a service asked for. */
export interface RequestedWait {
  /** Its end, in milliseconds since the epoch. */
  readonly untilMs: number;
  /** From now, in milliseconds. */
  readonly ms: number;
}

/** Limits of one request's wait. */
export interface WaitOptions {
  /** Longest wait in milliseconds; a request does not wait if the service asks for more. */
  readonly mostMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before the first wait in each pause of the service. */
  readonly onWait?: ((wait: RequestedWait) => void) | undefined;
}

/** A started request. Ends with one call. */
export interface StartedRequest {
  /**
   * The request has ended.
   *
   * @param answer absent without a response
   * @param restMs the wait that the service asks of all requests, if it does
   */
  readonly end: (
    answer: Pick<WireResponse, 'status' | 'headers'> | undefined,
    restMs?: number,
  ) => void;
}

/** A pause as the waiting processes share it. */
export interface PauseNote {
  /** Its end, in milliseconds since the epoch. */
  readonly untilMs: number;
  /**
   * The responses that each waiting process received since the previous pause, in order of joining.
   */
  readonly answers: readonly number[];
  /** The index of this process; -1 if it is not among them. */
  readonly own: number;
}

/** The last pause of an account, shared by processes; its functions do not throw. */
export interface SharedPause {
  read(): Promise<PauseNote | undefined>;
  /** Add this process to those that wait; starts the pause if it is new to the others. */
  join(untilMs: number, answers: number): Promise<void>;
}

/** From this number of concurrent requests on, which no command exceeds, there is no limit. */
const mostAtOnce = 16;
/** Longest time between two requests, so that a few refusals never stop an interactive session. */
const longestIntervalMs = 1000;
/**
 * If no more responses than before came between two refusals, and fewer than these, the refusals do
 * not depend on the rate.
 */
const fewAnswers = 8;
/** After this time without requests, earlier ones no longer indicate the rate. */
const idleMs = 5000;
/** A later end of a shared pause is from a wrong clock. */
const longestSharedMs = 3_600_000;
/** After a pause that ended this recently, other processes are likely to be near the limit. */
const recentMs = 15_000;
/** Ends that differ by less are of one pause. */
export const samePauseMs = 500;
/** Longest sleep of a clock. */
const longestSleepMs = 300_000;

/** The time between two pauses. */
interface EndedRound {
  readonly ms: number;
  /** The wait that the service asked for at its end. */
  readonly restMs: number;
  readonly intervalMs: number;
  /** Responses of the processes that wait; until `isShared` of this one alone. */
  readonly answers: number;
  /** The responses of the previous round. */
  readonly lastAnswers: number;
  readonly isShared: boolean;
}

/** The time between two requests of a process after a refusal, if so many processes wait. */
function intervalAfter(
  {ms, restMs, intervalMs, answers, lastAnswers}: EndedRound,
  processes: number,
): number {
  if (answers < fewAnswers && answers <= lastAnswers) return intervalMs / 2;
  // As many responses as came since the last refusal fit into this time.
  const fits = answers === 0 ? 0 : (ms / answers) * processes;
  const longestMs = Math.min(longestIntervalMs, restMs) * processes;
  return Math.min(longestMs, Math.max(intervalMs, fits));
}

/**
 * The common pace of the requests to one service for one account. After a refusal all of them wait,
 * fewer run at once, and they are spread over the time in which the service accepts as many.
 * Responses slowly raise both limits.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #shared: SharedPause | undefined;
  #untilMs = 0;
  #toldMs = 0;
  /** Concurrent requests, with a fraction that grows. */
  #most = Number.POSITIVE_INFINITY;
  #isNew = true;
  #budget = Number.POSITIVE_INFINITY;
  #active = 0;
  #intervalMs = 0;
  #nextMs = 0;
  /** Requests since the last refusal: a refusal of an earlier one is ignored. */
  #round = 0;
  #roundMs: number;
  #answers = 0;
  #ended: EndedRound | undefined;
  #lastMs: number;
  #turn = Promise.resolve();
  #freed = (): void => undefined;

  /** Without `shared` it is the pace of this process alone. */
  constructor(clock: Clock, shared?: SharedPause) {
    this.#clock = clock;
    this.#shared = shared;
    this.#roundMs = clock.now();
    this.#lastMs = this.#roundMs;
  }

  /** Milliseconds until the service accepts requests again, from now. */
  async leftMs(): Promise<number> {
    await this.#readShared();
    return Math.max(0, this.#untilMs - this.#clock.now());
  }

  /**
   * Wait until a request may start.
   *
   * @throws Failure 'interrupted'
   */
  async start(options: WaitOptions): Promise<StartedRequest> {
    // The caller waits by itself.
    if (options.mostMs > 0) await this.#inTurn(() => this.#mayStart(options), options.signal);
    return this.#begin();
  }

  #refuse(restMs: number, ofRound: number): void {
    const now = this.#clock.now();
    this.#untilMs = Math.max(this.#untilMs, now + restMs);
    if (ofRound !== this.#round) return;
    this.#round += 1;
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#active + 1) / 2));
    this.#ended = {
      ms: this.#untilMs - this.#roundMs,
      restMs,
      intervalMs: this.#intervalMs,
      answers: this.#answers,
      lastAnswers: this.#ended?.answers ?? 0,
      isShared: false,
    };
    this.#intervalMs = intervalAfter(this.#ended, 1);
    if (restMs > 0) void this.#shared?.join(this.#untilMs, this.#answers);
    this.#roundMs = this.#untilMs;
    this.#answers = 0;
  }

  #accept(headers: Readonly<Record<string, string>>): void {
    const now = this.#clock.now();
    const {left, resetMs} = budgetOf(headers, now);
    this.#budget = left === undefined ? Number.POSITIVE_INFINITY : Math.max(1, left);
    if (left === 0 && resetMs !== undefined) this.#untilMs = Math.max(this.#untilMs, resetMs);
    this.#answers += 1;
    this.#most += 1 / (4 * this.#most);
    if (this.#most >= mostAtOnce) this.#most = Number.POSITIVE_INFINITY;
    // Slow at first, so that refusals stay rare; faster the longer none comes.
    this.#intervalMs *= 1 - Math.min(this.#answers, 100) / 5000;
    if (this.#intervalMs < 1) this.#intervalMs = 0;
  }

  async #readShared(): Promise<void> {
    let note = await this.#shared?.read();
    const now = this.#clock.now();
    if (note === undefined || note.untilMs - now > longestSharedMs) return;
    // Requests on the way when the limit is reached are refused: send the first ones one by one.
    if (this.#isNew && now - note.untilMs < recentMs) this.#most = 1;
    this.#isNew = false;
    if (note.untilMs > Math.max(now, this.#untilMs + samePauseMs))
      this.#refuse(note.untilMs - now, this.#round);
    if (this.#ended?.isShared !== false || Math.abs(note.untilMs - this.#untilMs) > samePauseMs)
      return;
    if (note.own === -1) {
      // Another process began the pause at the same time, or this one has just learned of it.
      await this.#shared?.join(this.#untilMs, this.#ended.answers);
      note = (await this.#shared?.read()) ?? note;
    }
    // When the pause ends, all that wait have joined.
    if (now < this.#untilMs) return;
    const {answers: joined, own} = note;
    const total = joined.reduce((sum, one) => sum + one, 0);
    this.#ended = {...this.#ended, answers: total, isShared: true};
    this.#intervalMs = intervalAfter(this.#ended, joined.length);
    const turnMs = this.#untilMs + (this.#intervalMs * Math.max(0, own)) / joined.length;
    this.#nextMs = Math.max(this.#nextMs, turnMs);
  }

  async #mayStart({mostMs, signal, onWait}: WaitOptions): Promise<void> {
    while (this.#active >= Math.min(Math.floor(this.#most), this.#budget)) {
      await orAborted(new Promise<void>(resolve => (this.#freed = resolve)), signal);
    }
    // A clock of a test need not advance, so each time is waited for once.
    for (let waited = 0; ; ) {
      await this.#readShared();
      const now = this.#clock.now();
      const isPause = this.#untilMs >= this.#nextMs;
      const atMs = Math.max(this.#untilMs, this.#nextMs);
      if (atMs <= Math.max(now, waited) || (isPause && this.#untilMs - now > mostMs)) break;
      if (isPause && this.#toldMs !== this.#untilMs) {
        this.#toldMs = this.#untilMs;
        onWait?.({untilMs: this.#untilMs, ms: this.#untilMs - now});
      }
      const ms = Math.min(atMs - now, longestSleepMs);
      await this.#clock.sleep(ms, signal);
      waited = now + ms;
    }
    this.#nextMs = Math.max(this.#clock.now(), this.#nextMs) + this.#intervalMs;
  }

  async #inTurn(work: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const before = this.#turn;
    let done = (): void => undefined;
    this.#turn = new Promise<void>(resolve => (done = resolve));
    try {
      await orAborted(before, signal);
      await work();
    } finally {
      void before.then(done);
    }
  }

  #begin(): StartedRequest {
    const now = this.#clock.now();
    if (this.#active === 0 && now - this.#lastMs > idleMs)
      [this.#roundMs, this.#answers] = [now, 0];
    this.#active += 1;
    const ofRound = this.#round;
    return {
      end: (answer, restMs) => {
        this.#active -= 1;
        this.#lastMs = this.#clock.now();
        if (restMs !== undefined) this.#refuse(restMs, ofRound);
        else if (answer !== undefined && answer.status < 500) this.#accept(answer.headers);
        this.#freed();
      },
    };
  }
}

/** @throws Failure 'interrupted' when the signal aborts first */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let release = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    const interrupted = () => reject(new Failure('interrupted', 'Interrupted while waiting.'));
    release = onAbort(signal, interrupted);
  });
  return Promise.race([work, aborted]).finally(release);
}

/** The requests that a service still accepts, as far as its response says. */
interface Budget {
  readonly left?: number;
  /** When it accepts more, in milliseconds since the epoch. */
  readonly resetMs?: number;
}

/**
 * Read the remaining budget from `X-RateLimit-Remaining` and `-Reset` (ISO 8601, or seconds since
 * the epoch or from now), or from `Beta-RateLimit: "name";r=left;t=seconds` (services W5.8).
 *
 * @param headers names in lower case
 */
export function budgetOf(headers: Readonly<Record<string, string>>, nowMs: number): Budget {
  const beta = headers['beta-ratelimit'] ?? '';
  const left = numberIn(headers['x-ratelimit-remaining'] ?? /;\s*r=(\d+)/.exec(beta)?.[1]);
  const seconds = numberIn(/;\s*t=(\d+)/.exec(beta)?.[1]);
  const resetMs =
    timeOf(headers['x-ratelimit-reset'] ?? '', nowMs) ??
    (seconds === undefined ? undefined : nowMs + seconds * 1000);
  return {...(left !== undefined && {left}), ...(resetMs !== undefined && {resetMs})};
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Seconds of the year 2001; smaller numbers count from now. */
const epochSeconds = 1_000_000_000;

function timeOf(text: string, nowMs: number): number | undefined {
  if (/^\d{1,10}$/.test(text.trim())) {
    const seconds = Number(text);
    return seconds >= epochSeconds ? seconds * 1000 : nowMs + seconds * 1000;
  }
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
