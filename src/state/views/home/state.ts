import type {Count, HomeEntry} from '../../model/count.ts';
import type {ViewBase} from '../../model/load.ts';

/** The home screen: all features with their counts, and panels with current information. */
export interface HomeView extends ViewBase {
  readonly kind: 'home';
  readonly entries: readonly HomeEntry[];
  /** Index of an entry. */
  readonly cursor: number;
  /**
   * Index into the rows of all panels, while the cursor is there. @default the cursor is in the
   * entries
   */
  readonly beside?: number | undefined;
  readonly counts: Readonly<Record<string, Count>>;
  /** Entries whose list was changed elsewhere, to be counted again. @default none */
  readonly again?: readonly string[] | undefined;
}
