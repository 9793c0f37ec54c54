import type {World} from '../world/world.ts';
import type {FindName} from './adf-inline.ts';

/** Finds display names among the world's users, for mentions in bodies. */
export function findNameIn(world: World): FindName {
  return accountId => world.users.get(accountId)?.displayName;
}
