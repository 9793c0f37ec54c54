import {compareTexts, readChoice} from '../query.ts';
import type {Call} from '../route.ts';
import type {ContentItem} from '../world/content-types.ts';

/** How two items compare: below zero when the first comes first. */
export type Compare<Item> = (one: Item, other: Item) => number;

/**
 * Items as `sort` asks, each of its values also with `-` for descending; in their own order without
 * it. Equal items keep their order.
 *
 * @param orders value of `sort` → how items compare
 * @param byDefault value that holds when the query has none
 * @throws SandboxError 400 when `sort` has another value
 */
export function sorted<Item>(
  call: Call,
  items: readonly Item[],
  orders: Readonly<Record<string, Compare<Item>>>,
  byDefault?: string,
): readonly Item[] {
  const names = Object.keys(orders).flatMap(name => [name, `-${name}`]);
  const wanted = readChoice(call, 'sort', names) ?? byDefault;
  if (wanted === undefined) return items;
  const compare = orders[wanted.replace(/^-/, '')];
  if (compare === undefined) return items;
  const sign = wanted.startsWith('-') ? -1 : 1;
  return [...items].sort((one, other) => sign * compare(one, other));
}

/** Ids by value; they may be longer than a number can hold. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || compareTexts(one, other);
}

type Dated = {readonly createdAt: number; readonly version: {readonly createdAt: number}};

export const dateOrders = {
  'created-date': (one: Dated, other: Dated) => one.createdAt - other.createdAt,
  'modified-date': (one: Dated, other: Dated) => one.version.createdAt - other.version.createdAt,
} as const;

export const itemOrders = {
  id: (one: ContentItem, other: ContentItem) => compareIds(one.id, other.id),
  ...dateOrders,
} as const;

export const titledOrders = {
  ...itemOrders,
  title: (one: ContentItem, other: ContentItem) => compareTexts(one.title, other.title),
} as const;
