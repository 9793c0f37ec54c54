import type {AnsweringClient} from '../support/answering-client.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {fakeTracker} from '../support/app-world.ts';

/** A screen to be drawn: the tracker it is on, and how one comes there. */
export interface Case {
  readonly name: string;
  readonly tracker?: (because: string) => AnsweringClient;
  readonly content?: (because: string) => AnsweringClient;
  /** Its frame has something of the counts of home. */
  readonly counts?: true;
  readonly act: (harness: AppHarness) => Promise<void> | void;
}

/** A tracker that answers one operation in another way. */
export function answering(
  operation: string,
  answer: AnsweringClient['answers'][string],
): (because: string) => AnsweringClient {
  return because => {
    const tracker = fakeTracker(because);
    tracker.answers[operation] = answer;
    return tracker;
  };
}
