import {text} from '../../../base/column.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {type Card, field} from '../../model/card.ts';
import type {Resource} from '../../model/resource.ts';

/**
 * What is told first about a row: its list's card. Where nothing but the row is known, and nothing
 * reads it, that is what its columns say of it, uncut. Undefined where the row's own call says all there is.
 */
export function cardOf(resource: Resource): Card | undefined {
  const {card, describe, reader} = resource;
  return card || describe || reader ? card : cardOfColumns(resource);
}

const cardOfColumns = memoizeFor(({name, columns}: Resource): Card => {
  // What the title says is not said again, unless it is all there is.
  const others = columns.filter(({from, title}) => title !== '' && from[0] !== name[0]);
  return {
    title: [text('', name)],
    lines: (others.length === 0 ? columns : others).map(column =>
      field(labelOf(column.title), column),
    ),
  };
});

/** `LAST CHANGE` as `Last change`; what is no word in capitals stays. */
function labelOf(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}
