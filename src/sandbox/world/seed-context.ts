import type {ClassificationLevel} from './content-types.ts';
import type {Draw} from './random.ts';
import type {Group} from './site-setup.ts';
import type {WorldCounts} from './sizes.ts';

/** What the parts of the tracker's world are made from. */
export interface SeedContext {
  readonly seed: number;
  /** Milliseconds since the UNIX epoch. */
  readonly now: number;
  readonly counts: WorldCounts;
  /** Accounts of active people. */
  readonly people: readonly string[];
  readonly groups: readonly Group[];
  readonly levels: readonly ClassificationLevel[];
  /** Draws of their own for each part, so that one can grow without changing the others. */
  readonly draw: (purpose: string) => Draw;
}
