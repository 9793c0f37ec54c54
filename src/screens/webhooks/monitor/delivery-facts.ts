import {type DeliveryFacts, factsOfBody, noFacts} from '../../../api/watch/delivery-facts.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {isObject, type JsonObject, type JsonValue} from '../../../base/json-value.ts';
import {keptFor} from '../../../base/kept-for.ts';
import {columnKinds} from '../../../output/column-kind.ts';
import {columnOf, type MoreOfColumn} from '../../../state/model/column.ts';
import type {HeldFailure} from './held.ts';

const factsOf = keptFor(({body}: JsonObject) => factsOfBody(body));

/** What a failed delivery was about; its body is JSON in a text, read once. */
export function factsOfDelivery(value: JsonValue): DeliveryFacts {
  return isObject(value) ? factsOf(value) : noFacts;
}

/** The same of a record the monitor holds. */
export const factsOfRecord = keptFor(
  ({text}: HeldFailure): DeliveryFacts => factsOfBody(makeLookup(text).string('/body')),
);

/** A column of what the body says. */
export function bodyColumn(title: string, fact: keyof DeliveryFacts, more: MoreOfColumn = {}) {
  const kind = {
    ...columnKinds.text,
    read: (item: JsonValue): JsonValue | undefined => factsOfDelivery(item)[fact] || undefined,
  };
  return columnOf(kind)(title, '/body', {id: fact, ...more});
}
