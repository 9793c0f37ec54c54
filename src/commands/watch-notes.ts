import {isRefusal, longerWaitText} from '../api/watch/backoff.ts';
import type {FailedEvent} from '../api/watch/failed-watch.ts';
import {endSentence} from '../base/end-sentence.ts';
import type {Failure} from '../base/failure.ts';
import type {CommandHost} from './context.ts';

/**
 * Report on standard error how the polls of a watch go: always the first failure of a series, its
 * first refusal and its end; the rest with --verbose.
 */
export function makePollReporter(
  verbose: boolean,
  {reporter, clock}: Pick<CommandHost, 'reporter' | 'clock'>,
): (event: FailedEvent) => void {
  let failed = 0;
  let wasRefused = false;
  let isCut = false;
  const note = (text: string): void => reporter.note(text);
  return event => {
    if (event.type === 'retry') {
      const {failure, nextAtMs, endAtMs} = event;
      const nowMs = clock.now();
      failed++;
      const text = retryText(failure, nextAtMs - nowMs);
      if (failed === 1 || isRefusal(failure) !== wasRefused) {
        const limit = endAtMs === undefined ? '' : `, for ${ageOf(endAtMs - nowMs)} at most`;
        // The advice after a 429 is to wait.
        const {hint} = failure.kind === 'rate_limited' ? {} : failure.details;
        reporter.warn(`${text}, and until the service responds${limit}.${hint ? ` ${hint}` : ''}`);
      } else if (verbose) note(`${text} (failure ${failed}).`);
      wasRefused = isRefusal(failure);
    }
    if (event.type !== 'poll') return;
    if (failed > 0)
      note(`The service responds again after ${countOf(failed, 'failed try', 'failed tries')}.`);
    failed = 0;
    const {lateWithinMs} = event;
    if (lateWithinMs !== undefined && !isCut) {
      reporter.warn(
        `Too many failures to search all of the last 10 minutes: failures listed more than ${seconds(lateWithinMs)} s late may be missed.`,
      );
    }
    isCut = lateWithinMs !== undefined;
    if (verbose) note(pollNote(event, seconds(event.nextAtMs - clock.now())));
  };
}

/** Describe the wait after a failure, without the full stop. */
export function retryText(failure: Failure, waitMs: number): string {
  const longer = longerWaitText(failure, waitMs);
  return `${endSentence(failure.message)} Retrying in ${seconds(waitMs)} s${longer}`;
}

function pollNote(
  {pages, listed, delivered: told, lagMs}: Extract<FailedEvent, {readonly type: 'poll'}>,
  nextInSeconds: number,
): string {
  const lag = lagMs === undefined ? '' : `, the latest ${ageOf(lagMs)} old`;
  const read = countOf(pages, 'page', 'pages');
  return `Polled: ${read}, ${listed} listed, ${told} new${lag}; next in ${nextInSeconds} s.`;
}

/** Format an age in the most suitable unit. */
function ageOf(ms: number): string {
  if (ms < 120_000) return `${seconds(ms)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function seconds(ms: number): number {
  return Math.max(0, Math.round(ms / 100) / 10);
}
