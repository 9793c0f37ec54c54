import type {Count, HomeEntry} from '../../model/count.ts';
import type {ViewBase} from '../../model/row.ts';

/** The start screen: families with counts. */
export interface HomeView extends ViewBase {
  readonly kind: 'home';
  /** What is counted. */
  readonly entries: readonly HomeEntry[];
  readonly cursor: number;
  readonly counts: Readonly<Record<string, Count>>;
  /** Entries whose list was read elsewhere since: they are counted again. @default none */
  readonly again?: readonly string[] | undefined;
}
