import type {Params} from '../../model/params.ts';
import type {ListPreference} from '../../views/list/state.ts';

/** A list as the user named it: which screen, with what filter, order and columns. */
export interface SavedView {
  /** One word. */
  readonly name: string;
  /** Id of the list's resource. */
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
  readonly look: ListPreference;
}
