import type {Params} from '../../model/params.ts';
import type {ListPreference} from '../../views/list/state.ts';

/** A saved view: a list screen with its filter, order and columns. */
export interface SavedView {
  /** One word. */
  readonly name: string;
  /** Id of the list's resource. */
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
  readonly look: ListPreference;
}
