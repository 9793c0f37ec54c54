import {type DeliveryFacts, factsOfBody, noFacts} from '../../../api/watch/delivery-facts.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {isObject, type JsonValue} from '../../../base/json-value.ts';
import {columnKinds} from '../../../output/column-kind.ts';
import {columnOf, type MoreOfColumn} from '../../../state/model/column.ts';
import type {HeldFailure} from './held.ts';

const known = new WeakMap<object, DeliveryFacts>();

/** What a failed delivery was about; its body is JSON in a text, read once. */
export function factsOfDelivery(value: JsonValue): DeliveryFacts {
  if (!isObject(value)) return noFacts;
  const found = known.get(value) ?? factsOfBody(value.body);
  known.set(value, found);
  return found;
}

/** The same of a record the monitor holds. */
export function factsOfRecord(record: HeldFailure): DeliveryFacts {
  const found = known.get(record) ?? factsOfBody(makeLookup(record.text).string('/body'));
  known.set(record, found);
  return found;
}

/** A column of what the body says. */
export function bodyColumn(title: string, fact: keyof DeliveryFacts, more: MoreOfColumn = {}) {
  const kind = {
    ...columnKinds.text,
    read: (item: JsonValue): JsonValue | undefined => factsOfDelivery(item)[fact] || undefined,
  };
  return columnOf(kind)(title, '/body', {id: fact, ...more});
}
