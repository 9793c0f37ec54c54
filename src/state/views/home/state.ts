import type {Count, HomeEntry} from '../../model/count.ts';
import type {ViewBase} from '../../model/load.ts';

/** The start screen: every family with its counts, and panels of what matters now. */
export interface HomeView extends ViewBase {
  readonly kind: 'home';
  /** What is counted. */
  readonly entries: readonly HomeEntry[];
  /** Index of an entry. */
  readonly cursor: number;
  /** Index into the rows of all panels, while one moves in them. @default one moves in the entries */
  readonly beside?: number | undefined;
  readonly counts: Readonly<Record<string, Count>>;
  /** Entries whose list was read elsewhere since: they are counted again. @default none */
  readonly again?: readonly string[] | undefined;
}
