import type {ClassificationLevel} from './content-types.ts';
import type {Random} from './random.ts';
import type {Group} from './site-setup.ts';
import type {WorldCounts} from './sizes.ts';

/** The inputs from which the parts of the tracker's world are generated. */
export interface SeedContext {
  readonly seed: number;
  /** Milliseconds since the UNIX epoch. */
  readonly now: number;
  readonly counts: WorldCounts;
  /** Accounts of active people. */
  readonly people: readonly string[];
  /** Accounts of inactive people; at least one in a world of the usual sizes. */
  readonly formerPeople: readonly string[];
  readonly groups: readonly Group[];
  readonly levels: readonly ClassificationLevel[];
  /**
   * Creates a separate random number generator for each part, so that a part can change without
   * affecting the others.
   */
  readonly random: (purpose: string) => Random;
}
