import type {Card} from '../../model/card.ts';
import {field} from '../../model/card.ts';
import {text} from '../../model/column.ts';
import type {Resource} from '../../model/resource.ts';

const made = new WeakMap<Resource, Card>();

/**
 * What is told first about a row: its list's card. Where nothing but the row is known, and nothing
 * reads it, that is what its columns say of it, uncut. Undefined where the row's own call says all there is.
 */
export function cardOf(resource: Resource): Card | undefined {
  const {card, describe, reader} = resource;
  if (card !== undefined || describe !== undefined || reader !== undefined) return card;
  const known = made.get(resource) ?? cardOfColumns(resource);
  made.set(resource, known);
  return known;
}

function cardOfColumns({name, columns}: Resource): Card {
  // What the title says is not said again, unless it is all there is.
  const others = columns.filter(({from, title}) => title !== '' && from[0] !== name[0]);
  return {
    title: [text('', name)],
    lines: (others.length === 0 ? columns : others).map(column =>
      field(labelOf(column.title), {...column, from: column.from}),
    ),
  };
}

/** `LAST CHANGE` as `Last change`; what is no word in capitals stays. */
function labelOf(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}
