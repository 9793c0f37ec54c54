import {type Grouping, groupOf, notSaid} from '../../../api/watch/group-deliveries.ts';
import {factsOfRecord} from './delivery-facts.ts';
import type {HeldFailure} from './held.ts';

/** Names found by parsing a body, by grouping: asked for with each frame. */
const found = new WeakMap<HeldFailure, Map<Grouping, string>>();

/** What a record is grouped under. */
export function nameIn(record: HeldFailure, grouping: Grouping): string {
  switch (grouping) {
    case 'url':
      return record.target;
    case 'event':
    case 'project':
    case 'issue':
    case 'user':
      return factsOfRecord(record)[grouping] || notSaid;
  }
  const known = found.get(record) ?? new Map<Grouping, string>();
  found.set(record, known);
  const name = known.get(grouping) ?? groupOf(record.text, grouping);
  known.set(grouping, name);
  return name;
}
