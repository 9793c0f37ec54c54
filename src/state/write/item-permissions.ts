import {allOperations, operationNamed} from '../../api/catalogue.ts';
import type {Operation} from '../../api/operation.ts';
import {findJson, listAt, readPointer} from '../../base/json-value.ts';
import {memoizeFor} from '../../base/memoize-for.ts';
import {fetchText} from '../ask/ask.ts';
import type {Row} from '../model/row.ts';
import {type AppState, slice} from '../model/state.ts';
import {type Action, afterEvents, noEffects, type Task} from '../model/transition.ts';
import type {Verb, VerbUse} from '../model/verb.ts';

/**
 * The operations that the service permits the account on an item: operation that lists them and id
 * → their names. Undefined while they are requested, empty if they are unknown.
 */
type ItemPermissions = Readonly<Record<string, ReadonlySet<string> | undefined>>;

const itemPermissions = slice<ItemPermissions>('item permissions', {});

const suffix = '/operations';

/** The operation that lists what an account may do with the item of a verb; if there is one. */
const listingOf = memoizeFor((verb: Verb): Operation | undefined => {
  const {path: item} = operationNamed(verb);
  return allOperations().find(({method, path}) => method === 'GET' && path === item + suffix);
});

/** The names of the operation in the service's list; any of them permits it. */
function namesOf({method, path}: Operation, listing: Operation): readonly string[] {
  const isWhole = path === listing.path.slice(0, -suffix.length);
  return method === 'DELETE' && isWhole ? ['delete'] : ['update', 'edit'];
}

/** An item whose permissions can be requested. */
export interface PermittedItem {
  readonly listing: Operation;
  readonly id: string;
}

/**
 * Find the item of a row with those verbs; undefined if the service does not list the operations
 * that the account may call on it.
 */
export function permittedItem(verbs: readonly Verb[], {value}: Row): PermittedItem | undefined {
  const listing = verbs.map(listingOf).find(one => one !== undefined);
  const id = readPointer(value, '/id');
  return listing === undefined || id === undefined ? undefined : {listing, id: String(id)};
}

const nameOf = ({listing, id}: PermittedItem): string => `${listing.name} ${id}`;

/**
 * Explain why the account may not call an operation on an item; undefined if it may, or if unknown.
 */
export function whyNotOnItem(
  state: Pick<AppState, 'own'>,
  operation: Operation,
  item: PermittedItem | undefined,
): string | undefined {
  if (item === undefined || operation.effect === 'read') return undefined;
  const permitted = itemPermissions.of(state)[nameOf(item)];
  if (permitted === undefined || permitted.size === 0) return undefined;
  const names = namesOf(operation, item.listing);
  return names.some(name => permitted.has(name)) ? undefined : `needs permission to ${names[0]} it`;
}

/** Explain why the account may not call an operation on a row of its verb; undefined as above. */
export function whyNotOnItems(
  state: Pick<AppState, 'own'>,
  operation: Operation,
  use: Pick<VerbUse, 'rows' | 'verb'> | undefined,
): string | undefined {
  const reasons = use?.rows.map(row =>
    whyNotOnItem(state, operation, permittedItem([use.verb], row)),
  );
  return reasons?.find(reason => reason !== undefined);
}

/**
 * Request the permissions of items that were not requested before.
 *
 * @param then run with the state that has them
 */
export function requestItemPermissions(
  state: AppState,
  items: readonly PermittedItem[],
  then: Action,
) {
  const known = itemPermissions.of(state);
  const fresh = items.filter(item => !(nameOf(item) in known));
  if (fresh.length === 0) return noEffects(state);
  const asked = Object.fromEntries(fresh.map(item => [nameOf(item), undefined]));
  return {
    state: itemPermissions.with(state, {...known, ...asked}),
    effects: fresh.map(item => ({
      kind: 'task' as const,
      slot: `item permissions ${nameOf(item)}`,
      run: readItemPermissions(item, then),
      asks: true as const,
    })),
  };
}

function readItemPermissions(item: PermittedItem, then: Action): Task {
  const {listing, id} = item;
  const ref = {
    service: listing.service,
    operation: `${listing.group} ${listing.name}`,
    inputs: {id: [id]},
  };
  return async (ports, {signal}) => {
    // Without a response the permissions stay unknown.
    const text = await fetchText(ref, {}, ports, signal).catch(() => '');
    if (signal.aborted) return;
    const names = listAt(findJson(text) ?? null, suffix)
      // Operations of an item's comments and attachments have other targets.
      .filter(one => !/^(?:comment|attachment)$/.test(String(readPointer(one, '/targetType'))))
      .map(one => String(readPointer(one, '/operation')));
    ports.dispatch({
      kind: 'taskResult',
      take(state, registry) {
        const known = itemPermissions.of(state);
        const found = {...known, [nameOf(item)]: new Set(names)};
        return then(itemPermissions.with(state, found), registry);
      },
    });
  };
}

/** A write may change who may do what, so permissions are requested again after it. */
export const forgetItemPermissions = afterEvents(['write'], (_, step, {event}) =>
  event.kind === 'finished' ? {...step, state: itemPermissions.with(step.state, {})} : step,
);
