import {inOrder, type Orders} from '../paging.ts';
import {readChoice} from '../query.ts';
import type {Call} from '../route.ts';

/**
 * Items as `sort` asks, each of its values also with `-` for descending; in their own order without
 * it. Equal items keep their order.
 *
 * @param byDefault value that holds when the query has none
 * @throws SandboxError 400 when `sort` has another value
 */
export function sorted<Item>(
  call: Call,
  items: readonly Item[],
  orders: Orders<Item>,
  byDefault = '',
): readonly Item[] {
  const names = Object.keys(orders).flatMap(name => [name, `-${name}`]);
  const wanted = readChoice(call, 'sort', names) ?? byDefault;
  const keyOf = orders[wanted.replace(/^-/, '')];
  return keyOf === undefined ? items : inOrder(items, keyOf, wanted.startsWith('-'));
}

interface Dated {
  readonly createdAt: number;
  readonly version: {readonly createdAt: number};
}

/** Ids by value; they may be longer than a number can hold. */
export const byId = ({id}: {readonly id: string}) => BigInt(id);

export const dateOrders = {
  'created-date': ({createdAt}: Dated) => createdAt,
  'modified-date': ({version}: Dated) => version.createdAt,
} as const;

export const itemOrders = {id: byId, ...dateOrders} as const;

export const titledOrders = {
  ...itemOrders,
  title: ({title}: {readonly title: string}) => title,
} as const;
