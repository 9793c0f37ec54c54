import type {Count} from '../../model/count.ts';
import type {ViewBase} from '../../model/row.ts';

/** The start screen: families with counts. */
export interface HomeView extends ViewBase {
  readonly kind: 'home';
  readonly cursor: number;
  readonly counts: Readonly<Record<string, Count>>;
}
