import {type DeliveryFacts, factsOfBody, noFacts} from '../../../api/watch/delivery-facts.ts';
import {
  type Grouping,
  groupingNames,
  groupOf,
  unknownGroup,
} from '../../../api/watch/group-deliveries.ts';
import {type ColumnOptions, columnOf} from '../../../base/column.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {isObject, type JsonObject, type JsonValue, readPointer} from '../../../base/json-value.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {instantText, minuteMs, timeText} from '../../../base/times.ts';
import {columnKinds} from '../../../output/column-kind.ts';
import type {Params} from '../../../state/model/params.ts';
import type {BufferedFailure} from './buffer.ts';

const factsOf = memoizeFor(({body}: JsonObject) => factsOfBody(body));

/** Return the facts in the body of a failed delivery, parsed once. */
export function factsOfDelivery(value: JsonValue): DeliveryFacts {
  return isObject(value) ? factsOf(value) : noFacts;
}

/** Return the facts of a buffered record. */
export const factsOfRecord = memoizeFor(
  ({text}: BufferedFailure): DeliveryFacts => factsOfBody(makeLookup(text).string('/body')),
);

/** Make a column of a fact in the body. */
export function bodyColumn(title: string, fact: keyof DeliveryFacts, more: ColumnOptions = {}) {
  const kind = {
    ...columnKinds.text,
    read: (item: JsonValue): JsonValue | undefined => factsOfDelivery(item)[fact] || undefined,
  };
  return columnOf(kind)(title, '/body', {id: fact, ...more});
}

/** Group names found in a body, cached since each frame reads them. */
const namesOf = memoizeFor((_: BufferedFailure) => new Map<Grouping, string>());

/** Return the group name of a record. */
export function nameIn(record: BufferedFailure, grouping: Grouping): string {
  switch (grouping) {
    case 'url':
      return record.target;
    case 'event':
    case 'project':
    case 'issue':
    case 'user':
      return factsOfRecord(record)[grouping] || unknownGroup;
  }
  const known = namesOf(record);
  const name = known.get(grouping) ?? groupOf(record.text, grouping);
  known.set(grouping, name);
  return name;
}

/** Whether a record belongs to the list with these parameters: group and interval. */
export function belongsTo(record: BufferedFailure, params: Params): boolean {
  const {timeMs} = record;
  const {from, to, at, is} = params;
  if (from !== undefined && timeMs < Number(from)) return false;
  if (to !== undefined && timeMs >= Number(to)) return false;
  if (at !== undefined && nameIn(record, at as Grouping) !== is) return false;
  return groupingNames.every(
    name => params[name] === undefined || nameIn(record, name) === params[name],
  );
}

/** Return the parameters that open the records of a group. */
export function groupParams(grouping: Grouping, name: string): Params {
  return grouping.startsWith('/') ? {at: grouping, is: name} : {[grouping]: name};
}

/** Return the breadcrumb of a list of records. */
export function crumbOfRecords(params: Params): string {
  const {from, to, is} = params;
  const what = groupingNames.map(name => params[name]).find(name => name !== undefined) ?? is;
  if (what !== undefined) return what;
  if (from === undefined || to === undefined) return 'Failed deliveries';
  const isShort = Number(to) - Number(from) < minuteMs;
  const textOf = (ms: number): string => (isShort ? instantText(ms) : timeText(ms).slice(5));
  return `${textOf(Number(from))}–${textOf(Number(to)).slice(6)}`;
}

const recordParams = ['from', 'to', 'at', 'is', ...groupingNames];

/** Return the parameters of the record list for a row. */
export function paramsOfRow(row: JsonValue): Params {
  return Object.fromEntries(
    recordParams.flatMap(name => {
      const value = readPointer(row, `/${name}`);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
